for what, change in [
    ("its mode", lambda: os.chmod(SECRET, 0o666)),
    ("its times", lambda: os.utime(SECRET, (0, 0))),
    ("its owner", lambda: os.chown(SECRET, os.getuid(), os.getgid())),
    ("its attributes", lambda: os.setxattr(SECRET, "user.croupier", b"here")),
]:
    try:
        change()
        opened(what)
    except OSError as error:
        why = error
held(why)
