//! Recall (19.8): one die.

use crate::cards::Class;
use crate::charts::{RecallModifier, RecallRow};
use crate::face::told::{Who, charges as told};
use crate::table::{Play, Table};
use kernel::{Entry, Listener, Reckoning};

impl Table<'_> {
    /// What counts on the die of a Recall (chart 21).
    fn recall_modifiers(self, no: u8, pursuing: bool, sum: &mut Reckoning) {
        let Some(lead) = self.lead(no) else { return };
        let figure = |modifier: RecallModifier| i32::from(self.rules.charts.people.recall_modifier(modifier));
        let led = self.leaders_with(lead).any(|leader| self.bonuses(leader).cavalry.attack.is_some());
        sum.add_if(led, figure(RecallModifier::Leader), "leader of cavalry", "LB 19.8a");
        let guard = matches!(self.card(lead).class, Class::Guard | Class::OldGuard | Class::YoungGuard);
        sum.add_if(guard, figure(RecallModifier::Guard), "Guard cavalry", "LB 19.8a");
        sum.add_if(pursuing, figure(RecallModifier::Pursuing), "pursuing the routed", "LB 19.8a");
    }
}

impl<L: Listener> Play<'_, L> {
    /// A charge tries to recall; whether it obeys (LB 19.8a).
    pub(super) fn recalls(&mut self, no: u8, pursuing: bool) -> bool {
        let Some(lead) = self.table().lead(no) else { return false };
        let mut sum = Reckoning::new(self.listener);
        self.table().recall_modifiers(no, pursuing, &mut sum);
        let card = self.table().card(lead);
        let row = RecallRow::of(card.nation, card.class, self.rules.year);
        let die = self.die();
        let success = i32::from(die) + sum.total >= i32::from(self.rules.charts.people.recall(row));
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Unit(lead)];
            let result = if success { told::OBEYS } else { told::RIDES_ON };
            let entry = Entry {
                dice: vec![die],
                lines: sum.lines,
                result: table.said(result, &who),
                ..table.entry("LB 19.8a", told::RECALL, &who)
            };
            self.listener.tell(entry);
        }
        success
    }
}
