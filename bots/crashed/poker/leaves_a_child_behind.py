"""Starts a process in the background, which holds the pipe open, and ends itself."""
import json
import os
import subprocess
import sys

print('{"ready":1,"name":"leaves_a_child_behind"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    subprocess.Popen(["sleep", "1000"])
    os._exit(0)
