"""Calls with 1 for true."""
import json
import sys

print('{"ready":1,"name":"calls_with_a_number"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "call" in answer:
        answer["call"] = 1
    print(json.dumps(answer), flush=True)
