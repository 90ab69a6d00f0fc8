//! `croupier serve [CONTEST]`: the page, for a browser on this machine.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use croupier_arena::contest::Contest;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::house;
use crate::interrupt::stop_flag;
use crate::output;
use crate::run_failure::contest_failure;
use crate::web::office::{Office, RegisterError};
use crate::web::{self, Listen, Site};

/// Shows runs, matches and bots in a browser, until Ctrl-C. With CONTEST it prints a link for the organiser, whose page
/// plays the contest and makes links by which entrants submit. No page loads anything from another host.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier serve
  croupier serve contests/poker-league --open
  croupier serve --listen 127.0.0.1:0

Without CONTEST the page is to be read only. With it, the second line is a link for the organiser: whoever has it starts \
and stops runs and makes entrants' links. It is shown once; each start makes another.

Only this machine can ask. Others reach the page through a proxy that is yours, which knows who they are and speaks TLS: \
then --public-behind-proxy lets it listen elsewhere.")]
pub(crate) struct Serve {
    /// A contest's folder: its runs come first, and it is organised from the page.
    #[arg(value_name = "CONTEST")]
    contest: Option<PathBuf>,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
    /// Where to listen; port 0 takes a free one. The address is printed.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8642")]
    listen: SocketAddr,
    /// Listen on an address that other machines reach: a proxy of yours lets in whom you know.
    #[arg(long)]
    public_behind_proxy: bool,
    /// Open the page in this machine's browser: the organiser's, if there is one.
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let is_local = self.listen.ip().is_loopback();
        if !is_local && !self.public_behind_proxy {
            return Err(Failure::usage(format!(
                "{} is not of this machine alone: expected an address such as 127.0.0.1:8642",
                self.listen
            ))
            .hint("--public-behind-proxy listens there; let a proxy decide who may ask"));
        }
        let contest = self.contest.as_ref().map(|folder| Contest::open(folder, house::names));
        let contest = contest.transpose().map_err(contest_failure)?;
        let stop = stop_flag()?;
        let listen =
            Listen { address: self.listen, behind_proxy: self.public_behind_proxy, opens: self.open };
        let office = contest.as_ref().map(|contest| self.office(contest)).transpose()?.flatten();
        web::serve(Site::new(self.data.clone(), contest, office), listen, &stop)?;
        Ok(Exit::Done)
    }

    /// Where the contest is organised: none where that is not to be written, or another server does it.
    fn office(&self, contest: &Contest) -> Result<Option<Arc<Office>>, Failure> {
        match Office::open(contest, &self.data, self.public_behind_proxy) {
            Ok(office) => Ok(Some(Arc::new(office))),
            Err(error @ (RegisterError::Taken | RegisterError::File { .. })) => {
                output::say(format_args!("the page is to be read only: {error}"));
                Ok(None)
            }
            Err(error @ (RegisterError::Damaged { .. } | RegisterError::Newer { .. })) => {
                Err(Failure::bad_input(error))
            }
        }
    }
}
