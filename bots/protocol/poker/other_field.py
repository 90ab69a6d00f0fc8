"""Calls its bid `bid`: the field is `bet`."""
import json
import sys

print('{"ready":1,"name":"other_field"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    if "bet" in answer:
        answer["bid"] = answer.pop("bet")
    print(json.dumps(answer), flush=True)
