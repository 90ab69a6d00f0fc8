"""Wrong: reads nothing, and prints the value of the first sample."""

print(170)
