//! How many jobs an organiser hands out and takes back over the loopback, if the jobs are empty.
//!
//! `cargo bench -p croupier-queue --bench queue`. It starts a server of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_queue::{Access, Make, Organiser, Worker};
use croupier_trial::nats::NatsServer;

const JOBS: usize = 4_000;
const WINDOW: usize = 256;
const LOOK: Duration = Duration::from_millis(200);

#[expect(clippy::print_stdout, reason = "a benchmark prints what it has found")]
fn main() {
    let Some(server) = NatsServer::start() else { return };
    let access = Access::plain(server.address().parse().expect("the address of a server"));
    let make = Make::new("bench".into(), "bench".into());
    println!("{:>8} {:>6} {:>12} {:>12}", "bytes", "hands", "put a second", "round trips");
    for (bytes, hands) in [(100, 1), (100, 2), (100, 4), (100, 8), (100_000, 4)] {
        let run = format!("run-{bytes}-{hands}");
        let mut organiser = Organiser::open(&access, &make, &run, "bench", LOOK * 100).expect("a server");
        let worker = Worker::join(&access, &make, &format!("worker-{bytes}-{hands}"), 1).expect("a server");
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..hands {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        if let Ok(Some(job)) = worker.take(LOOK) {
                            worker.answer(&job, job.body.clone()).expect("a server");
                        }
                    }
                });
            }
            let (mut put, mut came, mut putting) = (0, 0, Duration::ZERO);
            let begun = Instant::now();
            while came < JOBS {
                if put < JOBS && put - came <= WINDOW / 2 {
                    let more = put..JOBS.min(put + WINDOW / 2);
                    put = more.end;
                    let jobs = more.map(|number| (format!("j{number}"), vec![0; bytes])).collect();
                    let begun = Instant::now();
                    organiser.put(jobs).expect("a server");
                    putting += begun.elapsed();
                }
                if let Some(answer) = organiser.answer(LOOK).expect("a server") {
                    organiser.done(&answer).expect("a server");
                    came += 1;
                }
            }
            over.store(true, Ordering::Relaxed);
            let a_second =
                |time: Duration| f64::from(u32::try_from(JOBS).expect("few jobs")) / time.as_secs_f64();
            println!("{bytes:>8} {hands:>6} {:>12.0} {:>12.0}", a_second(putting), a_second(begun.elapsed()));
        });
        organiser.close().expect("a server");
    }
}
