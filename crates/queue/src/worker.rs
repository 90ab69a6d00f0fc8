//! The end of the queue that does jobs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::header::HeaderMap;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{ConsumerInfoError, ConsumerInfoErrorKind};
use futures_util::StreamExt;

use crate::access::Access;
use crate::connection::{Background, Connection};
use crate::error::QueueError;
use crate::job::{Job, OUTCOME, Outcome, TAKEN, TRIES, WORKER};
use crate::make::{Make, is_token};
use crate::organiser::{LEASE_LEAST, jobs_of};
use crate::presence::{Notice, ORGANISERS, Presence, subject_of_worker};
use crate::streams::{self, Streams, answer_subject};

/// How often a worker tells of itself.
const BEAT: Duration = Duration::from_secs(1);

/// An organiser that has been silent for so long is gone.
const SILENCE: Duration = Duration::from_secs(5);

/// How long a job that failed waits until somebody tries it again.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The end of the queue that does jobs. Any number of threads may take jobs from it at a time.
#[derive(Debug)]
pub struct Worker {
    connection: Connection,
    make: Make,
    name: String,
    /// None until a queue is there, and after the server has lost it.
    open: Mutex<Option<Open>>,
    presence: Arc<Mutex<Presence>>,
    notices: Arc<Mutex<Notices>>,
    _beat: Background,
    _ear: Background,
}

/// Notices by run, with the time when each was last given.
type Notices = BTreeMap<String, (Instant, Notice)>;

#[derive(Clone, Debug)]
struct Open {
    streams: Streams,
    jobs: PullConsumer,
    lease: Duration,
}

impl Worker {
    /// Connects to a server; a queue need not be there yet.
    ///
    /// # Errors
    /// See [`QueueError`].
    ///
    /// # Panics
    /// When the name has other characters than letters, digits, `-` and `_`; see [`name_of`].
    pub fn join(access: &Access, make: &Make, name: &str, slots: u32) -> Result<Self, QueueError> {
        assert!(is_token(name), "a worker's name is part of a subject");
        let connection = Connection::open(access, &format!("croupier worker {name}"))?;
        let presence = Arc::new(Mutex::new(Presence {
            name: name.to_owned(),
            make: make.text().to_owned(),
            slots,
            ..Presence::default()
        }));
        let notices = Arc::new(Mutex::new(Notices::new()));
        let beat = connection.spawn(tell(connection.client.clone(), presence.clone()));
        let ear = connection.spawn(listen(connection.client.clone(), notices.clone()));
        Ok(Self {
            connection,
            make: make.clone(),
            name: name.to_owned(),
            open: Mutex::new(None),
            presence,
            notices,
            _beat: beat,
            _ear: ear,
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Takes a job, if one comes in that time. One that was taken [too often](TRIES) before, and never answered, is set
    /// aside and not returned.
    ///
    /// # Errors
    /// [`QueueError::NotOpened`] as long as no organiser of this make has opened a queue; [`QueueError::Away`].
    pub fn take(&self, wait: Duration) -> Result<Option<Job>, QueueError> {
        let Some(job) = self.attempt(|open| self.next(open, wait))? else { return Ok(None) };
        if job.taken <= TRIES {
            return Ok(Some(job));
        }
        let why = format!("it was taken {TRIES} times, and nobody came back with it");
        self.set_aside(&job, &why)?;
        Ok(None)
    }

    /// Delivers the answer of a job. Only then does the server forget the job.
    ///
    /// # Errors
    /// [`QueueError::Away`]: the job is still held, and the same may be tried again.
    pub fn answer(&self, job: &Job, body: Vec<u8>) -> Result<(), QueueError> {
        self.deliver(job, Outcome::Done, body)
    }

    /// Says why a job could not be done. It is tried again a moment later, or set aside if this was the last try.
    ///
    /// # Errors
    /// [`QueueError::Away`]: the job goes to somebody else after the lease.
    pub fn fail(&self, job: &Job, why: &str) -> Result<(), QueueError> {
        if job.taken >= TRIES {
            return self.set_aside(job, why);
        }
        self.attempt(|open| {
            let connection = &self.connection;
            connection.wait(async {
                self.publish(open, job, Outcome::Failed, why.as_bytes().to_vec()).await?;
                let given = job.message.ack_with(AckKind::Nak(Some(AFTER_FAILURE))).await;
                given.map_err(|why| connection.away(&why))
            })
        })
    }

    /// Gives a job back: somebody else takes it at once, and it counts as no try.
    ///
    /// # Errors
    /// [`QueueError::Away`]: it goes to somebody else after the lease, or when its organiser misses it.
    pub fn give_back(&self, job: &Job) -> Result<(), QueueError> {
        let connection = &self.connection;
        connection.wait(async {
            // The server counts how often it has given out a message, so it gets another one.
            let gone = job.message.double_ack().await;
            gone.map_err(|why| connection.away(&why))?;
            let message = &job.message.message;
            let headers = message.headers.clone().unwrap_or_default();
            let put = connection.context.publish_with_headers(
                message.subject.clone(),
                headers,
                message.payload.clone(),
            );
            let stored = put.await.map_err(|why| connection.away(&why))?.await;
            stored.map(drop).map_err(|why| connection.away(&why))
        })
    }

    /// Says why a job cannot be done here, and gives it back: another worker may be able to.
    ///
    /// # Errors
    /// [`QueueError::Away`]: it goes to somebody else after the lease, or when its organiser misses it.
    pub fn refuse(&self, job: &Job, why: &str) -> Result<(), QueueError> {
        self.attempt(|open| {
            self.connection.wait(self.publish(open, job, Outcome::Failed, why.as_bytes().to_vec()))
        })?;
        self.give_back(job)
    }

    /// Bytes that an organiser has stored; `None` if they are not there.
    ///
    /// # Errors
    /// [`QueueError::Away`].
    pub fn fetch(&self, name: &str) -> Result<Option<Vec<u8>>, QueueError> {
        self.attempt(|open| self.connection.wait(self.connection.get(&open.streams, name)))
    }

    /// Changes what it tells of itself.
    pub fn tell(&self, change: impl FnOnce(&mut Presence)) {
        change(&mut self.presence.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Tells at once that it stops.
    pub fn leave(&self) {
        self.tell(|presence| presence.leaving = true);
        let presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let connection = &self.connection;
        connection.wait(async {
            let _unheard =
                connection.client.publish(subject_of_worker(&self.name), bytes(&presence).into()).await;
            let _unsent = tokio::time::timeout(BEAT, connection.client.flush()).await;
        });
    }

    /// What organisers have said lately.
    pub fn notices(&self) -> Vec<Notice> {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.retain(|_, (heard, _)| heard.elapsed() < SILENCE);
        notices.values().map(|(_, notice)| notice.clone()).collect()
    }

    fn next(&self, open: &Open, wait: Duration) -> Result<Option<Job>, QueueError> {
        let connection = &self.connection;
        let taken = connection.wait(async {
            // One at a time: what is fetched ahead is missing elsewhere.
            let next = open.jobs.batch().max_messages(1).expires(wait).messages();
            let taken = connection.pulled(next, wait).await?.pop();
            let Some(message) = taken else { return Ok::<_, QueueError>(None) };
            if let Some((body, object)) = connection.bytes_of(&open.streams, &message).await? {
                return Ok(Some((Arc::new(message), body, object)));
            }
            // Its organiser will miss it and put it again.
            message.ack().await.map_err(|why| connection.away(&why))?;
            Ok(None)
        })?;
        let Some((message, body, object)) = taken else { return Ok(None) };
        let mut words = message.subject.split('.').skip(3).map(str::to_owned);
        let (run, key) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let taken = message.info().map_or(1, |info| u64::try_from(info.delivered).unwrap_or(1));
        // Another organiser may have shortened the lease meanwhile.
        let (alive, beat) = (message.clone(), (open.lease / 3).min(LEASE_LEAST * 3 / 10));
        let signs_of_life = connection.spawn(async move {
            loop {
                tokio::time::sleep(beat).await;
                let _unheard = alive.ack_with(AckKind::Progress).await;
            }
        });
        Ok(Some(Job { run, key, body, taken, message, object, _signs_of_life: signs_of_life }))
    }

    fn set_aside(&self, job: &Job, why: &str) -> Result<(), QueueError> {
        self.deliver(job, Outcome::Aside, why.as_bytes().to_vec())
    }

    fn deliver(&self, job: &Job, outcome: Outcome, body: Vec<u8>) -> Result<(), QueueError> {
        let connection = &self.connection;
        self.attempt(|open| {
            connection.wait(async {
                self.publish(open, job, outcome, body).await?;
                // The answer is there. A server that has lost the job meanwhile confirms nothing; one that has not hands it
                // out again, and somebody answers it twice.
                let _unconfirmed = job.message.double_ack().await;
                if let Some(object) = &job.object {
                    let _kept_for_a_while = open.streams.objects.0.delete(object).await;
                }
                Ok(())
            })
        })
    }

    async fn publish(
        &self,
        open: &Open,
        job: &Job,
        outcome: Outcome,
        body: Vec<u8>,
    ) -> Result<(), QueueError> {
        let mut headers = HeaderMap::new();
        headers.insert(WORKER, self.name.as_str());
        headers.insert(OUTCOME, outcome.name());
        headers.insert(TAKEN, job.taken.to_string().as_str());
        let Job { run, key, taken, .. } = job;
        let object = format!("answer/{run}/{key}/{}/{taken}", self.name);
        self.connection.publish(&open.streams, answer_subject(run, key), headers, body, &object).await
    }

    /// Does something with the streams. If it fails, they are looked for again the next time.
    fn attempt<T>(&self, what: impl FnOnce(&Open) -> Result<T, QueueError>) -> Result<T, QueueError> {
        let open = self.opened()?;
        let done = what(&open);
        if done.is_err() {
            *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        done
    }

    fn opened(&self) -> Result<Open, QueueError> {
        let mut kept = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = &*kept {
            return Ok(open.clone());
        }
        let connection = &self.connection;
        let open = connection.wait(async {
            let streams = streams::open(&connection.context, &connection.address).await?;
            let jobs: Result<PullConsumer, _> = streams.jobs.get_consumer(&jobs_of(self.make.token())).await;
            match jobs {
                Ok(jobs) => {
                    let lease = jobs.cached_info().config.ack_wait;
                    Ok(Open { streams, jobs, lease })
                }
                Err(why) if is_missing(&why) => {
                    Err(QueueError::NotOpened { address: connection.address.clone() })
                }
                Err(why) => Err(connection.away(&why)),
            }
        })?;
        *kept = Some(open.clone());
        Ok(open)
    }
}

/// A worker's name for subjects: other characters than letters, digits, `-` and `_` are written `_`.
///
/// ```
/// assert_eq!(croupier_queue::name_of("node 7.example"), "node_7_example");
/// ```
pub fn name_of(text: &str) -> String {
    let written = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
    let name: String = text.chars().take(64).map(written).collect();
    if name.is_empty() { "worker".to_owned() } else { name }
}

fn is_missing(why: &async_nats::Error) -> bool {
    let why: Option<&ConsumerInfoError> = why.downcast_ref();
    why.is_some_and(|why| why.kind() == ConsumerInfoErrorKind::NotFound)
}

fn bytes(presence: &Presence) -> Vec<u8> {
    serde_json::to_vec(presence).expect("a presence is plain numbers and text")
}

async fn tell(client: async_nats::Client, presence: Arc<Mutex<Presence>>) {
    loop {
        let said = presence.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // What is not heard is said again.
        let _unheard = client.publish(subject_of_worker(&said.name), bytes(&said).into()).await;
        tokio::time::sleep(BEAT).await;
    }
}

async fn listen(client: async_nats::Client, notices: Arc<Mutex<Notices>>) {
    let Ok(mut heard) = client.subscribe(ORGANISERS).await else { return };
    while let Some(message) = heard.next().await {
        if let Ok(notice) = serde_json::from_slice::<Notice>(&message.payload) {
            let mut notices = notices.lock().unwrap_or_else(PoisonError::into_inner);
            notices.insert(notice.run.clone(), (Instant::now(), notice));
        }
    }
}
