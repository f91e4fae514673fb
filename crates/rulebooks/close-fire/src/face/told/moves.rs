//! Phrases of movement, and how a piece of a move is told.

use super::Who;
use crate::cards::UnitId;
use crate::movement::{Manoeuvre, Turn};
use crate::table::{Play, Table};
use kernel::{Entry, Listener, Said};

phrases! {
    CARD_MOVES = "{0} [moves|move]";
    ROLLS = "{0} [moves|move] with {1}";
    ROLLS_FAR = "{0}";
    GROUP_ROLLS = "{0} and [its|their] group [throw|throw] {1}";
    TIRES = "{0} [tires|tire]";
    FILLS = "{0} [fills|fill] the ditch";
    SPLITS = "{0} [leaves|leave] {1}";
    MERGES = "{0} [begins|begin] to merge with {1}";
    MERGED = "{0} [is|are] one unit";
    LEADER_RIDES = "{0} [rides|ride] on to {1}";
    HORSES_WITHDRAW = "the horses of {0} withdraw to {1}";
    HORSES_LOST = "{0} [loses|lose] [its|their] horses";
    MESSENGER_TAKEN = "{0} [takes|take] a messenger";
    ADVANCES = "{0} [advances|advance] {1}";
    SQUEEZES = "{0} [passes|pass] a gap, {1}";
    WHEELS = "{0} [wheels|wheel] {1} to the {2}";
    WHEELS_BACK = "{0} [draws|draw] back [its|their] {1} wing";
    INCLINES = "{0} [inclines|incline] {1} to the {2}";
    SIDE_STEPS = "{0} [steps|step] {1} to the {2}";
    STEPS_BACK = "{0} [steps|step] back {1}";
    REFUSES = "{0} [refuses|refuse] [its|their] {1} flank";
    TURNS_ABOUT = "{0} [faces|face] about";
    FORMS = "{0} [forms|form] {1}";
    UNLIMBERS = "{0} [unlimbers|unlimber]";
    PIVOTS = "{0} [turns|turn] {1}";
    IS_PUSHED = "{0} [is|are] pushed {1}";
    MOUNTS = "{0} [mounts|mount]";
    DISMOUNTS = "{0} [dismounts|dismount]";
    MARCHES = "{0} [marches|march] by road to {1}";
    GOES_TO = "{0} [goes|go] to {1}";
    HALTS = "{0} [halts|halt]";
}

fn hand(right: bool) -> Who {
    Who::Words(if right { "right" } else { "left" })
}

impl Table<'_> {
    fn move_said(self, id: UnitId, manoeuvre: Manoeuvre) -> Said {
        let unit = Who::Unit(id);
        match manoeuvre {
            Manoeuvre::Advance { distance, .. } => self.said(ADVANCES, &[unit, Who::Far(distance)]),
            Manoeuvre::Squeeze { distance, .. } => self.said(SQUEEZES, &[unit, Who::Far(distance)]),
            Manoeuvre::Wheel { right, angle } => self.said(WHEELS, &[unit, Who::Turned(angle), hand(right)]),
            Manoeuvre::WheelBack { right, .. } => self.said(WHEELS_BACK, &[unit, hand(right)]),
            Manoeuvre::Incline { right, by } => self.said(INCLINES, &[unit, Who::Far(by), hand(right)]),
            Manoeuvre::SideStep { right, by } => self.said(SIDE_STEPS, &[unit, Who::Far(by), hand(right)]),
            Manoeuvre::StepBack(by) => self.said(STEPS_BACK, &[unit, Who::Far(by)]),
            Manoeuvre::Refuse { right, .. } => self.said(REFUSES, &[unit, hand(right)]),
            Manoeuvre::AboutFace => self.said(TURNS_ABOUT, &[unit]),
            Manoeuvre::Form { formation, turn: Turn::Ahead, .. } | Manoeuvre::Reform { formation, .. } => {
                self.said(FORMS, &[unit, Who::Formation(formation)])
            }
            Manoeuvre::Form { formation, .. } => self.said(FORMS, &[unit, Who::Formation(formation)]),
            Manoeuvre::Unlimber(_) => self.said(UNLIMBERS, &[unit]),
            Manoeuvre::Pivot(angle) => self.said(PIVOTS, &[unit, Who::Turned(angle)]),
            Manoeuvre::Push(by) => self.said(IS_PUSHED, &[unit, Who::Far(by.abs())]),
            Manoeuvre::Mount => self.said(MOUNTS, &[unit]),
            Manoeuvre::Dismount => self.said(DISMOUNTS, &[unit]),
            Manoeuvre::Road(to) => self.said(MARCHES, &[unit, Who::Spot(to)]),
            Manoeuvre::Go { to, .. } => self.said(GOES_TO, &[unit, Who::Spot(to)]),
            Manoeuvre::Stop => self.said(HALTS, &[unit]),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn tell_move(&mut self, id: UnitId, manoeuvre: Manoeuvre) {
        if self.listener.hears() {
            let table = self.table();
            let whole = Entry::told("CF 11.3", table.move_said(id, manoeuvre));
            let entry = match table.is_face_down(id) {
                // How a card moves would tell what it is (CF 5.26).
                true => whole.only_for(
                    &[table.side(id)],
                    Some(Entry::told("CF 11.3", table.masked(CARD_MOVES, &[Who::Unit(id)]))),
                ),
                false => whole,
            };
            self.listener.tell(entry);
        }
    }
}
