//! Before any test of a program, the sides and parties of all systems are made known, as the command line
//! does at its start: tests read packets and journals before they lay out any rules.

ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn declare() {
        sealord::rules::systems();
    }
}
