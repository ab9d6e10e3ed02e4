# raises MemoryError
kept = []
while True:
    kept.append(iter([]))
