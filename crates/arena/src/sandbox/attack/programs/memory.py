kept = []
for _ in range(60):
    kept.append(bytearray(os.urandom(1)) * (4 * MIB))
time.sleep(1)
opened("%d MiB of 64" % (4 * len(kept)))
