//! `croupier serve [CONTEST]`: the page, for a browser on this machine.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
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
use crate::web::{self, Listen, Origin, Site};

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
then --public-behind-proxy lets it listen elsewhere, and --origin https://contest.example says how the proxy is known.")]
pub(crate) struct Serve {
    /// A contest's folder: its runs come first, and it is organised from the page.
    #[arg(value_name = "CONTEST")]
    contest: Option<PathBuf>,
    /// The data folder; croupier-data, if none is named.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Where to listen; port 0 takes a free one. The address is printed.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8642")]
    listen: SocketAddr,
    /// Listen on an address that other machines reach: a proxy of yours lets in whom you know.
    #[arg(long)]
    public_behind_proxy: bool,
    /// How that proxy is known outside: the page answers to this name alone, and the organiser's link has it.
    #[arg(long, value_name = "URL", requires = "public_behind_proxy")]
    origin: Option<Origin>,
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
        let data = self.data_folder()?;
        let contest = self.contest.as_ref().map(|folder| Contest::open(folder, house::names));
        let contest = contest.transpose().map_err(contest_failure)?.map(Arc::new);
        let stop = stop_flag()?;
        let is_public = self.public_behind_proxy;
        let listen = Listen {
            address: self.listen,
            behind_proxy: is_public,
            origin: self.origin.clone(),
            opens: self.open,
        };
        let office = contest.as_ref().map(|contest| self.office(contest, &data)).transpose()?.flatten();
        web::serve(Site::new(data, contest, office, is_public), &listen, &stop)?;
        Ok(Exit::Done)
    }

    /// The data folder. One that was named is there, unless a contest is to be played into it.
    fn data_folder(&self) -> Result<PathBuf, Failure> {
        let data = self.data.clone().unwrap_or_else(|| PathBuf::from("croupier-data"));
        let shown = data.display();
        if data.exists() && !data.is_dir() {
            return Err(Failure::bad_input(format!("{shown} is no folder: expected a data folder")));
        }
        if self.data.is_some() && self.contest.is_none() && !data.exists() {
            return Err(Failure::bad_input(format!("there is no data folder {shown}"))
                .hint("croupier run CONTEST --data DIR makes one"));
        }
        Ok(data)
    }

    /// Where the contest is organised: none where that is not to be written, or another server does it.
    fn office(&self, contest: &Arc<Contest>, data: &Path) -> Result<Option<Arc<Office>>, Failure> {
        match Office::open(contest, data, self.public_behind_proxy) {
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
