# ends
import sys
for i in range(1000):
    sys.stderr.write('x' * 10**5)
