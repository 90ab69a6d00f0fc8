"""Answers with the number of the next question."""
import json
import sys

print('{"ready":1,"name":"wrong_id"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    answer["id"] += 1
    print(json.dumps(answer), flush=True)
