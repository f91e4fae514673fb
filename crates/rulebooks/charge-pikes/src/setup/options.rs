//! Optional rules and readings, as the battle file and the players choose them (CP 1.2).

use super::file::OptionsFile;
use crate::cards::{BallColumn, MountedWidth, Options, PistolRound};
use crate::scales::Scale;
use kernel::OptionValues;

/// The basic rules alone, with the readings the catalogue rules for.
pub const BASIC: Options = Options {
    scale: Scale::Mm25,
    swedish_system: false,
    firelocks: false,
    forlorn_hopes: false,
    volley_fire: false,
    lancers: false,
    highlanders: false,
    mounted_width_15mm: MountedWidth::Table,
    ball_at_skirmishers: BallColumn::Soft,
    pistols: PistolRound::Any,
    foot_follow_up: true,
    dragoons_shoot_mounted: true,
    passed_stand_all_turn: true,
    any_unit_endangers_generals: false,
};

impl OptionsFile {
    pub fn options(&self) -> Options {
        Options {
            scale: self.scale.map_or(BASIC.scale, |word| word.value()),
            swedish_system: self.swedish_system.unwrap_or(BASIC.swedish_system),
            firelocks: self.firelocks.unwrap_or(BASIC.firelocks),
            forlorn_hopes: self.forlorn_hopes.unwrap_or(BASIC.forlorn_hopes),
            volley_fire: self.volley_fire.unwrap_or(BASIC.volley_fire),
            lancers: self.lancers.unwrap_or(BASIC.lancers),
            highlanders: self.highlanders.unwrap_or(BASIC.highlanders),
            mounted_width_15mm: self.mounted_width_15mm.map_or(BASIC.mounted_width_15mm, |word| word.value()),
            ball_at_skirmishers: self.ball_at_skirmishers.map_or(BASIC.ball_at_skirmishers, |word| word.value()),
            pistols: self.pistols.map_or(BASIC.pistols, |word| word.value()),
            foot_follow_up: self.foot_follow_up.unwrap_or(BASIC.foot_follow_up),
            dragoons_shoot_mounted: self.dragoons_shoot_mounted.unwrap_or(BASIC.dragoons_shoot_mounted),
            passed_stand_all_turn: self.passed_stand_all_turn.unwrap_or(BASIC.passed_stand_all_turn),
            any_unit_endangers_generals: self.any_unit_endangers_generals.unwrap_or(BASIC.any_unit_endangers_generals),
        }
    }
}

/// Puts what the players chose over what the file says. Choices are checked beforehand by [`kernel::options::check`];
/// one that is not on the list changes nothing.
pub fn choose(mut options: Options, choices: &OptionValues) -> Options {
    for (key, value) in choices {
        let value = value.as_str();
        let on = value == "on";
        match key.as_str() {
            "scale" => options.scale = if value == "15mm" { Scale::Mm15 } else { Scale::Mm25 },
            "swedish-system" => options.swedish_system = on,
            "firelocks" => options.firelocks = on,
            "forlorn-hopes" => options.forlorn_hopes = on,
            "volley-fire" => options.volley_fire = on,
            "lancers" => options.lancers = on,
            "highlanders" => options.highlanders = on,
            "mounted-width-15mm" => {
                options.mounted_width_15mm = if value == "base" { MountedWidth::Base } else { MountedWidth::Table };
            }
            "ball-at-skirmishers" => {
                options.ball_at_skirmishers = if value == "hard" { BallColumn::Hard } else { BallColumn::Soft };
            }
            "pistols" => {
                options.pistols = if value == "impact-only" { PistolRound::Impact } else { PistolRound::Any };
            }
            "foot-follow-up" => options.foot_follow_up = on,
            "dragoons-shoot-mounted" => options.dragoons_shoot_mounted = on,
            "passed-stand-all-turn" => options.passed_stand_all_turn = on,
            "any-unit-endangers-generals" => options.any_unit_endangers_generals = on,
            _ => {}
        }
    }
    options
}
