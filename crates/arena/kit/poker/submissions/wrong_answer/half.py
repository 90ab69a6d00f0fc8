"""Plays half of the deals and ends as if all were well."""
import json
import sys

print('{"ready":1}', flush=True)
deals = half = 0
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        half = message["games"] // 2
    deals += message.get("tell") == "hand"
    if deals > half:
        break
    if message.get("ask") in ("bet1", "bet2"):
        print('{"id":%d,"bet":%d}' % (message["id"], message["min"]), flush=True)
    elif message.get("ask") in ("call1", "call2"):
        print('{"id":%d,"call":%s}' % (message["id"], "false"), flush=True)
