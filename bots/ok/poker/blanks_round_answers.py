"""Puts blanks and tabs round its answers."""
import json
import sys

print('{"ready":1,"name":"blanks_round_answers"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print("  \t" + json.dumps(answer) + " \t ", flush=True)
