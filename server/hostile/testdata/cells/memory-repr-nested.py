# raises MemoryError
x = [1]
for i in range(50):
    x = [x, x]
repr(x)
