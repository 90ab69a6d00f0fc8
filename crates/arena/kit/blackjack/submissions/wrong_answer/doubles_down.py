"""Makes a move that this game does not have."""
import json
import sys

print('{"ready":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    if message.get("ask") == "bet":
        print('{"id":%d,"bet":0}' % message["id"], flush=True)
    elif message.get("ask") == "play":
        print('{"id":%d,"move":"double"}' % message["id"], flush=True)
