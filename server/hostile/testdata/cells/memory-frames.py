# raises MemoryError
import sys
kept = []
def f(n):
    x = [0] * 100
    kept.append(sys._getframe())
while True:
    f(1)
