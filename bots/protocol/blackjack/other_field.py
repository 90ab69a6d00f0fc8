"""Calls its move `action`: the field is `move`."""
import json
import sys

print('{"ready":1,"name":"other_field"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        answer = {"id": message["id"], "bet": min(100, message["money"])}
    elif message.get("ask") == "play":
        answer = {"id": message["id"], "move": "hit" if message["total"] < 17 else "stand"}
    else:
        continue
    if "move" in answer:
        answer["action"] = answer.pop("move")
    print(json.dumps(answer), flush=True)
