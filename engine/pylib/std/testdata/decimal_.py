import decimal
from decimal import Decimal, getcontext, ROUND_HALF_UP, ROUND_DOWN, localcontext
print(Decimal('0.1')+Decimal('0.2'))
print(Decimal('1')/Decimal('3'))
getcontext().prec=6
print(Decimal(1)/Decimal(7))
print(Decimal('3.14159').quantize(Decimal('0.01')))
print(Decimal('2.675').quantize(Decimal('0.01'), rounding=ROUND_HALF_UP))
print(repr(Decimal('1.10')), Decimal(0.5), Decimal('1E+3'), Decimal('NaN'), Decimal('-Infinity'))
print(Decimal(2).sqrt(), Decimal('1.5')**2, -Decimal('3.0'), abs(Decimal('-2.50')))
print(f"{Decimal('1234.567'):,.2f}")
print(sum([Decimal('1.1')]*3), int(Decimal('3.9')), round(Decimal('2.5')), round(Decimal('2.567'),1))
print(Decimal('1.0')==1, Decimal('0.5')==0.5, hash(Decimal(3))==hash(3), Decimal('1.1')<2)
with localcontext() as c:
    c.prec=30
    print(Decimal(1)/3)
try: Decimal(1)/0
except decimal.ZeroDivisionError if hasattr(decimal,'ZeroDivisionError') else ZeroDivisionError as e: print(type(e).__name__, e)
try: Decimal('abc')
except decimal.InvalidOperation as e: print(type(e), e)
print(Decimal('7')%3, Decimal('-7')//2, divmod(Decimal(7),2), Decimal('1.20').normalize(), Decimal('123.45').as_tuple())
