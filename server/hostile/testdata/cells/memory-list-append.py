# raises MemoryError
x = []
while True:
    x.append([0] * 1000)
