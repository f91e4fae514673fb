//! Deployment (SSS G39).

mod steps;

pub use steps::{DeployChoice, DeployStep};
