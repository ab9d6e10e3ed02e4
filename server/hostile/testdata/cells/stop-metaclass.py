# stops
class M(type):
    def __instancecheck__(cls, o):
        while True: pass
class C(metaclass=M): pass
isinstance(1, C)
