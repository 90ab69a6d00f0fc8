SIGCHLD = 17


def child_leaves(result):
    if result == 0:
        os._exit(0)
    return result > 0


try:
    child_leaves(os.fork())
    opened("fork")
except OSError as error:
    why = error
if child_leaves(call("clone", SIGCHLD, 0, 0, 0, 0)[0]):
    opened("clone")
arguments = (ctypes.c_uint64 * 11)()
arguments[4] = SIGCHLD
if child_leaves(call("clone3", ctypes.byref(arguments), 88)[0]):
    opened("clone3")
import threading

ran = []
thread = threading.Thread(target=ran.append, args=(1,))
thread.start()
thread.join()
held(why if ran else "threads too, which are lawful")
