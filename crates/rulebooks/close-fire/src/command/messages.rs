//! Orders and re-assignments on their way: given in person or by a messenger, heard, in force, or lost (CF 6.12, 6.13, 6.16 to
//! 6.19, G18), and scouts (CF G67).

use super::{CommandChoice, refuse};
use crate::cards::{
    Aim, BRIGADE_UNITS, BrigadeId, Class, Command, LeaderId, Leaders, Order, OrderKind, Rank, Under, UnitId,
};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::{CONTACT, yds};
use crate::readings::{LeaderReplacement, ListenAction};
use crate::state::{Errand, Message, Messenger, Place, Reassignment};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Point, Vec2, bearing, heading, longest, normal};
use kernel::{Listener, Refusal, Seat, Side};

/// How near a scout rides to a card that he has not made out yet.
const SCOUTING: f64 = yds(60) as f64;

impl<'a> Table<'a> {
    // --- Who may say what

    /// Whether a leader may change the order of a brigade: he gave it, or stands above him who did (CF 6.13, 6.18, G153).
    pub fn may_order(self, leader: LeaderId, brigade: BrigadeId) -> bool {
        let issuer = self.brigade(brigade).issued_by;
        let army = self.leader_card(leader).commands == Command::Army;
        let over = self.rules_over(leader, Under::Brigade(brigade));
        over && issuer.map_or(army, |issuer| issuer == leader || self.is_superior(leader, issuer))
    }

    /// Whether what stands under somebody is in the end a General's or Marshal's to dispose of (CF 6.14, 6.16).
    fn rules_over(self, leader: LeaderId, under: Under) -> bool {
        let card = self.leader_card(leader);
        let wing = match under {
            Under::Brigade(brigade) if self.brigade_card(brigade).side != card.side => return false,
            Under::Wing(wing) if self.rules.wings[wing.ix()].side != card.side => return false,
            Under::Brigade(brigade) => self.brigade(brigade).wing,
            Under::Wing(wing) => Some(wing),
            Under::Army => None,
        };
        match card.commands {
            Command::Brigade(_) => false,
            Command::Wing(own) => wing == Some(own),
            Command::Army => match (&card.wings, wing) {
                (Some(wings), Some(wing)) => wings.contains(&wing),
                _ => true,
            },
        }
    }

    /// Who leads what stands there; nobody but the Marshal what he has kept himself.
    fn leader_of(self, under: Under) -> Option<LeaderId> {
        match under {
            Under::Brigade(brigade) => self.brigade_card(brigade).brigadier,
            Under::Wing(wing) => self.rules.wings[wing.ix()].general,
            Under::Army => None,
        }
    }

    /// Between whom a unit or brigade changes hands.
    fn hands(self, errand: Errand) -> [Under; 2] {
        let of = |wing: Option<crate::cards::WingId>| wing.map_or(Under::Army, Under::Wing);
        match errand {
            Errand::Unit { unit, under } => [self.unit(unit).under, under],
            Errand::Brigade { brigade, wing } => [of(self.brigade(brigade).wing), of(wing)],
            Errand::Order { .. } | Errand::Scout { .. } => [Under::Army; 2],
        }
    }

    /// The leaders who have to be told before a re-assignment is in force: both, but nobody who is lost, nor he who orders it
    /// (CF 6.16, G18, G154).
    fn parties(self, errand: Errand, by: LeaderId) -> Leaders {
        let led = self.hands(errand).into_iter().filter_map(|under| self.leader_of(under));
        led.filter(|&leader| leader != by && self.is_present(leader)).collect()
    }

    fn told_already(self, errand: Errand, leader: LeaderId) -> bool {
        let heard = self.leader(leader).heard.iter().any(|message| message.errand == errand);
        heard || self.state.reassigned.iter().any(|of| of.errand == errand && of.told.contains(leader))
    }

    /// Whether something else is on its way to a brigade, so that even its present order is news to it.
    fn is_awaited(self, brigade: BrigadeId) -> bool {
        let about = |errand: &Errand| matches!(errand, Errand::Order { brigade: of, .. } if *of == brigade);
        let heard = self.brigade_card(brigade).brigadier;
        self.state.messengers.iter().any(|messenger| about(&messenger.errand))
            || heard.is_some_and(|leader| self.leader(leader).heard.iter().any(|message| about(&message.errand)))
    }

    fn judge_order(self, leader: LeaderId, to: LeaderId, brigade: BrigadeId, order: Order) -> Result<(), Refusal> {
        if brigade.ix() >= self.state.brigades.len() || self.brigade_card(brigade).brigadier != Some(to) {
            return refuse("CF 6.17", "a brigade's order is given to its Brigadier");
        }
        if !self.may_order(leader, brigade) {
            return refuse("CF 6.18", "an order is changed by who gave it, or by his superior");
        }
        let ground = &self.rules.ground;
        let sound = match order.to {
            Aim::Deployment => true,
            Aim::Named(position) => position.ix() < self.rules.positions.len(),
            Aim::Spot(at) => (0..=ground.width).contains(&at.x) && (0..=ground.height).contains(&at.y),
        };
        if !sound {
            return refuse("CF 6.17", "there is no such position");
        }
        if self.brigade(brigade).order == order && !self.is_awaited(brigade) {
            return refuse("CF 6.17", "that is its order already");
        }
        Ok(())
    }

    /// A brigade has at most six units, all foot or all cavalry, dragoons and guns with either (CF 4.1, 4.4); only guns are kept
    /// under a higher leader (CF 4.5).
    fn fits_under(self, unit: UnitId, under: Under) -> Result<(), Refusal> {
        let class = self.unit(unit).class;
        let Under::Brigade(_) = under else {
            let gun = matches!(class, Class::Gun | Class::Wagon | Class::Civilians);
            return if gun { Ok(()) } else { refuse("CF 4.5", "only guns are kept under a higher leader") };
        };
        let gone = |id: UnitId| matches!(self.unit(id).place, Place::Gone(_) | Place::Merged(_));
        let own = || self.all().filter(|&id| self.unit(id).under == under && id != unit && !gone(id));
        // Guns come besides (CF 4.5).
        let full = own().filter(|&id| self.unit(id).class != Class::Gun).count() >= BRIGADE_UNITS;
        if full && class != Class::Gun {
            return refuse("CF 4.1", "a brigade has six units at most");
        }
        let horse = |class: Class| matches!(class, Class::Horse | Class::Hussars);
        let clash = |other: Class| (horse(class) && other == Class::Foot) || (class == Class::Foot && horse(other));
        if own().any(|id| clash(self.unit(id).class)) {
            return refuse("CF 4.4", "a brigade is all foot or all cavalry");
        }
        Ok(())
    }

    /// Units and brigades go over from one leader to another by the word of the superior of both (CF 6.16, G18).
    fn judge_reassign(self, leader: LeaderId, to: LeaderId, errand: Errand) -> Result<(), Refusal> {
        match errand {
            Errand::Unit { unit, under } => {
                self.known(unit)?;
                let there = match under {
                    Under::Brigade(brigade) => brigade.ix() < self.state.brigades.len(),
                    Under::Wing(wing) => wing.ix() < self.rules.wings.len(),
                    Under::Army => true,
                };
                if self.side(unit) != self.leader_card(leader).side {
                    return refuse("CF 6.14", "that unit is not assigned to him");
                }
                if !there || self.unit(unit).place != Place::Table || self.unit(unit).under == under {
                    return refuse("CF 6.16", "nothing goes over by that");
                }
                self.fits_under(unit, under)?;
            }
            Errand::Brigade { brigade, wing } => {
                let there = brigade.ix() < self.state.brigades.len()
                    && wing.is_none_or(|wing| wing.ix() < self.rules.wings.len());
                if !there || self.brigade(brigade).wing == wing || self.of_brigade(brigade).next().is_none() {
                    return refuse("CF 6.16", "nothing goes over by that");
                }
                if self.brigade_card(brigade).side != self.leader_card(leader).side {
                    return refuse("CF 6.14", "that brigade is not assigned to him");
                }
            }
            Errand::Order { .. } | Errand::Scout { .. } => {}
        }
        if !self.hands(errand).into_iter().all(|under| self.rules_over(leader, under)) {
            return refuse("CF 6.16", "units go over by the word of the superior of both leaders");
        }
        if !self.parties(errand, leader).contains(to) {
            return refuse("CF 6.16", "he has no part in it");
        }
        if self.told_already(errand, to) {
            return refuse("CF 6.16", "he has been told");
        }
        Ok(())
    }

    fn judge_errand(self, leader: LeaderId, to: LeaderId, errand: Errand) -> Result<(), Refusal> {
        self.known_leader(to)?;
        if self.leader_card(to).side != self.leader_card(leader).side || !self.is_present(to) {
            return refuse("CF 6.14", "he is nobody to be told");
        }
        // CF 6.13: only by a General or Marshal, and only while he is detached.
        if self.leader_card(leader).rank == Rank::Brigadier {
            return refuse("CF 6.13", "orders are given by Generals and Marshals");
        }
        if self.leader(leader).attached.is_some() {
            return refuse("CF 6.13", "orders are given by who is detached");
        }
        match errand {
            Errand::Order { brigade, order } => self.judge_order(leader, to, brigade, order),
            Errand::Unit { .. } | Errand::Brigade { .. } => self.judge_reassign(leader, to, errand),
            Errand::Scout { .. } => refuse("CF G67", "a scout is sent, and comes back"),
        }
    }

    /// In person, in base contact with the subordinate (CF 6.19).
    pub(super) fn judge_issue(self, leader: LeaderId, to: LeaderId, errand: Errand) -> Result<(), Refusal> {
        self.judge_errand(leader, to, errand)?;
        if !within(self.place_of(leader).distance(self.place_of(to)), CONTACT) {
            return refuse("CF 6.19", "he is not in contact with him");
        }
        if self.leader(to).heard.is_full() {
            return refuse("CF G18", "he has to listen to what he was told before");
        }
        Ok(())
    }

    /// By a messenger (CF 6.19, G18); a scout by any leader (CF G67).
    pub(super) fn judge_send(self, leader: LeaderId, to: LeaderId, errand: Errand) -> Result<(), Refusal> {
        if self.state.messengers.is_full() {
            return refuse("CF G18", "no more messengers are to be had");
        }
        match errand {
            Errand::Scout { card, seen } => {
                self.known(card)?;
                let enemy = self.side(card) != self.leader_card(leader).side;
                let unseen = self.unit(card).face_down && self.unit(card).place == Place::Table;
                if !enemy || !unseen || seen || to != leader {
                    return refuse("CF G67", "a scout rides to a card of the enemy, and back to who sent him");
                }
                let sent = |messenger: &Messenger| {
                    messenger.from == leader && matches!(messenger.errand, Errand::Scout { card: of, .. } if of == card)
                };
                if self.state.messengers.iter().any(sent) {
                    return refuse("CF G67", "a scout of his is on his way there");
                }
                Ok(())
            }
            errand => {
                self.judge_errand(leader, to, errand)?;
                let sent = |messenger: &Messenger| messenger.to == to && messenger.errand == errand;
                if self.state.messengers.iter().any(sent) {
                    return refuse("CF G18", "a messenger is on his way with that");
                }
                Ok(())
            }
        }
    }

    /// Something has reached him that he has not listened to, and he has an action for it (CF 6.12, G18).
    pub(super) fn judge_listen(self, leader: LeaderId) -> Result<(), Refusal> {
        if self.leader(leader).heard.is_empty() {
            return refuse("CF 6.12", "there is nothing to listen to");
        }
        if self.actions_left(leader) == 0 {
            return refuse("CF 6.2", "he has taken his actions");
        }
        Ok(())
    }

    pub(super) fn any_to_listen(self, side: Side, seat: Seat) -> bool {
        self.leaders_of(side).any(|id| self.seat_of_leader(id) == seat && self.judge_listen(id).is_ok())
    }

    pub(super) fn offer_listening(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) {
        for id in self.leaders_right_to_left(side) {
            if self.seat_of_leader(id) == seat && self.judge_listen(id).is_ok() {
                menu.push(Decision::Command(CommandChoice::Listen(id)));
            }
        }
    }

    // --- What is offered

    /// Orders worth giving: to defend where the brigade stands, to go to a position and hold it, to attack.
    fn orders_for(self, brigade: BrigadeId) -> ArrayVec<Order, 40> {
        let mut orders = ArrayVec::new();
        let units = self.of_brigade(brigade);
        let (sum, count) =
            units.fold((Vec2::new(0.0, 0.0), 0.0), |(sum, count), id| (sum + self.body(id).center(), count + 1.0));
        if count > 0.0 {
            let here = (sum * (1.0 / count)).round();
            orders.push(Order { kind: OrderKind::Defend, to: Aim::Spot(here) });
        }
        for position in 0..self.rules.positions.len() as u8 {
            let to = Aim::Named(crate::cards::PositionId(position));
            orders.push(Order { kind: OrderKind::AdvanceAndDefend, to });
        }
        orders.push(Order { kind: OrderKind::AdvanceAndAttack, to: Aim::Deployment });
        // One that differs in nothing but the ground it does not need is no other order.
        let now = self.brigade(brigade).order;
        let same = |order: &Order| {
            let attack = order.kind == OrderKind::AdvanceAndAttack;
            order.kind == now.kind && (attack || order.to == now.to)
        };
        orders.retain(|order| !same(order));
        orders
    }

    pub(super) fn offer_messages(self, leader: LeaderId, menu: &mut Vec<Decision>) {
        let mut offer = |to: LeaderId, errand: Errand| {
            // Most are refused both ways.
            if !matches!(errand, Errand::Scout { .. }) && self.judge_errand(leader, to, errand).is_err() {
                return;
            }
            if self.judge_issue(leader, to, errand).is_ok() {
                menu.push(Decision::Command(CommandChoice::Issue { leader, to, errand }));
            } else if self.judge_send(leader, to, errand).is_ok() {
                menu.push(Decision::Command(CommandChoice::Send { leader, to, errand }));
            }
        };
        let side = self.leader_card(leader).side;
        for brigade in (0..self.state.brigades.len() as u8).map(BrigadeId) {
            let Some(to) = self.brigade_card(brigade).brigadier.filter(|_| self.may_order(leader, brigade)) else {
                continue;
            };
            for order in self.orders_for(brigade) {
                offer(to, Errand::Order { brigade, order });
            }
        }
        // Units whose own leader is lost, and guns, are what is usually given to somebody else.
        let orphan = |unit: UnitId| {
            let own = self.leader_of(self.unit(unit).under);
            self.is_gun(unit) || own.is_some_and(|own| !self.is_present(own))
        };
        for unit in self.of_side(side).filter(|&unit| self.commands(leader, unit) && orphan(unit)) {
            for brigade in (0..self.state.brigades.len() as u8).map(BrigadeId) {
                let under = Under::Brigade(brigade);
                if self.unit(unit).under == under
                    || !self.rules_over(leader, under)
                    || self.fits_under(unit, under).is_err()
                {
                    continue;
                }
                let errand = Errand::Unit { unit, under };
                for to in self.leaders_of(side) {
                    offer(to, errand);
                }
            }
        }
        // A brigade for another wing, or for the army's reserve (CF 4.7, 6.16).
        let wings = || (0..self.rules.wings.len() as u8).map(|wing| Some(crate::cards::WingId(wing))).chain([None]);
        for brigade in (0..self.state.brigades.len() as u8).map(BrigadeId) {
            for wing in wings().filter(|_| self.rules_over(leader, Under::Brigade(brigade))) {
                let errand = Errand::Brigade { brigade, wing };
                self.leaders_of(side).for_each(|to| offer(to, errand));
            }
        }
        for card in self.of_side(side.other()).filter(|&card| self.unit(card).face_down) {
            offer(leader, Errand::Scout { card, seen: false });
        }
    }

    // --- Messengers on their way

    /// The next messenger of a side that has not ridden (CF G18).
    pub(super) fn next_messenger(self, side: Side) -> Option<usize> {
        self.state.messengers.iter().position(|messenger| messenger.side == side && !messenger.moved)
    }

    /// The messenger who is to ride now, as the notation counts him.
    pub(crate) fn riding(self, side: Side) -> Option<u8> {
        self.next_messenger(side).map(|place| place as u8)
    }

    pub(super) fn messenger_seat(self, place: usize) -> Option<Seat> {
        self.state.messengers.get(place).map(|messenger| self.seat_of_leader(messenger.from))
    }

    /// Where a messenger is to go: to whom he is sent, a scout to the card first.
    pub(crate) fn messenger_goal(self, messenger: &Messenger) -> Vec2 {
        match messenger.errand {
            Errand::Scout { card, seen: false } => {
                let near = self.body(card).nearest(messenger.at.vec());
                let way = near - messenger.at.vec();
                messenger.at.vec() + way.unit() * (way.len() - SCOUTING).max(0.0)
            }
            _ => self.place_of(messenger.to),
        }
    }

    pub(super) fn offer_rides_of(self, place: usize, menu: &mut Vec<Decision>) {
        let Some(messenger) = self.state.messengers.get(place) else { return };
        let (from, goal) = (messenger.at.vec(), self.messenger_goal(messenger));
        let carry = |to: Point| Decision::Command(CommandChoice::Carry { messenger: place as u8, to });
        let reach = self.riders_reach(messenger.side, from);
        let far = (goal.distance(from).round() as i32).min(reach);
        let straight = bearing(goal - from);
        if far > 0 {
            for off in [0, 4_500, -4_500] {
                let to = |far: i32| (from + heading(normal(straight + off)) * f64::from(far)).round();
                let legal = |far: i32| self.may_ride(messenger.side, from, to(far)).is_ok();
                // Straight on he ends where he is to go; aside he uses all he has.
                let most = if off == 0 { far } else { reach };
                let exact = (off == 0 && far < reach)
                    .then(|| goal.round())
                    .filter(|&at| self.may_ride(messenger.side, from, at).is_ok());
                match exact.or_else(|| longest(most, legal).map(to)) {
                    Some(to) if to != messenger.at => menu.push(carry(to)),
                    _ => {}
                }
            }
        }
        menu.push(carry(messenger.at));
    }

    pub(super) fn judge_carry(self, side: Side, seat: Seat, place: u8, to: Point) -> Result<(), Refusal> {
        let place = usize::from(place);
        let Some(messenger) = self.state.messengers.get(place) else {
            return refuse("CF 1.6", "there is no such messenger");
        };
        if self.messenger_seat(place) != Some(seat) || self.next_messenger(side) != Some(place) {
            return Err(self.out_of_turn());
        }
        // He may wait where he is.
        if to == messenger.at {
            return Ok(());
        }
        self.may_ride(side, messenger.at.vec(), to)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn issue(&mut self, leader: LeaderId, to: LeaderId, errand: Errand) {
        self.spend_action(leader);
        self.tell_errand("CF 6.19", [Some(told::TELLS), Some(told::TALKS)], [leader, to], errand);
        self.reaches(to, Message { from: leader, errand });
    }

    pub(super) fn send(&mut self, leader: LeaderId, to: LeaderId, errand: Errand) {
        self.spend_action(leader);
        let table = self.table();
        let (side, at) = (table.leader_card(leader).side, table.place_of(leader).round());
        self.tell_errand("CF G18", [Some(told::SENDS), Some(told::SENDS_RIDER)], [leader, to], errand);
        let messenger = Messenger { side, at, from: leader, to, errand, wounded: false, moved: false };
        self.state.overflow.keep(&mut self.state.messengers, messenger);
    }

    /// Messengers for whom nobody waits any more: what they carry is lost (CF G18, G152).
    pub(super) fn recall_messengers(&mut self, side: Side) {
        let waits = |table: &Table<'_>, messenger: &Messenger| {
            let replaced = table.rules.options.leader_replacement == LeaderReplacement::NextTurn;
            match messenger.errand {
                Errand::Scout { card, .. } => table.unit(card).face_down && table.unit(card).place == Place::Table,
                _ => table.is_present(messenger.to) || replaced,
            }
        };
        for place in (0..self.state.messengers.len()).rev() {
            let messenger = self.state.messengers[place];
            if messenger.side == side && !waits(&self.table(), &messenger) {
                self.state.messengers.remove(place);
                if self.listener.hears() {
                    let entry = self.table().entry("CF G18", told::MESSAGE_LOST, &[Who::Leader(messenger.to)]);
                    self.listener.tell(entry.only_for(&[side], None));
                }
            }
        }
    }

    /// A messenger rides, and says what he has to say once he is there (CF 6.19, 11.15).
    pub(super) fn carry(&mut self, place: u8, to: Point) {
        let place = usize::from(place);
        let Some(messenger) = self.state.messengers.get_mut(place) else { return };
        (messenger.at, messenger.moved) = (to, true);
        let messenger = *messenger;
        self.tell("CF 11.15", told::MESSENGER_RIDES, &[Who::Leader(messenger.from), Who::Spot(to)]);
        let table = self.table();
        let at = to.vec();
        let meets = |leader: LeaderId| within(table.place_of(leader).distance(at), CONTACT);
        match messenger.errand {
            Errand::Scout { card, seen } => {
                let seen = seen || table.sees_from(at, card);
                let reports = seen && table.leaders_of(messenger.side).any(meets);
                if let Some(scout) = self.state.messengers.get_mut(place) {
                    scout.errand = Errand::Scout { card, seen };
                }
                if reports {
                    self.state.messengers.remove(place);
                    self.card_reported(card);
                }
            }
            errand => {
                let there = table.is_present(messenger.to) && meets(messenger.to);
                if there && !table.leader(messenger.to).heard.is_full() {
                    self.state.messengers.remove(place);
                    self.tell("CF 6.19", told::MESSENGER_ARRIVES, &[Who::Leader(messenger.to)]);
                    self.reaches(messenger.to, Message { from: messenger.from, errand });
                }
            }
        }
    }

    /// Something has reached a leader: he has to listen to it first, or not, as it is read (CF G18).
    fn reaches(&mut self, to: LeaderId, message: Message) {
        match self.rules.options.listen_action {
            ListenAction::Required => {
                let heard = &mut self.state.leaders[to.ix()].heard;
                self.state.overflow.keep(heard, message);
            }
            ListenAction::NotRequired => self.takes_to_heart(to, message),
        }
    }

    /// A leader spends an action on listening: from now on he does as he was told (CF 6.12, G18).
    pub(super) fn listen(&mut self, leader: LeaderId) {
        self.spend_action(leader);
        self.tell("CF 6.12", told::LISTENS, &[Who::Leader(leader)]);
        let heard = std::mem::take(&mut self.leader_mut(leader).heard);
        for message in heard {
            self.takes_to_heart(leader, message);
        }
    }

    fn takes_to_heart(&mut self, leader: LeaderId, message: Message) {
        match message.errand {
            Errand::Order { brigade, order } => {
                let of = &mut self.state.brigades[brigade.ix()];
                (of.order, of.issued_by, of.reached) = (order, Some(message.from), false);
                let units: ArrayVec<UnitId, 16> = self.table().of_brigade(brigade).take(16).collect();
                for id in units {
                    self.note_position_reached(id);
                }
                self.tell_errand("CF 6.17", [Some(told::HAS_ORDERS), None], [message.from, leader], message.errand);
            }
            Errand::Unit { .. } | Errand::Brigade { .. } => {
                let known = self.state.reassigned.iter_mut().find(|of| of.errand == message.errand);
                match known {
                    Some(of) => of.told.insert(leader),
                    None => {
                        // What he was told before of the same troops he forgets.
                        for of in &mut self.state.reassigned {
                            if of.errand.concerns_the_same(message.errand) {
                                of.told.remove(leader);
                            }
                        }
                        self.state.reassigned.retain(|of| of.told.len() > 1);
                        let told = Leaders::from_iter([leader, message.from]);
                        let of = Reassignment { errand: message.errand, told };
                        self.state.overflow.keep(&mut self.state.reassigned, of);
                    }
                }
                self.settle_reassigned();
            }
            Errand::Scout { .. } => {}
        }
    }

    /// Re-assignments of which everybody concerned has been told are in force (CF 6.16, G18).
    pub(super) fn settle_reassigned(&mut self) {
        for place in (0..self.state.reassigned.len()).rev() {
            let of = self.state.reassigned[place];
            let table = self.table();
            let by = of.told.iter().max_by_key(|&leader| table.leader_card(leader).rank);
            let Some(by) = by else { continue };
            if !table.parties(of.errand, by).iter().all(|leader| of.told.contains(leader)) {
                continue;
            }
            self.state.reassigned.remove(place);
            match of.errand {
                Errand::Unit { unit, under } if self.table().fits_under(unit, under).is_ok() => {
                    self.unit_mut(unit).under = under;
                    self.tell("CF 6.16", told::GOES_OVER, &[Who::Unit(unit)]);
                    self.part_from_strangers(unit);
                }
                Errand::Brigade { brigade, wing } => {
                    let general = wing.and_then(|wing| self.rules.wings[wing.ix()].general);
                    let of = &mut self.state.brigades[brigade.ix()];
                    (of.wing, of.issued_by) = (wing, general);
                    self.tell("CF 6.16", told::BRIGADE_GOES_OVER, &[Who::Brigade(brigade)]);
                    let units: ArrayVec<UnitId, 16> = self.table().of_brigade(brigade).take(16).collect();
                    for unit in units {
                        self.part_from_strangers(unit);
                    }
                }
                _ => {}
            }
        }
    }

    /// Leaders do not stay with a unit that is no longer theirs (CF 6.6, 6.14).
    fn part_from_strangers(&mut self, unit: UnitId) {
        let table = self.table();
        let riders: ArrayVec<LeaderId, 8> =
            table.attached_to(unit).filter(|&leader| !table.commands(leader, unit)).take(8).collect();
        for leader in riders {
            self.leave_unit(leader);
        }
    }

    /// What is said stays with the side; the others hear the shorter phrase, if anything (CF P11).
    fn tell_errand(
        &mut self,
        rule: &'static str,
        phrases: [Option<kernel::Phrase>; 2],
        [from, to]: [LeaderId; 2],
        errand: Errand,
    ) {
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Leader(from), Who::Leader(to)];
            let [whole, short] = phrases.map(|phrase| phrase.map(|phrase| table.entry(rule, phrase, &who)));
            let Some(whole) = whole else { return };
            // Of a leader nobody has seen yet the others hear nothing (CF G68).
            let hidden = [from, to].into_iter().any(|leader| table.leader(leader).hidden);
            let short = short.filter(|_| !hidden);
            let entry = kernel::Entry { result: table.errand_said(errand), ..whole };
            self.listener.tell(entry.only_for(&[table.leader_card(from).side], short));
        }
    }
}
