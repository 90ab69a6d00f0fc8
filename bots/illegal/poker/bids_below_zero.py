"""Bids -1: an arbiter once took the last action of its list for it."""
import json
import sys

print('{"ready":1,"name":"bids_below_zero"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bet"] = -1
    print(json.dumps(answer), flush=True)
