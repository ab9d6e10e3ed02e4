import pickle
s = pickle.dumps('x' * 70000, 4)
print(len(s))
print(pickle.loads(s) == 'x' * 70000)
s = pickle.dumps(list(range(3000)), 4)
print(len(s), pickle.loads(s)[-1])
s = pickle.dumps({str(i): i for i in range(2500)}, 5)
print(len(s), len(pickle.loads(s)))
print(pickle.dumps([b'x' * 300], 5)[:20])
