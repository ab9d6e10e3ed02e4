# raises MemoryError
x = {i: i for i in range(10**4)}
kept = []
while True:
    kept.append(x.copy())
