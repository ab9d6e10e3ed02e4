class X:
    def __index__(self):
        l[:] = []
        return 1
for f in ('l[0:10:X()]', 'l[0:10:X()] = [1]', 'l[:10:X()] = [1]*10', 'del l[0:10:X()]', 'l[X()] = 5', 'l[X():] = [3]', 'l[X()]', 'del l[X()]', 'l.insert(X(), 5)', 'l.pop(X())', 'l.index(3, X())', 'b[0:10:Y()] = bytes(10)', 'b[0:10:Y()]', 'del b[0:10:Y()]', 'b[Y()] = 5', 'b[Y()]'):
    l = [0]*10
    b = bytearray(10)
    class Y:
        def __index__(self):
            b.clear(); return 1
    try: exec(f); print(f, l, b)
    except Exception as e: print(f, type(e).__name__, e)
