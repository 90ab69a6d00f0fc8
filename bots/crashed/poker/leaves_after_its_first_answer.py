"""Ends itself after its first answer."""
import json
import sys

print('{"ready":1,"name":"leaves_after_its_first_answer"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print(json.dumps(answer), flush=True)
    sys.exit(0)
