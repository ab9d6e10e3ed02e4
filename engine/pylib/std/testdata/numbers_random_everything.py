import random
r = random.Random(42)
print(r.random(), r.randint(1, 100), r.randrange(10), r.randrange(5, 50, 5), r.choice('abc'))
print(r.choices('abc', k=5), r.choices([1, 2, 3], weights=[1, 1, 8], k=5))
print(r.choices('ab', cum_weights=[1, 3], k=3), r.sample(range(100), 5), r.sample('abcdef', 3))
print(r.uniform(1, 2), r.triangular(0, 10, 3), r.triangular(), r.betavariate(2, 3), r.expovariate(1.5))
print(r.gammavariate(2, 1), r.gammavariate(0.5, 1), r.gammavariate(1, 2), r.gauss(0, 1), r.gauss(0, 1))
print(r.normalvariate(0, 1), r.lognormvariate(0, 1), r.vonmisesvariate(0, 4), r.paretovariate(3))
print(r.weibullvariate(1, 2), r.getrandbits(70), r.randbytes(5), r.getrandbits(0))
l = list(range(10))
r.shuffle(l)
print(l, r.sample([1, 2, 3], counts=[2, 1, 1], k=3))
s = r.getstate()
a = r.random()
r.setstate(s)
print(a == r.random(), len(s), s[0])
for seed in (0, 1, -5, 10 ** 20, 'abc', b'x', 1.5, None, '', bytearray(b'q')):
    if seed is not None:
        random.seed(seed)
        print(seed, random.random(), random.randint(0, 10 ** 20))
random.seed(5, version=1)
print(random.random())
random.seed('abc', version=1)
print(random.random())
for f in ('random.choice([])', 'random.sample([1],2)', 'random.randrange(0)', 'random.randint(2,1)', 'random.sample({1},1)', 'random.choices([],k=1)', 'random.choices([1],weights=[0])', 'random.choices([1,2],weights=[1])', 'random.randrange(1.5)', 'random.seed([])', 'random.sample([1],-1)', 'random.getrandbits(-1)', 'random.randrange(1,10,0)', 'random.choices([1],[1],cum_weights=[1])', 'random.shuffle((1,2))', 'random.expovariate(0)'):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
print(random.SystemRandom().random() < 1, random.Random(3).gauss(), random.Random(3).normalvariate())
