//! Lines of command: who is in reach of a commander, at once or over others.

use super::grid::{Grid, Hex};
use super::stretch::Pin;
use arrayvec::ArrayVec;

/// A hex of somebody who looks for a line of command, and how far he looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandPost<I> {
    pub who: I,
    pub hex: Hex,
    pub reach: u8,
    /// He may have other posts.
    of_several: bool,
    at: Pin,
}

impl<I> CommandPost<I> {
    /// The one post of somebody.
    #[inline]
    pub fn new(grid: &Grid, who: I, hex: Hex, reach: u8) -> CommandPost<I> {
        CommandPost { who, hex, reach, of_several: false, at: grid.pin(hex) }
    }

    /// One of the posts of a body of several hexes.
    #[inline]
    pub fn of_several(self) -> CommandPost<I> {
        CommandPost { of_several: true, ..self }
    }
}

/// Follows the lines of command from some hexes outwards. `links` are the hexes a line may end at: first those of the
/// commander, and then, in the order in which they are found, those of everybody who passes the line on. A post is linked when
/// a link is in its own reach and has a line to it; then `reached` is told who it is and which link it found, and says which
/// hexes the line runs on from: his own, or none where every rung is traced for itself. When it says nothing the tracing ends.
///
/// Of a body of several hexes one post is enough, and the body is told once.
///
/// ```
/// use arrayvec::ArrayVec;
/// use field::hexes::*;
///
/// let grid = Grid::new(Plan::new(12, 1, Orientation::PointyTop, Shoved::Even)).unwrap();
/// let hex = |column: u16| Hex::new(column);
/// let mut links: ArrayVec<Hex, 8> = [hex(0)].into_iter().collect();
/// // The second is out of the commander's reach and linked over the first; the third is too far from either.
/// let posts = [("first", 3), ("second", 6), ("third", 11)];
/// let mut posts: ArrayVec<_, 8> = posts.into_iter().map(|(who, at)| CommandPost::new(&grid, who, hex(at), 3)).collect();
/// let mut chain = Vec::new();
/// trace(&grid, &mut links, &mut posts, |_, _| true, |who, over| {
///     chain.push((who, over));
///     Some([hex(if who == "first" { 3 } else { 6 })])
/// });
/// assert_eq!(chain, [("first", 0), ("second", 1)]);
/// assert_eq!(posts.iter().map(|post| post.who).collect::<Vec<_>>(), ["third"]);
/// ```
pub fn trace<I, H, const LINKS: usize, const POSTS: usize>(
    grid: &Grid,
    links: &mut ArrayVec<Hex, LINKS>,
    posts: &mut ArrayVec<CommandPost<I>, POSTS>,
    has_line: impl Fn(&CommandPost<I>, Hex) -> bool,
    mut reached: impl FnMut(I, usize) -> Option<H>,
) where
    I: Copy + PartialEq,
    H: IntoIterator<Item = Hex>,
{
    let mut known = 0;
    while let Some(&link) = links.get(known) {
        let at = grid.pin(link);
        let mut next = 0;
        while let Some(&post) = posts.get(next) {
            let near = grid.stretch(post.at, at).length <= u16::from(post.reach);
            if !near || !has_line(&post, link) {
                next += 1;
                continue;
            }
            let Some(hexes) = reached(post.who, known) else { return };
            posts.swap_remove(next);
            links.extend(hexes);
            if post.of_several {
                posts.retain(|other| other.who != post.who);
                next = 0;
            }
        }
        known += 1;
    }
}
