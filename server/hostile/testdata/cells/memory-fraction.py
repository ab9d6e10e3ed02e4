# stops | raises MemoryError
from fractions import Fraction
x = Fraction(1, 3)
while True:
    x = x * x + 1
