//! Tables as they stood last, so that a long match is not replayed at each click.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::moves::{Moves, Refused};
use crate::web::site::locked;

/// Tables that are kept, the latest last.
#[derive(Debug)]
pub(super) struct Shelf<T>(Mutex<VecDeque<Kept<T>>>);

/// How many.
const KEPT: usize = 24;

#[derive(Debug)]
struct Kept<T> {
    key: String,
    moves: Moves,
    table: T,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Shelf<T> {
    /// The table of a key after some moves. It goes on from where it stood, if that lies before; else it is set anew. Whoever
    /// asks meanwhile for the same table sets it anew too: nobody waits for another.
    pub(super) fn played<A>(
        &self,
        key: String,
        moves: &Moves,
        sit: impl FnOnce() -> T,
        advance: impl Fn(&mut T, &str) -> Result<(), String>,
        look: impl FnOnce(&T) -> A,
    ) -> Result<A, Refused> {
        let (done, mut table) = self.take(&key, moves).unwrap_or_else(|| (0, sit()));
        for (at, word) in moves.words().iter().enumerate().skip(done) {
            advance(&mut table, word).map_err(|why| Refused { at: at + 1, word: word.clone(), why })?;
        }
        let seen = look(&table);
        let mut kept = locked(&self.0);
        kept.push_back(Kept { key, moves: moves.clone(), table });
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(seen)
    }

    /// Takes away the table that has got furthest on the way, with its number of moves.
    fn take(&self, key: &str, moves: &Moves) -> Option<(usize, T)> {
        let mut kept = locked(&self.0);
        let is_on_the_way = |one: &Kept<T>| one.key == key && moves.words().starts_with(one.moves.words());
        let furthest = (0..kept.len())
            .filter(|&at| is_on_the_way(&kept[at]))
            .max_by_key(|&at| kept[at].moves.words().len())?;
        let Kept { moves, table, .. } = kept.remove(furthest)?;
        Some((moves.words().len(), table))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{Moves, Shelf};

    #[test]
    fn a_table_goes_on_from_where_it_stood() {
        let shelf = Shelf::<Vec<String>>::default();
        let played = Cell::new(0);
        let after = |key: &str, moves: &str| {
            let advance = |table: &mut Vec<String>, word: &str| {
                played.set(played.get() + 1);
                if word == "x" {
                    return Err("no move".to_owned());
                }
                table.push(word.to_owned());
                Ok(())
            };
            let moves = Moves::parse(moves).unwrap();
            let seen = shelf.played(key.to_owned(), &moves, Vec::new, advance, |table| table.join("-"));
            (seen.map_err(|refused| refused.at), played.take())
        };
        assert_eq!(after("a", "1-2-3"), (Ok("1-2-3".into()), 3));
        assert_eq!(after("a", "1-2-3-4"), (Ok("1-2-3-4".into()), 1));
        assert_eq!(after("a", "1-2-3-4"), (Ok("1-2-3-4".into()), 0));
        assert_eq!(after("b", "1-2"), (Ok("1-2".into()), 2));
        assert_eq!(after("a", "1-2-5"), (Ok("1-2-5".into()), 3), "taken back");
        assert_eq!(after("b", "1-2-x"), (Err(3), 1));
        assert_eq!(after("b", "1-2"), (Ok("1-2".into()), 2), "what was refused is not kept");
    }
}
