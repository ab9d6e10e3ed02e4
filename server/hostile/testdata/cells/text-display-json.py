# raises RecursionError | ends
x = []
for i in range(10**5):
    x = [x]
class C:
    def _repr_json_(self): return x
C()
