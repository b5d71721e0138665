//! Unpacks what `zip` packs by default: the method *deflate* (RFC 1951). Nothing here trusts its input: it gives at most
//! as many bytes as it is told, and whatever is wrong is one fault.
//!
//! The names of the format's own: a *literal* is a byte that stands for itself, a *match* a stretch that came before.

/// The longest code of a symbol, in bits.
const LONGEST: usize = 15;
/// The order in which the lengths of code length codes are written. Source: RFC 1951, section 3.2.7.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// What cannot be unpacked: it is damaged, or larger than it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// Unpacks bytes to exactly `size` bytes.
///
/// # Errors
/// If they are damaged, or make more bytes or fewer.
pub(super) fn inflate(packed: &[u8], size: usize) -> Result<Vec<u8>, Damaged> {
    let mut bits = Bits { bytes: packed, at: 0, held: 0, count: 0 };
    let mut out = Out { bytes: Vec::with_capacity(size.min(packed.len().saturating_mul(8))), limit: size };
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut out)?,
            1 => coded(&mut bits, &mut out, &fixed())?,
            2 => {
                let codes = dynamic(&mut bits)?;
                coded(&mut bits, &mut out, &codes)?;
            }
            _ => return Err(Damaged),
        }
        if is_last {
            return if out.bytes.len() == size { Ok(out.bytes) } else { Err(Damaged) };
        }
    }
}

/// Bits, the lowest of a byte first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    held: u32,
    count: u32,
}

impl Bits<'_> {
    /// The next bits as a number; at most 16.
    fn take(&mut self, wanted: u32) -> Result<usize, Damaged> {
        while self.count < wanted {
            let byte = self.bytes.get(self.at).ok_or(Damaged)?;
            self.held |= u32::from(*byte) << self.count;
            self.count += 8;
            self.at += 1;
        }
        let taken = self.held & ((1 << wanted) - 1);
        self.held >>= wanted;
        self.count -= wanted;
        Ok(taken as usize)
    }

    /// Passes over what is left of a byte.
    fn align(&mut self) {
        (self.held, self.count) = (0, 0);
    }
}

/// What was unpacked, up to a limit.
struct Out {
    bytes: Vec<u8>,
    limit: usize,
}

impl Out {
    fn push(&mut self, byte: u8) -> Result<(), Damaged> {
        if self.bytes.len() == self.limit {
            return Err(Damaged);
        }
        self.bytes.push(byte);
        Ok(())
    }

    fn again(&mut self, length: usize, distance: usize) -> Result<(), Damaged> {
        let from = self.bytes.len().checked_sub(distance).ok_or(Damaged)?;
        (from..from + length).try_for_each(|at| self.push(self.bytes[at]))
    }
}

/// How symbols are written: how many have a code of each length, and the symbols in the order of their codes.
struct Code {
    counts: [u16; LONGEST + 1],
    symbols: Vec<u16>,
}

impl Code {
    /// The code in which each symbol has a code of this length, or of none.
    fn new(lengths: &[u8]) -> Result<Code, Damaged> {
        let mut counts = [0u16; LONGEST + 1];
        lengths.iter().for_each(|length| counts[usize::from(*length)] += 1);
        // Fewer codes than there is room for are found when one is met that no symbol has; more mean nothing.
        let mut room = 1i32;
        for count in &counts[1..] {
            room = room * 2 - i32::from(*count);
            if room < 0 {
                return Err(Damaged);
            }
        }
        let mut symbols: Vec<u16> = (0..).take(lengths.len()).collect();
        symbols.retain(|symbol| lengths[usize::from(*symbol)] != 0);
        symbols.sort_by_key(|symbol| lengths[usize::from(*symbol)]);
        counts[0] = 0;
        Ok(Code { counts, symbols })
    }

    fn read(&self, bits: &mut Bits<'_>) -> Result<usize, Damaged> {
        let (mut code, mut first, mut index) = (0usize, 0usize, 0usize);
        for count in &self.counts[1..] {
            let count = usize::from(*count);
            code |= bits.take(1)?;
            if code < first + count {
                return self.symbols.get(index + code - first).map(|it| usize::from(*it)).ok_or(Damaged);
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Err(Damaged)
    }
}

/// The codes of a block: of literals and lengths, and of distances.
type Codes = (Code, Code);

fn stored(bits: &mut Bits<'_>, out: &mut Out) -> Result<(), Damaged> {
    bits.align();
    let (length, inverse) = (bits.take(16)?, bits.take(16)?);
    if length != !inverse & 0xffff {
        return Err(Damaged);
    }
    (0..length).try_for_each(|_| out.push(bits.take(8)? as u8))
}

/// The codes that need not be written. Source: RFC 1951, section 3.2.6.
fn fixed() -> Codes {
    let mut lengths = [8u8; 288];
    lengths[144..256].fill(9);
    lengths[256..280].fill(7);
    let code = |lengths: &[u8]| Code::new(lengths).expect("the fixed codes are whole");
    (code(&lengths), code(&[5; 30]))
}

/// Reads the codes of a block.
fn dynamic(bits: &mut Bits<'_>) -> Result<Codes, Damaged> {
    let (literals, distances, many) = (bits.take(5)? + 257, bits.take(5)? + 1, bits.take(4)? + 4);
    let mut own = [0u8; ORDER.len()];
    for at in &ORDER[..many] {
        own[*at] = bits.take(3)? as u8;
    }
    let own = Code::new(&own)?;
    let mut lengths: Vec<u8> = Vec::with_capacity(320);
    while lengths.len() < literals + distances {
        let (length, times) = match own.read(bits)? {
            length @ 0..=15 => (length as u8, 1),
            16 => (*lengths.last().ok_or(Damaged)?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            _ => (0, 11 + bits.take(7)?),
        };
        lengths.resize(lengths.len() + times, length);
    }
    // A block without its end, or more lengths than were announced.
    if lengths.len() != literals + distances || lengths[256] == 0 || literals > 286 {
        return Err(Damaged);
    }
    Ok((Code::new(&lengths[..literals])?, Code::new(&lengths[literals..])?))
}

fn coded(bits: &mut Bits<'_>, out: &mut Out, (literals, distances): &Codes) -> Result<(), Damaged> {
    loop {
        match literals.read(bits)? {
            literal @ 0..=255 => out.push(literal as u8)?,
            256 => return Ok(()),
            symbol => {
                let length = length(symbol - 257, bits)?;
                let distance = distance(distances.read(bits)?, bits)?;
                out.again(length, distance)?;
            }
        }
    }
}

/// How long a match is. Source: RFC 1951, section 3.2.5, whose table follows this rule but for its last line.
fn length(symbol: usize, bits: &mut Bits<'_>) -> Result<usize, Damaged> {
    match symbol {
        0..=7 => Ok(symbol + 3),
        8..=27 => {
            let extra = symbol / 4 - 1;
            Ok(((4 + symbol % 4) << extra) + 3 + bits.take(extra as u32)?)
        }
        28 => Ok(258),
        _ => Err(Damaged),
    }
}

/// How far back a match begins. Source: as [`length`].
fn distance(symbol: usize, bits: &mut Bits<'_>) -> Result<usize, Damaged> {
    match symbol {
        0..=3 => Ok(symbol + 1),
        4..=29 => {
            let extra = symbol / 2 - 1;
            Ok(((2 + symbol % 2) << extra) + 1 + bits.take(extra as u32)?)
        }
        _ => Err(Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What zlib makes of a hundred times `sealord `.
    const PACKED: &[u8] = &[
        0x2b, 0x4e, 0x4d, 0xcc, 0xc9, 0x2f, 0x4a, 0x51, 0x28, 0x1e, 0xa5, 0x47, 0xe9, 0x51, 0x1a, 0x83, 0x06,
        0x00,
    ];

    #[test]
    fn what_other_programs_packed_is_unpacked() {
        let text = b"sealord ".repeat(100);
        assert_eq!(inflate(PACKED, text.len()), Ok(text));
        assert_eq!(inflate(&[0x03, 0x00], 0), Ok(Vec::new()));
        assert_eq!(inflate(&[0x01, 0x03, 0x00, 0xfc, 0xff, b'a', b'b', b'c'], 3), Ok(b"abc".to_vec()));
    }

    #[test]
    fn another_size_and_damage_anywhere_are_refused() {
        for size in [0, 1, 799, 801, usize::MAX] {
            assert_eq!(inflate(PACKED, size), Err(Damaged), "{size}");
        }
        for end in 0..PACKED.len() - 1 {
            assert_eq!(inflate(&PACKED[..end], 800), Err(Damaged), "{end}");
        }
        // No flipped bit may do more than change bytes: no panic, no more bytes than were asked for.
        for at in 0..PACKED.len() * 8 {
            let mut flipped = PACKED.to_vec();
            flipped[at / 8] ^= 1 << (at % 8);
            assert!(
                inflate(&flipped, 800).is_ok_and(|it| it.len() == 800) || inflate(&flipped, 800).is_err()
            );
        }
    }
}
