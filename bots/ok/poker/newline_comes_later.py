"""Writes an answer with a carriage return, waits, then ends the line."""
import json
import sys
import time

print('{"ready":1,"name":"newline_comes_later"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    sys.stdout.write(json.dumps(answer) + "\r")
    sys.stdout.flush()
    time.sleep(0.001)
    sys.stdout.write("\n")
    sys.stdout.flush()
