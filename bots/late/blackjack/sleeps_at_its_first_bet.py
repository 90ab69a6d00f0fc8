"""Sleeps for ever when it is first asked."""
import json
import sys
import time

print('{"ready":1,"name":"sleeps_at_its_first_bet"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    time.sleep(1000)
