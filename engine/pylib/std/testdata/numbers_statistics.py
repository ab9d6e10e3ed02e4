from statistics import *
d = [1, 2, 2, 3, 4, 7, 9]
print(mean(d), fmean(d), median(d), median_low(d), median_high(d), median_grouped(d), mode(d))
print(multimode('aabb'), pstdev(d), stdev(d), pvariance(d), variance(d), harmonic_mean([40, 60]))
print(geometric_mean([54, 24, 36]), quantiles(d, n=4), quantiles(d, n=10, method='inclusive'))
print(fmean([1, 2], weights=[3, 1]), covariance([1, 2, 3], [1, 2, 4]), correlation([1, 2, 3], [1, 2, 4]))
print(linear_regression([1, 2, 3], [2, 4, 7]), harmonic_mean([1, 2], weights=[1, 2]))
from fractions import Fraction as F
from decimal import Decimal as D
print(mean([F(1, 2), F(1, 3)]), mean([D('0.1'), D('0.2')]), variance([F(1), F(2), F(4)]))
print(stdev([D(1), D(2), D(4)]), median([F(1), F(2)]), mean([1, 2]), mean([True, False]), mean([1.5, 2]))
print(pvariance([1, 2, 3]), variance([1, 2, 3, 4]))
for f in ('mean([])', 'median([])', 'mode([])', 'stdev([1])', 'variance([])', 'harmonic_mean([-1])', 'geometric_mean([0])', 'quantiles([1])', 'quantiles([1,2],n=0)', "mean('ab')", 'correlation([1],[1])', 'correlation([1,1],[1,2])', 'linear_regression([1,1],[1,2])', 'median_grouped([])', 'fmean([])'):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
n = NormalDist(100, 15)
print(n, n.mean, n.stdev, n.variance, n.median, n.mode, round(n.cdf(115), 6), round(n.pdf(100), 6))
print(round(n.inv_cdf(0.975), 6), n + 5, n * 2, n + n, n - 5, -n, n / 2, round(n.zscore(130), 3))
print(round(n.overlap(NormalDist(110, 15)), 6), [round(x, 4) for x in n.quantiles(4)])
print(NormalDist.from_samples([1, 2, 3]), n == NormalDist(100, 15), len(n.samples(3, seed=1)))
print([round(x, 6) for x in NormalDist().samples(3, seed=5)])
try:
    NormalDist(0, -1)
except StatisticsError as e:
    print(e)
