import random
import statistics as s
from decimal import Decimal, getcontext
from fractions import Fraction


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)


nan, inf = float('nan'), float('inf')
class F(float): pass
class I(int): pass
rng = random.Random(7)
lists = [[1, 2, 4], [1.5, 2, 4], [Fraction(1, 3), 2, Fraction(5, 7)], [Fraction(1, 3), 0.25], [Decimal('1.1'), 2, Decimal('7.35')],
         [True, False, True], [F(1.5), 2.5], [I(3), 4, I(8)], [1e100, 1, -1e100, 7], [0.1] * 7, [3], [], [1, inf], [inf, -inf, 1], [nan, 1],
         [Decimal('Infinity'), 1], [Decimal(2), 1.5], ['a', 'b'], [None], [1, 2, 3, 4, 5.0], [10 ** 400, 10 ** 400 + 2],
         [rng.uniform(-1e3, 1e3) for _ in range(20)], [Decimal(rng.randrange(10 ** 12)).scaleb(-5) for _ in range(20)]]
for data in lists:
    print(data[:4])
    for f in s.mean, s.variance, s.pvariance, s.stdev, s.pstdev, s.harmonic_mean, s.fmean:
        t(f, data)
    t(lambda: (s._sum(data)))
    for center in 0, 2.1, Fraction(1, 3):
        t(s.pvariance, data, center)
        t(s.stdev, iter(data), center)
for k in range(40):
    n, m = rng.randrange(10 ** rng.randrange(1, 40)), rng.randrange(1, 10 ** rng.randrange(1, 40))
    print(s._float_sqrt_of_frac(n, m), s._decimal_sqrt_of_frac(n, m))
for a in int, I, float, F, Fraction, Decimal, str:
    for b in int, bool, I, float, F, Fraction, Decimal:
        t(s._coerce, a, b)
t(s.harmonic_mean, [1, -1]); t(s.harmonic_mean, [1, 2], [1, -1]); t(s.harmonic_mean, [0, 2]); t(s.harmonic_mean, [-3]); t(s.harmonic_mean, ['x'])
t(s.harmonic_mean, [10, 20], [0, 0]); t(s.harmonic_mean, [10, 20, 40], weights=[1, 2, 3]); t(s.harmonic_mean, [Fraction(1, 2), 3], [2, 5])
