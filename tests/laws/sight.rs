//! What a side is told.

use sealord::system::{Chapter, News, Words};
use sealord::table::{Note, Section};

use crate::laws::play::play;
use crate::laws::systems::Lawful;

crate::laws::laws! { all_sides_read_why_the_umpire_ruled }

fn all_sides_read_why_the_umpire_ruled<S: Lawful>() {
    let reason = "a slip of the umpire's pen";
    let ruling = S::system().ruling(reason, S::RULING).unwrap();
    let mut told = 0;
    play::<S>(4400, 60, |_, moment| {
        let mut state = moment.progress.checkpoint.state.clone();
        S::system().apply(&mut state, &ruling);
        assert_eq!(S::system().impossible(&state), None, "exchange {}", moment.exchange);
        let sections = [Section { name: String::new(), after: 0, notes: vec![Note::Event(ruling.clone())] }];
        let at = Words { name: "the test".to_owned(), ..Words::default() };
        for &party in S::PARTIES {
            let chapters = [Chapter { at: &at, sections: &sections }];
            let view = S::system().view(&state, party, News::of(&chapters));
            let story = serde_json::to_value(view).unwrap()["story"].to_string();
            assert!(story.contains(reason), "the {party}: {story}");
            told += 1;
        }
    });
    assert!(told > 0);
}
