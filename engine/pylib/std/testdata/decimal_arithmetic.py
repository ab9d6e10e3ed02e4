from decimal import *
a, b = (Decimal('1'), Decimal('7'))
print(a / b, a % b, a // b, -a, +a, abs(-a), divmod(b, Decimal('2.5')), b ** 3, b ** (-1))
print(b ** Decimal('0.5'), Decimal(2) ** 200)
print(Decimal('10') % Decimal('-3'), Decimal('-10') // 3, Decimal('1e30') + 1, Decimal('0.1') * 3)
print(Decimal('1.00') + Decimal('2'), Decimal('3.0') * Decimal('2.00'))
for f in ('a/0', 'a//0', 'a%0', 'Decimal(0)/0', 'Decimal("inf")-Decimal("inf")', 'Decimal(0)**0', 'Decimal("inf")*0', 'Decimal("1e999999")*Decimal("1e999999")', 'a+1.5', 'a+None', '1.5<a', 'a==1.0', 'Decimal("sNaN")+1', 'Decimal("nan")<1', 'int(Decimal("nan"))', 'int(Decimal("inf"))', 'round(Decimal("nan"))', 'Decimal(-1).sqrt()', 'Decimal(-1).ln()', 'Decimal(0).ln()', 'Decimal(0).log10()'):
    try:
        print(f, '=', eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
