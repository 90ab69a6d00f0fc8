"""Bets one more than its money."""
import json
import sys

print('{"ready":1,"name":"bets_more_than_it_has"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    if "bet" in answer:
        answer["bet"] = message["money"] + 1
    print(json.dumps(answer), flush=True)
