# raises MemoryError
import io
s = io.StringIO()
while True:
    s.write('x' * 10**6)
