"""What special operands, templates and tables of signals do."""
import decimal
import sys
from decimal import *


def tell(f):
    c = getcontext()
    c.clear_flags()
    try:
        print(f(), [s.__name__ for s in c.flags if c.flags[s]])
    except Exception as e:
        print(type(e).__name__, e)


def attempts(c):
    one, snan, nan = Decimal(1), Decimal('sNaN12'), Decimal('-NaN7')
    for f in (c.plus, c.minus, c.abs):
        for x in ('0', '-0', 'sNaN12', '-NaN7', '-Inf', '-1.23456789123'):
            tell(lambda: f(Decimal(x)))
    for f in (c.subtract, c.add, c.compare, c.compare_signal, c.shift, c.rotate, c.next_toward, c.max, c.power):
        for a, b in ((nan, one), (one, nan), (snan, nan), (one, Decimal('Inf')), (Decimal('NaN'), Decimal('-Inf')), (nan, nan)):
            tell(lambda: f(a, b))
    tell(lambda: snan.fma(nan, Decimal('sNaN3')))
    tell(lambda: one.fma(nan, Decimal('sNaN3')))
    for a, b in ((0, 10), (0, -10), (1, 2), ('1E-999999', 0), ('9.99999999E+999999', 'Inf'), (3, 3)):
        tell(lambda: Decimal(a).next_toward(Decimal(b)))
    for text in ('1..2', ' 1', '1_0', '-nan\u0c68\u0c6a', '\uff11', 'snan1', '1' * 12):
        tell(lambda: c.create_decimal(text))
    for f in (0.1, 3, 2.5):
        tell(lambda: c.create_decimal_from_float(f))


with localcontext(Context(prec=9, traps=[])) as c:
    attempts(c)
    tell(lambda: Decimal('-9E-10').exp())
    tell(lambda: Decimal('-9E-11').exp())
    tell(lambda: Decimal('4E-10').exp())
    tell(lambda: Decimal('1e-1000013').ln())
    tell(lambda: Decimal('0.99999999999999999999999999999999').ln())
    tell(lambda: Decimal('1.0000000000000000000000003').log10())
    for base, power in ((1, '0.5'), (1, 'Inf'), (1, '-Inf'), ('1.00', 3), ('1.00', '-2.5'), (2, 'Inf'), ('0.5', 'Inf')):
        tell(lambda: Decimal(base) ** Decimal(power))
with localcontext(Context(prec=9)) as c:
    attempts(c)

for value in ((0., (1,), 2), (0, (1,), 2.0), (0, (1,), 'x'), (0, 3, 1), (0, (1, 12), 1), (2, (1,), 1), (1, (), 'F'), (0, (1, 2), 'n'), (0, (), 3)):
    tell(lambda: Decimal(value))
for value in (1, '1.5', 'NaN', '1E+9'):
    tell(lambda: Decimal(value).to_integral_value('up'))

c = Context()
print(c.flags, c.flags == Context().flags, c.flags == c.flags.copy(), type(c.flags.copy()))
for f in (lambda: c.flags['x'], lambda: c.flags.__setitem__('x', 1), lambda: c.flags.__delitem__(Inexact), lambda: setattr(c, 'flags', []),
          lambda: setattr(c, 'traps', {}), lambda: setattr(c, 'traps', {'InvalidOperation': 0}), lambda: Context(flags=[3]),
          lambda: Context(traps=3), lambda: localcontext(flags=''), lambda: c.flags.update({3: 4})):
    tell(f)
c.flags[Inexact] = 3
other = Context()
other.flags = c.flags
c.flags[Inexact] = 0
print(c.flags[Inexact], other.flags[Inexact])

for template in DefaultContext, BasicContext, ExtendedContext:
    setcontext(template)
    print(getcontext() is template, getcontext().prec, [s.__name__ for s in getcontext().traps if getcontext().traps[s]])
setcontext(Context())
for name in 'prec', 'rounding', 'flags', 'traps', 'clamp':
    tell(lambda: delattr(Context(), name))
tell(lambda: Decimal('sNaN5').log10())
tell(lambda: Decimal(0).fma(Decimal('Inf'), Decimal('sNaN123')))
print(*(Decimal(a) ** Decimal(b) for a, b in (('4', '0.5'), ('8', '0.25'), ('100', '1.5'))))


class Mine(Decimal):
    note = None


mine = Mine(3)
mine.note = 4
print(type(Mine(mine)), Mine(mine).note, Decimal(mine).__class__, Decimal.__module__, Context.__module__)

del sys.modules['decimal']
import decimal as again
print(again is decimal, again.Decimal is Decimal, again.Decimal(1) + Decimal(2), again.__version__)
