import pickle
l = [1]
d = {'a': l, 'b': l}
r = pickle.loads(pickle.dumps(d))
print(r['a'] is r['b'])
l.append(l)
r = pickle.loads(pickle.dumps(l))
print(r[1] is r, r)

class N:
    pass
n = N()
n.me = n
r = pickle.loads(pickle.dumps(n))
print(r.me is r)
t = ([],)
t[0].append(t)
r = pickle.loads(pickle.dumps(t))
print(r[0][0] is r)
