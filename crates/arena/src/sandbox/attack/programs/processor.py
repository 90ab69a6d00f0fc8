while time.process_time() < 6:
    pass
opened("6 s of processor time, of 1 s")
