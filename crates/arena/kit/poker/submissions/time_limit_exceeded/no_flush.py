"""Does not flush its output: both sides wait for each other."""
import json
import sys

print('{"ready":1}')
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    if message.get("ask") in ("bet1", "bet2"):
        print('{"id":%d,"bet":%d}' % (message["id"], message["min"]))
    elif message.get("ask") in ("call1", "call2"):
        print('{"id":%d,"call":%s}' % (message["id"], "false"))
