# raises MemoryError
kept = []
x = 1.5
while True:
    kept.append(x + len(kept))
