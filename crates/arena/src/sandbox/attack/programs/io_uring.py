result, error = call("io_uring_setup", 1, ctypes.create_string_buffer(256))
if result >= 0:
    opened("a ring")
held(error)
