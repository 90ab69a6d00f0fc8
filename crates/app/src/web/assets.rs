//! What pages load besides themselves: a style and a script, out of the binary.

use axum::http::header;
use axum::response::{IntoResponse, Response};

const STYLE: &str = include_str!("assets/croupier.css");
const SCRIPT: &str = include_str!("assets/croupier.js");
const AGAIN: &str = include_str!("assets/again.js");
const OFFICE: &str = include_str!("assets/office.css");
const PRICES_STYLE: &str = include_str!("assets/prices.css");
const PRICES_SCRIPT: &str = include_str!("assets/prices.js");
const BOT_SCRIPT: &str = include_str!("assets/bot.js");
const PLAY_STYLE: &str = include_str!("assets/play.css");
const PLAY_SCRIPT: &str = include_str!("assets/play.js");
const ICON: &str = include_str!("assets/icon.svg");

pub(super) async fn style() -> Response {
    of_type("text/css; charset=utf-8", STYLE)
}

pub(super) async fn script() -> Response {
    of_type("text/javascript; charset=utf-8", SCRIPT)
}

pub(super) async fn lab_style() -> Response {
    of_type("text/css; charset=utf-8", include_str!("assets/lab.css"))
}

pub(super) async fn lab_script() -> Response {
    of_type("text/javascript; charset=utf-8", include_str!("assets/lab.js"))
}

pub(super) async fn again() -> Response {
    of_type("text/javascript; charset=utf-8", AGAIN)
}

pub(super) async fn office() -> Response {
    of_type("text/css; charset=utf-8", OFFICE)
}

pub(super) async fn prices_style() -> Response {
    of_type("text/css; charset=utf-8", PRICES_STYLE)
}

pub(super) async fn prices_script() -> Response {
    of_type("text/javascript; charset=utf-8", PRICES_SCRIPT)
}

pub(super) async fn bot_script() -> Response {
    of_type("text/javascript; charset=utf-8", BOT_SCRIPT)
}

pub(super) async fn play_style() -> Response {
    of_type("text/css; charset=utf-8", PLAY_STYLE)
}

pub(super) async fn play_script() -> Response {
    of_type("text/javascript; charset=utf-8", PLAY_SCRIPT)
}

pub(super) async fn icon() -> Response {
    of_type("image/svg+xml", ICON)
}

fn of_type(media: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, media)], text).into_response()
}
