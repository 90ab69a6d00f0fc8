"""Answers each question twice in one write: the second answers the next question too early."""
import json
import sys

print('{"ready":1,"name":"answers_twice"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" not in message:
        continue
    answer = {"id": message["id"]}
    answer.update({"call": True} if "level" in message else {"bet": message["min"]})
    sys.stdout.write(json.dumps(answer) + "\n")
    print(json.dumps(answer), flush=True)
