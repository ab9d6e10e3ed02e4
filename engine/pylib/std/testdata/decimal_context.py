from decimal import *
c = getcontext()
print(c)
with localcontext() as ctx:
    ctx.prec = 5
    print(Decimal(1) / 3, ctx.flags[Inexact], ctx.flags[Rounded])
    ctx.clear_flags()
    print(ctx.flags[Inexact])
with localcontext(Context(prec=3, rounding=ROUND_UP)):
    print(Decimal(1) / 3)
with localcontext(prec=4):
    print(Decimal(2) / 3)
print(Decimal(1) / 3)
c2 = Context(prec=6, rounding=ROUND_DOWN, traps=[])
print(c2.divide(Decimal(1), Decimal(0)), c2.sqrt(Decimal(-1)), c2.create_decimal('3.14159265'))
print(c2.flags[DivisionByZero])
print(c2)
print(BasicContext, ExtendedContext, sep='\n')
setcontext(Context(prec=9))
print(getcontext().prec, Decimal(22) / 7)
for k in ('prec', 'Emax'):
    try:
        setattr(getcontext(), k, -5)
    except Exception as e:
        print(type(e).__name__, e)
getcontext().traps[Inexact] = True
try:
    Decimal(1) / 3
except Inexact as e:
    print('inexact', e)
print(sorted((x.__name__ for x in getcontext().traps if getcontext().traps[x])))
getcontext().traps[FloatOperation] = True
try:
    Decimal(1.5)
except FloatOperation as e:
    print(e)
print(issubclass(DivisionByZero, ZeroDivisionError), issubclass(InvalidOperation, ArithmeticError))
print(InvalidOperation.__mro__)
