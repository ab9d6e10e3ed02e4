import numpy as np
def p(*a): print(*[repr(x) for x in a])
for seed in range(5):
    np.random.seed(seed)
    p(np.random.binomial(10,.5,8), np.random.binomial(1000,.3,5), np.random.binomial(500,.9,5), np.random.binomial(5,[.1,.5,.9]), np.random.binomial(3,.2))
    p(np.random.poisson(3,8), np.random.poisson(25,8), np.random.poisson(100.5,4), np.random.poisson([1,50]), np.random.poisson())
    p(np.random.exponential(2,2), np.random.multinomial(20,[.2,.3,.5]), np.random.multinomial(5,[.1,.9],size=3), np.random.laplace(size=2))
    r=np.random.default_rng(seed)
    p(r.normal(size=5), r.standard_normal(), r.exponential(size=4), r.permutation(7), r.choice(10,4,replace=False), r.choice(20000,3,replace=False), r.integers(0,5,5), r.random(2), r.choice([1,2,3],2,p=[.1,.2,.7]))
    x=np.arange(6); r.shuffle(x); p(x); y=np.arange(8).reshape(4,2); r.shuffle(y); p(y); l=[1,2,3,4]; r.shuffle(l); p(l)
    p(r.poisson(4,3), r.binomial(10,.4,3), r.permutation(np.eye(3)))
r=np.random.default_rng(7)
a=r.standard_normal(200000); p(a.sum(), a.min(), a.max(), a[::20000])
e=r.standard_exponential(200000); p(e.sum(), e.max(), e[::20000])
import hashlib
print(hashlib.md5(a.tobytes()).hexdigest(), hashlib.md5(e.tobytes()).hexdigest())
