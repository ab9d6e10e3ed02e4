from decimal import *
for s in ('0', '-0', '1', '1.0', '1.10', '1E5', '1e-7', '0.000001', '0.0000001', '123456789012345678901234567890', '-1.5E+10', 'NaN', '-nan', 'sNaN', 'nan123', 'Infinity', '-inf', ' 1.5 ', '1_000', '1__0', 'abc', '', '.5', '5.', '1e', '0e10', '0E-10', '1E+1000000', '-.0'):
    try:
        d = Decimal(s)
        print(repr(s), repr(d), str(d), d.as_tuple(), d.to_eng_string())
    except Exception as e:
        print(repr(s), type(e).__name__, e)
for x in (1.1, 0.1, -2.5, float('nan'), float('inf'), 10 ** 30, True, (0, (1, 2, 3), -2), (1, (), 'F'), (0, (1,), 'n')):
    print(repr(Decimal(x)))
try:
    Decimal([1])
except Exception as e:
    print(type(e).__name__, e)
try:
    Decimal((2, (1,), 0))
except Exception as e:
    print(type(e).__name__, e)
