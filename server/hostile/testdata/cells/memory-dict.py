# raises MemoryError
x = {}
i = 0
while True:
    x[i] = str(i) * 10
    i += 1
