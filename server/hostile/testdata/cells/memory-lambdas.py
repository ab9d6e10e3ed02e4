# raises MemoryError
kept = []
while True:
    kept.append(lambda: 0)
