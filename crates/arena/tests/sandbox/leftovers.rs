//! What is left of a bot: nothing, however the referee ends.
