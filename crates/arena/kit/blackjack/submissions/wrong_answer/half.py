"""Plays five of the ten evenings and ends as if all were well."""
import json
import sys

print('{"ready":1}', flush=True)
evenings = 0
for line in sys.stdin:
    message = json.loads(line)
    evenings += message.get("tell") == "start"
    if evenings > 5:
        break
    if message.get("ask") == "bet":
        print('{"id":%d,"bet":0}' % message["id"], flush=True)
    elif message.get("ask") == "play":
        print('{"id":%d,"move":"stand"}' % message["id"], flush=True)
