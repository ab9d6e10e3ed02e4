# raises OSError | raises MemoryError | stops
kept = []
while True:
    kept.append(open('f', 'a'))
