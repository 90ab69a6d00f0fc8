//! What browsers send: forms, and files within bounds that hold while they are read.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Form;
use axum::body::Body;
use axum::extract::{FromRequest as _, Multipart, Request};
use axum::http::StatusCode;
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use crate::web::refusal::Refusal;

/// How long the body of a request may take.
const BODY_TIME: Duration = Duration::from_secs(30);
/// A form without a file, in bytes.
const FORM_BYTES: usize = 8 << 10;
/// What a form has beside its file: boundaries, a token, names.
const BESIDE_BYTES: usize = 16 << 10;
/// Of a body that is too long, so much is taken and let go before the answer: a browser that still sends reads none.
const TAKEN_BYTES: usize = 256 << 20;
/// Parts of an upload.
const PARTS_MAX: usize = 8;

/// The fields of a form.
pub(crate) type Fields = BTreeMap<String, String>;

/// An upload of one file.
#[derive(Debug)]
pub(crate) struct Upload {
    pub(crate) fields: Fields,
    /// What the file calls itself.
    pub(crate) file: String,
    pub(crate) source: Vec<u8>,
}

/// Reads a form without files.
pub(in crate::web) async fn form(request: Request) -> Result<Fields, Refusal> {
    let bounds = Bounds { most: FORM_BYTES, told: FORM_BYTES, taken: FORM_BYTES };
    let request = held(request, bounds).await?;
    Form::from_request(request, &()).await.map(|Form(fields)| fields).map_err(|_| garbled())
}

/// Reads a form with one file of at most so many bytes.
pub(in crate::web) async fn upload(request: Request, bytes_max: usize) -> Result<Upload, Refusal> {
    let bounds = Bounds { most: bytes_max + BESIDE_BYTES, told: bytes_max, taken: TAKEN_BYTES };
    let request = held(request, bounds).await?;
    let mut parts = Multipart::from_request(request, &()).await.map_err(|_| garbled())?;
    let mut fields = Fields::new();
    let mut found = None;
    for _ in 0..PARTS_MAX {
        let Some(part) = parts.next_field().await.map_err(|_| garbled())? else { break };
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        match file {
            Some(file) if found.is_none() => {
                let source = part.bytes().await.map_err(|_| garbled())?.to_vec();
                found = Some((file, source));
            }
            Some(_) => {
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "Expected one file, found several."));
            }
            None => drop(fields.insert(name, part.text().await.map_err(|_| garbled())?)),
        }
    }
    let (file, source) = found.filter(|(file, _)| !file.is_empty()).ok_or_else(no_file)?;
    if source.len() > bytes_max {
        return Err(large(bytes_max));
    }
    Ok(Upload { fields, file, source })
}

/// How long a body may be, in bytes.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    most: usize,
    /// What somebody is told who sends more: the limit of the file.
    told: usize,
    /// So much is taken of what is too long, and let go.
    taken: usize,
}

/// A request with its whole body.
async fn held(request: Request, bounds: Bounds) -> Result<Request, Refusal> {
    let (head, body) = request.into_parts();
    let mut chunks = body.into_data_stream();
    let read = async {
        let (mut bytes, mut passed) = (Vec::new(), 0);
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|_| garbled())?;
            passed += chunk.len();
            if passed <= bounds.most {
                bytes.extend_from_slice(&chunk);
            } else if passed > bounds.taken {
                break;
            }
        }
        if passed > bounds.most { Err(large(bounds.told)) } else { Ok(bytes) }
    };
    let bytes = timeout(BODY_TIME, read).await.map_err(|_| slow())??;
    Ok(Request::from_parts(head, Body::from(bytes)))
}

fn garbled() -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "What was sent is no form of this page.")
        .hint("Go back, load the page again and send it once more.")
}

fn no_file() -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "No file was chosen.").hint("Go back and choose one.")
}

fn slow() -> Refusal {
    let said = format!("It did not arrive within {} seconds.", BODY_TIME.as_secs());
    Refusal::new(StatusCode::REQUEST_TIMEOUT, said).hint("Go back and send it again.")
}

fn large(bytes_max: usize) -> Refusal {
    let said = format!("Expected at most {} KiB, found more.", bytes_max >> 10);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, said)
        .hint("Go back and choose a smaller file: one source, without data.")
}
