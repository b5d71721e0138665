//! Packs the data of the game.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    pack::games("admirals-war")
}
