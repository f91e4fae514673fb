//! Computer commanders, off the path of every request: one task a battle as long as one of them is awaited.

use crate::house::{House, commanded_seat};
use crate::open::Slot;
use crate::problem::Problem;
use commander::Anyone;
use kernel::Seat;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use view::Position;
use view::shapes::Pace;

impl House {
    /// Sees to it that commanders who are awaited answer.
    pub fn wake(&self, slot: &Arc<Slot>) {
        let awaited = slot.position().is_ok_and(|position| commanded_seat(&position).is_some());
        if awaited && !slot.halted.load(Ordering::SeqCst) && !slot.commanded.swap(true, Ordering::SeqCst) {
            tokio::spawn(conduct(self.clone(), Arc::clone(slot)));
        }
    }

    /// Whether the commanders of a battle halt, so that people can look around.
    pub async fn pace_of(&self, id: &str) -> Result<Pace, Problem> {
        Ok(Pace { halted: self.slot(id).await?.halted.load(Ordering::SeqCst), step: false })
    }

    /// Lets the commanders of a battle halt or go on; a step is one decision of theirs while they halt.
    pub async fn set_pace(&self, id: &str, pace: Pace) -> Result<Pace, Problem> {
        let slot = self.slot(id).await?;
        slot.halted.store(pace.halted, Ordering::SeqCst);
        if pace.halted && pace.step {
            let (house, slot) = (self.clone(), Arc::clone(&slot));
            let step = async move {
                let _turn = slot.turn.lock().await;
                house.command(&slot).await
            };
            tokio::spawn(step).await??;
        }
        self.wake(&slot);
        Ok(Pace { step: false, ..pace })
    }
}

/// Plays commanders' decisions until a person is awaited alone, they are to halt, or the battle is over.
async fn conduct(house: House, slot: Arc<Slot>) {
    loop {
        tokio::time::sleep(house.pace()).await;
        let turn = slot.turn.lock().await;
        let played = if slot.halted.load(Ordering::SeqCst) { Ok(false) } else { house.command(&slot).await };
        match played {
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
