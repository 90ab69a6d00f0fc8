import socket

for what, family, kind, place in [
    ("TCP to this machine", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", PORT)),
    ("a socket with an abstract name", socket.AF_UNIX, socket.SOCK_STREAM, "\0" + NAME),
]:
    try:
        with socket.socket(family, kind) as tried:
            tried.settimeout(2)
            tried.connect(place)
        opened(what)
    except OSError as error:
        why = error
held(why)
