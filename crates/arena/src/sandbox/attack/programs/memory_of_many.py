children = []
for _ in range(16):
    child = os.fork()
    if child == 0:
        kept = bytearray(b"x") * (20 * MIB)
        time.sleep(3)
        os._exit(len(kept) == 0)
    children.append(child)
ended = [os.waitpid(child, 0)[1] for child in children]
lived = ended.count(0)
if lived < 4:
    held("%d of 16 processes with 20 MiB each lived, in 64 MiB" % lived)
opened("%d of 16 processes with 20 MiB each, in 64 MiB" % lived)
