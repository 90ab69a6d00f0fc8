"""Prints what it thinks on standard output: the line is taken for the answer."""
import json
import sys

print('{"ready":1,"name":"thinks_aloud"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    print("thinking...", flush=True)
    print(json.dumps(answer), flush=True)
