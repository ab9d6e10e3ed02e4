# raises MemoryError
import zlib
x = b'\0' * 10**7
for i in range(3):
    x = zlib.compress(x * 10) if i == 0 else x
kept = [zlib.decompress(x) for _ in range(100)]
