# stops | raises OverflowError
import math
math.factorial(10**8)
