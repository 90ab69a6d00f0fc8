found = 0
for number in range(3, 1024):
    try:
        os.fstat(number)
        found += 1
        if b"queen" in os.pread(number, 100, 0):
            opened("descriptor %d is a private file of the referee" % number)
    except OSError as error:
        why = error
held(why)
