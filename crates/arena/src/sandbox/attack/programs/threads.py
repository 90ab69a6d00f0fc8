import threading

started = 0
try:
    while started < 400:
        threading.Thread(target=time.sleep, args=(2,), daemon=True).start()
        started += 1
except (OSError, RuntimeError) as error:
    held("%d threads, then: %s" % (started, error))
opened("%d threads" % started)
