//! Lists of fixed length: what had no room on them is counted, never dropped in silence.

use arrayvec::ArrayVec;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

/// How often a list of a state was full, or a list that somebody made while looking at one. It is no part of the game: two
/// states that differ in it alone are the same. A rulebook keeps one in its state and has its invariants
/// [ask](Overflow::check) it, so that a soak fails where a list is too short.
#[derive(Default)]
pub struct Overflow {
    lost: AtomicU32,
    /// The length of the list that was full last, to find it by.
    length: AtomicU32,
}

impl Overflow {
    /// Puts something on a list that is meant to have room for it; tells whether it had.
    #[inline]
    pub fn keep<T, const LENGTH: usize>(&self, list: &mut ArrayVec<T, LENGTH>, value: T) -> bool {
        let kept = list.try_push(value).is_ok();
        if !kept {
            self.note(LENGTH);
        }
        kept
    }

    /// Something had no room on a list of that length.
    #[cold]
    pub fn note(&self, length: usize) {
        self.lost.fetch_add(1, Ordering::Relaxed);
        self.length.store(length as u32, Ordering::Relaxed);
    }

    /// So often there was no room on a list that counts for itself.
    #[inline]
    pub fn add(&self, lost: u16) {
        if lost > 0 {
            self.lost.fetch_add(u32::from(lost), Ordering::Relaxed);
        }
    }

    /// How often there was no room.
    pub fn lost(&self) -> u32 {
        self.lost.load(Ordering::Relaxed)
    }

    /// For invariants: whether there was always room.
    pub fn check(&self) -> Result<(), String> {
        match self.lost() {
            0 => Ok(()),
            lost => {
                let length = self.length.load(Ordering::Relaxed);
                Err(format!("lists were full {lost} times and lost what came then, the last one of length {length}"))
            }
        }
    }
}

impl Clone for Overflow {
    fn clone(&self) -> Overflow {
        let copy = |count: &AtomicU32| AtomicU32::new(count.load(Ordering::Relaxed));
        Overflow { lost: copy(&self.lost), length: copy(&self.length) }
    }
}

impl PartialEq for Overflow {
    fn eq(&self, _: &Overflow) -> bool {
        true
    }
}

impl Eq for Overflow {}

impl Hash for Overflow {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Overflow({})", self.lost())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_counted() {
        let (overflow, mut list) = (Overflow::default(), ArrayVec::<u8, 2>::new());
        assert!(overflow.keep(&mut list, 1) && overflow.keep(&mut list, 2) && overflow.check().is_ok());
        assert!(!overflow.keep(&mut list, 3));
        assert_eq!((list.as_slice(), overflow.lost(), overflow.clone().lost()), (&[1, 2][..], 1, 1));
        assert!(overflow.check().unwrap_err().contains("of length 2"));
        overflow.add(0);
        overflow.add(2);
        assert_eq!(overflow.lost(), 3);
        // It is no part of the game.
        assert_eq!(overflow, Overflow::default());
    }
}
