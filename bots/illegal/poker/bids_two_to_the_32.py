"""Bids 4294967296, which is 0 in 32 bits."""
import json
import sys

print('{"ready":1,"name":"bids_two_to_the_32"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bet"] = 1 << 32
    print(json.dumps(answer), flush=True)
