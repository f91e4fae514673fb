//! The page in the browser: built into the program, or read from a folder while it is being worked on.

use crate::problem::Problem;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Where the pages come from.
#[derive(Debug, Clone, Default)]
pub enum Pages {
    #[default]
    BuiltIn,
    Folder(PathBuf),
}

/// The folder that the page is built into, seen from the root of the project.
const BUILT: &str = "web/dist";

const WITHOUT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Caracole</title>\
    <p>This program was built without its pages. Build them with <code>npm ci</code> and <code>npm run build</code> in \
    <code>web</code> and start the program with <code>--web web/dist</code>, or run <code>make play</code>, which does all of \
    it. The calls under <code>/api</code> work.</p></html>";

impl Pages {
    /// Those in the program; where it has none, those of the project it is started in.
    pub fn at_hand() -> Pages {
        if PAGES.is_empty() && Path::new(BUILT).join(INDEX).is_file() {
            Pages::Folder(BUILT.into())
        } else {
            Pages::BuiltIn
        }
    }

    /// Answers with a file, or with the page itself for the addresses that the page makes up.
    pub async fn serve(&self, uri: &Uri) -> Response {
        let path = uri.path().trim_start_matches('/');
        if path.split('/').any(|part| part == "..") || path.contains(['\\', '\0', '%']) {
            return Problem::missing("there is no such page", "the address of a page of Caracole").into_response();
        }
        if let Some(bytes) = self.file(path).await {
            return file(path, bytes);
        }
        if path.starts_with("assets/") {
            return Problem::missing("there is no such file", "load the page anew").into_response();
        }
        match self.file(INDEX).await {
            Some(bytes) => file(INDEX, bytes),
            None => (StatusCode::OK, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], WITHOUT).into_response(),
        }
    }

    async fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Pages::BuiltIn => {
                let index = PAGES.binary_search_by(|(name, _)| (*name).cmp(path)).ok()?;
                Some(Cow::Borrowed(PAGES[index].1))
            }
            Pages::Folder(folder) => read(folder.join(path)).await.map(Cow::Owned),
        }
    }
}

async fn read(path: PathBuf) -> Option<Vec<u8>> {
    tokio::task::spawn_blocking(move || path.is_file().then(|| std::fs::read(path).ok()).flatten()).await.ok().flatten()
}

const INDEX: &str = "index.html";

fn file(path: &str, bytes: Cow<'static, [u8]>) -> Response {
    // The build writes a hash into the names of all files under `assets`: they never change.
    let caching = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = bytes.into_owned().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}

fn content_type(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
