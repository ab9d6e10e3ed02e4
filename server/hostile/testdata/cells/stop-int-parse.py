# stops
import sys
sys.set_int_max_str_digits(0)
while True:
    int('9' * 10**7)
