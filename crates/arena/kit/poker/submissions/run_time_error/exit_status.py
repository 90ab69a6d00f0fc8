"""Gives up with an exit status of 3 when it is dealt a 0 or a 1."""
import json
import sys

print('{"ready":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    if message.get("tell") == "hand" and message["card"] < 2:
        sys.exit(3)
    if message.get("ask") in ("bet1", "bet2"):
        print('{"id":%d,"bet":%d}' % (message["id"], message["min"]), flush=True)
    elif message.get("ask") in ("call1", "call2"):
        print('{"id":%d,"call":%s}' % (message["id"], "false"), flush=True)
