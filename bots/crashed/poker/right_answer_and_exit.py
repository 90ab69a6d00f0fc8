"""Answers, and ends itself with status 1: the answer counts, the next question finds nobody."""
import json
import os
import sys

print('{"ready":1,"name":"right_answer_and_exit"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print(json.dumps(answer), flush=True)
    os._exit(1)
