from fractions import Fraction as F
import math
print(F(3, 6), F('3/4'), F('0.25'), F('-1e-2'), F(1.5), F(5), repr(F(1, 3)), F(1, 2) + F(1, 3))
print(F(1, 2) - 1, F(1, 2) * 2, F(1, 2) / F(3, 4), F(7, 2) // 1, F(7, 2) % 1, divmod(F(7, 2), 2))
print(F(1, 2) ** 2, F(4) ** F(1, 2), F(2) ** (-2), -F(1, 2), abs(F(-1, 2)), F(1, 2) == 0.5, F(1, 2) < 1)
print(hash(F(1, 2)) == hash(0.5), float(F(1, 3)), int(F(7, 2)), round(F(7, 2)), round(F(22, 7), 2))
print(math.floor(F(-1, 2)), math.ceil(F(1, 2)), math.trunc(F(-7, 2)), F(22, 7).limit_denominator(5))
print(F(math.pi).limit_denominator(100), F(1, 2).numerator, F(1, 2).as_integer_ratio(), F.from_float(0.1))
print(F(1, 2) + 0.5, F(1, 2) + 1j, sum([F(1, 3)] * 3), bool(F(0)), F(' 1/2 '), F('1_0/2'), 2 ** F(1, 2))
print(F(F(1, 2), F(1, 3)), str(F(4, 2)), sorted([F(1, 2), F(1, 3)]), F(10 ** 30, 3), complex(F(1, 2)))
print(F(1, 3).is_integer() if hasattr(F, 'is_integer') else '')
for f in ('F(1,0)', "F('a')", 'F(1.5,2)', "F('1/0')", 'F(1,2)/0', 'F(1,2)%0', 'F(None)', 'F(0)**-1', "F(1,2)<'a'", "F(1,2)+'a'", "F(float('nan'))", "F(float('inf'))", "F('1/2/3')", "F(1,2).__format__('.2f')"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
