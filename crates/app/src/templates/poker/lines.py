"""A bot of algorithmic poker that speaks JSON Lines by itself: docs/protocol.md.

One message a line on standard input, one answer a line on standard output. What you print to standard
error is your log.
"""
import json
import sys

seat = card = 0
bets = [0, 0, 0]


def bid(question):
    """From question["min"] to question["max"]."""
    return question["min"] if card < 7 else min(question["max"], question["min"] + 10)


def pays(question):
    """Whether to pay up to question["level"]."""
    return question["level"] - bets[seat] <= 10 * max(0, card - 4)


def answer(**fields):
    # Without the flush the answer would wait in a buffer, and come too late.
    print(json.dumps(fields), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        seat = message["seat"]
        answer(ready=1, name="lines")
    elif message.get("tell") == "hand":
        card, bets = message["card"], [0, 0, 0]
    elif message.get("tell") in ("bet1_info", "bet2_info"):
        bets = message["bets"]
    elif message.get("ask") in ("bet1", "bet2"):
        answer(id=message["id"], bet=bid(message))
    elif message.get("ask") in ("call1", "call2"):
        answer(id=message["id"], call=pays(message))
    elif "bye" in message:
        break
