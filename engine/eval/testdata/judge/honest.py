# Answers that are right, of every kind of value, with tests as authors write them. A cell is
# "# %% NAME": set-up, answer and hidden tests, with "# ---" between them. All must pass.
# %% numbers, text and None
# ---
def f(kind):
    return {"i": 10 ** 30, "f": 0.1, "c": 1 + 2j, "b": True, "s": "ä€", "y": b"ab", "n": None, "e": ..., "r": range(3)}[kind]
# ---
def test_values():
    assert f("i") == 10 ** 30 and f("f") == 0.1 and f("c") == 1 + 2j and f("b") is True
    assert f("s") == "ä€" and f("y") == b"ab" and f("n") is None and f("e") is ... and f("r") == range(3)
    assert [type(f(k)).__name__ for k in "ifcbsyn"] == ["int", "float", "complex", "bool", "str", "bytes", "NoneType"]
# %% keywords, defaults and unpacking
# ---
def f(a, b=2, *args, c, d=4, **kwargs):
    return a, b, args, c, d, kwargs
# ---
def test_calls():
    assert f(1, c=3) == (1, 2, (), 3, 4, {})
    assert f(*[1, 2, 3], c=0, **{"e": 5}) == (1, 2, (3,), 0, 4, {"e": 5})
    try:
        f(1)
    except TypeError:
        pass
    else:
        assert False, "c is needed"
# %% closures and functions as results
# ---
def adder(n):
    def add(x):
        return x + n
    return add
def counter():
    n = 0
    def count():
        nonlocal n
        n += 1
        return n
    return count
compose = lambda f, g: lambda x: f(g(x))
# ---
def test_closures():
    assert adder(3)(4) == 7
    c = counter()
    assert [c(), c(), c()] == [1, 2, 3] and counter()() == 1
    assert compose(adder(1), abs)(-5) == 6 and compose(lambda x: x * 2, len)([1, 2]) == 4
    assert callable(adder) and adder.__name__ == "adder" and list(map(adder(1), [1, 2])) == [2, 3]
    assert sorted([3, 1, 2], key=lambda x: compose(lambda y: -y, adder(0))(x)) == [3, 2, 1]
# %% generators and iterators
# ---
def count(n):
    for i in range(n):
        yield i
def pairs(xs):
    return zip(xs, xs[1:])
def echo():
    x = yield 0
    while True:
        x = yield x * 2
# ---
def test_generators():
    assert list(count(3)) == [0, 1, 2] and sum(count(10)) == 45
    g = count(2)
    assert next(g) == 0 and next(g) == 1 and next(g, "end") == "end"
    assert list(pairs([1, 2, 3])) == [(1, 2), (2, 3)]
    e = echo()
    next(e)
    assert e.send(4) == 8
    assert [x for x in count(4) if x % 2] == [1, 3] and max(count(5)) == 4
    a, b = count(2)
    assert (a, b) == (0, 1) and 2 in count(3)
# %% lists, dicts and sets, changed in place
# ---
def push(xs, x):
    xs.append(x)
def clear(d):
    d.clear()
def merge(a, b):
    a.update(b)
    return a
def nested(d):
    d["xs"].append(len(d["xs"]))
    d["new"] = {1, 2}
def bytes_up(b):
    b[0] += 1
# ---
def test_in_place():
    xs = [1]
    assert push(xs, 2) is None and xs == [1, 2]
    d = {"a": 1}
    clear(d)
    assert d == {}
    s = {1}
    assert merge(s, {2}) is s and s == {1, 2}
    d = {"xs": [0]}
    inner = d["xs"]
    nested(d)
    assert inner == [0, 1] and d["xs"] is inner and d["new"] == {1, 2}
    b = bytearray(b"ab")
    bytes_up(b)
    assert b == b"bb"
    def call(f):
        xs.append(3)
        f()
    global shared
    shared = xs
# %% a list that both sides change in turn
# ---
def work(xs, f):
    xs.append(1)
    f()
    xs.append(len(xs))
    f()
# ---
def test_turns():
    xs = []
    work(xs, lambda: xs.append("t"))
    assert xs == [1, "t", 2, "t"], xs
# %% one object twice, and a list in itself
# ---
def same(a, b):
    return a is b
def loop():
    xs = [1]
    xs.append(xs)
    return xs
def swap(a, b):
    return b, a
# ---
def test_identity():
    a, b = [1], [1]
    assert same(a, a) and not same(a, b)
    xs = loop()
    assert xs[1] is xs and xs[0] == 1
    x, y = swap(a, b)
    assert x is b and y is a
    import torch
    t = torch.ones(2)
    assert same(t, t) and swap(t, 1)[1] is t
# %% containers of the library
# ---
from collections import OrderedDict, Counter, defaultdict, namedtuple, deque
from fractions import Fraction
from decimal import Decimal
import datetime
Point = namedtuple("Point", "x y")
def f(kind):
    d = defaultdict(list)
    d["a"].append(1)
    return {"o": OrderedDict(a=1, b=2), "c": Counter("abb"), "d": d, "p": Point(1, 2), "q": deque([1, 2]), "f": Fraction(1, 3),
            "dec": Decimal("0.1"), "date": datetime.date(2024, 2, 29), "z": frozenset([1])}[kind]
# ---
def test_library():
    from collections import OrderedDict, Counter
    from fractions import Fraction
    from decimal import Decimal
    import datetime
    assert f("o") == OrderedDict(a=1, b=2) and isinstance(f("o"), OrderedDict) and list(f("o")) == ["a", "b"]
    assert f("c") == Counter("abb") and f("c").most_common(1) == [("b", 2)]
    assert f("d") == {"a": [1]} and f("d")["new"] == []
    p = f("p")
    assert p == (1, 2) and p.x == 1 and isinstance(p, tuple) and p._asdict() == {"x": 1, "y": 2}
    assert list(f("q")) == [1, 2] and f("f") == Fraction(1, 3) and f("dec") == Decimal("0.1")
    assert f("date") == datetime.date(2024, 2, 29) and f("date").year == 2024 and f("z") == frozenset([1])
# %% tensors
import torch
# ---
def f(x):
    return (x * 2).relu()
def fill(x, v):
    x.fill_(v)
def first(x):
    return x[0]
def info(x):
    return x.dtype, x.device, x.shape, x.requires_grad
# ---
def test_tensors():
    x = torch.tensor([-1.0, 3.0])
    assert torch.equal(f(x), torch.tensor([0.0, 6.0])) and type(f(x)) is torch.Tensor
    fill(x, 5)
    assert x.tolist() == [5.0, 5.0]
    m = torch.zeros(2, 2)
    first(m).add_(1)
    assert m.tolist() == [[1, 1], [0, 0]]
    assert info(x) == (torch.float32, torch.device("cpu"), torch.Size([2]), False)
    assert isinstance(f(x), torch.Tensor) and f(x).shape == (2,)
    c = torch.zeros(2, device="cuda")
    fill(c, 1)
    assert c.tolist() == [1, 1] and str(f(c).device) == "cuda:0"
# %% gradients through both sides
import torch
# ---
weights = torch.ones(2, requires_grad=True)
def loss(x):
    return (weights * x).sum()
def step(lr):
    with torch.no_grad():
        weights.sub_(lr * weights.grad)
        weights.grad.zero_()
def square(w):
    return w * w
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g * 2
double = Double.apply
# ---
def test_leaf():
    assert weights.is_leaf and weights.requires_grad and weights.grad is None
    loss(torch.tensor([3.0, 4.0])).backward()
    assert weights.grad.tolist() == [3.0, 4.0]
    step(0.5)
    assert weights.tolist() == [-0.5, -1.0] and weights.grad.tolist() == [0, 0]
def test_through():
    w = torch.tensor([3.0], requires_grad=True)
    y = square(square(w) + w)
    y.backward()
    assert w.grad.item() == 2 * 12 * 7
    g, = torch.autograd.grad(double(w), w)
    assert g.item() == 2
    a = torch.tensor([2.0], requires_grad=True)
    g, = torch.autograd.grad(square(a), a, create_graph=True)
    h, = torch.autograd.grad(g, a)
    assert h.item() == 2
# %% modes of the caller and of the answer
import torch
# ---
def enabled():
    return torch.is_grad_enabled()
def off():
    torch.set_grad_enabled(False)
def noise():
    return torch.randn(3)
def make():
    return torch.tensor(0.5).dtype
# ---
def test_modes():
    assert enabled()
    with torch.no_grad():
        assert not enabled()
    off()
    assert not torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    torch.manual_seed(7)
    a = noise()
    torch.manual_seed(7)
    assert torch.equal(a, torch.randn(3)) and not torch.equal(noise(), noise())
    torch.set_default_dtype(torch.float64)
    assert make() == torch.float64
    torch.set_default_dtype(torch.float32)
    assert make() == torch.float32
# %% a module
import torch
from torch import nn
# ---
class Net(nn.Module):
    scale = 2
    def __init__(self, n, hidden=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n, hidden), nn.ReLU())
        self.head = nn.Linear(hidden, 1)
        self.register_buffer("seen", torch.zeros(1))
        self.calls = []
    def forward(self, x, twice=False):
        self.calls.append(tuple(x.shape))
        y = self.head(self.body(x))
        return y * 2 if twice else y
    @staticmethod
    def name():
        return "net"
    @classmethod
    def small(cls):
        return cls(1, hidden=1)
    @property
    def size(self):
        return sum(p.numel() for p in self.parameters())
net = Net(3)
# ---
def test_module():
    assert isinstance(net, nn.Module) and isinstance(net, Net) and issubclass(Net, nn.Module) and not isinstance(net, nn.Linear)
    x = torch.randn(5, 3)
    assert net(x).shape == (5, 1) and torch.allclose(net(x, twice=True), 2 * net(x))
    assert len(list(net.parameters())) == 4 and all(isinstance(p, nn.Parameter) for p in net.parameters())
    assert sorted(net.state_dict()) == ["body.0.bias", "body.0.weight", "head.bias", "head.weight", "seen"]
    assert [n for n, _ in net.named_children()] == ["body", "head"] and isinstance(net.head, nn.Linear)
    assert net.head.in_features == 4 and net.calls[0] == (5, 3) and Net.scale == 2 and Net.name() == "net"
    assert Net.small().size == 4 and Net(2).size == 2 * 4 + 4 + 4 + 1
    assert isinstance(net.body[0], nn.Linear) and len(net.body) == 2 and [type(m).__name__ for m in net.body] == ["Linear", "ReLU"]
def test_training():
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    before = [p.clone() for p in net.parameters()]
    first = nn.functional.mse_loss(net(x), y)
    opt.zero_grad()
    first.backward()
    assert all(p.grad is not None for p in net.parameters())
    opt.step()
    assert any(not torch.equal(a, b) for a, b in zip(before, net.parameters()))
    assert nn.functional.mse_loss(net(x), y) < first
    net.eval()
    assert not net.training and not net.head.training
    net.train()
    net.to("cuda")
    assert all(p.is_cuda for p in net.parameters()) and net.seen.is_cuda
    net.cpu()
    net.head.weight.data.fill_(1.0)
    assert net.head.weight.sum().item() == 4
    other = Net(3)
    other.load_state_dict(net.state_dict())
    assert torch.equal(other.head.weight, net.head.weight)
    both = nn.Sequential(net, nn.Sigmoid())
    assert both(x).shape == (8, 1) and len(list(both.parameters())) == 4
# %% a module of the test in the answer
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
# ---
def accuracy(net, loader, device="cpu"):
    net.eval()
    assert isinstance(net, nn.Module) and isinstance(loader, DataLoader)
    hits = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (net(x.to(device)).argmax(dim=1) == y.to(device)).sum().item()
    return hits / len(loader.dataset)
def train(net, loader, epochs):
    opt = torch.optim.Adam(net.parameters(), lr=0.05)
    losses = []
    net.train()
    for _ in range(epochs):
        for x, y in loader:
            loss = nn.functional.cross_entropy(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        losses.append(loss.item())
    return losses
def freeze(net):
    for p in net.parameters():
        p.requires_grad_(False)
    net.head = nn.Linear(2, 2)
    return net
# ---
class Watch(nn.Module):
    def __init__(self):
        super().__init__()
        self.modes = []
        self.lin = nn.Linear(2, 2)
        self.head = nn.Identity()
    def forward(self, x):
        self.modes.append((self.training, torch.is_grad_enabled()))
        return self.head(self.lin(x))
def test_net():
    torch.manual_seed(0)
    x = torch.randn(16, 2)
    loader = DataLoader(TensorDataset(x, (x[:, 0] > 0).long()), batch_size=4)
    net = Watch()
    before = accuracy(net, loader)
    assert net.modes == [(False, False)] * 4
    losses = train(net, loader, 10)
    assert losses[-1] < losses[0] and net.training and net.modes[-1] == (True, True)
    assert accuracy(net, loader) >= max(before, 0.8)
    assert freeze(net) is net and not any(p.requires_grad for p in net.lin.parameters())
    assert net.head.out_features == 2 and net(x).shape == (16, 2)
# %% classes
# ---
from dataclasses import dataclass, field
import enum
@dataclass
class Item:
    name: str
    price: float = 1.0
    tags: list = field(default_factory=list)
    def total(self, n):
        return n * self.price
@dataclass(frozen=True)
class Key:
    a: int
class Color(enum.Enum):
    RED = 1
    BLUE = 2
class Stack:
    made = 0
    def __init__(self):
        Stack.made += 1
        self._items = []
    def push(self, x):
        self._items.append(x)
        return self
    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty stack")
        return self._items.pop()
    def __len__(self):
        return len(self._items)
    def __getitem__(self, i):
        return self._items[i]
    def __setitem__(self, i, x):
        self._items[i] = x
    def __iter__(self):
        return iter(self._items)
    def __contains__(self, x):
        return x in self._items
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self._items.clear()
        return False
class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, o):
        return Vector(self.x + o.x, self.y + o.y)
    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)
    __rmul__ = __mul__
    def __eq__(self, o):
        return (self.x, self.y) == (o.x, o.y)
    def __repr__(self):
        return f"Vector({self.x}, {self.y})"
    def __matmul__(self, o):
        return self.x * o.x + self.y * o.y
class Model(Stack):
    def push(self, x):
        return super().push(x * 10)
# ---
def test_dataclass():
    a, b = Item("a"), Item("a")
    assert a == b and a != Item("b") and a.tags == [] and a.total(3) == 3.0 and Item(name="x", price=2).price == 2
    a.price = 5
    assert a.price == 5 and a.total(2) == 10
    assert Key(1) == Key(1)
def test_enum():
    assert Color.RED is Color.RED and Color.RED.value == 1 and Color.RED != Color.BLUE and Color(2) is Color.BLUE
    assert [c.name for c in Color] == ["RED", "BLUE"]
def test_stack():
    s = Stack()
    assert len(s) == 0 and s.push(1) is s and s.push(2)[1] == 2 and list(s) == [1, 2], "items"
    assert 2 in s and 3 not in s, "contains"
    s[0] = "z"
    assert s.pop() == 2 and s.pop() == "z" and Stack.made >= 1
    try:
        s.pop()
    except IndexError as e:
        assert str(e) == "pop from an empty stack"
    else:
        assert False, "no error"
    with s as t:
        t.push(1)
        assert len(t) == 1, "with"
    assert len(s) == 0, "exit"
    m = Model().push(1)
    assert m.pop() == 10 and isinstance(m, Stack), "model"
    assert type(m) is Model and m.__class__.__name__ == "Model", "type"
def test_vector():
    v = Vector(1, 2) + Vector(3, 4)
    assert (v.x, v.y) == (4, 6) and (2 * v).x == 8 and (v * 2).y == 12
    assert v.__eq__(Vector(4, 6)) and v.__repr__() == "Vector(4, 6)" and v.__matmul__(v) == 52
# %% exceptions that the test expects
# ---
class Empty(ValueError):
    def __init__(self, what):
        super().__init__(f"{what} is empty")
        self.what = what
def first(xs):
    if not xs:
        raise Empty("the list")
    return xs[0]
def positive(n):
    if not isinstance(n, int):
        raise TypeError(f"not an int: {n!r}")
    if n <= 0:
        raise ValueError("must be positive") from None
    return n
def guard(f):
    try:
        f()
    except KeyError as e:
        return e.args[0]
    except ArithmeticError:
        raise
    return None
def look(d, k):
    return d[k]
# ---
def raises(kind, f, *args):
    try:
        f(*args)
    except kind as e:
        return e
    assert False, f"{kind.__name__} was expected"
def test_raises():
    e = raises(ValueError, first, [])
    assert isinstance(e, Empty) and e.what == "the list" and str(e) == "the list is empty"
    raises(Empty, first, ())
    assert "must be positive" in str(raises(ValueError, positive, 0))
    raises(TypeError, positive, "a")
    raises(KeyError, look, {}, "k")
    raises(ZeroDivisionError, guard, lambda: 1 / 0)
    def missing():
        raise KeyError("k")
    assert guard(missing) == "k" and guard(lambda: None) is None
    class Own(Exception):
        pass
    def own():
        raise Own(3)
    assert raises(Own, guard, own).args == (3,)
# %% numpy
import numpy as np
# ---
def norm(a):
    return np.sqrt((a ** 2).sum())
def scale(a, k):
    a *= k
def kinds():
    return np.int64(3), np.float32(0.5), np.bool_(True), np.float64(2.5), np.dtype("int8")
def named(a):
    return a.astype(np.int32), a.shape, a.T
# ---
def test_numpy():
    a = np.array([3.0, 4.0])
    assert norm(a) == 5.0 and isinstance(norm(a), np.float64)
    scale(a, 2)
    assert a.tolist() == [6.0, 8.0]
    i, f, b, d, t = kinds()
    assert i == 3 and isinstance(i, np.int64) and f == np.float32(0.5) and b and d == 2.5 and t == np.int8
    n, shape, _ = named(np.ones((2, 3)))
    assert n.dtype == np.int32 and shape == (2, 3) and np.array_equal(n, np.ones((2, 3))) and np.allclose(a, [6, 8])
# %% helpers and data of the set-up
import torch
table = {"a": 1}
data = [1, 2, 3]
def total(xs):
    return sum(xs)
class Base:
    def __init__(self, n=0):
        self.n = n
    def hello(self):
        return "base"
# ---
class Child(Base):
    def hello(self):
        return "child of " + super().hello()
def mean(xs):
    return total(xs) / len(xs)
def look(k):
    return table[k]
def clone(b):
    return type(b)(b.n)
data = [4, 4]
# ---
def test_setup():
    assert mean(data) == 4 and data == [4, 4] and mean([1, 2]) == total([1, 2]) / 2 and look("a") == table["a"] == 1
    c = Child(5)
    assert c.hello() == "child of base" and isinstance(c, Base) and issubclass(Child, Base) and c.n == 5
    assert isinstance(clone(Base(3)), Base) and clone(Base(3)).n == 3
# %% decorators, partials, sorting and recursion
# ---
import functools, operator
def logged(f):
    @functools.wraps(f)
    def inner(*a, **k):
        inner.calls += 1
        return f(*a, **k)
    inner.calls = 0
    return inner
@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
inc = functools.partial(operator.add, 1)
def walk(tree, visit):
    for x in tree:
        walk(x, visit) if isinstance(x, list) else visit(x)
# ---
def test_functions():
    @logged
    def add(a, b=1):
        return a + b
    assert add(1, b=2) == 3 and add(1) == 2 and add.calls == 2
    assert fib(40) == 102334155 and inc(4) == 5
    seen = []
    walk([1, [2, [3]], 4], seen.append)
    assert seen == [1, 2, 3, 4]
# %% pieces of torch
import torch
from torch import nn
# ---
def make_optimizer(net):
    return torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.9)
def devices():
    return [torch.device("cpu"), torch.device("cuda", 0)]
def dtype_of(name):
    return getattr(torch, name)
def activation():
    return nn.ReLU()
def layers():
    return nn.ModuleList([nn.Linear(1, 1) for _ in range(3)])
gen = torch.Generator().manual_seed(3)
act = torch.relu
best = lambda t: t.max(dim=0)
# ---
def test_torch():
    net = nn.Linear(1, 1)
    opt = make_optimizer(net)
    assert isinstance(opt, torch.optim.Optimizer) and opt.param_groups[0]["lr"] == 0.5
    net(torch.ones(1, 1)).sum().backward()
    before = net.bias.item()
    opt.step()
    assert net.bias.item() == before - 0.5
    opt.zero_grad()
    assert devices()[1] == torch.device("cuda:0") and dtype_of("float16") is torch.float16
    assert activation()(torch.tensor([-1.0])).item() == 0 and isinstance(activation(), nn.ReLU)
    assert len(layers()) == 3 and isinstance(layers()[0], nn.Linear)
    assert torch.equal(torch.randn(2, generator=gen), torch.randn(2, generator=torch.Generator().manual_seed(3)))
    assert act(torch.tensor([-1.0])).item() == 0
    values, index = best(torch.tensor([1.0, 3.0, 2.0]))
    assert values.item() == 3 and index.item() == 1 and best(torch.tensor([1.0])).values.item() == 1
# %% cards
import torch
# ---
def on_card(x):
    torch.cuda.set_device(0)
    return x.to("cuda")
def big():
    kept = torch.empty(2 ** 20, device="cuda")
    return kept.numel()
# ---
def test_cards():
    x = on_card(torch.ones(3))
    assert x.is_cuda and x.sum().item() == 3
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    assert big() == 2 ** 20
    assert torch.cuda.max_memory_allocated() - before >= 4 * 2 ** 20
    assert torch.cuda.memory_allocated() - before < 2 ** 20
# %% files and printing
# ---
def save(name, text):
    with open(name, "w") as f:
        f.write(text)
def load(name):
    return open(name).read()
def shout(x):
    print(x)
    return x.upper()
# ---
def test_files():
    save("a.txt", "hello")
    assert load("a.txt") == "hello" and shout("a") == "A"
# %% what is said of functions
import inspect
# ---
def area(width: float, height: float = 1.0, *, unit="m") -> float:
    """The area."""
    return width * height
class Thing:
    """A thing."""
    kind = "thing"
# ---
def test_said():
    assert area.__doc__ == "The area." and area.__name__ == "area" and area.__defaults__ == (1.0,) and area.__kwdefaults__ == {"unit": "m"}
    assert area.__annotations__ == {"width": float, "height": float, "return": float}
    assert list(inspect.signature(area).parameters) == ["width", "height", "unit"]
    assert hasattr(Thing(), "kind") and not hasattr(Thing(), "other") and getattr(Thing, "other", 3) == 3 and getattr(Thing(), "kind") == "thing"
    assert Thing.__name__ == "Thing" and callable(area) and callable(Thing)
    t = Thing()
    t.kind = "other"
    assert t.kind == "other" and Thing.kind == "thing"
    del t.kind
    assert t.kind == "thing" and vars(t) == {}
# %% processes
%%writefile ranks.py
import torch, torch.distributed as dist, torch.multiprocessing as mp

def one(rank, fn, parts, results):
    dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=rank, world_size=len(parts))
    results.put((rank, fn(rank, parts[rank])))

def on_ranks(fn):
    def start(parts):
        results = mp.get_context("fork").SimpleQueue()
        mp.start_processes(one, args=(fn, parts, results), nprocs=len(parts), start_method="fork")
        return [value for _, value in sorted((results.get() for _ in parts), key=lambda pair: pair[0])]
    return start
# ---
import torch, torch.distributed as dist
from ranks import on_ranks

def scaled(x):
    return 2 * x

def step(rank, value):
    x = torch.tensor([float(value)])
    dist.all_reduce(x)
    return rank, scaled(x).item()

def mismatched(rank, value):
    x = torch.ones(2)
    dist.all_reduce(x) if rank else dist.broadcast(x, 0)

total, wrong = on_ranks(step), on_ranks(mismatched)
# ---
def test_total():
    assert total([1, 2, 3]) == [(0, 12.0), (1, 12.0), (2, 12.0)]
    assert total([5]) == [(0, 10.0)]
def test_mismatch():
    try:
        wrong([0, 0])
    except Exception as e:
        assert "Detected mismatch between collectives on ranks" in str(e), str(e)
    else:
        assert False, "it must raise"
# %% processes that only meet
import torch.multiprocessing as mp
# ---
def only_meets(rank, results):
    import torch.distributed as dist
    dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=rank, world_size=3)
    results.put(rank)
    dist.destroy_process_group()

def meet():
    results = mp.get_context("fork").SimpleQueue()
    mp.start_processes(only_meets, args=(results,), nprocs=3, start_method="fork")
    return sorted(results.get() for _ in range(3))
# ---
def test_meet():
    assert meet() == [0, 1, 2]
    assert meet() == [0, 1, 2]
# %% a function of the cells before, in a process
def doubled(x, *, factor=2):
    return (lambda y: factor * y)(x)

def earlier(queue, x, first=1):
    queue.put(first + doubled(x))
# ---
import multiprocessing as mp

def run(x):
    queue = mp.SimpleQueue()
    p = mp.Process(target=earlier, args=(queue, x))
    p.start()
    p.join()
    return queue.get()
# ---
def test_run():
    assert run(21) == 43
# %% a class of the answer, in a process
# ---
import multiprocessing as mp

class Doubled:
    factor = 2

    @classmethod
    def of(cls, x):
        return cls.factor * x

def put(queue, x):
    queue.put(Doubled.of(x))

def run(x):
    queue = mp.SimpleQueue()
    p = mp.Process(target=put, args=(queue, x))
    p.start()
    p.join()
    return queue.get()
# ---
def test_run():
    assert run(21) == 42
