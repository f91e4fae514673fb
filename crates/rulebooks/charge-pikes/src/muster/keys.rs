//! The keys of a file that say what a unit is made of: battle files and army lists have the same.

use crate::setup::file::{GradeWord, GunFile, KindWord};
use scenario::At;
use std::ops::Range;

/// What a unit of a file is made of, as it is written there.
pub struct MusterKeys<'f> {
    pub whole: Range<usize>,
    pub kind: &'f At<KindWord>,
    pub grade: Option<&'f At<GradeWord>>,
    pub away_from_home: Option<&'f At<bool>>,
    pub pikes: Option<&'f At<u8>>,
    pub muskets: Option<&'f At<u8>>,
    pub figures: Option<&'f At<u8>>,
    pub guns: Option<&'f At<Vec<At<GunFile>>>>,
    pub crew: Option<&'f At<u8>>,
    pub limbers: Option<&'f At<bool>>,
    pub pistols: Option<&'f At<bool>>,
    pub swedish: Option<&'f At<bool>>,
    pub firelocks: Option<&'f At<bool>>,
}

/// A unit of a file, with keys of its own before and behind those that say what it is made of.
macro_rules! unit_file {
    ($(#[$about:meta])* $name:ident { $($before:tt)* } { $($behind:tt)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name {
            $($before)*
            pub kind: scenario::At<$crate::setup::file::KindWord>,
            /// Highlanders may leave it out: C then, or D away from home.
            pub grade: Option<scenario::At<$crate::setup::file::GradeWord>>,
            /// Highlanders only: they fight away from home.
            pub away_from_home: Option<scenario::At<bool>>,
            /// Foot only: pikemen.
            pub pikes: Option<scenario::At<u8>>,
            /// Foot only: musketeers.
            pub muskets: Option<scenario::At<u8>>,
            /// All but foot and batteries: figures, or wagons.
            pub figures: Option<scenario::At<u8>>,
            /// Battery only: its gun models.
            pub guns: Option<scenario::At<Vec<scenario::At<$crate::setup::file::GunFile>>>>,
            /// Battery only: gunners; 2, 3 or 4 for each light, field or heavy gun when left out.
            pub crew: Option<scenario::At<u8>>,
            /// Battery only: every gun has a limber.
            pub limbers: Option<scenario::At<bool>>,
            /// Cavalry carries pistols; true when left out.
            pub pistols: Option<scenario::At<bool>>,
            /// Foot trained in the Swedish system.
            pub swedish: Option<scenario::At<bool>>,
            /// Foot, skirmishers and dragoons with firelocks.
            pub firelocks: Option<scenario::At<bool>>,
            $($behind)*
        }

        impl $name {
            pub fn muster_keys(unit: &scenario::At<$name>) -> $crate::muster::MusterKeys<'_> {
                $crate::muster::MusterKeys {
                    whole: unit.span(),
                    kind: &unit.kind,
                    grade: unit.grade.as_ref(),
                    away_from_home: unit.away_from_home.as_ref(),
                    pikes: unit.pikes.as_ref(),
                    muskets: unit.muskets.as_ref(),
                    figures: unit.figures.as_ref(),
                    guns: unit.guns.as_ref(),
                    crew: unit.crew.as_ref(),
                    limbers: unit.limbers.as_ref(),
                    pistols: unit.pistols.as_ref(),
                    swedish: unit.swedish.as_ref(),
                    firelocks: unit.firelocks.as_ref(),
                }
            }
        }
    };
}

pub(crate) use unit_file;
