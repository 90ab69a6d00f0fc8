"""Bids NaN."""
import json
import sys

print('{"ready":1,"name":"not_a_number"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        print('{"id":%d,"bet":NaN}' % message["id"], flush=True)
        continue
    print(json.dumps(answer), flush=True)
