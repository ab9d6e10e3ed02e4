# raises MemoryError
x = 'ab'
while True:
    x = x + x
