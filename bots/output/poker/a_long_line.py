"""Answers with a note of 4 MiB: a line has a bound of 64 KiB."""
import json
import sys

print('{"ready":1,"name":"a_long_line"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    answer["note"] = "x" * (4 << 20)
    print(json.dumps(answer), flush=True)
