# raises MemoryError
x = 'x' * 10**6
kept = []
while True:
    kept.append(x[1:] + 'y')
