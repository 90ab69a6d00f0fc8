try:
    with open("/proc/%d/mem" % REFEREE, "rb"):
        opened("its memory as a file")
except OSError as error:
    why = error
buffer = ctypes.create_string_buffer(8)
vector = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 8)
result, error = call("process_vm_readv", REFEREE, ctypes.byref(vector), 1, ctypes.byref(vector), 1, 0)
if result >= 0 or error == os.strerror(14):
    opened("process_vm_readv: " + (error or "read"))
PTRACE_SEIZE = 0x4206
result, error = call("ptrace", PTRACE_SEIZE, REFEREE, 0, 0)
if result == 0:
    opened("ptrace")
held(why)
