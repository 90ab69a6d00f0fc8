"""Begins to play without the first line, {"ready":1,…}."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print("hello", flush=True)
    if "level" in message:
        print(json.dumps({"id": message["id"], "call": True}), flush=True)
    elif "ask" in message:
        print(json.dumps({"id": message["id"], "bet": message["min"]}), flush=True)
