//! How a system's chart is laid out: the paper, what parts of the sea it shows where, and how large. The file
//! `chart.yaml`.

use serde::Deserialize;

/// The layout of a chart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::report) struct Atlas {
    pub(super) paper: Paper,
    /// What the zones are called.
    pub(super) called: String,
    /// The same in fewer words, if that is long.
    #[serde(default)]
    in_short: String,
    /// How near two discs of zones may come.
    pub(super) apart: f32,
    /// The edge of a map that goes round the world; nothing if no link crosses it.
    pub(super) edge: Option<Edge>,
    #[serde(default)]
    pub(super) grid: Grid,
    /// Whether ports without ships are drawn too, each with its holder.
    #[serde(default)]
    pub(super) all_ports: bool,
    /// Whether panels that show no zone are left out, for a game of which only a part may be played.
    #[serde(default)]
    pub(super) played_alone: bool,
    /// In the order in which they are drawn.
    pub(super) panels: Vec<Panel>,
}

/// Width and height of the drawing.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Paper {
    pub(super) width: i32,
    pub(super) height: i32,
}

/// What is beyond the edge of the map.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edge {
    /// A longer link crosses the edge.
    pub(super) longest: f32,
    /// How far it is around the world.
    pub(super) around: f32,
    /// How long the stub of such a link is, in units of the paper.
    pub(super) stub: f32,
}

/// Where thin lines are drawn, from north to south and from west to east.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Grid {
    pub(super) x: Vec<f32>,
    pub(super) lat: Vec<f32>,
}

/// A part of the paper that shows a part of the sea.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Panel {
    pub(super) title: String,
    /// Whether it leaves the waters of the other panels to them.
    #[serde(default)]
    pub(super) overview: bool,
    pub(super) bounds: Bounds,
    pub(super) at: Corner,
    pub(super) scale: Scale,
    /// The waters of the other panels, on an overview.
    #[serde(skip)]
    pub(super) insets: Vec<Bounds>,
}

/// A part of the sea.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bounds {
    pub(super) west: f32,
    pub(super) east: f32,
    pub(super) north: f32,
    pub(super) south: f32,
}

/// A corner on the paper.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Corner {
    pub(super) left: f32,
    pub(super) top: f32,
}

/// Units of the paper for one of the sea.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scale {
    pub(super) x: f32,
    pub(super) lat: f32,
}

impl Bounds {
    /// Whether a place lies in these waters.
    pub(super) fn contains(&self, x: f32, lat: f32) -> bool {
        (self.west..=self.east).contains(&x) && (self.south..=self.north).contains(&lat)
    }
}

/// No paper comes near this size; a larger one is a mistake.
const WIDEST: i32 = 8000;

impl Atlas {
    /// Makes an atlas ready that has just been read.
    ///
    /// # Errors
    /// What contradicts itself, in words.
    pub(in crate::report) fn sound(mut self) -> Result<Atlas, String> {
        let Paper { width, height } = self.paper;
        if !(1..=WIDEST).contains(&width) || !(1..=WIDEST).contains(&height) {
            return Err(format!("a paper of {width} by {height}: each from 1 to {WIDEST}"));
        }
        if self.panels.is_empty() {
            return Err("there is no panel".to_owned());
        }
        for panel in &self.panels {
            panel.fits(self.paper).map_err(|what| format!("the panel `{}`: {what}", panel.title))?;
        }
        if self.in_short.is_empty() {
            self.in_short.clone_from(&self.called);
        }
        let insets: Vec<Bounds> =
            self.panels.iter().filter(|panel| !panel.overview).map(|panel| panel.bounds).collect();
        self.panels
            .iter_mut()
            .filter(|panel| panel.overview)
            .for_each(|panel| panel.insets.clone_from(&insets));
        Ok(self)
    }

    /// What the zones are called, in short.
    pub(super) fn in_short(&self) -> &str {
        &self.in_short
    }
}

impl Panel {
    /// What is wrong with the panel.
    fn fits(&self, paper: Paper) -> Result<(), &'static str> {
        let Bounds { west, east, north, south } = self.bounds;
        if west >= east || south >= north {
            return Err("west must be less than east, and south less than north");
        }
        if self.scale.x <= 0.0 || self.scale.lat <= 0.0 {
            return Err("a scale must be more than 0");
        }
        let (right, bottom) =
            (self.at.left + (east - west) * self.scale.x, self.at.top + (north - south) * self.scale.lat);
        let fits = self.at.left >= 0.0
            && self.at.top >= 0.0
            && right <= paper.width as f32
            && bottom <= paper.height as f32;
        // Discs stand this far from the frame on both sides.
        let roomy = right - self.at.left > 60.0 && bottom - self.at.top > 70.0;
        if fits && roomy {
            Ok(())
        } else {
            Err("its frame must lie on the paper and be no smaller than 60 by 70")
        }
    }
}
