CLONE_NEWUSER, SIGCHLD = 0x10000000, 17
result, why = call("clone", CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)
if result == 0:
    os._exit(0)
if result > 0:
    opened("clone")
arguments = (ctypes.c_uint64 * 11)()
arguments[0], arguments[4] = CLONE_NEWUSER, SIGCHLD
result, _ = call("clone3", ctypes.byref(arguments), 88)
if result == 0:
    os._exit(0)
if result > 0:
    opened("clone3")
if call("unshare", CLONE_NEWUSER)[0] == 0:
    opened("unshare")
held(why)
