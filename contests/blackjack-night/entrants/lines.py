"""Draws like the dealer and bets 50: a bot that speaks JSON Lines by itself."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer = {"ready": 1, "name": "lines"}
    elif message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(50, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] <= 16 else "stand"}
    else:
        continue  # a notice, or the goodbye
    print(json.dumps(answer), flush=True)
