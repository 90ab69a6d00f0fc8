# What all attacks begin with. An attack ends with one line: `open: …` if it got through, or `held: …`.
import ctypes
import os
import platform
import sys
import time

SECRET, REFEREE, PORT, NAME = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
MIB = 1 << 20

# The numbers of system calls: x86_64, others.
NUMBERS = {
    "clone": (56, 220),
    "ptrace": (101, 117),
    "unshare": (272, 97),
    "process_vm_readv": (310, 270),
    "io_uring_setup": (425, 425),
    "clone3": (435, 435),
}

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def call(name, *arguments):
    """Makes a system call: its result, and the name of its error."""
    number = NUMBERS[name][platform.machine() != "x86_64"]
    ctypes.set_errno(0)
    result = libc.syscall(number, *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    error = ctypes.get_errno()
    return result, os.strerror(error) if error else ""


def opened(what):
    print("open: " + what, flush=True)
    os._exit(0)


def held(what):
    print("held: " + str(what), flush=True)
    os._exit(0)
