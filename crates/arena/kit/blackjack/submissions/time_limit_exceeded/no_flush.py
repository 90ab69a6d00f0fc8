"""Does not flush its output: both sides wait for each other."""
import json
import sys

print('{"ready":1}')
for line in sys.stdin:
    message = json.loads(line)
    if message.get("ask") == "bet":
        print('{"id":%d,"bet":0}' % message["id"])
    elif message.get("ask") == "play":
        print('{"id":%d,"move":"stand"}' % message["id"])
