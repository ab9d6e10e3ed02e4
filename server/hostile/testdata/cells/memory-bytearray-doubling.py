# raises MemoryError
x = bytearray(b'x')
while True:
    x += bytes(x)
