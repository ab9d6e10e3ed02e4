# raises MemoryError
x = bytes(10**6)
kept = []
while True:
    kept.append(x[1:])
