"""Bids 020: octal to some languages, and no number to JSON."""
import json
import sys

print('{"ready":1,"name":"number_with_a_zero"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        print('{"id":%d,"bet":020}' % message["id"], flush=True)
        continue
    print(json.dumps(answer), flush=True)
