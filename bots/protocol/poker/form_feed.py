"""Prints a form feed on a line before each answer."""
import json
import sys

print('{"ready":1,"name":"form_feed"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print("\f", flush=True)
    print(json.dumps(answer), flush=True)
