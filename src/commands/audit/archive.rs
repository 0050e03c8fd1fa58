//! What the games of an archive played, from `moves.csv`.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use joban_book_build::{Figures, MovesTable};
use joban_book_verify::{Replies, Reply};
use joban_engine::rules::{Move, Position};
use joban_positions::manifest::FileDigest;

use crate::commands::source::file_digest;
use crate::failure::{Failure, Outcome};
use crate::text;

/// The moves of an archive and the file they stand in.
pub(crate) struct ArchiveMoves {
    table: MovesTable,
    /// For the manifest.
    pub(crate) input: FileDigest,
}

impl ArchiveMoves {
    /// Reads the file that is named, or the `moves.csv` beside a book, or nothing.
    ///
    /// # Errors
    ///
    /// Exit 3 if it cannot be read.
    pub(crate) fn find(named: Option<&Path>, book: &Path) -> Outcome<Option<Self>> {
        match named {
            Some(path) => Self::read(path).map(Some),
            None => beside(book).as_deref().map(Self::read).transpose(),
        }
    }

    /// The statistics of a move at a position and ply; empty where no game played it.
    pub(crate) fn figures(&self, position: &Position, ply: u8, mv: Move) -> Figures {
        let found = self.table.of(position, Some(ply)).find(|row| row.mv == mv);
        found.map(|row| row.figures.clone()).unwrap_or_default()
    }

    fn read(path: &Path) -> Outcome<Self> {
        let failed = |reason: &dyn std::fmt::Display| {
            Failure::input(text!(InputFailed, format!("{}: {reason}", path.display())))
        };
        let file = File::open(path).map_err(|error| failed(&error))?;
        let table = MovesTable::read(&mut BufReader::new(file)).map_err(|error| failed(&error))?;
        Ok(Self {
            table,
            input: file_digest(path)?,
        })
    }
}

/// `moves.csv` in the folder of a book.
fn beside(book: &Path) -> Option<PathBuf> {
    let folder = if book.is_dir() { book } else { book.parent()? };
    let moves = folder.join("moves.csv");
    moves.is_file().then_some(moves)
}

impl Replies for ArchiveMoves {
    fn replies(&self, position: &Position, ply: Option<u32>) -> Vec<Reply> {
        let ply = match ply.map(u8::try_from) {
            None => None,
            Some(Ok(ply)) => Some(ply),
            Some(Err(_)) => return Vec::new(),
        };
        let mut replies: Vec<Reply> = Vec::new();
        for row in self.table.of(position, ply) {
            let (count, points) = (u64::from(row.figures.count), row.figures.points);
            match replies.iter_mut().find(|reply| reply.mv == row.mv) {
                Some(reply) => {
                    reply.count += count;
                    reply.points += points;
                }
                None => replies.push(Reply {
                    mv: row.mv,
                    count,
                    points,
                }),
            }
        }
        replies
    }
}
