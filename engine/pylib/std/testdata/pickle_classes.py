import pickle

class A:

    def __init__(self, x):
        self.x = x

    def __eq__(self, o):
        return type(o) is type(self) and o.__dict__ == self.__dict__

class B:
    __slots__ = ('a', 'b')

class C(A):

    def __getstate__(self):
        return {'st': self.x}

    def __setstate__(self, s):
        self.x = s['st'] * 2

class D:

    def __init__(self, v):
        self.v = v

    def __reduce__(self):
        return (D, (self.v + 1,))

class E(list):
    pass

class F(dict):
    pass

class G(int):
    pass

class H(str):
    pass

class T(tuple):
    pass
for p in range(6):
    print(pickle.loads(pickle.dumps(A(3), p)) == A(3))
    print(pickle.loads(pickle.dumps(C(5), p)).x)
    print(pickle.loads(pickle.dumps(D(5), p)).v)
    if p >= 2:
        b = B()
        b.a = 1
        c = pickle.loads(pickle.dumps(b, p))
        print(c.a, hasattr(c, 'b'))
    e = E([1, 2])
    e.name = 'n'
    r = pickle.loads(pickle.dumps(e, p))
    print(r, r.name, type(r).__name__)
    f = F(a=1)
    f.q = 2
    r = pickle.loads(pickle.dumps(f, p))
    print(r, r.q)
    print(pickle.loads(pickle.dumps(G(4), p)), pickle.loads(pickle.dumps(H('q'), p)))
    print(pickle.loads(pickle.dumps(T((1, 2)), p)))
