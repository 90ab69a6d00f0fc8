"""Ends its lines as another system does: carriage return and newline."""
import json
import sys

print('{"ready":1,"name":"ends_lines_with_crlf"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    sys.stdout.write(json.dumps(answer) + "\r\n")
    sys.stdout.flush()
