# raises MemoryError
def f(*a): return a
x = list(range(10**4))
kept = []
while True:
    kept.append(f(*x))
