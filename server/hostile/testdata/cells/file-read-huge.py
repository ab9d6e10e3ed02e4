# raises MemoryError | ends
f = open('x', 'wb')
f.seek(2 * 10**8)
f.write(b'x')
f.close()
kept = [open('x', 'rb').read() for _ in range(100)]
