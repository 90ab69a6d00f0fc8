"""Prints a line of blanks before each answer."""
import json
import sys

print('{"ready":1,"name":"blank_line"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print("   \t ", flush=True)
    print(json.dumps(answer), flush=True)
