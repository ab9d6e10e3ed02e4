# raises MemoryError
x = list(range(10**5))
kept = []
while True:
    kept.append(list(reversed(x)))
