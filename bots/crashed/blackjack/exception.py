"""Divides by nothing: an exception that nothing catches."""
import json
import sys

print('{"ready":1,"name":"exception"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    answer["note"] = 1 / 0
    print(json.dumps(answer), flush=True)
