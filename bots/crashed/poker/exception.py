"""Divides by nothing: an exception that nothing catches."""
import json
import sys

print('{"ready":1,"name":"exception"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    answer["note"] = 1 / 0
    print(json.dumps(answer), flush=True)
