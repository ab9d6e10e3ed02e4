# raises MemoryError
def g():
    x = [0] * 1000
    yield x
kept = []
while True:
    it = g()
    next(it)
    kept.append(it)
