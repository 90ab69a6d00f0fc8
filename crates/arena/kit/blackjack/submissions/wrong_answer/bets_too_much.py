"""Bets one more than it has."""
import json
import sys

print('{"ready":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    if message.get("ask") == "bet":
        print('{"id":%d,"bet":%d}' % (message["id"], message["money"] + 1), flush=True)
    elif message.get("ask") == "play":
        print('{"id":%d,"move":"stand"}' % message["id"], flush=True)
