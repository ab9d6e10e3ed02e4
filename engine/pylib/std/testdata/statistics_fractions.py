import statistics as s, random, math
from fractions import Fraction as F
random.seed(1)
for k in range(15):
    d=[random.gauss(0,10**random.randrange(-3,4)) for _ in range(random.randrange(2,12))]
    i=[random.randrange(-50,50) for _ in range(len(d))]
    print(s.mean(d),s.stdev(d),s.variance(d),s.pstdev(i),s.pvariance(i),s.mean(i),s.stdev(i),s.median(i),s.quantiles(d),s.quantiles(i,n=5,method='inclusive'),s.fmean(i), s.correlation(d,range(len(d))), s.linear_regression(range(len(d)),d), s.covariance(d,d))
    a,b=F(random.randrange(-99,99),random.randrange(1,50)),F(random.randrange(-99,99) or 1,random.randrange(1,50))
    print(a+b,a-b,a*b,a/b if b else 0,a//b if b else 0,a%b if b else 0,a**3,abs(a),int(a),round(a),round(a,2),math.floor(a),math.ceil(a),float(a),hash(a),a<b,a==b,a+1,2-a,a+.5,a.limit_denominator(7), divmod(a,b) if b else 0)
print(s.mode([1,1,2]),s.multimode('aabb'),s.mean([1,2,3]),s.mean([1,2]),s.mean([F(1,2),F(1,3)]),s.median([1,3]),s.geometric_mean([1,2,4]),s.harmonic_mean([40,60]),s.median_grouped([1,2,2,3]),s.variance([F(1,2),1]))
for f in (s.mean,s.median,s.mode,s.stdev,s.variance):
    try: f([])
    except s.StatisticsError as e: print(e)
n=s.NormalDist(2,3); print(n,n.cdf(4),n.pdf(1),n.inv_cdf(.3),n+n,n*2,n.quantiles(),n.inv_cdf(.999999), n.overlap(s.NormalDist(0,1)))
print(F('3/4'),F('1.25e-2'),F(0.1),F(1.5),repr(F(3,-6)),F(2)**-2,F(4,9)**.5)
for bad in ('x','1/0'):
    try: F(bad)
    except Exception as e: print(type(e).__name__,e)
try: F(1,0)
except ZeroDivisionError as e: print(e)
