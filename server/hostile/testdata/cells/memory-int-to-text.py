# raises ValueError | raises MemoryError | stops
import sys
sys.set_int_max_str_digits(0)
x = 7 ** (10**8 // 3)
str(x)
