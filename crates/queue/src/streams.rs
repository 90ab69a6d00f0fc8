//! The streams of the queue on a server: their names, their settings, and whether those that are there are ours.

use std::time::Duration;

use async_nats::jetstream::context::{
    CreateStreamErrorKind, GetStreamError, GetStreamErrorKind, ObjectStoreErrorKind,
};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, ErrorCode};

use crate::access::Address;
use crate::error::QueueError;

/// The stream of jobs.
pub(crate) const JOBS: &str = "CROUPIER_JOBS";
/// The stream of answers.
pub(crate) const ANSWERS: &str = "CROUPIER_ANSWERS";
/// The bucket of objects.
const BUCKET: &str = "croupier";
/// The stream that a server keeps the bucket in.
const BUCKET_STREAM: &str = "OBJ_croupier";

/// What the streams of this version say of themselves.
const FORMAT: &str = "Croupier queue, format 1";

/// What nobody has asked for so long is forgotten: 30 days.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// The streams, open.
#[derive(Clone, Debug)]
pub(crate) struct Streams {
    pub(crate) jobs: Stream,
    pub(crate) answers: Stream,
    pub(crate) objects: Objects,
}

/// The bucket.
#[derive(Clone)]
pub(crate) struct Objects(pub(crate) ObjectStore);

impl std::fmt::Debug for Objects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Objects")
    }
}

/// The subject of a job.
pub(crate) fn job_subject(make: &str, run: &str, key: &str) -> String {
    format!("croupier.jobs.{make}.{run}.{key}")
}

/// The subject of an answer.
pub(crate) fn answer_subject(run: &str, key: &str) -> String {
    format!("croupier.answers.{run}.{key}")
}

/// Opens the streams, and makes those that are not there.
pub(crate) async fn open_or_make(context: &Context, address: &Address) -> Result<Streams, QueueError> {
    let jobs = Config {
        name: JOBS.into(),
        subjects: vec!["croupier.jobs.*.*.*".into()],
        // A job that is put again while it is there stays one job.
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        ..kept_until_done()
    };
    let answers =
        Config { name: ANSWERS.into(), subjects: vec!["croupier.answers.*.*".into()], ..kept_until_done() };
    let jobs = stream(context, address, JOBS, jobs).await?;
    let answers = stream(context, address, ANSWERS, answers).await?;
    let objects = if let Some(objects) = bucket(context, address).await? {
        objects
    } else {
        let config = object_store::Config {
            bucket: BUCKET.into(),
            description: Some(FORMAT.into()),
            max_age: KEPT,
            storage: StorageType::File,
            num_replicas: 1,
            ..object_store::Config::default()
        };
        let made = context.create_object_store(config).await;
        Objects(made.map_err(|why| away(address, &why))?)
    };
    Ok(Streams { jobs, answers, objects })
}

/// Opens the streams that an organiser has made.
pub(crate) async fn open(context: &Context, address: &Address) -> Result<Streams, QueueError> {
    let not_opened = || QueueError::NotOpened { address: address.clone() };
    let jobs = existing(context, address, JOBS).await?.ok_or_else(not_opened)?;
    let answers = existing(context, address, ANSWERS).await?.ok_or_else(not_opened)?;
    let objects = bucket(context, address).await?.ok_or_else(not_opened)?;
    Ok(Streams { jobs, answers, objects })
}

fn kept_until_done() -> Config {
    Config {
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_age: KEPT,
        num_replicas: 1,
        description: Some(FORMAT.into()),
        ..Config::default()
    }
}

async fn stream(
    context: &Context,
    address: &Address,
    name: &'static str,
    config: Config,
) -> Result<Stream, QueueError> {
    if let Some(stream) = existing(context, address, name).await? {
        return Ok(stream);
    }
    context.create_stream(config).await.map_err(|error| {
        let is_taken = matches!(
            error.kind(),
            CreateStreamErrorKind::JetStream(why) if why.error_code() == ErrorCode::STREAM_SUBJECT_OVERLAP
        );
        if is_taken {
            QueueError::Foreign { name, expected: FORMAT, found: "its subjects in another stream".into() }
        } else if error.kind() == CreateStreamErrorKind::JetStreamUnavailable {
            QueueError::NoJetStream { address: address.clone() }
        } else {
            away(address, &error)
        }
    })
}

fn is_not_there(error: &GetStreamError) -> bool {
    matches!(
        error.kind(),
        GetStreamErrorKind::JetStream(why) if why.error_code() == ErrorCode::STREAM_NOT_FOUND
    )
}

async fn existing(
    context: &Context,
    address: &Address,
    name: &'static str,
) -> Result<Option<Stream>, QueueError> {
    let stream = match context.get_stream(name).await {
        Ok(stream) => stream,
        Err(error) => {
            return if is_not_there(&error) { Ok(None) } else { Err(away(address, &error)) };
        }
    };
    ours(name, &stream)?;
    let is_queue = stream.cached_info().config.retention == RetentionPolicy::WorkQueue;
    if !is_queue {
        let found = "a stream that is no work queue".to_owned();
        return Err(QueueError::Foreign { name, expected: "a work queue", found });
    }
    Ok(Some(stream))
}

async fn bucket(context: &Context, address: &Address) -> Result<Option<Objects>, QueueError> {
    match context.get_stream(BUCKET_STREAM).await {
        Ok(stream) => ours(BUCKET_STREAM, &stream)?,
        Err(error) => {
            return if is_not_there(&error) { Ok(None) } else { Err(away(address, &error)) };
        }
    }
    match context.get_object_store(BUCKET).await {
        Ok(store) => Ok(Some(Objects(store))),
        Err(error) if error.kind() == ObjectStoreErrorKind::GetStore => Ok(None),
        Err(error) => Err(away(address, &error)),
    }
}

fn ours(name: &'static str, stream: &Stream) -> Result<(), QueueError> {
    match stream.cached_info().config.description.as_deref() {
        Some(FORMAT) => Ok(()),
        other => {
            let found = other
                .map_or_else(|| "no description".to_owned(), |text| format!("`{}`", text.escape_debug()));
            Err(QueueError::Foreign { name, expected: FORMAT, found })
        }
    }
}

pub(crate) fn away(address: &Address, why: &dyn std::fmt::Display) -> QueueError {
    QueueError::Away { address: address.clone(), why: why.to_string() }
}
