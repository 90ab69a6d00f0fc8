"""Keeps a large table for every deal, and frees none."""
import json
import sys

tables = []
print('{"ready":1,"name":"keeps_every_deal"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    tables.append(bytearray(b"x") * (64 << 20))
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print(json.dumps(answer), flush=True)
