import stat

BITS = stat.S_ISUID | stat.S_ISGID


def check(path, what):
    if os.stat(path).st_mode & BITS:
        opened(what)


why = "no file can be made"
for path, what in [("made", "a new file"), (".", "its own folder")]:
    try:
        if path == "made":
            open(path, "w").close()
        for mode in [0o4755, 0o2755]:
            try:
                os.chmod(path, mode)
                check(path, what)
            except OSError as error:
                why = error
    except OSError as error:
        why = error
for path, make in [
    ("opened", lambda path, mode: os.close(os.open(path, os.O_CREAT | os.O_WRONLY, mode))),
    ("folder", os.mkdir),
]:
    try:
        make(path, 0o6755)
        check(path, "a new one of its own: " + path)
    except OSError as error:
        why = error
held(why)
