"""Prints 5 for ever, in one line."""
import json
import sys

print('{"ready":1,"name":"endless_numbers"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    while True:
        sys.stdout.write("5" * 65536)
