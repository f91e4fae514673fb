//! After the battle: what it cost, when it turned, where it was fought.

use crate::broken::Broken;
use crate::position::Position;
use crate::shapes::{Loss, Moment, Report, ReportSide, Turning};
use kernel::scene::Body;
use kernel::{Door, Post};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many decisions are told as turning points.
const MOST_TURNING: usize = 5;

/// The report of a battle, found by playing it again and counting heads after each decision.
pub fn report(position: &Position) -> Result<Report, Broken> {
    let journal = position.door.journal();
    let mut again = position.begin_like(journal, Arc::clone(&position.players), position.epoch)?;
    let mut before = Muster::of(again.door.as_ref());
    let mut course = vec![Moment { n: 0, clock: again.door.clock().into(), strength: before.strength() }];
    let (mut turning, mut fighting) = (Vec::new(), Vec::new());
    for (index, record) in journal.records.iter().enumerate() {
        again.replay(record)?;
        let (n, after) = (index + 1, Muster::of(again.door.as_ref()));
        let losses = before.losses(&after);
        if before.strength() != after.strength() {
            course.push(Moment { n, clock: again.door.clock().into(), strength: after.strength() });
        }
        if !losses.is_empty() {
            turning.push(turn(&again, n, &losses));
        }
        fighting.extend(
            losses
                .into_iter()
                .filter_map(|(post, loss)| Some(Loss { at: before.place(post.body?)?, side: post.side, loss, n })),
        );
        before = after;
    }
    let door = position.door.as_ref();
    let roster = door.roster(None);
    turning.sort_by_key(|turning| (std::cmp::Reverse(turning.loss[0] + turning.loss[1]), turning.n));
    turning.truncate(MOST_TURNING);
    Ok(Report { outcome: door.outcome(), sides: sides(door, &roster), course, turning, fighting, roster })
}

fn turn(position: &Position, n: usize, losses: &[(Post, u32)]) -> Turning {
    let lost = |side: u8| losses.iter().filter(|(post, _)| post.side == side).map(|(_, loss)| loss).sum();
    let tale = position.tales.get(n);
    let (clock, words) = tale.map(|tale| (tale.clock.clone().into(), tale.words.clone())).unwrap_or_default();
    Turning { n, clock, words, loss: [lost(0), lost(1)] }
}

/// Those who are on the field, and where.
struct Muster {
    posts: BTreeMap<u16, Post>,
    places: BTreeMap<u16, [f64; 2]>,
}

impl Muster {
    fn of(door: &dyn Door) -> Muster {
        let roster = door.roster(None);
        let bodies = |post: &Post| post.body.map(|body| (body, post.clone()));
        let place = |body: &Body| (body.id, body.at);
        Muster {
            posts: mustered(&roster).filter_map(bodies).collect(),
            places: door.scene(None).bodies.iter().map(place).collect(),
        }
    }

    fn strength(&self) -> [u32; 2] {
        [0, 1].map(|side| self.posts.values().filter(|post| post.side == side).map(present).sum())
    }

    /// Who has lost, and how much, from this muster to the next.
    fn losses(&self, after: &Muster) -> Vec<(Post, u32)> {
        let lost = |(body, post): (&u16, &Post)| {
            let loss = present(post).saturating_sub(after.posts.get(body).map_or(0, present));
            (loss > 0).then(|| (post.clone(), loss))
        };
        self.posts.iter().filter_map(lost).collect()
    }

    fn place(&self, body: u16) -> Option<[f64; 2]> {
        self.places.get(&body).copied()
    }
}

/// Those who count: whoever has others under him is as strong as they are, and would count them twice.
fn mustered(roster: &[Post]) -> impl Iterator<Item = &Post> {
    let under = |index: usize| roster.get(index + 1).map_or(0, |next| next.depth);
    roster.iter().enumerate().filter(move |(index, post)| under(*index) <= post.depth).map(|(_, post)| post)
}

/// Those who are off the field for good count no more.
fn present(post: &Post) -> u32 {
    if post.lost { 0 } else { post.strength }
}

fn sides(door: &dyn Door, roster: &[Post]) -> Vec<ReportSide> {
    let bodies = |side: u8| mustered(roster).filter(move |post| post.side == side && post.body.is_some());
    let side = |(index, style): (usize, kernel::scene::SideStyle)| {
        let side = index as u8;
        let strength = bodies(side).map(present).sum();
        let full: u32 = bodies(side).map(|post| post.full).sum();
        ReportSide { name: style.name, colour: style.colour, strength, full, lost: full.saturating_sub(strength) }
    };
    door.scene(None).sides.into_iter().enumerate().map(side).collect()
}
