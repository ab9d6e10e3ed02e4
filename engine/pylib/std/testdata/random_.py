import random as r
for s in (1,'abc',2.5,None,b'x',-7,10**40):
    if s is None: continue
    r.seed(s)
    print([r.random(),r.uniform(1,2),r.randint(1,6),r.randrange(0,100,7),r.choice('abc'),r.sample(range(15),5),r.sample(list(range(10)),4),r.choices('xyz',k=4),r.choices([1,2,3],weights=[1,2,9],k=5),r.gauss(0,1),r.gauss(1,2),r.normalvariate(0,1),r.expovariate(2),r.betavariate(1,2),r.gammavariate(.5,1),r.gammavariate(3,1),r.gammavariate(1,1),r.lognormvariate(0,1),r.paretovariate(3),r.weibullvariate(1,2),r.vonmisesvariate(1,2),r.triangular(1,5,2),r.getrandbits(70),r.randbytes(5), r.sample('ab',k=3,counts=[5,2])])
    l=list(range(12)); r.shuffle(l); print(l)
    st=r.getstate(); a=r.random(); r.setstate(st); print(a==r.random())
for f in (lambda:r.choice([]),lambda:r.sample([1],2),lambda:r.randint(3,1),lambda:r.randrange(0),lambda:r.choices([1],weights=[1,2]),lambda:r.sample({1},1),lambda:r.seed([])):
    try: f()
    except Exception as e: print(type(e).__name__,e)
x=r.Random(5); print(x.random(),x.randint(1,9))
