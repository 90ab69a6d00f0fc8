"""Seats a Python `class Player` of algorithmic poker: JSON Lines on one side, its twelve callbacks
on the other. Runs under Python 2.7 and Python 3. What the bot prints is its log.

Usage: player_adapter.py FOLDER FILE|MODULE
"""
import json
import os
import random
import re
import sys
import traceback


def take_the_wire():
    """Keeps the wire for the adapter: the bot's own output goes to its log, its input is empty."""
    wire_in, wire_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return wire_in, wire_out


WIRE_IN, WIRE_OUT = take_the_wire()


def send(text):
    data = text.encode("ascii")
    while data:
        data = data[os.write(WIRE_OUT, data):]


# The scanner alone: the referee's lines begin with a brace, so no blanks have to be looked for.
SCAN = json.JSONDecoder().scan_once


def messages():
    """The referee's messages. What arrives together is decoded together."""
    rest = b""
    while True:
        data = os.read(WIRE_IN, 65536)
        if not data:
            return
        rest += data
        if not rest.endswith(b"\n"):
            continue
        text, rest, at = rest.decode("utf-8"), b"", 0
        while at < len(text):
            message, at = SCAN(text, at)
            at += 1
            yield message


WHOLE = (int,) if sys.version_info[0] > 2 else (int, long)  # noqa: F821


# Far above every bid. Beyond it a number may be too long to be written down.
MOST = 10 ** 9


def first_bid(value):
    """A bid as the first arbiter took it: whatever equals a whole number."""
    number = int(value)
    return number if number == value and abs(number) <= MOST else None


def strict_bid(value):
    return value if type(value) in WHOLE and abs(value) <= MOST else None


def first_call(value):
    """A call as the first arbiter took it: by its truth."""
    return bool(value)


def strict_call(value):
    return value if type(value) is bool else None


def answer(method, argument, read, field, question, expected):
    try:
        value = method(argument)
    except Exception as error:
        traceback.print_exc()
        what = "%s raised %s" % (question["ask"], type(error).__name__)
        return '{"id":%d,"illegal":%s}\n' % (question["id"], json.dumps(what))
    try:
        taken = read(value)
    except Exception:
        taken = None
    if taken is None:
        if field == "bet" and type(value) in WHOLE:
            expected = "a bid in range"
        what = "%s returned %s, not %s" % (question["ask"], shown(value), expected)
        return '{"id":%d,"illegal":%s}\n' % (question["id"], json.dumps(what))
    if taken is True or taken is False:
        taken = "true" if taken else "false"
    return '{"id":%d,"%s":%s}\n' % (question["id"], field, taken)


def shown(value):
    """A value in a few words. Its address differs from run to run, and records do not."""
    if type(value) in WHOLE and abs(value) > MOST:
        return "a number beyond 10**9"
    try:
        return re.sub(" at 0x[0-9a-fA-F]+", "", repr(value))[:100]
    except Exception:
        return "a value without repr"


# The statement's twelve callbacks. Those that answer have to be there.
ANSWERS = ("bet1", "call1", "bet2", "call2")
CALLBACKS = (
    "name", "hand", "bet1", "bet1_info", "call1", "call1_info", "bet2", "bet2_info", "call2", "call2_info",
    "showdown", "result",
)


def main():
    folder, main_name = sys.argv[1], sys.argv[2]
    sys.argv = [main_name]
    source = messages()
    hello = next(source)
    random.seed(hello["bot_seed"])
    player = load(folder, main_name).Player()
    missing = [name for name in CALLBACKS if not hasattr(player, name)]
    if any(name in ANSWERS for name in missing):
        send('{"illegal":%s}\n' % json.dumps("class Player has no " + ", ".join(missing)))
        return
    if hasattr(player, "name"):
        player.name(hello["seat"])
    strict = hello.get("compat") == "strict"
    bid, call = (strict_bid, strict_call) if strict else (first_bid, first_call)
    notices = {}
    for tell, field in (
        ("hand", "card"), ("bet1_info", "bets"), ("call1_info", "live"), ("bet2_info", "bets"),
        ("call2_info", "live"), ("showdown", "cards"), ("result", "winnings"),
    ):
        if hasattr(player, tell):
            notices[tell] = (getattr(player, tell), field)
    questions = {
        "bet1": (player.bet1, "min", bid, "bet", "a whole number"),
        "bet2": (player.bet2, "min", bid, "bet", "a whole number"),
        "call1": (player.call1, "level", call, "call", "True or False"),
        "call2": (player.call2, "level", call, "call", "True or False"),
    }
    send('{"ready":1,"name":"Player"}\n')
    for message in source:
        if "tell" in message:
            notice = notices.get(message["tell"])
            if notice:
                method, field = notice
                try:
                    method(message[field])
                except Exception:
                    # The statement gives no foul for a notice: it is in the log.
                    traceback.print_exc()
        elif "ask" in message:
            method, argument, read, field, expected = questions[message["ask"]]
            send(answer(method, message[argument], read, field, message, expected))
        elif "bye" in message:
            return


main()
