"""Prints what it thinks on standard error, where it belongs."""
import json
import sys

print('{"ready":1,"name":"talks_on_standard_error"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print("thinking...", file=sys.stderr)
    print(json.dumps(answer), flush=True)
