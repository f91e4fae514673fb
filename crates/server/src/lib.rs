//! The server: battles in one SQLite file, views and menus for browsers.
//!
//! A battle is its journal. [`house::House`] keeps the file and the battles that are open, each a [`view::Position`] found
//! by playing its journal; a change is played on a copy, written down, and then shown. Handlers hold nothing.

mod api;
mod beginnings;
mod commanders;
pub mod house;
mod library;
mod live;
mod open;
pub mod problem;
mod reading;
mod store;
pub mod web;

pub use house::{House, MEMORY};
pub use store::FileFault;
pub use view::PERSON;
pub use web::Pages;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use problem::Problem;
use std::future::Future;
use tokio::net::TcpListener;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

/// Only what comes from here; styles may stand in the page.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    media-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'self'; \
    form-action 'self'; frame-ancestors 'none'";

/// Everything the server answers.
pub fn router(house: House, pages: Pages) -> Router {
    let page = move |uri: Uri| {
        let pages = pages.clone();
        async move { pages.serve(&uri).await }
    };
    Router::new()
        .nest("/api", api::router())
        .fallback_service(axum::routing::get(page))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::ours("the server broke down over this", "a panic; nothing was changed").into_response()
        }))
        .layer(middleware::from_fn(of_this_house))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::REFERRER_POLICY, "same-origin"))
        .with_state(house)
}

fn fixed(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// Another site's page must not play here in somebody's name.
async fn of_this_house(request: Request, next: Next) -> Response {
    if is_from_elsewhere(request.headers()) {
        let instead = "open the page that this server serves";
        return Problem::new(StatusCode::FORBIDDEN, "this call comes from the page of another site", instead)
            .into_response();
    }
    next.run(request).await
}

fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).map(|origin| origin.split_once("://").map_or(origin, |(_, authority)| authority));
    origin.is_some() && origin != text(header::HOST)
}

/// Answers calls until `until` comes, then finishes those under way and closes the file.
pub async fn serve(
    listener: TcpListener,
    house: House,
    pages: Pages,
    until: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let served = axum::serve(listener, router(house.clone(), pages)).with_graceful_shutdown(until).await;
    house.close().await;
    served
}
