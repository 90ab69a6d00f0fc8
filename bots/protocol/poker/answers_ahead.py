"""Answers ten questions when it is asked one."""
import json
import sys

print('{"ready":1,"name":"answers_ahead"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    for ahead in range(10):
        print(json.dumps({**answer, "id": message["id"] + ahead}), flush=True)
