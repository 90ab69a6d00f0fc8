"""Bids 18446744073709551616, which is 0 in 64 bits."""
import json
import sys

print('{"ready":1,"name":"bids_two_to_the_64"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bet"] = 1 << 64
    print(json.dumps(answer), flush=True)
