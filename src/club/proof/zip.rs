//! Zip archives: written so that the same members make the same bytes, and read whoever packed them.
//!
//! Nothing is ever written to a disk here, so the name of a member leads nowhere.

use std::cell::{Cell, RefCell};
use std::io::{Cursor, Read, Seek, SeekFrom, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The largest archive that is read.
pub const PACKED_LIMIT: u64 = 64 << 20;
/// The most bytes that all members of an archive may unpack to: a small archive can hold a very large
/// nothing.
const UNPACKED_LIMIT: u64 = 256 << 20;
/// The most members.
const MOST_MEMBERS: usize = 20_000;

/// A file of an archive: its name and its bytes.
pub type Member = (String, Vec<u8>);

/// Packs members as they are, each of the first day that an archive knows.
pub struct Packer<W: Write + Seek> {
    archive: ZipWriter<W>,
}

impl<W: Write + Seek> Packer<W> {
    /// An archive without members.
    pub fn new(to: W) -> Self {
        Packer { archive: ZipWriter::new(to) }
    }

    /// Adds a member.
    ///
    /// # Errors
    /// If there is more than an archive of the plain kind can hold, a name is there twice, or it cannot be
    /// written.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let plain = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::DEFAULT)
            .unix_permissions(0o644);
        self.archive.start_file(name, plain).map_err(|error| unpackable(&error))?;
        self.archive.write_all(bytes).map_err(|error| unpackable(&error))
    }

    /// Writes the directory, and gives back what was written to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<W, String> {
        let mut to = self.archive.finish().map_err(|error| unpackable(&error))?;
        to.flush().map_err(|error| unpackable(&error))?;
        Ok(to)
    }
}

fn unpackable(error: &dyn std::fmt::Display) -> String {
    format!("the proof cannot be packed: {error}")
}

/// An archive that is open: its members are unpacked one at a time, as somebody asks for them.
pub struct Archive<R> {
    zip: RefCell<ZipArchive<R>>,
    /// The names of its files, in the order of its directory, and where each stands there. A folder in which
    /// all files lie is cut off their names.
    files: Vec<(String, usize)>,
    /// How many bytes may still be unpacked.
    left: Cell<u64>,
}

impl<R: Read + Seek> Archive<R> {
    /// Opens an archive, and reads its directory.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(mut from: R) -> Result<Archive<R>, String> {
        let listed = listed(&mut from);
        let mut zip = ZipArchive::new(from)
            .map_err(|error| format!("this is no zip archive, or it is damaged: {error}"))?;
        // The library keeps one of several members with the same name, and another program may take another.
        if listed != Some(zip.len()) {
            return Err("a member of the archive is there twice, or its directory is damaged".to_owned());
        }
        if zip.len() > MOST_MEMBERS {
            return Err(format!("the archive has more than {MOST_MEMBERS} members"));
        }
        let mut files = Vec::new();
        for at in 0..zip.len() {
            let file = zip.by_index(at).map_err(|error| refused(at, &error))?;
            if !file.is_dir() {
                files.push((file.name().map_err(|error| refused(at, &error))?.into_owned(), at));
            }
        }
        Ok(Archive { zip: zip.into(), files: without_folder(files), left: UNPACKED_LIMIT.into() })
    }

    /// The names of its files, in the order of its directory.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }

    /// Unpacks a file; nothing if there is none of that name.
    ///
    /// # Errors
    /// If it is damaged, or all that was unpacked so far is too large.
    pub fn file(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some((_, at)) = self.files.iter().find(|(other, _)| other == name) else { return Ok(None) };
        let mut zip = self.zip.borrow_mut();
        let mut file = zip.by_index(*at).map_err(|error| refused(*at, &error))?;
        let (mut bytes, left) = (Vec::new(), self.left.get());
        // What the archive says of a member's size is not believed.
        let read = file.by_ref().take(left + 1).read_to_end(&mut bytes);
        read.map_err(|error| format!("its member {name:?} is damaged: {error}"))?;
        let left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
            format!("its member {name:?} is too large: all together may have {} MiB", UNPACKED_LIMIT >> 20)
        })?;
        self.left.set(left);
        Ok(Some(bytes))
    }

    /// Whether a file has just these bytes, without unpacking it whole; nothing if there is none of that
    /// name.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn is(&self, name: &str, bytes: &[u8]) -> Result<Option<bool>, String> {
        let Some((_, at)) = self.files.iter().find(|(other, _)| other == name) else { return Ok(None) };
        let mut zip = self.zip.borrow_mut();
        let mut file = zip.by_index(*at).map_err(|error| refused(*at, &error))?;
        let (mut part, mut rest) = ([0; 1 << 14], bytes);
        loop {
            let read =
                file.read(&mut part).map_err(|error| format!("its member {name:?} is damaged: {error}"))?;
            match (read, rest.strip_prefix(&part[..read])) {
                (0, _) => return Ok(Some(rest.is_empty())),
                (_, Some(after)) => rest = after,
                (_, None) => return Ok(Some(false)),
            }
        }
    }
}

/// Unpacks all files of an archive, in the order of its directory.
///
/// # Errors
/// What is wrong with the archive or with a member, which is named.
pub fn read(archive: &[u8]) -> Result<Vec<Member>, String> {
    let archive = Archive::open(Cursor::new(archive))?;
    let file = |name: &str| Ok((name.to_owned(), archive.file(name)?.unwrap_or_default()));
    archive.names().map(file).collect()
}

/// How many members the end of an archive counts. Source: APPNOTE.TXT of PKWARE, version 6.3.10, section
/// 4.3.16.
fn listed(archive: &mut (impl Read + Seek)) -> Option<usize> {
    /// The end itself, and the longest remark behind it.
    const LONGEST: u64 = 22 + 65_535;
    let size = archive.seek(SeekFrom::End(0)).ok()?;
    archive.seek(SeekFrom::Start(size.saturating_sub(LONGEST))).ok()?;
    let mut last = Vec::new();
    archive.take(LONGEST).read_to_end(&mut last).ok()?;
    let end = last.windows(4).rposition(|bytes| bytes == b"PK\x05\x06")?;
    let count = last.get(end + 10..end + 12)?;
    Some(u16::from_le_bytes([count[0], count[1]]).into())
}

fn refused(at: usize, error: &ZipError) -> String {
    format!("its member {} cannot be unpacked: {error}; pack the files again with `zip`", at + 1)
}

fn without_folder(files: Vec<(String, usize)>) -> Vec<(String, usize)> {
    let folder = files.first().and_then(|(name, _)| Some(format!("{}/", name.split_once('/')?.0)));
    let all = folder.filter(|folder| files.iter().all(|(name, _)| name.starts_with(folder)));
    match all {
        None => files,
        Some(folder) => files.into_iter().map(|(name, at)| (name[folder.len()..].to_owned(), at)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(members: &[Member]) -> Result<Vec<u8>, String> {
        let mut packer = Packer::new(Cursor::new(Vec::new()));
        members.iter().try_for_each(|(name, bytes)| packer.add(name, bytes))?;
        packer.finish().map(Cursor::into_inner)
    }

    fn members() -> Vec<Member> {
        let member = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
        vec![member("a.txt", b"one"), member("folder/b.bin", &[0; 300]), member("empty", b"")]
    }

    #[test]
    fn what_was_written_is_read_and_always_the_same() {
        let packed = write(&members()).expect("packs");
        assert_eq!(packed, write(&members()).expect("packs"));
        assert_eq!(read(&packed), Ok(members()));
    }

    #[test]
    fn a_file_is_compared_without_being_unpacked_whole() {
        let packed = write(&members()).expect("packs");
        let archive = Archive::open(Cursor::new(&packed)).expect("opens");
        for (name, bytes) in members() {
            assert_eq!(archive.is(&name, &bytes), Ok(Some(true)), "{name}");
            assert_eq!(archive.is(&name, &[&bytes[..], b"x"].concat()), Ok(Some(false)), "{name}");
            assert_eq!(archive.is(&name, &[0; 299]), Ok(Some(false)), "{name}");
        }
        assert_eq!(archive.is("none", b""), Ok(None));
    }

    #[test]
    fn a_folder_around_everything_is_cut_off() {
        let inside: Vec<Member> =
            members().into_iter().map(|(name, bytes)| (format!("proof/{name}"), bytes)).collect();
        assert_eq!(read(&write(&inside).expect("packs")), Ok(members()));
    }

    #[test]
    fn damage_anywhere_is_an_error_or_changes_nothing() {
        let packed = write(&members()).expect("packs");
        for end in 0..packed.len() {
            assert!(read(&packed[..end]).is_err(), "{end}");
        }
        for at in 0..packed.len() * 8 {
            let mut flipped = packed.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            _ = read(&flipped);
        }
    }

    #[test]
    fn two_members_of_one_name_are_refused() {
        assert!(write(&[members(), members()].concat()).is_err_and(|it| it.contains("cannot be packed")));
        // Two names of one length, and then one in place of the other.
        let pair: Vec<Member> = ["one", "two"].map(|name| (name.to_owned(), b"x".to_vec())).to_vec();
        let mut packed = write(&pair).expect("packs");
        while let Some(at) = packed.windows(3).position(|bytes| bytes == b"two") {
            packed[at..at + 3].copy_from_slice(b"one");
        }
        assert!(read(&packed).is_err_and(|it| it.contains("is there twice")));
    }

    /// 300 MiB of nothing, in a third of a megabyte.
    #[test]
    fn an_archive_that_would_be_huge_is_not_unpacked() {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let small = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        archive.start_file("bomb", small).expect("begun");
        (0..300).for_each(|_| archive.write_all(&[0; 1 << 20]).expect("written"));
        let packed = archive.finish().expect("finished").into_inner();
        assert!(packed.len() < 1 << 20);
        assert!(read(&packed).is_err_and(|it| it.contains("is too large")));
    }
}
