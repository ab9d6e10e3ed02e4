package torch_test

import (
	"testing"

	"gputour/engine/device/sim"
	"gputour/engine/pylib/torch/state"
)

// holders are ways to hold a tensor. While the holder lives the tensor counts, and afterwards
// it does not, whether the session's own walk finds it or Go's collector.
const holders = `
import collections, contextlib, copy, dataclasses, functools, itertools, operator, sys, types
import torch
def closure(t): return lambda: t
def generator(t):
    yield 1
    print(t)
def suspended(t):
    g = generator(t)
    next(g)
    return g
@dataclasses.dataclass
class Data:
    x: object
class Slots:
    __slots__ = ("x",)
class Object:
    def __init__(self, t): self.x = t
    def method(self): pass
def slots(t):
    s = Slots()
    s.x = t
    return s
def of_class(t): return type("Made", (), {"x": t})
def module(t):
    m = types.ModuleType("kept")
    m.x = t
    return m
def default(t):
    def f(x=t): pass
    return f
def raised(t):
    try: raise ValueError(t)
    except ValueError as e: return e
def cached(t):
    f = functools.lru_cache(lambda n: t)
    f(1)
    return f
def cached_value(t):
    f = functools.lru_cache(lambda n, box: box.pop())
    f(1, Once([t]))
    return f
class Once(list):
    __hash__ = object.__hash__
def cycle(t):
    c = itertools.cycle([t])
    next(c)
    return c
def tee(t):
    a, b = itertools.tee(iter([t]))
    next(a)
    return b
def group(t):
    g = itertools.groupby([(1, t)], key=lambda p: p[0])
    return g, next(g)
def documented(t):
    f = lambda: None
    f.__doc__ = t
    return f
def below(t): return (lambda: sys._getframe())()
def leaf(t): return (t.requires_grad_() * 2).sum()
def saved(t): return (t * torch.ones(1000, device="cuda", requires_grad=True)).sum()
def hooked(t):
    x = torch.ones(0, device="cuda", requires_grad=True)
    x.register_hook(lambda g: t)
    return x
def node_hook(t):
    x = torch.ones(0, device="cuda", requires_grad=True) * 2
    x.grad_fn.register_hook(lambda a, b, t=t: None)
    return x
def module_hook(t):
    m = torch.nn.ReLU()
    m.register_forward_hook(lambda m, i, o, t=t: None)
    return m
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, t):
        ctx.save_for_backward(t)
        return x * 2
    @staticmethod
    def backward(ctx, g): return g, None
class Kept(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, t):
        ctx.kept = t
        return x * 2
    @staticmethod
    def backward(ctx, g): return g, None
empty = lambda: torch.ones(0, device="cuda", requires_grad=True)
def grad(t):
    x = torch.nn.Parameter(torch.ones(0, device="cuda"))
    x.kept = t
    return x
def buffer(t):
    m = torch.nn.Module()
    m.register_buffer("t", t)
    return m
def state(t):
    o = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1)
    o.state["t"] = t
    return o
def loader(t):
    it = iter(torch.utils.data.DataLoader(torch.utils.data.TensorDataset(t), batch_size=1000))
    return it
def stack(t):
    s = contextlib.ExitStack()
    s.callback(lambda t=t: None)
    return s
HOLDERS = [lambda t: t, lambda t: [t], lambda t: (1, (t,)), lambda t: {"a": t}, lambda t: {t: 1}, lambda t: {t}, lambda t: frozenset([t]),
    lambda t: t[:3], lambda t: t.view(10, 100)[0], lambda t: t.storage(), lambda t: t.data, lambda t: t.detach(), closure, suspended, Data,
    Object, lambda t: Object(t).method, slots, of_class, module, default, raised, documented, below, cached, cached_value, cycle, tee, group, leaf, saved, hooked,
    node_hook, module_hook, lambda t: Double.apply(empty(), t), lambda t: Kept.apply(empty(), t).grad_fn, grad, buffer, state, loader, stack,
    lambda t: functools.cmp_to_key(closure(t)), lambda t: functools.partial(print, t), lambda t: functools.partialmethod(print, t), lambda t: t.add, lambda t: t.__add__,
    lambda t: map(str, [t]), lambda t: zip([t], [1]), lambda t: filter(None, [t]), lambda t: iter([t]), lambda t: iter((t,)), lambda t: iter({1: t}.items()),
    lambda t: {1: t}.values(), lambda t: enumerate([t]), lambda t: reversed([t]), lambda t: (x for x in [t]), lambda t: slice(t),
    lambda t: property(lambda s: t), lambda t: staticmethod(closure(t)), lambda t: classmethod(closure(t)), lambda t: types.SimpleNamespace(x=t),
    lambda t: types.MappingProxyType({1: t}), lambda t: collections.deque([t]), lambda t: collections.OrderedDict(a=t), lambda t: collections.ChainMap({1: t}),
    lambda t: collections.defaultdict(closure(t)), lambda t: collections.namedtuple("P", "x")(t), lambda t: collections.Counter({t: 1}),
    lambda t: itertools.chain([t]), lambda t: itertools.repeat(t), lambda t: itertools.islice(iter([t]), 1), lambda t: itertools.product([t], [1]),
    lambda t: itertools.permutations([t]), lambda t: itertools.combinations([t], 1), lambda t: itertools.starmap(print, [(t,)]),
    lambda t: operator.methodcaller("f", t), lambda t: operator.itemgetter(t), lambda t: torch.nn.Parameter(t), lambda t: torch.utils.data.TensorDataset(t)]
size = 4096
wrong = 0
for i, hold in enumerate(HOLDERS):
    before = torch.cuda.memory_allocated()
    held = hold(torch.ones(1000, device="cuda"))
    torch.ones(1, device="cuda")
    during = torch.cuda.memory_allocated() - before
    del held
    after = torch.cuda.memory_allocated() - before
    if during < size or during > 3 * size or after != 0:
        wrong += 1
        print(i, hold.__name__, during, after)
print(len(HOLDERS), "ways", wrong, "wrong")
`

func TestWhatHoldsMemory(t *testing.T) {
	compare(t, run(t, "sim:1", holders), "79 ways 0 wrong\n")
}

// TestWhatGoHolds frees memory all the time while Go code holds tensors between calls of
// Python code, and only weak references or tracebacks lead to others.
func TestWhatGoHolds(t *testing.T) {
	program := `
import functools, weakref, torch
xs = [torch.full((300_000,), float(i), device="cuda") for i in range(4)]
def twice(x):
    torch.ones(600_000, device="cuda")
    return x * 2
def failing(x):
    y = x * 2
    raise ValueError(x * 3)
for i in range(20):
    assert sum(twice(x) for x in xs)[0] == 12
    assert functools.reduce(lambda a, b: twice(a) + b, xs)[0] == 11
    assert max(map(twice, xs), key=lambda x: twice(x)[0].item())[-1] == 6
    assert [x[0].item() for x in sorted([x.clone() for x in xs], key=lambda x: -twice(x)[0])] == [3, 2, 1, 0]
    assert {name: x for name, x in zip("abcd", map(twice, xs))}["d"][5] == 6
    weak = weakref.ref(twice(xs[2]))
    twice(xs[0]); twice(xs[0])
    back = weak()
    assert back is None or back[0] == 4
    try:
        failing(xs[1])
    except ValueError as e:
        kept = e
    twice(xs[0])
    assert kept.args[0][0] == 3
del back, kept
print(torch.cuda.memory_allocated())
`
	compare(t, run(t, "sim:1", program), "4800512\n")
}

// TestWhatExecMade has exec put a tensor among a function's variables, where no register holds it.
func TestWhatExecMade(t *testing.T) {
	compare(t, run(t, "sim:1", `
import torch
def made():
    exec("x = torch.full((300_000,), 3., device='cuda')")
    torch.cuda.empty_cache()
    torch.ones(600_000, device="cuda")
    return locals()["x"][5].item()
print(made())
`), "3.0\n")
}

// TestTwoPrograms has two sessions use one GPU: neither frees what the other holds.
func TestTwoPrograms(t *testing.T) {
	spec, err := sim.ParseSpec("sim:1")
	if err != nil {
		t.Fatal(err)
	}
	gpus := sim.NewMachine(spec, nil).Devices()
	first, out := sessionOn(gpus)
	exec(t, first, "import torch\nx = torch.ones(300_000, device='cuda')")
	second, _ := sessionOn(gpus)
	exec(t, second, "import torch\ny = torch.ones(300_000, device='cuda')\nfor _ in range(50): z = y + 1")
	exec(t, first, "for _ in range(50): z = x + 1\ndel z\nprint(torch.cuda.memory_allocated())")
	exec(t, second, "assert y.sum() == 300_000")
	state.Leave(second)
	exec(t, first, "print(torch.cuda.memory_allocated(), x.sum().item())")
	compare(t, out.String(), "3600384\n1200128 300000.0\n")
}
