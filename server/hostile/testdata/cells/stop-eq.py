# stops
class C:
    def __eq__(self, o):
        while True: pass
    __hash__ = None
C() in [C()]
