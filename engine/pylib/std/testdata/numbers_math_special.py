import cmath
import math
import statistics
from decimal import Decimal
from fractions import Fraction

inf, nan = math.inf, math.nan


def show(f, *args):
    try:
        print(f.__name__, repr(f(*args)))
    except (ValueError, OverflowError, TypeError) as e:
        print(f.__name__, type(e).__name__, e)


for data in ([nan, inf], [inf, inf], [inf, -inf], [inf, -inf, nan], [1e308] * 3, []):
    show(math.fsum, data)
for x, y in ((-0.0, 0.0), (0.0, -0.0), (1.0, 2.0), (inf, 0.0)):
    show(math.nextafter, x, y)
for f in (math.cosh, math.sinh):
    show(f, 709.7827)
    show(f, -710.4)
    show(f, 711.0)
for x in (2.6e305, -inf, 0.0, -3.0, -2.5):
    show(math.lgamma, x)
print(cmath.isnan(complex(nan, inf)), cmath.isclose(complex(inf, 0), complex(-inf, 0), abs_tol=1))
show(lambda: cmath.isclose(1, 1, rel_tol=-1))
for data in ([1, 2, inf], [Decimal('inf'), 1], [nan, 1], [Fraction(1, 3), 1], [5]):
    for f in (statistics.mean, statistics.fmean, statistics.harmonic_mean, statistics.median_grouped):
        show(f, data)
show(statistics.harmonic_mean, [49])
show(statistics.harmonic_mean, [10], [0])
