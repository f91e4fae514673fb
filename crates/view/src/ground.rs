//! Grounds and their marks: a page asks for a ground again only when its mark is another.

use kernel::scene::Field;
use std::sync::{Arc, Mutex, PoisonError};

/// The ground that was looked at last, with its mark. Positions of one battle, and battles of one set-up, hand it on to each
/// other, so that a mark is made once and not at every look.
#[derive(Debug, Default)]
pub struct Grounds(Mutex<Option<Arc<Marked>>>);

#[derive(Debug)]
struct Marked {
    field: Field,
    mark: String,
}

impl Clone for Grounds {
    fn clone(&self) -> Grounds {
        Grounds(Mutex::new(self.last()))
    }
}

impl Grounds {
    fn last(&self) -> Option<Arc<Marked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A word that changes when the ground does.
    pub fn mark(&self, field: &Field) -> String {
        if let Some(last) = self.last().filter(|last| is_same(&last.field, field)) {
            return last.mark.clone();
        }
        let mark = mark_of(field);
        let marked = Marked { field: field.clone(), mark: mark.clone() };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(marked));
        mark
    }
}

/// Mostly it is the very same; where woods have turned out to be something, one that looks the same.
pub(crate) fn is_same(one: &Field, other: &Field) -> bool {
    let shared = match (one, other) {
        (Field::Table(one), Field::Table(other)) => Arc::ptr_eq(one, other),
        (Field::Hexes(one), Field::Hexes(other)) => Arc::ptr_eq(one, other),
        _ => return false,
    };
    shared || one == other
}

fn mark_of(field: &Field) -> String {
    let text = serde_json::to_string(field).unwrap_or_default();
    // FNV-1a: nobody forges grounds.
    let mark = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{mark:016x}")
}
