from decimal import *
for p in (5, 28, 50):
    getcontext().prec = p
    for s in ('2', '10', '0.5', '1', '100', '1.0001', '123.456', '1e-10', '1e20', '0.001'):
        d = Decimal(s)
        print(p, s, d.ln(), d.log10(), d.sqrt(), d.exp() if d < 1000 else '-')
    print(Decimal(2) ** Decimal('0.5'), Decimal('1.5') ** 10, Decimal('0.3') ** Decimal('-2.7'))
    print(Decimal(10) ** Decimal('-3'), Decimal(-2) ** 3)
    print(Decimal(-1).exp(), Decimal(0).exp(), Decimal('1e-30').exp())
    print(pow(Decimal(3), 100, 7) if p > 28 else pow(Decimal(3), 10, 7))
