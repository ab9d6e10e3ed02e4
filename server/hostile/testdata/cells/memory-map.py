# raises MemoryError
kept = []
while True:
    kept.append(list(map(str, range(10**5))))
