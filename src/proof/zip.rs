//! Zip archives in memory: written so that the same members make the same bytes, and read whoever packed them. Source:
//! APPNOTE.TXT of PKWARE, version 6.3.10; the numbers in brackets are its sections.
//!
//! Nothing is ever written to a disk here, so the name of a member leads nowhere.

use super::inflate::inflate;

/// The largest archive that is read.
pub const PACKED_LIMIT: u64 = 64 << 20;
/// The most bytes that all members of an archive may unpack to: a small archive can hold a very large nothing.
const UNPACKED_LIMIT: usize = 256 << 20;
/// The most members.
const MOST_MEMBERS: usize = 20_000;

/// A file of an archive: its name and its bytes.
pub type Member = (String, Vec<u8>);

/// Signatures of records (4.3.7, 4.3.12, 4.3.16).
const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";

/// The length of the end record without its comment, and the longest comment (4.3.16).
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = 0xffff;

/// 1 January 1980, the first day that an archive knows (4.4.6).
const DAY: u16 = 1 << 5 | 1;
/// Names are in UTF-8 (4.4.4, bit 11).
const UTF8: u16 = 1 << 11;
/// A member is encrypted (4.4.4, bit 0).
const ENCRYPTED: u16 = 1;
/// Methods (4.4.5).
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Packs members, as they are and in their order, each of the same day.
///
/// # Errors
/// If there is more than an archive of the plain kind can hold.
pub fn write(members: &[Member]) -> Result<Vec<u8>, String> {
    let (mut out, mut central) = (Vec::new(), Vec::new());
    let too_large = |_| "the proof is too large for a zip archive".to_owned();
    for (name, bytes) in members {
        let at = u32::try_from(out.len()).map_err(too_large)?;
        let size = u32::try_from(bytes.len()).map_err(too_large)?;
        let length = u16::try_from(name.len()).map_err(too_large)?;
        let mut shared = Vec::new();
        // The version that is needed (2.0), what holds of it, and when it was changed.
        [20, UTF8, STORED, 0, DAY].iter().for_each(|it: &u16| shared.extend(it.to_le_bytes()));
        [crc32(bytes), size, size].iter().for_each(|it| shared.extend(it.to_le_bytes()));
        shared.extend(length.to_le_bytes());
        shared.extend(0u16.to_le_bytes());
        out.extend([&LOCAL[..], &shared, name.as_bytes(), bytes].concat());
        central.extend(CENTRAL);
        // Made as on Unix (3), so that programs give the files the mode that stands among the attributes.
        central.extend((3u16 << 8 | 20).to_le_bytes());
        central.extend(shared);
        central.extend([0; 6]);
        central.extend((0o100_644u32 << 16).to_le_bytes());
        central.extend(at.to_le_bytes());
        central.extend(name.as_bytes());
    }
    let (at, length) = (out.len(), central.len());
    out.extend(central);
    out.extend(END);
    out.extend([0; 4]);
    let count = u16::try_from(members.len()).map_err(too_large)?;
    [count, count].iter().for_each(|it| out.extend(it.to_le_bytes()));
    for number in [length, at] {
        out.extend(u32::try_from(number).map_err(too_large)?.to_le_bytes());
    }
    out.extend([0; 2]);
    Ok(out)
}

/// Unpacks an archive: the files in the order of its directory; folders are left out. A folder in which all files lie is
/// cut off their names.
///
/// # Errors
/// What is wrong with the archive or with a member, which is named.
pub fn read(archive: &[u8]) -> Result<Vec<Member>, String> {
    let end = end_of(archive).ok_or("this is no zip archive, or its end is missing")?;
    let (count, at) = (usize::from(short(end, 10)?), long(end, 16)? as usize);
    if count > MOST_MEMBERS || at == u32::MAX as usize {
        return Err(format!(
            "the archive has more than {MOST_MEMBERS} members, or is of a kind for huge files"
        ));
    }
    let mut members: Vec<Member> = Vec::new();
    let (mut left, mut at) = (UNPACKED_LIMIT, at);
    for _ in 0..count {
        let record = archive.get(at..).filter(|it| it.starts_with(&CENTRAL)).ok_or(BROKEN)?;
        let (length, more) = (usize::from(short(record, 28)?), [short(record, 30)?, short(record, 32)?]);
        let name = record.get(46..46 + length).and_then(|name| std::str::from_utf8(name).ok());
        let name = name.ok_or("a member of the archive has a name that is not UTF-8")?;
        at += 46 + length + more.into_iter().map(usize::from).sum::<usize>();
        if name.ends_with('/') {
            continue;
        }
        let bytes =
            member(archive, record, &mut left).map_err(|what| format!("its member {name:?} {what}"))?;
        if members.iter().any(|(other, _)| other == name) {
            return Err(format!("its member {name:?} is there twice"));
        }
        members.push((name.to_owned(), bytes));
    }
    Ok(without_folder(members))
}

const BROKEN: &str = "the directory of the archive is damaged";

/// The end record: the last place that can be one.
fn end_of(archive: &[u8]) -> Option<&[u8]> {
    let last = archive.len().checked_sub(END_LENGTH)?;
    let first = last.saturating_sub(LONGEST_COMMENT);
    let fits = |at: &usize| {
        let record = &archive[*at..];
        record.starts_with(&END)
            && short(record, 20).is_ok_and(|it| at + END_LENGTH + usize::from(it) == archive.len())
    };
    (first..=last).rev().find(fits).map(|at| &archive[at..])
}

/// The bytes of the member that a record of the directory describes. `left` is how many bytes may still be unpacked.
fn member(archive: &[u8], record: &[u8], left: &mut usize) -> Result<Vec<u8>, String> {
    let (flags, method) = (short(record, 8)?, short(record, 10)?);
    let (check, packed, size) = (long(record, 16)?, long(record, 20)? as usize, long(record, 24)? as usize);
    if flags & ENCRYPTED != 0 {
        return Err("is encrypted".to_owned());
    }
    *left = left
        .checked_sub(size)
        .ok_or_else(|| format!("is too large: all together may have {} MiB", UNPACKED_LIMIT >> 20))?;
    let local =
        archive.get(long(record, 42)? as usize..).filter(|it| it.starts_with(&LOCAL)).ok_or(BROKEN)?;
    let begin = 30 + usize::from(short(local, 26)?) + usize::from(short(local, 28)?);
    let bytes = local.get(begin..).and_then(|it| it.get(..packed)).ok_or("is cut off")?;
    let bytes = match method {
        STORED if packed == size => bytes.to_vec(),
        DEFLATED => inflate(bytes, size).map_err(|_| "is damaged, or larger than it says")?,
        STORED => return Err("is not of the size that it says".to_owned()),
        other => return Err(format!("is packed by the method {other}; pack it with `zip`")),
    };
    if crc32(&bytes) == check { Ok(bytes) } else { Err("is damaged: its check sum differs".to_owned()) }
}

fn without_folder(members: Vec<Member>) -> Vec<Member> {
    let folder = members.first().and_then(|(name, _)| Some(format!("{}/", name.split_once('/')?.0)));
    let all = folder.filter(|folder| members.iter().all(|(name, _)| name.starts_with(folder)));
    match all {
        None => members,
        Some(folder) => {
            members.into_iter().map(|(name, bytes)| (name[folder.len()..].to_owned(), bytes)).collect()
        }
    }
}

fn short(record: &[u8], at: usize) -> Result<u16, String> {
    let bytes = record.get(at..at + 2).and_then(|bytes| bytes.try_into().ok());
    Ok(u16::from_le_bytes(bytes.ok_or(BROKEN)?))
}

fn long(record: &[u8], at: usize) -> Result<u32, String> {
    let bytes = record.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    Ok(u32::from_le_bytes(bytes.ok_or(BROKEN)?))
}

/// The check sum of the format (4.4.7).
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    !bytes.iter().fold(!0, |sum, byte| TABLE[((sum ^ u32::from(*byte)) & 0xff) as usize] ^ sum >> 8)
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let (mut sum, mut bit) = (at as u32, 0);
        while bit < 8 {
            sum = if sum & 1 == 1 { 0xedb8_8320 ^ sum >> 1 } else { sum >> 1 };
            bit += 1;
        }
        table[at] = sum;
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members() -> Vec<Member> {
        let member = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
        vec![member("a.txt", b"one"), member("folder/b.bin", &[0; 300]), member("empty", b"")]
    }

    #[test]
    fn the_check_sum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn what_was_written_is_read_and_always_the_same() {
        let packed = write(&members()).expect("packs");
        assert_eq!(packed, write(&members()).expect("packs"));
        assert_eq!(read(&packed), Ok(members()));
    }

    #[test]
    fn a_folder_around_everything_is_cut_off() {
        let inside: Vec<Member> =
            members().into_iter().map(|(name, bytes)| (format!("proof/{name}"), bytes)).collect();
        assert_eq!(read(&write(&inside).expect("packs")), Ok(members()));
    }

    #[test]
    fn damage_anywhere_is_an_error_and_no_panic() {
        let packed = write(&members()).expect("packs");
        for end in 0..packed.len() {
            assert!(read(&packed[..end]).is_err(), "{end}");
        }
        for at in 0..packed.len() * 8 {
            let mut flipped = packed.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            _ = read(&flipped);
        }
        let twice = [members(), members()].concat();
        assert!(read(&write(&twice).expect("packs")).is_err_and(|it| it.contains("is there twice")));
    }

    #[test]
    fn a_member_that_says_it_is_huge_is_not_unpacked() {
        let mut packed = write(&[("bomb".to_owned(), vec![0; 10])]).expect("packs");
        let directory = packed.len() - END_LENGTH - 46 - 4;
        packed[directory + 10] = DEFLATED as u8;
        packed[directory + 24..directory + 28].copy_from_slice(&(300u32 << 20).to_le_bytes());
        assert!(read(&packed).is_err_and(|it| it.contains("is too large")));
    }
}
