# raises MemoryError
kept = []
x = 1 << 10**6
while True:
    kept.append(x + len(kept))
