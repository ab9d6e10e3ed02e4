# raises MemoryError
import csv, io
w = csv.writer(io.StringIO())
while True:
    w.writerow(['x' * 10**5] * 10)
