//! Beasts that run wild are shot at, in the shooting phase or as they come (SSS 41.18, G165).

use crate::cards::{Class, UnitId};
use crate::face::told::{self, Who};
use crate::reaction::Occasion;
use crate::shooting::{Aim, Band, Cover, Range};
use crate::state::{Phase, Stampede};
use crate::table::{Play, Table};
use field::table::{Block, Body, TOUCH, Um, Vec2};
use kernel::{Entry, Listener, Reckoning, Refusal, Seat};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

/// The ground a beast has run over to where it stands.
fn swept(beast: &Stampede, ran: Um) -> Body {
    let body = beast.body();
    let block = body.main();
    Body::single(Block { depth: block.depth + f64::from(ran), ..*block })
}

impl<'a> Table<'a> {
    pub(crate) fn beast(self, beast: u8) -> Option<&'a Stampede> {
        self.state.stampedes.get(usize::from(beast)).filter(|beast| beast.points > 0)
    }

    /// The ground a beast covers; nothing that anybody could hit where there is none.
    pub(crate) fn beast_body(self, beast: u8) -> Body {
        let nowhere = || Body::single(Block::segment(Vec2::new(0.0, 0.0), Vec2::new(0.0, 0.0)));
        self.beast(beast).map_or_else(nowhere, Stampede::body)
    }

    pub(crate) fn beast_level(self, beast: u8) -> u8 {
        self.rules.ground.relief.level_of(&self.beast_body(beast))
    }

    /// Either side may try to bring it down (SSS 41.18).
    pub(crate) fn may_aim_at_beast(self, beast: u8) -> Result<(), Refusal> {
        match self.beast(beast) {
            Some(_) => Ok(()),
            None => refuse("SSS 41.18", "no such beast runs wild"),
        }
    }

    /// What lies with a beast as a target: cover, and that it is an elephant (SSS T10).
    pub(crate) fn reckon_beast(self, cover: Cover, sum: &mut Reckoning) {
        sum.add_if(cover != Cover::None, cover.on_shooting(), cover.words(), "SSS 13.1");
        sum.add(-1, "elephants", "SSS 13.3");
    }

    /// Whether a unit may shoot at a beast that comes upon another of its side, or upon itself if it stood its test (SSS 15.1,
    /// 41.18, G13).
    pub(super) fn judge_shot_at_beast(
        self,
        seat: Seat,
        (beast, unit): (u8, UnitId),
        (stands, ran): (bool, Um),
        id: UnitId,
    ) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let Some(run) = self.beast(beast) else { return refuse("SSS 41.18", "the beast is dead") };
        if self.side(id) != self.side(unit) || !self.is_there(id) {
            return refuse("SSS 15.1", "it comes upon none of its friends");
        }
        if id == unit && !stands {
            return refuse("SSS 15.1", "it did not stand its test");
        }
        if run.shooters.contains(id) {
            return refuse("SSS G13", "it has had its shot at this one");
        }
        self.could_shoot_at_charge(id)?;
        let swept = swept(run, ran);
        if self.body(id).distance(&swept) > f64::from(self.reach_of(id)) + TOUCH {
            return refuse("SSS G72", "the beast does not come within its range");
        }
        self.salvo(id, Aim::Beast(beast), 0, Range::Rolled(Band::Short, &swept)).map(|_| ())
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit shoots at a beast as at a charge; who is not in its way tests first, and failing only forbids the shot
    /// (SSS 15.5, 15.6, 41.18, G13).
    pub(super) fn shoots_as_it_comes(&mut self, beast: u8, unit: UnitId, ran: Um, id: UnitId) {
        let ix = usize::from(beast);
        self.state.stampedes[ix].shooters.insert(id);
        if id != unit && !self.test_at_once(id, Occasion::Support).passed {
            return;
        }
        let die = self.d6();
        let class = match self.table().card(id).class {
            Class::A => 1,
            Class::B => 0,
            Class::C => -1,
        };
        let band = Band::rolled(i32::from(die) + class);
        let run = self.state.stampedes[ix];
        if self.listener.hears() {
            let table = self.table();
            let mut sum = Reckoning::new(&*self.listener);
            sum.add_if(class != 0, class, "class", "SSS 15.6");
            let entry = Entry {
                lines: sum.lines,
                dice: vec![die],
                result: table.said(told::RANGE_IS, &[Who::Words(band.words())]),
                ..table.entry("SSS 15.5", told::RANGE_AT_CHARGE, &[Who::Unit(id), Who::Beast(run.of)])
            };
            self.listener.tell(entry);
        }
        let unit = self.unit_mut(id);
        (unit.shot_at_charge, unit.this_turn.shot_at_one) = (true, true);
        let most = self.table().face_attacked(id, &run.body());
        self.volley(id, Aim::Beast(beast), most, Range::Rolled(band, &swept(&run, ran)));
    }

    /// Unsaved hits on a beast (SSS 41.19). One that dies on its run is taken away when all have run.
    pub(crate) fn beast_is_hit(&mut self, beast: u8, hits: u8) {
        let ix = usize::from(beast);
        let Some(run) = self.state.stampedes.get_mut(ix).filter(|run| hits > 0 && run.points > 0) else { return };
        run.points = run.points.saturating_sub(hits);
        let (of, dead) = (run.of, run.points == 0);
        if dead {
            self.tell("SSS 41.19", told::BEAST_DIES, &[Who::Unit(of)]);
        }
        if dead && self.state.phase == Phase::Shooting {
            self.state.stampedes.remove(ix);
        }
    }
}
