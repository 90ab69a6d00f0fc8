"""Bids true: 1 to Python, no number to JSON."""
import json
import sys

print('{"ready":1,"name":"bids_true"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bet"] = True
    print(json.dumps(answer), flush=True)
