import socket

place = os.path.join(os.path.dirname(SECRET), "socket")
try:
    own, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        own.sendto(b"hello", place)
        opened("a message by sendto")
    except OSError as error:
        why = error
    try:
        own.sendmsg([b"hello"], [], 0, place)
        opened("a message by sendmsg")
    except OSError as error:
        why = error
    try:
        own.connect("\0" + NAME)
        opened("a connection")
    except OSError as error:
        why = error
except OSError as error:
    why = error
one, other = socket.socketpair()
one.sendall(b"lawful")
held(why if other.recv(6) == b"lawful" else "pairs of streams too, which are lawful")
