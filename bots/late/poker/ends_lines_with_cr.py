"""Ends its lines with a carriage return alone, as very old systems did."""
import json
import sys

print('{"ready":1,"name":"ends_lines_with_cr"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    sys.stdout.write(json.dumps(answer) + "\r")
    sys.stdout.flush()
