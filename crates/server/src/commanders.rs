//! Computer commanders, off the path of every request: one task a battle as long as one of them is awaited.

use crate::house::{House, commanded_seat};
use crate::open::Slot;
use crate::problem::Problem;
use commander::Anyone;
use kernel::Seat;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use view::Position;

impl House {
    /// Sees to it that commanders who are awaited answer.
    pub fn wake(&self, slot: &Arc<Slot>) {
        let awaited = slot.position().is_ok_and(|position| commanded_seat(&position).is_some());
        if awaited && !slot.commanded.swap(true, Ordering::SeqCst) {
            tokio::spawn(conduct(self.clone(), Arc::clone(slot)));
        }
    }
}

/// Plays commanders' decisions until a person is awaited alone, or the battle is over.
async fn conduct(house: House, slot: Arc<Slot>) {
    loop {
        tokio::time::sleep(house.pace()).await;
        let turn = slot.turn.lock().await;
        match house.command(&slot).await {
            Ok(true) => drop(turn),
            Ok(false) => {
                // Said while nobody else can decide: whoever decides next finds that a new task is wanted.
                slot.commanded.store(false, Ordering::SeqCst);
                return;
            }
            Err(problem) => {
                slot.commanded.store(false, Ordering::SeqCst);
                tracing::error!("battle {}: its commander stands still: {}", slot.id, problem.what);
                return;
            }
        }
    }
}

/// The position after a commander's decision for a seat.
pub fn play(before: &Position, seat: Seat) -> Result<Position, Problem> {
    let name = before.player(seat);
    let luck = before.door.journal().header.seed.unwrap_or(0);
    // From the battle and the moment alone, so that a battle taken up again goes on as it would have.
    let seed = luck.rotate_left(32) ^ (before.n() as u64) << 8 ^ u64::from(seat.0);
    let mut commander = Anyone::named(name, seed).ok_or_else(|| Problem::ours("there is no such commander", name))?;
    let asked = before.door.question(seat).ok_or_else(|| Problem::ours("the commander is not asked", name))?;
    let choice = commander.choose_asked(&asked);
    let answer = asked.menu.get(choice).ok_or_else(|| Problem::ours("the commander's menu is empty", name))?;
    let mut after = before.fork();
    after.play(seat, &answer.decision).map_err(|refusal| Problem::ours("a commander was refused", refusal))?;
    Ok(after)
}
