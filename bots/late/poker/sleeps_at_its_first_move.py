"""Sleeps for ever when it is first asked."""
import json
import sys
import time

print('{"ready":1,"name":"sleeps_at_its_first_move"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    time.sleep(1000)
    print(json.dumps(answer), flush=True)
