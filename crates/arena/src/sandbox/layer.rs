//! The layers of isolation, best first.

use std::fmt;

use serde::{Serialize, Serializer};

/// What holds a bot's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Namespaces of bubblewrap, and a control group that bounds memory and processes as a whole.
    BubblewrapCgroup,
    /// Namespaces of bubblewrap; memory is watched, not held.
    Bubblewrap,
    /// Landlock, filters of system calls and limits: no namespace, no privilege.
    Landlock,
    /// Nothing: the bot is trusted.
    Trusted,
}

impl Layer {
    /// All of them, best first.
    pub const ALL: [Self; 4] = [Self::BubblewrapCgroup, Self::Bubblewrap, Self::Landlock, Self::Trusted];

    /// The word for it in standings and in the database.
    ///
    /// ```
    /// use croupier_arena::sandbox::Layer;
    ///
    /// assert_eq!(Layer::BubblewrapCgroup.name(), "bubblewrap+cgroup");
    /// assert_eq!(Layer::of_name("none"), Some(Layer::Trusted));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::BubblewrapCgroup => "bubblewrap+cgroup",
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::Trusted => "none",
        }
    }

    /// The layer of a word.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.name() == name)
    }

    /// Whether the process that we start is bubblewrap's, and the program runs under it.
    pub(super) const fn is_bubblewrap(self) -> bool {
        match self {
            Self::BubblewrapCgroup | Self::Bubblewrap => true,
            Self::Landlock | Self::Trusted => false,
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Layer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
