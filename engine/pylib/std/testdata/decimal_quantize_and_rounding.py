from decimal import *
modes = (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)
for m in modes:
    print(m)
    print([str(Decimal(s).quantize(Decimal('1.0'), rounding=m)) for s in ('1.25', '1.35', '-1.25', '-1.35', '1.24', '1.26', '0.05', '1.01')])
    print([str(Decimal(s).to_integral_value(rounding=m)) for s in ('2.5', '-2.5', '3.5', '0.4')])
print(Decimal('3.14159').quantize(Decimal('0.01')), Decimal('1e3').quantize(Decimal('1')))
print(Decimal('123').quantize(Decimal('1e2')))
for f in ("Decimal('1e30').quantize(Decimal('0.01'))", "Decimal('inf').quantize(Decimal(1))", "Decimal('2.675').__round__(2)", "round(Decimal('2.5'))", "round(Decimal('3.5'))", "round(Decimal('1234.5'),-2)", "Decimal('2.50').normalize()", "Decimal('1200').normalize()", "Decimal('0.00').normalize()", "Decimal('1.23456789').__format__('.3f')", "Decimal('3.7').to_integral_exact()", "Decimal('1.5').__floor__()", "Decimal('1.5').__ceil__()", "Decimal('-1.5').__trunc__()"):
    try:
        print(f, repr(eval(f)))
    except Exception as e:
        print(f, type(e).__name__, e)
