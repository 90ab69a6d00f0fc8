import fcntl

F_SETSIG, F_SETOWN_EX = 10, 15
SIGURG = 23
end, _ = os.pipe()
why = "no other process is there"
# In a namespace of its own a low number is another process.
is_alone = os.getpid() < 10
if not is_alone:
    for what, command, argument in [
        ("F_SETOWN", fcntl.F_SETOWN, REFEREE),
        ("F_SETOWN_EX", F_SETOWN_EX, (1).to_bytes(4, sys.byteorder) + REFEREE.to_bytes(4, sys.byteorder)),
        ("F_SETSIG", F_SETSIG, SIGURG),
    ]:
        try:
            fcntl.fcntl(end, command, argument)
            opened(what)
        except OSError as error:
            why = error
    for what, request in [("FIOSETOWN", 0x8901), ("SIOCSPGRP", 0x8902)]:
        try:
            import socket

            fcntl.ioctl(socket.socketpair()[0], request, REFEREE.to_bytes(4, sys.byteorder))
            opened(what)
        except OSError as error:
            why = error
held(why)
