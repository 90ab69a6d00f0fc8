"""Bids 2147483648, which does not fit a signed number of 32 bits."""
import json
import sys

print('{"ready":1,"name":"bids_two_to_the_31"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bet"] = 1 << 31
    print(json.dumps(answer), flush=True)
