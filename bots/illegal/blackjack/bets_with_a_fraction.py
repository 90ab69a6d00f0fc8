"""Bets 99.5."""
import json
import sys

print('{"ready":1,"name":"bets_with_a_fraction"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    if "bet" in answer:
        answer["bet"] = 99.5
    print(json.dumps(answer), flush=True)
