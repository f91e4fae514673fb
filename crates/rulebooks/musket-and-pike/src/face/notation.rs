//! Decisions as the journal writes them: lower case words, units, leaders and Wings by their keys, hexes by their numbers.

use crate::MusketAndPike;
use crate::cards::{LeaderId, UnitId, WingId};
use crate::close_combat::CombatChoice;
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::fire::{FireChoice, Mode};
use crate::movement::{EntryFormation, MoveChoice};
use crate::rally::{RallyChoice, Reform};
use crate::reaction::ReactChoice;
use crate::sequence::TurnChoice;
use crate::state::Orders;
use field::hexes::Grid;
use kernel::notation::{Kind, Number, Pen, Words, word_for};
use scenario::notation::{Along, AtHex, Corner, Half, LeftRight, OnHexes};

kernel::chapters! { Decision in MusketAndPike, "a decision":
    Turn(TurnChoice),
    Command(CommandChoice),
    Move(MoveChoice),
    React(ReactChoice),
    Fire(FireChoice),
    Combat(CombatChoice),
    Rally(RallyChoice),
}

kernel::keyed! {
    UnitId in MusketAndPike, "unit": units;
    LeaderId in MusketAndPike, "leader": leaders;
    WingId in MusketAndPike, "Wing": wings;
}

kernel::notation! { TurnChoice in MusketAndPike, "a decision of the turn":
    "start-orders" => StartOrders { wing: WingId, orders: Orders };
    "start-open" => StartOpen { unit: UnitId };
    "start-done" => StartDone;
    "activate" => Activate { wing: WingId };
    "pass" => Pass { wing: WingId };
    "preempt" => Preempt { wing: WingId, helped: Helped };
    "let-be" => LetBe;
    "act" => Act { unit: UnitId };
    "lead" => Lead { leader: LeaderId };
    "bring-reinforcements" => Bring;
    "end-actions" => EndActions;
    "continue" => Continue { helped: Helped };
    "finish" => Stop;
}

kernel::notation! { CommandChoice in MusketAndPike, "a decision of command":
    "change-orders" => Change { orders: Orders, helped: Helped };
    "keep-orders" => Keep;
    "lend-rating" => Lend;
    "withhold-rating" => Withhold;
    "place-leader" => Place { leader: LeaderId, hex: AtHex };
    "go-along" => Go { leader: LeaderId };
    "stay-behind" => Stay { leader: LeaderId };
}

kernel::notation! { MoveChoice in MusketAndPike, "a move":
    "move" => Move;
    "move-off" => MoveOff;
    "ahead" => Ahead(Along);
    "turn-to" => Turn(Corner);
    "wheel" => Wheel(LeftRight);
    "counter-march" => CounterMarch;
    "form-hedgehog" => Hedgehog;
    "restack" => Restack;
    "limber" => Limber;
    "unlimber" => Unlimber(Corner);
    "turn-gun" => TurnGun(Corner);
    "pistol-at" => Pistol(AtHex);
    "squeeze" => Squeeze(AtHex);
    "on-top" => Top;
    "below" => Bottom;
    "take-along" => Take(LeaderId);
    "leave-behind" => Leave(LeaderId);
    "ride" => LeaderTo(Along);
    "halt" => Stop;
    "no-action" => Nothing;
    "enter" => Enter { unit: UnitId, hex: AtHex, facing: Corner, formation: EntryFormation };
}

kernel::notation! { ReactChoice in MusketAndPike, "a reaction":
    "react-fire" => Fire { unit: UnitId };
    "react-turn-gun" => TurnGun { unit: UnitId, vertex: Corner };
    "react-restack" => Restack { unit: UnitId };
    "react-face" => Face { unit: UnitId, hand: LeftRight, steps: Number };
    "react-hedgehog" => Hedgehog { unit: UnitId };
    "withdraw" => Withdraw { unit: UnitId };
    "withdraw-leader" => WithdrawLeader { leader: LeaderId };
    "intercept" => Intercept { unit: UnitId };
    "react-ahead" => Ahead(Along);
    "react-turn" => Turn(LeftRight);
    "react-wheel" => Wheel(LeftRight);
    "react-counter-march" => CounterMarch;
    "react-pistol" => Pistol;
    "react-attack" => Attack;
    "react-done" => Done;
}

kernel::notation! { FireChoice in MusketAndPike, "a decision of fire":
    "shoot" => Shoot { half: Half, at: AtHex, mode: Mode };
    "advance-fire" => Advance(Along);
    "fire-on-top" => OnTop;
    "hold-fire" => Hold;
    "take-cover" => Cover;
    "no-cover" => NoCover;
    "displace" => Displace(LeftRight);
    "stand-fast" => StandFast;
    "loss-to" => LossTo(UnitId);
    "spine-side" => SpineSide(LeftRight);
    "step-back" => StepBack(Along);
    "go-below" => Below;
    "fire-take" => Take(LeaderId);
    "fire-leave" => Leave(LeaderId);
}

kernel::notation! { CombatChoice in MusketAndPike, "a decision of close combat":
    "attack" => Attack { unit: UnitId, hex: AtHex };
    "attacks-done" => DesignationsDone;
    "from-left" => LeftEnd;
    "from-right" => RightEnd;
    "pistols" => Pistol { unit: UnitId, spend: Spend };
    "retreat" => RetreatTo(Along);
    "retreat-halt" => Halt;
    "casualty-to" => CasualtyTo { unit: UnitId };
    "check-pursuit" => CheckPursuit { unit: UnitId };
    "pursue" => PursueAfter { unit: UnitId };
    "advance" => Advance { unit: UnitId, dir: Along };
    "advance-wheel" => AdvanceWheel { unit: UnitId, pivot: LeftRight };
    "advance-across" => AdvanceAcross { unit: UnitId, hex: AtHex };
    "hold-ground" => HoldGround;
    "turn-after" => Turn(LeftRight);
    "keep-facing" => KeepFacing;
}

kernel::notation! { RallyChoice in MusketAndPike, "a rally, a reform or a rout":
    "reform" => Reform { unit: UnitId, reform: Reform, by: By };
    "rally" => Rally { unit: UnitId, by: By };
    "face" => Face(Corner);
    "rout" => RoutNext { unit: UnitId };
    "rout-to" => RoutTo { dir: Along, lead: Half };
}

kernel::notation! { Orders in MusketAndPike, "Orders":
    "charge" => Charge;
    "make-ready" => MakeReady;
    "receive-charge" => ReceiveCharge;
    "rally" => Rally;
}

kernel::notation! { EntryFormation in MusketAndPike, "a formation to enter in":
    "normal" => Normal;
    "open-order" => OpenOrder;
    "column" => Column;
}

kernel::notation! { Mode in MusketAndPike, "a way to fire":
    "skirmish" => Skirmish;
    "advancing" => Advancing;
    "retreating" => Retreating;
    "salvo" => Salvo;
    "pistol" => Pistol;
    "artillery" => Artillery;
}

kernel::notation! { Reform in MusketAndPike, "a way to reform":
    "formation" => Formation;
    "reload" => Reload;
    "leave-hedgehog" => LeaveHedgehog;
    "open-order" => ToOpenOrder;
    "close-order" => FromOpenOrder;
    "leave-column" => LeaveColumn;
}

const SPEND: [(bool, &str); 2] = [(true, "spend"), (false, "keep")];

impl OnHexes for MusketAndPike {
    fn grid(&self) -> &Grid {
        &self.ground.grid
    }
}

/// The leader who helps, if one does.
struct By;

impl Kind<MusketAndPike> for By {
    type Value = Option<LeaderId>;

    fn write(rules: &MusketAndPike, by: &Option<LeaderId>, pen: &mut Pen) {
        if let Some(leader) = by {
            LeaderId::write(rules, leader, pen.put("by"));
        }
    }

    fn read(rules: &MusketAndPike, words: &mut Words<'_>) -> Result<Option<LeaderId>, String> {
        words.take("by").then(|| LeaderId::read(rules, words)).transpose()
    }
}

/// Whether the Army Commander helps: the last word, or none.
struct Helped;

impl Kind<MusketAndPike> for Helped {
    type Value = bool;

    fn write(_: &MusketAndPike, helped: &bool, pen: &mut Pen) {
        if *helped {
            pen.put("helped");
        }
    }

    fn read(_: &MusketAndPike, words: &mut Words<'_>) -> Result<bool, String> {
        Ok(words.take("helped"))
    }
}

/// Whether a pistol shot is spent.
struct Spend;

impl Kind<MusketAndPike> for Spend {
    type Value = bool;

    fn write(_: &MusketAndPike, spend: &bool, pen: &mut Pen) {
        pen.put(word_for(spend, &SPEND));
    }

    fn read(_: &MusketAndPike, words: &mut Words<'_>) -> Result<bool, String> {
        words.one_of("spend or keep", &SPEND)
    }
}
