//! What pages load besides themselves: styles and scripts, out of the binary.

use axum::Router;
use axum::http::header;
use axum::routing::get;

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// Each with its address and its type.
const ASSETS: [(&str, &str, &str); 14] = [
    ("/assets/croupier.css", STYLE, include_str!("assets/croupier.css")),
    ("/assets/lab.css", STYLE, include_str!("assets/lab.css")),
    ("/assets/office.css", STYLE, include_str!("assets/office.css")),
    ("/assets/play.css", STYLE, include_str!("assets/play.css")),
    ("/assets/prices.css", STYLE, include_str!("assets/prices.css")),
    ("/assets/again.js", SCRIPT, include_str!("assets/again.js")),
    ("/assets/bot.js", SCRIPT, include_str!("assets/bot.js")),
    ("/assets/croupier.js", SCRIPT, include_str!("assets/croupier.js")),
    ("/assets/lab.js", SCRIPT, include_str!("assets/lab.js")),
    ("/assets/part.js", SCRIPT, include_str!("assets/part.js")),
    ("/assets/play.js", SCRIPT, include_str!("assets/play.js")),
    ("/assets/prices.js", SCRIPT, include_str!("assets/prices.js")),
    ("/assets/icon.svg", PICTURE, include_str!("assets/icon.svg")),
    ("/favicon.ico", PICTURE, include_str!("assets/icon.svg")),
];

/// The addresses of all.
pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.into_iter().fold(Router::new(), |router, (address, media, text)| {
        router.route(address, get(move || async move { ([(header::CONTENT_TYPE, media)], text) }))
    })
}
