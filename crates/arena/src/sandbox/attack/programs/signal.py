for victim in [REFEREE, os.getppid()]:
    if victim > 1:
        try:
            os.kill(victim, 0)
            opened("a signal reaches process %d" % victim)
        except OSError as error:
            why = error
try:
    why
except NameError:
    why = "no other process is there"
if os.path.exists("/proc/%d" % REFEREE) and os.access("/proc/%d/stat" % REFEREE, os.R_OK):
    try:
        open("/proc/%d/stat" % REFEREE).read()
        opened("the referee's process is seen")
    except OSError:
        pass
held(why)
