//! Playing a whole contest.

mod pool;
mod seating;
