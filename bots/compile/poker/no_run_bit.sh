#!/bin/sh
# A script that may not be executed.
echo '{"ready":1,"name":"no_run_bit"}'
