# raises MemoryError
x = 'a ' * 10**8
kept = [x.split() for _ in range(100)]
