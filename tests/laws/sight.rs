//! What a side is told.

use sealord::items::Words;
use sealord::nearest::Nearest;
use sealord::report::{Templates, nearest};
use sealord::rules::ledger::Ledger;
use sealord::system::{Chapter, News};
use sealord::table::{Note, Section};
use sealord::view::{Card, Mark, Parts, Spot};

use crate::laws::play::play;
use crate::laws::systems::Lawful;

crate::laws::laws! {
    all_sides_read_why_the_umpire_ruled,
    cards_and_moves_hang_together,
    what_would_have_changed_a_result_follows_from_its_line,
}

/// A card goes through the lines of its chapter one by one, and knows the units that its shots name; moves
/// lead to places of the view.
fn cards_and_moves_hang_together<S: Lawful>() {
    play::<S>(4410, 60, |_, moment| {
        let told: Vec<_> = moment.progress.played.iter().map(|step| (&step.at, step.fresh())).collect();
        let chapters: Vec<Chapter<S>> = told.iter().map(|(at, sections)| Chapter { at, sections }).collect();
        let news = News { since: Some(&moment.since), ..News::of(&chapters) };
        for &party in S::players() {
            let view = S::system().view(&moment.progress.present, party, news);
            let view = serde_json::to_value(view).unwrap();
            let parts = Parts::of(&view).unwrap();
            for chapter in &parts.story {
                chapter.card.iter().for_each(|card| hangs_together(card, chapter.lines.len()));
            }
            for known in parts.beside.moves.iter().flatten() {
                assert!(known.count >= known.units.len() && known.count > 0, "{known:?}");
                assert_ne!(known.from, Some(known.to), "{known:?}");
                assert!(
                    [known.from, Some(known.to)].into_iter().flatten().all(|spot| is_there(&parts, spot))
                );
            }
        }
    });
}

fn hangs_together(card: &Card<&str>, lines: usize) {
    let counters: Vec<&str> =
        card.rows.iter().flat_map(|row| &row.counters).map(|counter| counter.unit.id).collect();
    let mut begun = 0;
    for act in &card.acts {
        assert_eq!(act.lines.0, begun, "{act:?}");
        begun = act.lines.1;
        for shot in &act.shots {
            assert!((act.lines.0..act.lines.1).contains(&shot.line), "{shot:?}");
            assert!(shot.by.iter().all(|id| counters.contains(id)), "{shot:?}");
            let Mark::Counter(at) = &shot.at else { continue };
            assert!(counters.contains(at), "{shot:?}");
            for roll in &shot.rolls {
                assert!(roll.hits.iter().all(|&hit| hit < roll.dice.len()), "{roll:?}");
            }
        }
    }
    assert_eq!(begun, lines, "{:?}", card.acts);
}

fn is_there(parts: &Parts<'_>, spot: Spot<&str>) -> bool {
    match spot {
        Spot::Zone(zone) => parts.sea.zone(zone).is_some(),
        Spot::Port(port) => parts.sea.ports.iter().any(|it| it.id == port),
    }
}

fn all_sides_read_why_the_umpire_ruled<S: Lawful>() {
    let reason = "a slip of the umpire's pen";
    let ruling = S::system().ruling(reason, S::RULING).unwrap();
    let mut told = 0;
    play::<S>(4400, 60, |_, moment| {
        let mut state = moment.progress.checkpoint.state.clone();
        S::system().apply(&mut state, &ruling);
        assert_eq!(S::system().broken_invariant(&state), None, "exchange {}", moment.exchange);
        let sections = [Section { name: String::new(), after: 0, notes: vec![Note::Event(ruling.clone())] }];
        let at = Words { name: "the test".to_owned(), ..Words::default() };
        for &party in S::players() {
            let chapters = [Chapter { at: &at, sections: &sections }];
            let view = S::system().view(&state, party, News::of(&chapters));
            let story = serde_json::to_value(view).unwrap()["story"].to_string();
            assert!(story.contains(reason), "the {party}: {story}");
            told += 1;
        }
    });
    assert!(told > 0);
}

/// What `explain` says of a line's dice is asked of the line as it stands in a view, which the laws of `fog`
/// hold to what the party may know, and of rules that have no position at hand. It cites a rule of the ledger,
/// and there are words for it.
fn what_would_have_changed_a_result_follows_from_its_line<S: Lawful>() {
    let ledger = Ledger::load(&S::games(), S::ID).unwrap();
    let templates = Templates::builtin();
    play::<S>(4420, 60, |_, moment| {
        let told: Vec<_> = moment.progress.played.iter().map(|step| (&step.at, step.fresh())).collect();
        let chapters: Vec<Chapter<S>> = told.iter().map(|(at, sections)| Chapter { at, sections }).collect();
        for &party in S::players() {
            let view = S::system().view(&moment.progress.present, party, News::of(&chapters));
            let view = serde_json::to_value(view).unwrap();
            let lines = Parts::of(&view).unwrap().story.into_iter().flat_map(|chapter| chapter.lines);
            let found: Vec<Nearest> = lines.filter_map(|line| S::system().nearest(line)).collect();
            for near in &found {
                assert!(ledger.find(near.rule).is_some() && near.by() > 0, "{near:?}");
            }
            assert_eq!(nearest(&templates, S::ID, &found).unwrap().len(), found.len());
        }
    });
}
