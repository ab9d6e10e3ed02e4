# raises MemoryError
f = open('big', 'w')
while True:
    f.write('x' * 10**6)
