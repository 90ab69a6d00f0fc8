"""Answers without the newline, and waits."""
import json
import sys

print('{"ready":1,"name":"no_newline"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()
