"""Opens a million brackets in one line."""
import json
import sys

print('{"ready":1,"name":"deep_brackets"}', flush=True)
for line in sys.stdin:
    if "ask" in json.loads(line):
        print("[" * 1_000_000, flush=True)
