started = 0
try:
    while started < 400:
        if os.fork() == 0:
            time.sleep(5)
            os._exit(0)
        started += 1
except OSError as error:
    held("%d processes, then: %s" % (started, error))
opened("%d processes" % started)
