"""Wrong: prints nothing but bytes of zero."""

print("\0" * 13)
