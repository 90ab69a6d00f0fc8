//! What comes back of a match: its record, and what is not in it.
//!
//! ```text
//! 8 bytes   the length of the head, the lowest byte first
//! the head  one line of JSON: for each match its number, the lengths of record and logs, and what is in neither
//! the rest  records and logs, one after the other
//! ```

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::log::Log;

/// A match that was played elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The number of the match.
    pub number: u32,
    /// Its record.
    pub record: Vec<u8>,
    /// What its bots wrote to standard error, by seat.
    pub logs: Vec<Log>,
    /// The fuel by seat, of bots in WebAssembly.
    pub fuel: Vec<Option<u64>>,
    /// What it came to, where house players' draws count, which are in no record.
    pub result: Option<Value>,
    /// How long it was played, in milliseconds.
    pub played_ms: u64,
}

/// Bytes that hold no parcels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are no matches that were played elsewhere: {0}")]
pub struct NoParcels(&'static str);

impl NoParcels {
    pub(super) const CUT: Self = Self("they are cut");
    pub(super) const TOO_LONG: Self = Self("they are too many");
}

#[derive(Serialize, Deserialize)]
struct Head {
    number: u32,
    record: usize,
    logs: Vec<(usize, u64)>,
    fuel: Vec<Option<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    played_ms: u64,
}

const LENGTH_BYTES: usize = 8;

impl Parcel {
    /// Packs parcels into one piece.
    ///
    /// ```
    /// use croupier_arena::run::away::Parcel;
    /// let parcel = Parcel { number: 7, record: b"{}".to_vec(), logs: vec![], fuel: vec![None], result: None, played_ms: 12 };
    /// let packed = Parcel::pack(std::slice::from_ref(&parcel));
    /// assert_eq!(Parcel::unpack(&packed), Ok(vec![parcel]));
    /// assert!(Parcel::unpack(&packed[..packed.len() - 1]).is_err());
    /// ```
    pub fn pack(parcels: &[Self]) -> Vec<u8> {
        let heads: Vec<Head> = parcels.iter().map(Self::head).collect();
        let head = serde_json::to_vec(&heads).expect("a head is plain numbers");
        let mut bytes = (head.len() as u64).to_le_bytes().to_vec();
        bytes.extend(head);
        for parcel in parcels {
            bytes.extend_from_slice(&parcel.record);
            for log in &parcel.logs {
                bytes.extend_from_slice(&log.kept);
            }
        }
        bytes
    }

    /// Unpacks what was [packed](Self::pack).
    ///
    /// # Errors
    /// When the bytes are others.
    pub fn unpack(bytes: &[u8]) -> Result<Vec<Self>, NoParcels> {
        let (length, rest) =
            bytes.split_first_chunk::<LENGTH_BYTES>().ok_or(NoParcels("they are too few"))?;
        let length =
            usize::try_from(u64::from_le_bytes(*length)).map_err(|_| NoParcels("their head is too long"))?;
        let (head, rest) = rest.split_at_checked(length).ok_or(NoParcels("their head is cut"))?;
        let heads: Vec<Head> =
            serde_json::from_slice(head).map_err(|_| NoParcels("their head is not to be read"))?;
        let mut rest = rest;
        let mut next = |length: usize| {
            let (piece, others) = rest.split_at_checked(length).ok_or(NoParcels("they are cut"))?;
            rest = others;
            Ok::<_, NoParcels>(piece.to_vec())
        };
        let mut parcels = Vec::new();
        for Head { number, record, logs, fuel, result, played_ms } in heads {
            let record = next(record)?;
            let logs = logs.into_iter().map(|(kept, dropped)| Ok(Log { kept: next(kept)?, dropped }));
            let logs = logs.collect::<Result<Vec<Log>, NoParcels>>()?;
            parcels.push(Self { number, record, logs, fuel, result, played_ms });
        }
        if rest.is_empty() { Ok(parcels) } else { Err(NoParcels("they are too many")) }
    }

    fn head(&self) -> Head {
        Head {
            number: self.number,
            record: self.record.len(),
            logs: self.logs.iter().map(|log| (log.kept.len(), log.dropped)).collect(),
            fuel: self.fuel.clone(),
            result: self.result.clone(),
            played_ms: self.played_ms,
        }
    }
}
