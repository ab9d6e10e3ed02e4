# raises MemoryError
x = [0]
while True:
    x = x * 10
