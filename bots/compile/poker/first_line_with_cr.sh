#!/bin/sh
# Saved with the line ends of another system.
