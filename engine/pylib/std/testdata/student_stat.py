"""A student's program: stat."""
import statistics as st, math
d = [2.5, 3.25, 5.5, 11.25, 11.75]
print(st.mean(d), st.median(d), st.stdev(d), st.variance(d), st.pstdev(d), st.mode([1, 1, 2]), st.multimode("aabb"), st.quantiles(d, n=4), st.harmonic_mean([40, 60]), st.geometric_mean([54, 24, 36]), st.fmean(d), st.median_low([1, 2, 3, 4]), st.median_grouped([52, 52, 53, 54]), st.correlation([1, 2, 3], [1, 5, 7]), st.linear_regression([1, 2, 3], [2, 4, 6]), st.covariance([1, 2, 3], [1, 5, 7]))
n = st.NormalDist(10, 2); print(n, n.pdf(10), n.cdf(12), n.inv_cdf(.9), n + 3, n * 2, n.zscore(14), st.NormalDist.from_samples(d), n.overlap(st.NormalDist(11, 2)))
from fractions import Fraction as F; from decimal import Decimal as D
print(st.mean([F(1, 2), F(1, 3)]), st.mean([D("0.5"), D("0.75")]), st.mean([1, 2]), st.mean([1, 3]), st.pstdev([7]), st.pvariance([1, 2, 3, 4]))
print(math.gcd(12, 18), math.lcm(4, 6), math.factorial(20), math.comb(10, 3), math.perm(5, 2), math.isclose(.1 + .2, .3), math.hypot(3, 4), math.floor(-2.5), math.ceil(2.1), math.trunc(-2.7), math.fsum([.1] * 10), math.prod([1, 2, 3]), math.log2(8), math.log(8, 2), math.degrees(math.pi), math.isqrt(17), math.copysign(1, -0.0), math.modf(3.25), math.frexp(8), math.dist([0, 0], [3, 4]), math.erf(1), math.gamma(5), math.cbrt(27), math.exp2(3))
for f in (lambda: st.mean([]), lambda: math.sqrt(-1), lambda: math.log(0), lambda: st.stdev([1]), lambda: math.factorial(-1), lambda: math.factorial(1.5)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
