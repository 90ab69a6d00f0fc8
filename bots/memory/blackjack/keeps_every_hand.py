"""Keeps a large table for every hand, and frees none."""
import json
import sys

tables = []
print('{"ready":1,"name":"keeps_every_hand"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        tables.append(bytearray(b"x") * (64 << 20))
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    print(json.dumps(answer), flush=True)
