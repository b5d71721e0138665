//! A packet made ready for reports in several formats. What they have in common is worked out once.

use minijinja::Value;
use minijinja::value::Serde;

use super::env::{Kit, Templates};
use super::{Format, ReportFault, page};
use crate::fence::plant;
use engine::view::{Packet, Parts};

/// A packet whose reports are written.
pub struct Ready<'p> {
    templates: &'p Templates,
    packet: &'p Packet,
    kit: &'p Kit,
    view: Parts<'p>,
    /// The blank form.
    form: Option<String>,
    /// What the templates of texts can name, if one was filled last: Markdown tells the same as plain text.
    texts: Option<Value>,
}

impl<'p> Ready<'p> {
    /// Reads the view of a packet.
    ///
    /// # Errors
    /// [`ReportFault`] when the system has no templates, or the view has another shape.
    pub fn of(templates: &'p Templates, packet: &'p Packet) -> Result<Ready<'p>, ReportFault> {
        plant("report", &packet.match_id);
        let kit = templates.kit(&packet.system)?;
        let (view, form) = (packet.parts()?, page::blank(packet));
        Ok(Ready { templates, packet, kit, view, form, texts: None })
    }

    /// Writes the report in a format; texts one after the other cost least.
    ///
    /// # Errors
    /// [`ReportFault`] when a part of the view is damaged, or a club's template is wrong.
    pub fn render(&mut self, format: Format) -> Result<String, ReportFault> {
        let kept = self.texts.take().filter(|_| format != Format::Html);
        let page = match kept {
            Some(page) => page,
            None => {
                let view = (&self.view, self.form.as_deref());
                Value::from(Serde(page::of(self.packet, view, format, self.kit, None)?))
            }
        };
        if format != Format::Html {
            self.texts = Some(page.clone());
        }
        self.templates.fill(&self.packet.system, "report", format, page)
    }
}
