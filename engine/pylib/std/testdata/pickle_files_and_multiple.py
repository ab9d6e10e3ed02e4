import pickle, io
b = io.BytesIO()
for x in ({'a': 1}, [1, 2], 'z'):
    pickle.dump(x, b)
b.seek(0)
while True:
    try:
        print(pickle.load(b))
    except EOFError as e:
        print('eof', e)
        break
with open('t.pkl', 'wb') as f:
    pickle.dump({'k': (1, 2)}, f, protocol=2)
with open('t.pkl', 'rb') as f:
    print(pickle.load(f))
p = pickle.Pickler((b2 := io.BytesIO()), protocol=4)
p.dump([1])
p.dump([1])
print(b2.getvalue())
print(pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL)
