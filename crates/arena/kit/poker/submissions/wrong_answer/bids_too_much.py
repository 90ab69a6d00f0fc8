"""Bids one more than its stack."""
import json
import sys

print('{"ready":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    if message.get("ask") in ("bet1", "bet2"):
        print('{"id":%d,"bet":%d}' % (message["id"], message["max"] + 1), flush=True)
    elif message.get("ask") in ("call1", "call2"):
        print('{"id":%d,"call":%s}' % (message["id"], "false"), flush=True)
