"""Closes its output and lives on."""
import json
import os
import sys
import time

print('{"ready":1,"name":"closes_its_output"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    os.close(1)
    time.sleep(1000)
