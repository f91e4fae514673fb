//! Decisions as the journal writes them: words, unit names, lengths in millimetres, angles in degrees.

use crate::ChargePikes;
use crate::cards::{GeneralId, UnitId};
use crate::combat::CombatChoice;
use crate::decision::{Decision, Manoeuvre};
use crate::deployment::DeployChoice;
use crate::generals::GeneralChoice;
use crate::movement::charging::ChargeChoice;
use crate::movement::flight::FlightChoice;
use crate::movement::maneuvers::MoveChoice;
use crate::reaction::TestChoice;
use crate::sequence::{Letter, TurnChoice};
use crate::shooting::ShootChoice;
use crate::state::{Formation, Layout, Shot};
use kernel::notation::{Angle, Counted, Kind, Length, Number, Pen, Right, Words, Yes};
use scenario::LinearKind;
use scenario::notation::{Path, Place, Stance};

kernel::keyed! {
    UnitId in ChargePikes, "unit": units;
    GeneralId in ChargePikes, "general": generals;
}

kernel::chapters! { Decision in ChargePikes, "a decision":
    Turn(TurnChoice),
    Deploy(DeployChoice),
    General(GeneralChoice),
    Charge(ChargeChoice),
    Move(MoveChoice),
    Shoot(ShootChoice),
    Combat(CombatChoice),
    Test(TestChoice),
    Flight(FlightChoice),
}

kernel::notation! { TurnChoice in ChargePikes, "a decision of the turn":
    "done" => Done;
    "side" => TakeSide(Letter);
}

kernel::notation! { DeployChoice in ChargePikes, "a decision before the battle":
    "deploy" => Place { unit: UnitId, pose: Stance, formation: Formation, layout: Layout };
    "forlorn" => Forlorn { unit: UnitId, figures: Number };
}

kernel::notation! { GeneralChoice in ChargePikes, "a decision of a general":
    // Menus say that a general joins a unit.
    "attach" | "join" => Attach { general: GeneralId, unit: UnitId };
    "detach" => Detach { general: GeneralId };
    "ride" => Ride { general: GeneralId, to: Place };
}

kernel::notation! { ChargeChoice in ChargePikes, "a decision of a charge":
    "charge" => Charge { unit: UnitId, target: UnitId, files: Files, legs: Path };
    "counter" => Counter { unit: UnitId, charger: UnitId, files: Files, legs: Path };
    "react" => React { unit: UnitId, formation: Formation };
    "evade" => Evade { bearing: Angle, distance: Length };
    "stand" => Stand;
    "halt" => Halt;
    "go-on" => GoOn;
}

kernel::notation! { MoveChoice in ChargePikes, "a move":
    "pick" => Pick(UnitId);
    "move" => Make(Manoeuvre);
}

kernel::notation! { ShootChoice in ChargePikes, "an order to shoot":
    "shoot" => Order { unit: UnitId, target: UnitId, shot: Shot, face: Number };
}

kernel::notation! { CombatChoice in ChargePikes, "a decision of combat":
    "allot" => Allot { unit: UnitId, enemy: UnitId, figures: Number };
    "pistols" => Pistols { unit: UnitId, draw: Yes };
    "follow" => Follow(Yes);
}

kernel::notation! { TestChoice in ChargePikes, "a test":
    "test" => Take(UnitId);
}

kernel::notation! { FlightChoice in ChargePikes, "a decision of a pursuit":
    "try-halt" => TryHalt(Yes);
    "pursue" => Pursue(UnitId);
    "turn-about" => TurnAbout(Yes);
}

kernel::notation! { Manoeuvre in ChargePikes, "a manoeuvre":
    "advance" => Advance(Length);
    "retire" => Retire(Length);
    "sidestep" => Sidestep { right: Right, distance: Length };
    "oblique" => Oblique { right: Right, distance: Length };
    "wheel" => Wheel { right: Right, angle: Angle };
    "wing" => WheelWing { right: Right, angle: Angle };
    "frontage" => Frontage { left: Number, centre: Number, right: Number };
    "about-face" => AboutFace;
    "form" => Form(Formation);
    "form-line" => FormLine { left: Number, centre: Number, right: Number };
    "dismount" => Dismount;
    "mount" => Mount;
    "unlimber" => Unlimber;
    "rotate" => Rotate(Angle);
    "swing-gun" => SwingGun { gun: Counted, to: Angle };
    "skirmish" => Skirmish { to: Place, facing: Angle };
    "enter" => Enter { area: TownBlock };
    "leave" => Leave { pose: Stance };
    "loophole" => Loophole { line: Hedgerow };
    "clear-hedge" => ClearHedge { line: Hedgerow };
    "volley-posture" => VolleyPosture(Yes);
    "draw-in" => DrawIn;
    "man" => Man;
    "stop" => Stop;
}

kernel::notation! { Formation in ChargePikes, "a formation":
    "line" => Line;
    "march-column" => MarchColumn;
    "square" => Square;
    "muskets-forward" => MusketsForward;
    "pikes-forward" => PikesForward;
    "open" => Open;
    "limbered" => Limbered;
    "unlimbered" => Unlimbered;
}

kernel::notation! { Letter in ChargePikes, "a side":
    "a" => A;
    "b" => B;
}

kernel::notation! { Shot in ChargePikes, "a kind of shot":
    "small-arms" => SmallArms;
    "ball" => Ball;
    "hail" => Hail;
}

impl Kind<ChargePikes> for Layout {
    type Value = Layout;

    fn write(rules: &ChargePikes, layout: &Layout, pen: &mut Pen) {
        pen.put(layout.left).put(layout.centre).put(layout.right);
        Angle::write(rules, &layout.left_angle, pen);
        Angle::write(rules, &layout.right_angle, pen);
    }

    fn read(rules: &ChargePikes, words: &mut Words<'_>) -> Result<Layout, String> {
        Ok(Layout {
            left: Number::read(rules, words)?,
            centre: Number::read(rules, words)?,
            right: Number::read(rules, words)?,
            left_angle: Angle::read(rules, words)?,
            right_angle: Angle::read(rules, words)?,
        })
    }
}

/// A frontage to take up before a charge; nothing is written of none.
struct Files;

impl Kind<ChargePikes> for Files {
    type Value = u8;

    fn write(_: &ChargePikes, files: &u8, pen: &mut Pen) {
        if *files > 0 {
            pen.put("files").put(files);
        }
    }

    fn read(rules: &ChargePikes, words: &mut Words<'_>) -> Result<u8, String> {
        if words.take("files") { Number::read(rules, words) } else { Ok(0) }
    }
}

struct TownBlock;

impl Kind<ChargePikes> for TownBlock {
    type Value = u8;

    fn write(_: &ChargePikes, area: &u8, pen: &mut Pen) {
        pen.put(area);
    }

    fn read(rules: &ChargePikes, words: &mut Words<'_>) -> Result<u8, String> {
        let areas = rules.ground.areas.iter().enumerate();
        let towns = areas.filter(|(index, _)| rules.town(*index).is_some());
        words.landmark("town block", towns.map(|(index, area)| (index, area.name.as_str())))
    }
}

struct Hedgerow;

impl Kind<ChargePikes> for Hedgerow {
    type Value = u8;

    fn write(_: &ChargePikes, line: &u8, pen: &mut Pen) {
        pen.put(line);
    }

    fn read(rules: &ChargePikes, words: &mut Words<'_>) -> Result<u8, String> {
        let lines = rules.ground.lines.iter().enumerate();
        let hedges = lines.filter(|(_, line)| line.kind == LinearKind::Hedgerow);
        words.landmark("hedgerow", hedges.map(|(index, line)| (index, line.name.as_str())))
    }
}
