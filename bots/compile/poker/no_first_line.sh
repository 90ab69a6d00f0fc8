# A script without #! in its first line: the system cannot start it.
echo '{"ready":1,"name":"no_first_line"}'
