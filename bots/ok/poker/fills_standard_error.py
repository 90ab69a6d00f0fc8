"""Writes 1 MiB to standard error before each answer, in one line without an end."""
import json
import sys

print('{"ready":1,"name":"fills_standard_error"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    sys.stderr.write("x" * (1 << 20))
    sys.stderr.flush()
    print(json.dumps(answer), flush=True)
