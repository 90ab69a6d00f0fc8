"""Prints 5 for ever, in one line."""
import json
import sys

print('{"ready":1,"name":"endless_numbers"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    while True:
        sys.stdout.write("5" * 65536)
