# raises MemoryError
import weakref
class C: pass
d = weakref.WeakValueDictionary()
kept = []
while True:
    x = C()
    x.data = [0] * 100
    d[id(x)] = x
    kept.append(x)
