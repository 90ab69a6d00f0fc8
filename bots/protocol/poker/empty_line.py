"""Prints an empty line before each answer."""
import json
import sys

print('{"ready":1,"name":"empty_line"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print(flush=True)
    print(json.dumps(answer), flush=True)
