"""Bids a text that looks like a number."""
import json
import sys

print('{"ready":1,"name":"bids_in_quotes"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bet"] = "20"
    print(json.dumps(answer), flush=True)
