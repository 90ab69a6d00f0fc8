//! The end of the queue that has jobs done.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::header::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use async_nats::jetstream::{self, stream};
use futures_util::future::join_all;
use futures_util::{StreamExt, TryStreamExt};

use crate::access::Access;
use crate::connection::{Background, Connection};
use crate::error::QueueError;
use crate::job::{Answer, OUTCOME, Outcome, TAKEN, WORKER};
use crate::make::{Make, is_token};
use crate::presence::{Notice, Presence, WORKERS, subject_of_run};
use crate::streams::{self, Streams, answer_subject, job_subject};

/// How often notices are given.
const BEAT: Duration = Duration::from_secs(1);

/// A worker that has been silent for so long is gone.
const SILENCE: Duration = Duration::from_secs(5);

/// Answers that are fetched at a time.
const AT_ONCE: usize = 64;

/// A shorter lease is taken as this: signs of life come in less than half of it.
pub(crate) const LEASE_LEAST: Duration = Duration::from_secs(2);

/// After so long, an answer that was fetched and not stored comes again.
const STORING: Duration = Duration::from_mins(5);

/// Jobs that workers of one make may have in hand together; as many pulls may wait.
const IN_HAND: i64 = 100_000;

/// The end of the queue that has the jobs of one run done.
#[derive(Debug)]
pub struct Organiser {
    connection: Connection,
    make: Make,
    run: String,
    lease: Duration,
    /// None after the server has lost them.
    open: Option<Open>,
    come: VecDeque<jetstream::Message>,
    notice: Arc<Mutex<Notice>>,
    staff: Arc<Mutex<Staff>>,
    _beat: Background,
    _ear: Background,
}

/// Workers by name, with the time when each was last heard.
type Staff = BTreeMap<String, (Instant, Presence)>;

#[derive(Debug)]
struct Open {
    streams: Streams,
    answers: PullConsumer,
}

impl Organiser {
    /// Opens the queue of a run on a server; what is not there is made. A worker that has been silent for longer than the
    /// lease loses its job; less than two seconds are taken as two. All organisers of a make share a lease: that of whoever
    /// opened last.
    ///
    /// # Errors
    /// See [`QueueError`].
    ///
    /// # Panics
    /// When the run's name has other characters than letters, digits, `-` and `_`.
    pub fn open(
        access: &Access,
        make: &Make,
        run: &str,
        title: &str,
        lease: Duration,
    ) -> Result<Self, QueueError> {
        assert!(is_token(run), "a run's name is part of a subject");
        let connection = Connection::open(access, "croupier organiser")?;
        let notice = Arc::new(Mutex::new(Notice {
            run: run.to_owned(),
            title: title.to_owned(),
            token: make.token().to_owned(),
            make: make.text().to_owned(),
            shut_out: Vec::new(),
        }));
        let staff = Arc::new(Mutex::new(Staff::new()));
        let beat = connection.spawn(give_notice(connection.client.clone(), notice.clone()));
        let ear = connection.spawn(listen(connection.client.clone(), staff.clone()));
        let mut organiser = Self {
            connection,
            make: make.clone(),
            run: run.to_owned(),
            lease,
            open: None,
            come: VecDeque::new(),
            notice,
            staff,
            _beat: beat,
            _ear: ear,
        };
        organiser.opened()?;
        Ok(organiser)
    }

    /// The keys of jobs that wait, are worked on, or whose answers have not been taken. What else is due has to be
    /// put: it is done, or the server has lost it.
    ///
    /// # Errors
    /// [`QueueError::Away`], and what [`open`](Self::open) may find.
    pub fn keys(&mut self) -> Result<BTreeSet<String>, QueueError> {
        let (make, run) = (self.make.token().to_owned(), self.run.clone());
        let jobs = job_subject(&make, &run, "*");
        let answers = answer_subject(&run, "*");
        self.attempt(|connection, open| {
            connection.wait(async {
                let mut keys = BTreeSet::new();
                // Jobs first: one that is answered meanwhile is seen among the answers.
                for (stream, filter) in [(&open.streams.jobs, jobs), (&open.streams.answers, answers)] {
                    keys.extend(keys_of(stream, &filter).await.map_err(|why| connection.away(&why))?);
                }
                Ok(keys)
            })
        })
    }

    /// Puts jobs, by their keys. One that is there already stays as it is.
    ///
    /// # Errors
    /// [`QueueError::Away`]: some of them may have been put.
    pub fn put(&mut self, jobs: Vec<(String, Vec<u8>)>) -> Result<(), QueueError> {
        let (make, run) = (self.make.token().to_owned(), self.run.clone());
        self.attempt(|connection, open| {
            connection.wait(async {
                let put = jobs.into_iter().map(|(key, body)| {
                    let (subject, object) = (job_subject(&make, &run, &key), format!("job/{run}/{key}"));
                    let streams = &open.streams;
                    async move {
                        let put = connection.publish(streams, subject, HeaderMap::new(), body, &object).await;
                        match put {
                            Err(QueueError::Away { why, .. }) if why.contains("per subject") => Ok(()),
                            other => other,
                        }
                    }
                });
                join_all(put).await.into_iter().collect::<Result<Vec<()>, QueueError>>().map(drop)
            })
        })
    }

    /// Stores bytes that jobs need, under a name that stands for those bytes and no others.
    ///
    /// # Errors
    /// [`QueueError::Away`].
    pub fn store(&mut self, name: &str, bytes: impl FnOnce() -> Vec<u8>) -> Result<(), QueueError> {
        self.attempt(|connection, open| {
            connection.wait(async {
                if connection.has(&open.streams, name).await? {
                    return Ok(());
                }
                connection.put(&open.streams, name, &bytes()).await
            })
        })
    }

    /// The next answer, if one comes in that time.
    ///
    /// # Errors
    /// [`QueueError::Away`].
    pub fn answer(&mut self, wait: Duration) -> Result<Option<Answer>, QueueError> {
        if self.come.is_empty() {
            self.come = self.attempt(|connection, open| {
                connection.wait(async {
                    let there = open.answers.fetch().max_messages(AT_ONCE).messages();
                    let mut come = connection.pulled(there, Duration::ZERO).await?;
                    if come.is_empty() {
                        let next = open.answers.batch().max_messages(1).expires(wait).messages();
                        come = connection.pulled(next, wait).await?;
                    }
                    Ok(VecDeque::from(come))
                })
            })?;
        }
        let Some(message) = self.come.pop_front() else { return Ok(None) };
        self.read(message)
    }

    /// The answer is stored: the server may forget it.
    ///
    /// # Errors
    /// [`QueueError::Away`]: it will come again.
    pub fn done(&mut self, answer: &Answer) -> Result<(), QueueError> {
        self.attempt(|connection, open| {
            connection.wait(async {
                answer.message.ack().await.map_err(|why| connection.away(&why))?;
                if let Some(object) = &answer.object {
                    let gone = open.streams.objects.0.delete(object).await;
                    gone.map_err(|why| connection.away(&why))?;
                }
                Ok(())
            })
        })
    }

    /// Takes no more answers of a worker, which is told so.
    pub fn shut_out(&mut self, worker: &str) {
        let mut notice = self.notice.lock().unwrap_or_else(PoisonError::into_inner);
        if !notice.shut_out.iter().any(|name| name == worker) {
            notice.shut_out.push(worker.to_owned());
        }
    }

    /// The workers that have been heard lately, of this and of other makes, by name; and for how long each has been silent.
    pub fn staff(&self) -> Vec<(Presence, Duration)> {
        let mut staff = self.staff.lock().unwrap_or_else(PoisonError::into_inner);
        staff.retain(|_, (heard, presence)| heard.elapsed() < SILENCE && !presence.leaving);
        staff.values().map(|(heard, presence)| (presence.clone(), heard.elapsed())).collect()
    }

    /// Removes all that the server has of the run.
    ///
    /// # Errors
    /// [`QueueError::Away`]: it is forgotten by itself some day.
    pub fn close(&mut self) -> Result<(), QueueError> {
        let (make, run) = (self.make.token().to_owned(), self.run.clone());
        let name = answers_of(&run);
        self.attempt(|connection, open| {
            connection.wait(async {
                let (jobs, answers) = (job_subject(&make, &run, "*"), answer_subject(&run, "*"));
                for (stream, filter) in [(&open.streams.jobs, jobs), (&open.streams.answers, answers)] {
                    forget(connection, stream, &filter).await?;
                }
                let gone = open.streams.answers.delete_consumer(&name).await;
                gone.map(drop).map_err(|why| connection.away(&why))
            })
        })
    }

    /// Does something with the streams. If it fails, they are looked for again the next time.
    fn attempt<T>(
        &mut self,
        what: impl FnOnce(&Connection, &Open) -> Result<T, QueueError>,
    ) -> Result<T, QueueError> {
        self.opened()?;
        let open = self.open.as_ref().expect("the streams have just been opened");
        let done = what(&self.connection, open);
        if done.is_err() {
            self.open = None;
        }
        done
    }

    /// Opens the streams, if they are not open.
    fn opened(&mut self) -> Result<(), QueueError> {
        if self.open.is_some() {
            return Ok(());
        }
        let (connection, lease) = (&self.connection, self.lease);
        let (make, run) = (&self.make, &self.run);
        let open = connection.wait(async {
            let streams = streams::open_or_make(&connection.context, &connection.address).await?;
            let jobs = pull::Config {
                durable_name: Some(jobs_of(make.token())),
                filter_subject: job_subject(make.token(), "*", "*"),
                ack_wait: lease.max(LEASE_LEAST),
                ..asked_for()
            };
            let answers = pull::Config {
                durable_name: Some(answers_of(run)),
                filter_subject: answer_subject(run, "*"),
                ack_wait: STORING,
                ..asked_for()
            };
            let made = streams.jobs.create_consumer(jobs).await;
            made.map_err(|why| connection.away(&why))?;
            // Whatever a predecessor has fetched and not stored is to come at once.
            let _not_there = streams.answers.delete_consumer(&answers_of(run)).await;
            let answers = streams.answers.create_consumer(answers).await;
            let answers = answers.map_err(|why| connection.away(&why))?;
            Ok::<_, QueueError>(Open { streams, answers })
        })?;
        self.come.clear();
        self.open = Some(open);
        Ok(())
    }

    /// Reads a message. One that is no answer is forgotten.
    fn read(&mut self, message: jetstream::Message) -> Result<Option<Answer>, QueueError> {
        let header = |name: &str| Some(message.headers.as_ref()?.get(name)?.as_str().to_owned());
        let key = message.subject.rsplit('.').next().unwrap_or_default().to_owned();
        let outcome =
            header(OUTCOME).and_then(|name| Outcome::ALL.into_iter().find(|one| one.name() == name));
        let worker = header(WORKER);
        let taken = header(TAKEN).and_then(|count| count.parse().ok()).unwrap_or(1);
        self.attempt(|connection, open| {
            connection.wait(async {
                let bytes = connection.bytes_of(&open.streams, &message).await?;
                let (Some(outcome), Some(worker), Some((body, object))) = (outcome, worker, bytes) else {
                    message.ack().await.map_err(|why| connection.away(&why))?;
                    return Ok(None);
                };
                Ok(Some(Answer { key, worker, outcome, taken, body, message, object }))
            })
        })
    }
}

/// Where workers of a make take their jobs.
pub(crate) fn jobs_of(make: &str) -> String {
    format!("jobs-{make}")
}

/// Where a run takes its answers.
fn answers_of(run: &str) -> String {
    format!("answers-{run}")
}

/// One message at a time for whoever asks; tries are counted by those who take them.
fn asked_for() -> pull::Config {
    pull::Config {
        ack_policy: AckPolicy::Explicit,
        max_deliver: -1,
        max_ack_pending: IN_HAND,
        max_waiting: IN_HAND,
        ..pull::Config::default()
    }
}

async fn keys_of(
    stream: &stream::Stream,
    filter: &str,
) -> Result<BTreeSet<String>, async_nats::jetstream::stream::InfoError> {
    let subjects = stream.info_with_subjects(filter).await?;
    let keys = subjects.map_ok(|(subject, _)| subject.rsplit('.').next().unwrap_or_default().to_owned());
    keys.try_collect().await
}

/// Removes what is left under some subjects, message by message: where a stream is purged by subject, nats-server 2.9 moves
/// consumers on to the end of the stream, past the messages of others.
async fn forget(connection: &Connection, stream: &stream::Stream, filter: &str) -> Result<(), QueueError> {
    let subjects = stream.info_with_subjects(filter).await.map_err(|why| connection.away(&why))?;
    let subjects: Vec<_> = subjects.try_collect().await.map_err(|why| connection.away(&why))?;
    for (subject, _) in subjects {
        let mut refused = None;
        loop {
            let last = match stream.get_last_raw_message_by_subject(&subject).await {
                Ok(last) => last.sequence,
                Err(why) if why.kind() == LastRawMessageErrorKind::NoMessageFound => break,
                Err(why) => return Err(connection.away(&why)),
            };
            if let Err(why) = stream.delete_message(last).await {
                // A worker that answers at this moment takes it from under our hands: it is looked for once more.
                if refused.replace(last) == Some(last) {
                    return Err(connection.away(&why));
                }
            }
        }
    }
    Ok(())
}

async fn give_notice(client: async_nats::Client, notice: Arc<Mutex<Notice>>) {
    loop {
        let said = notice.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let bytes = serde_json::to_vec(&said).expect("a notice is plain text");
        // What is not heard is said again.
        let _unheard = client.publish(subject_of_run(&said.run), bytes.into()).await;
        tokio::time::sleep(BEAT).await;
    }
}

async fn listen(client: async_nats::Client, staff: Arc<Mutex<Staff>>) {
    let Ok(mut heard) = client.subscribe(WORKERS).await else { return };
    while let Some(message) = heard.next().await {
        if let Ok(presence) = serde_json::from_slice::<Presence>(&message.payload) {
            let mut staff = staff.lock().unwrap_or_else(PoisonError::into_inner);
            staff.insert(presence.name.clone(), (Instant::now(), presence));
        }
    }
}
