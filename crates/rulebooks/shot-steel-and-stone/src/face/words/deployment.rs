//! Menus and questions of deployment.

use crate::deployment::DeployChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn deployment_words(self, choice: DeployChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
