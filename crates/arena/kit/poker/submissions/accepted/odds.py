"""Plays by the chance that its card is the best: bids a share of the stack, and pays by pot odds."""
import json
import sys

seat = card = rivals = 0
stakes = [0, 0, 0]
for line in sys.stdin:
    message = json.loads(line)
    told, asked = message.get("tell", ""), message.get("ask", "")
    answer = None
    # Each rival's card is as likely as any other; a tie counts half.
    win = ((card + 0.5) / 10) ** rivals
    if "hello" in message:
        seat = message["seat"]
        print('{"ready":1,"name":"odds in Python"}', flush=True)
    elif told == "hand":
        card, rivals = message["card"], 2
    elif told in ("bet1_info", "bet2_info"):
        stakes = message["bets"]
    elif told in ("call1_info", "call2_info"):
        rivals = max(sum(message["live"]) - 1, 0)
    elif asked in ("bet1", "bet2"):
        edge = max(2 * win - 1, 0) ** 2 / (2 if asked == "bet1" else 1)
        answer = {"bet": message["min"] + int(edge * (message["max"] - message["min"]))}
    elif asked in ("call1", "call2"):
        price = message["level"] - stakes[seat]
        answer = {"call": win * (sum(stakes) + price) >= price}
    elif "bye" in message:
        break
    if answer is not None:
        print(json.dumps({"id": message["id"], **answer}), flush=True)
