# The exercises that cheats.py tries. A cell "# %% NAME" is an exercise as its author writes
# it; "# ---" separates set-up, starter and solution, and hidden tests.
# %% double
import torch
from torch import nn

def earlier(x):
    """An earlier exercise."""
    return x + 611953  # an earlier solution

def close(a, b):
    return abs(a - b) < 1e-6
# ---
def double(x):
    return x
# ---
def double(x):
    return 2 * x
# ---
def test_secret_name():
    """doubles numbers"""
    hidden_local = 7919
    got = double(hidden_local)
    assert got == 15838, "wrong number"
def test_close():
    """doubles fractions"""
    assert close(double(104729.5), 209459.0), "wrong fraction"
def test_tensor():
    """doubles tensors"""
    x = torch.tensor([7919.0, 104729.0])
    want = x * 2
    got = double(x)
    assert torch.equal(got, want), "wrong tensor"
    assert got.equal(want) and torch.allclose(got, want) and got.tolist() == [15838.0, 209458.0], "wrong tensor"
def test_text():
    """doubles text"""
    got = double("7919")
    assert got == "79197919" and got.startswith("7919") and len(got) == 8, "wrong text"
# %% parity
import torch
# ---
def is_odd(n):
    pass
# ---
def is_odd(n):
    return n % 2 == 1
# ---
def test_kind():
    """is True or False"""
    got = is_odd(7919)
    assert isinstance(got, bool) and got is True, "wrong"
    assert not is_odd(104730), "wrong"
# %% callback
import torch
from torch import nn
# ---
def twice(f, x):
    pass
# ---
def twice(f, x):
    return f(f(x))
# ---
class SecretNet(nn.Module):
    """SECRETDOC"""
    def __init__(self):
        super().__init__()
        self.secret_list = []
    def forward(self, x):
        self.secret_list.append(x)
        return x + 7919
def test_function():
    """calls functions twice"""
    factor = 104729
    assert twice(lambda secret_arg: secret_arg + factor, 0) == 209458, "wrong"
def test_generator():
    """calls methods twice"""
    def secret_gen():
        hidden_local = 7919
        yield hidden_local
    g = secret_gen()
    assert twice(lambda x: next(g, 15838), 0) == 15838, "wrong"
def test_module():
    """calls a net twice"""
    net = SecretNet()
    assert twice(net, torch.zeros(1)).item() == 15838.0, "wrong"
    assert len(net.secret_list) == 2, "wrong count"
def test_raise():
    """lets errors out"""
    def bad(x):
        secret_text = "7919"
        raise KeyError("SECRETKEY" + secret_text)
    try:
        twice(bad, 1)
    except KeyError as e:
        assert e.args == ("SECRETKEY7919",)
    else:
        assert False, "no error"
# %% gradient
import torch
# ---
def loss(w, x):
    pass
# ---
def loss(w, x):
    return (w * x).sum()
# ---
def test_gradient():
    """has a gradient"""
    w = torch.ones(2, requires_grad=True)
    x = torch.tensor([7919.0, 104729.0])
    out = loss(w, x)
    assert out.item() == 112648.0, "wrong loss"
    out.backward()
    assert w.grad.tolist() == [7919.0, 104729.0], "wrong gradient"
    assert w.grad.equal(x), "wrong gradient"
# %% random
import torch
# ---
def double(x):
    return x
# ---
def double(x):
    return 2 * x
# ---
def test_random():
    """doubles what it is given"""
    for _ in range(3):
        x = torch.randn(4)
        want = x * 2
        assert str(double(x).tolist()) == str(want.tolist()), "wrong"
        assert str(double(x + 1)) == str(want + 2), "wrong"
# %% waits
import torch, warnings

def waits(work):
    torch.cuda.set_sync_debug_mode("warn")
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        work()
    torch.cuda.set_sync_debug_mode("default")
    return len(seen)
# ---
def total(xs):
    return sum(x.item() for x in xs)
# ---
def total(xs):
    return sum(xs).item()
# ---
def test_waits():
    """waits once"""
    xs = [torch.ones(1, device="cuda")] * 5
    assert waits(lambda: total(xs)) == 1, "too many"
# %% value
from fractions import Fraction
# ---
def half(n):
    pass
# ---
def half(n):
    return Fraction(n, 2)
# ---
def test_fraction():
    """is exact"""
    assert half(7919) == Fraction(7919, 2), "wrong"
    assert isinstance(half(1), Fraction), "wrong kind"
# %% class
import torch
from torch import nn
# ---
class Layer(nn.Module):
    pass
# ---
class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 1, bias=False)
        nn.init.ones_(self.lin.weight)
    def forward(self, x):
        return self.lin(x)
# ---
def test_layer():
    """adds up"""
    layer = Layer()
    assert isinstance(layer, nn.Module) and isinstance(layer, Layer), "wrong kind"
    assert [tuple(p.shape) for p in layer.parameters()] == [(1, 2)], "wrong weights"
    assert layer(torch.tensor([[7919.0, 104729.0]])).item() == 112648.0, "wrong sum"
# %% shape
import torch
# ---
def shape_of(x):
    pass
# ---
def shape_of(x):
    return x.shape
# ---
def test_shape():
    """tells the shape"""
    assert shape_of(torch.zeros(3, 2)) == (3, 2), "wrong"
    assert tuple(shape_of(torch.zeros(5))) == (5,), "wrong"
# %% loader
import torch
from torch.utils.data import DataLoader
# ---
def rows(loader):
    pass
# ---
def rows(loader):
    return sum(len(x) for x in loader)
# ---
total = lambda loader: len(loader.dataset)
def test_rows():
    """counts the rows"""
    loader = DataLoader(torch.zeros(7919, 1), batch_size=1000)
    assert rows(loader) == total(loader), "wrong"
    assert total(DataLoader(torch.zeros(3))) == 3, "wrong"
# %% peak
import torch
# ---
def work(n):
    kept = [torch.empty(2 ** 20, device="cuda") for _ in range(n)]
    return n
# ---
def work(n):
    for _ in range(n):
        x = torch.empty(2 ** 20, device="cuda")
        del x
    return n
# ---
def test_peak():
    """needs little memory"""
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    work(6)
    assert torch.cuda.max_memory_allocated() - before < 2 * 4 * 2 ** 20, "too much"
