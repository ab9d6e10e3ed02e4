import copy
import pickle
import threading
from decimal import *


def attempt(call):
    try:
        print(call())
    except (ArithmeticError, TypeError, AttributeError, ValueError) as e:
        print(type(e).__name__, e)


# Each thread has a context of its own, which begins as DefaultContext is then.
def work(number):
    seen.append((number, getcontext().prec))
    getcontext().prec = number
    turn.wait(5)
    seen.append((number, str(Decimal(1) / 3)))


seen, turn = [], threading.Event()
DefaultContext.prec = 12
getcontext().prec = 20
threads = [threading.Thread(target=work, args=(n,)) for n in (3, 5)]
for thread in threads:
    thread.start()
turn.set()
for thread in threads:
    thread.join()
print(sorted(seen, key=str), Decimal(1) / 3, Context().prec, Context(prec=None, rounding=None, traps=None).prec)
DefaultContext.prec = 28

# Contexts are copied and pickled; they have no other attributes.
getcontext().traps[Inexact] = True
for made in (pickle.loads(pickle.dumps(getcontext())), pickle.loads(pickle.dumps(getcontext(), 0)), copy.deepcopy(getcontext())):
    print(repr(made) == repr(getcontext()), made.traps[Inexact])
setcontext(Context(prec=20))
attempt(lambda: setattr(getcontext(), 'precision', 3))
attempt(lambda: localcontext(precision=10))
attempt(lambda: getcontext().add('1', 2))
attempt(lambda: getcontext().sqrt(2.0))
attempt(lambda: getcontext().create_decimal('3_14'))
attempt(lambda: (getcontext().radix(), getcontext().copy_decimal(Decimal('1.50'))))
attempt(lambda: pow(Decimal(7), 2, '3'))
attempt(lambda: round(Decimal(1), 1.5))
attempt(lambda: Decimal(1) < 3 + 0j)
attempt(lambda: hash(Decimal('sNaN')))


class Money(Decimal):
    def __add__(self, other):
        return Money(super().__add__(other))


print(type(pickle.loads(pickle.dumps(Money('1.5')))), type(copy.copy(Money(2))), repr(Money(1) + 2))

# Powers beyond any exponent end at once.
for base, exponent in [('2', '1e999999999'), ('0.5', '1e999999999'), ('2', '-1e999999999'), ('-2', '1e999999999'), ('1.0000001', '1e18'),
                       ('2', '1e30'), ('2', '-1e30'), ('1e999999999', '2'), ('3', '1000000.5'), ('3', '-99999999.5'), ('-3', '-10000001')]:
    attempt(lambda: Decimal(base) ** Decimal(exponent))

print(Decimal('\u0661.\u0662e-\u0663'), Decimal('1e-0000000000000000000005'), Decimal('1e\u0661\u0662'))
for text in '1e--5', '1e+', '1e', '1e+-5', '1e5.':
    attempt(lambda: Decimal(text))
for value, spec in [('-0.001', 'z.1f'), ('-1.05', 'z.1f'), ('-0.001', '+z.1f'), ('-0.0', 'z'), ('-1e-9', 'z.2e'), ('-0.00001', 'z.1%'), ('0.001', '-z.1f')]:
    print(format(Decimal(value), spec))
