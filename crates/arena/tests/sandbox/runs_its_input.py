"""Runs what it reads. What stands here is used by several attacks of series.rs."""
import ctypes
import os
import resource
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)
PRIVATE, NEW = 0, 0o1600


def processes():
    return sorted(int(name) for name in os.listdir("/proc") if name.isdigit())


def seen():
    """All that a run can see of the sandbox."""
    open("new", "w").close()
    numbers = (os.stat("new").st_ino, os.getpid(), os.getppid(), processes())
    files = (sorted(os.listdir(".")), os.listdir("/tmp"), os.stat(".").st_mode, os.statvfs(".").f_bfree)
    objects = tuple(len(open("/proc/sysvipc/" + kind).readlines()) for kind in ("shm", "sem", "msg"))
    limits = tuple(resource.getrlimit(kind) for kind in range(16))
    own = (os.getuid(), os.getgroups(), os.nice(0), sorted(os.sched_getaffinity(0)), os.umask(0o22))
    descriptors = []
    for number in range(256):
        try:
            os.fstat(number)
            descriptors.append(number)
        except OSError:
            pass
    return numbers, files, objects, limits, own, descriptors, sorted(os.environ.items())


def fill(path):
    try:
        with open(path, "wb") as file:
            while True:
                file.write(bytes(1 << 16))
    except OSError:
        pass


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(100)
        os._exit(0)


def shared_memory(size):
    segment = libc.shmget(PRIVATE, size, NEW)
    assert segment >= 0, ctypes.get_errno()
    libc.shmat.restype = ctypes.c_void_p
    ctypes.memset(libc.shmat(segment, None, 0), 1, size)


def semaphores():
    assert libc.semget(PRIVATE, 5, NEW) >= 0


def message_queue():
    queue = libc.msgget(PRIVATE, NEW)
    assert queue >= 0
    assert libc.msgsnd(queue, ctypes.create_string_buffer(b"\1" + b"\0" * 7 + b"queen"), 5, 0) == 0


def try_all(*attempts):
    for attempt in attempts:
        try:
            attempt()
        except OSError:
            pass


def trace(process):
    if libc.ptrace(16, process, 0, 0) == 0:
        sys.exit("it is traced")


def limit_others():
    for process in processes():
        if process != os.getpid():
            try_all(
                lambda: resource.prlimit(process, resource.RLIMIT_NOFILE, (7, 7)),
                lambda: resource.prlimit(process, resource.RLIMIT_CPU, (0, 0)),
                lambda: os.setpriority(os.PRIO_PROCESS, process, 7),
                lambda: os.setpriority(os.PRIO_USER, os.getuid(), 7),
                lambda: os.sched_setaffinity(process, [max(os.sched_getaffinity(0))]),
            )


def strange_descriptors():
    for number in range(3, 256):
        try_all(lambda: os.write(number, b"\xff" * 100), lambda: os.close(number))
    for number in range(3):
        os.close(number)


def burn(seconds):
    while time.process_time() < seconds:
        pass


exec(sys.stdin.read())
