try:
    if os.fork() == 0:
        try:
            os.setsid()
        except OSError:
            pass
        if os.fork() == 0:
            os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)", NAME + "-outlives"])
        os._exit(0)
    os.wait()
except OSError as error:
    held(error)
time.sleep(0.3)
held("it was ended too")
