"""Wrong: reads nothing, and prints the outcome of the first sample."""

print("finished 13 1")
