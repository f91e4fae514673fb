//! What goes wrong, told so that people can act on it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::Refusal;
use serde::Serialize;
use view::Broken;

/// Every error of the server: what is wrong, and the way out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    #[serde(skip)]
    pub status: StatusCode,
    pub what: String,
    pub instead: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

impl Problem {
    pub fn new(status: StatusCode, what: impl Into<String>, instead: impl Into<String>) -> Problem {
        Problem { status, what: what.into(), instead: instead.into(), refusal: None }
    }

    /// The request is not one that could ever be answered.
    pub fn wrong(what: impl Into<String>, instead: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, what, instead)
    }

    pub fn missing(what: impl Into<String>, instead: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, what, instead)
    }

    /// Right at another moment, or was right a moment ago.
    pub fn untimely(what: impl Into<String>, instead: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, what, instead)
    }

    pub fn refused(refusal: Refusal) -> Problem {
        let what = refusal.why.to_string();
        let instead = "choose something that the question offers".into();
        Problem { status: StatusCode::UNPROCESSABLE_ENTITY, what, instead, refusal: Some(refusal) }
    }

    /// The server's own fault. The details go to its log, not to strangers.
    pub fn ours(what: &str, error: impl std::fmt::Display) -> Problem {
        tracing::error!("{what}: {error}");
        let instead = "try again; if it happens again, the server's log says more";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, what, instead)
    }

    /// Words that come as `what`, and on another line `instead: …`.
    pub fn parted(status: StatusCode, words: &str, otherwise: &str) -> Problem {
        match words.split_once("\n  instead: ") {
            Some((what, instead)) => Problem::new(status, what, instead),
            None => Problem::new(status, words, otherwise),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        Problem::ours("the file of battles could not be read or written", error)
    }
}

impl From<Broken> for Problem {
    fn from(broken: Broken) -> Problem {
        match broken {
            Broken::SetUp(problem) => Problem::ours("the battle cannot be set up again", problem),
            Broken::Decision { .. } => {
                let instead = "was the file of battles altered, or the rule changed since it was taken?";
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, broken.to_string(), instead)
            }
        }
    }
}

impl From<tokio::task::JoinError> for Problem {
    fn from(error: tokio::task::JoinError) -> Problem {
        Problem::ours("the rules broke down over this; nothing was changed", error)
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        Problem::ours("an answer could not be written", error)
    }
}
