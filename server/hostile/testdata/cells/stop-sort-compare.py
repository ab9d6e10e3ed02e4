# stops
class C:
    def __lt__(self, o): return True
while True:
    sorted([C() for _ in range(1000)])
