def fill(folder):
    """Writes files until it is refused; the MiB that were written."""
    written = 0
    chunk = b"x" * MIB
    try:
        while written < 48:
            with open(os.path.join(folder, "fill-%d" % written), "wb") as file:
                file.write(chunk)
            written += 1
    except OSError:
        pass
    for number in range(written + 1):
        try:
            os.unlink(os.path.join(folder, "fill-%d" % number))
        except OSError:
            pass
    return written


written = {}
for folder in [os.getcwd(), "/tmp", "/var/tmp", "/dev/shm", "/run", "/", os.path.dirname(SECRET)]:
    written[folder] = fill(folder)
    if written[folder] >= 48:
        opened("%d MiB in %s" % (written[folder], "its own folder" if folder == os.getcwd() else folder))
held("at most %d MiB" % max(written.values()))
