# raises MemoryError
import base64
x = b'x' * 10**8
kept = [base64.b64encode(x) for _ in range(10)]
