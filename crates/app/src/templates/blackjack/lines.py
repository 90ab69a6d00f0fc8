"""A player of the betting contest of blackjack that speaks JSON Lines: docs/protocol.md.

One message a line on standard input, one answer a line on standard output. An ace is told as 11, and a
ten, jack, queen or king as 10. What you print to standard error is your log.
"""
import json
import sys


def bet(question):
    """From 0 to question["money"]."""
    return min(100, question["money"])


def move(question):
    """Draws to 17, whatever the dealer shows: question["up"]."""
    return "hit" if question["total"] < 17 else "stand"


def answer(**fields):
    # Without the flush the answer would wait in a buffer, and come too late.
    print(json.dumps(fields), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer(ready=1, name="lines")
    elif message.get("ask") == "bet":
        answer(id=message["id"], bet=bet(message))
    elif message.get("ask") == "play":
        answer(id=message["id"], move=move(message))
    elif message.get("tell") == "dealer":
        pass  # The dealer's cards and yours, at the end of a hand: count them here.
    elif "bye" in message:
        break
