"""Bids 0."""
import json
import sys

print('{"ready":1,"name":"bids_nothing_but_zero"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bet"] = 0
    print(json.dumps(answer), flush=True)
