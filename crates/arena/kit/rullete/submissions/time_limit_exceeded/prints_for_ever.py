"""Prints without end: a judge stops it for its time or for its output."""

while True:
    print(170)
