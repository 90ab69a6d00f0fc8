for path in [SECRET, "/etc/passwd", "/etc/shadow", "/proc/1/environ", "/proc/%d/environ" % REFEREE]:
    try:
        with open(path, "rb") as file:
            if file.read(1) and not (path.startswith("/proc/1/") and os.getpid() < 10):
                opened(path if path != SECRET else "a private file of the referee")
    except OSError as error:
        why = error
held(why)
