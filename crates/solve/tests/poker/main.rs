//! Models of players, best responses to them, and the exploiter, at a table of plain players.

mod exploiter;
mod models;
mod players;
mod table;
