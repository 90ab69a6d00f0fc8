#!/usr/bin/env no-such-interpreter
# An interpreter that is on no machine: the bot is not to blame, and it is not seated.
