"""Prepares itself for ever, and never says that it is ready."""
import time

time.sleep(1000)
