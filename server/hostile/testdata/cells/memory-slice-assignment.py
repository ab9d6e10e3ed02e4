# raises MemoryError
x = [0]
while True:
    x[len(x):] = x
