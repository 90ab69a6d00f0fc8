//! Reading lines from a file or standard input, with the place of each for error messages.
