# raises OSError | raises MemoryError | stops
import os
p = ''
while True:
    p += 'd' * 100 + '/'
    os.makedirs(p)
