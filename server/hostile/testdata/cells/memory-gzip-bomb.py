# raises MemoryError | raises ModuleNotFoundError
import gzip
x = gzip.compress(b'\0' * 10**8)
kept = [gzip.decompress(x) for _ in range(100)]
