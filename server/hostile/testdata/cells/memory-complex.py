# raises MemoryError
kept = []
while True:
    kept.append(complex(len(kept), 1))
