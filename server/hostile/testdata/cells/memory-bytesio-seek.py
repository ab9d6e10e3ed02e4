# raises MemoryError
import io
b = io.BytesIO()
b.seek(10**13)
b.write(b'x')
