import pickle, io, copyreg

class A:

    def __new__(cls, *a, **k):
        o = object.__new__(cls)
        o.a = a
        o.k = k
        return o

    def __getnewargs_ex__(self):
        return (self.a, {'z': 1})
x = pickle.loads(pickle.dumps(A(1, 2)))
print(x.a, x.k)

class B:

    def __init__(self, n):
        self.n = n
copyreg.pickle(B, lambda b: (B, (b.n * 10,)))
print(pickle.loads(pickle.dumps(B(2))).n)

class Per(pickle.Pickler):

    def persistent_id(self, o):
        if isinstance(o, complex):
            return ('c', o.real)

class Un(pickle.Unpickler):

    def persistent_load(self, pid):
        return ['loaded', pid]

    def find_class(self, m, n):
        if m != 'builtins':
            raise pickle.UnpicklingError(f'no {m}.{n}')
        return super().find_class(m, n)
f = io.BytesIO()
Per(f).dump([1, 2j])
f.seek(0)
print(Un(f).load())
try:
    Un(io.BytesIO(pickle.dumps(A()))).load()
except pickle.UnpicklingError as e:
    print(e)
print(object().__reduce_ex__(2)[0].__name__, A(1).__reduce_ex__(4)[0].__name__)
