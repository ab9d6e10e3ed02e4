# raises MemoryError
kept = []
x = []
while True:
    kept.append(x.append)
