"""A student's program: classes."""
class Account:
    rate = 0.02
    _count = 0
    def __init__(self, owner, balance=0): self.owner, self.__balance = owner, balance; Account._count += 1
    def deposit(self, n):
        if n <= 0: raise ValueError("Deposit must be positive")
        self.__balance += n; return self
    @property
    def balance(self): return self.__balance
    def __repr__(self): return f"{type(self).__name__}({self.owner!r}, {self.__balance})"
    def __lt__(self, o): return self.balance < o.balance
    def __len__(self): return 1
    def __enter__(self): return self
    def __exit__(self, *a): return False
class Savings(Account):
    def __init__(self, owner, balance=0, rate=None):
        super().__init__(owner, balance)
        if rate: self.rate = rate
    def interest(self): return self.balance * self.rate
a = Account("A", 10).deposit(5).deposit(1); s = Savings("S", 100, .1); print(a, s, s.interest(), Account._count, a._Account__balance, sorted([s, a]), vars(s), isinstance(s, Account), issubclass(Savings, Account), Savings.__bases__, Savings.__mro__)
try: a.balance = 3
except AttributeError as e: print(e)
try: a.__balance
except AttributeError as e: print(e)
try: a.deposit(-1)
except ValueError as e: print(e)
class A:
    def go(self): return "A"
class B(A):
    def go(self): return "B" + super().go()
class C(A):
    def go(self): return "C" + super().go()
class D(B, C):
    def go(self): return "D" + super().go()
print(D().go(), [k.__name__ for k in D.__mro__])
class Slots:
    __slots__ = ("x",)
try: Slots().y = 1
except AttributeError as e: print(e)
try: Slots().x
except AttributeError as e: print(e)
class Node:
    def __init__(self, v, nxt=None): self.v, self.nxt = v, nxt
class LL:
    def __init__(self): self.head = None
    def add(self, v): self.head = Node(v, self.head); return self
    def __iter__(self):
        n = self.head
        while n: yield n.v; n = n.nxt
print(list(LL().add(1).add(2).add(3)))
class Del:
    def __del__(self): print("deleted")
d = Del(); del d
print(getattr(a, "zz", "dflt"), hasattr(a, "owner"), setattr(a, "new", 5), a.new, callable(a.deposit), dir(Slots)[-2:], a.deposit.__self__ is a, Account.deposit.__qualname__, type(a).__name__, id(a) == id(a))
class Temp:
    def __init__(self): self._c = 0
    c = property(lambda s: s._c, lambda s, v: setattr(s, "_c", v), doc="celsius")
t = Temp(); t.c = 5; print(t.c, Temp.c.__doc__)
