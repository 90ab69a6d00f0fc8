"""Answers well, and sleeps for ever when the match is over: nobody waits for it."""
import json
import sys
import time

print('{"ready":1,"name":"sleeps_at_the_end"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        time.sleep(1000)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    print(json.dumps(answer), flush=True)
