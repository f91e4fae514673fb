//! CF 8: Disorder Points, casualties, what shakes friends; and the risk to leaders (CF 6.39 to 6.43).

mod disorder;
mod events;
mod losses;
mod redressing;
mod risk;
mod shocks;
mod steps;

pub use disorder::Cause;
pub use risk::Occasion;
pub(crate) use steps::steps_of;
pub use steps::{MoraleChoice, MoraleStep};
