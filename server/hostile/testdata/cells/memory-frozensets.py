# raises MemoryError
x = set(range(10**4))
kept = []
while True:
    kept.append(frozenset(x))
