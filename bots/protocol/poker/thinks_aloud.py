"""Prints what it thinks on standard output: the line is taken for the answer."""
import json
import sys

print('{"ready":1,"name":"thinks_aloud"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print("thinking...", flush=True)
    print(json.dumps(answer), flush=True)
