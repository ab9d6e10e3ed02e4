"""Times statements that learners write, in whichever torch runs this: a line for each with
its name and the nanoseconds of one repetition."""

import time

began = time.perf_counter()
import torch  # noqa: E402

imported = time.perf_counter() - began

import torch.nn as nn  # noqa: E402
import torch.nn.functional as F  # noqa: E402

VECTORS = "a, b = torch.ones(6), torch.ones(6)"
MATRICES = "x, y = torch.randn({n}, {n}), torch.randn({n}, {n})"
TRAIN = """net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))
opt = torch.optim.{optimizer}(net.parameters(), lr=0.01)
X, y, loss = torch.randn(64, 784), torch.randint(0, 10, (64,)), nn.CrossEntropyLoss()
def step():
    opt.zero_grad()
    loss(net(X), y).backward()
    opt.step()
"""
LENET = """net = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Sigmoid(),
                    nn.AvgPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.Sigmoid(), nn.Linear(120, 10))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
X, y, loss = torch.randn(32, 1, 28, 28), torch.randint(0, 10, (32,)), nn.CrossEntropyLoss()
def step():
    opt.zero_grad()
    loss(net(X), y).backward()
    opt.step()
"""
LAYERS = """lstm, gru = nn.LSTM(32, 64), nn.GRU(32, 64)
s = torch.randn(20, 16, 32)
attention = nn.TransformerEncoderLayer(64, 4, 128).eval()
t = torch.randn(20, 16, 64)
"""
IMAGES = "x = torch.randn(8, 16, 32, 32); conv, bn = nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(16)"

ROWS = [
    ("a + b, 6 elements", VECTORS, "a + b"), ("a * 2, 6 elements", VECTORS, "a * 2"), ("a.sum(), 6 elements", VECTORS, "a.sum()"),
    ("a[0].item()", VECTORS, "a[0].item()"), ("a @ b, 6 elements", VECTORS, "a @ b"), ("torch.zeros(6)", VECTORS, "torch.zeros(6)"),
    ("a.view(2, 3)", VECTORS, "a.view(2, 3)"), ("a[1:4]", VECTORS, "a[1:4]"), ("torch.cat, 6 elements", VECTORS, "torch.cat([a, b])"),
    ("a + b with gradient", VECTORS + "; a.requires_grad_()", "a + b"),
    ("(a * b).sum().backward()", VECTORS + "; a.requires_grad_()", "(a * b).sum().backward()"),
    ("x @ y, 128", MATRICES.format(n=128), "x @ y"), ("x @ y, 512", MATRICES.format(n=512), "x @ y"), ("x @ y, 1000", MATRICES.format(n=1000), "x @ y"),
    ("x + y, 1000 × 1000", MATRICES.format(n=1000), "x + y"), ("x.relu(), 1000 × 1000", MATRICES.format(n=1000), "x.relu()"),
    ("x.exp(), 1000 × 1000", MATRICES.format(n=1000), "x.exp()"), ("x + row, 1000 × 1000", MATRICES.format(n=1000) + "; row = y[0]", "x + row"),
    ("x.sum(), 1000 × 1000", MATRICES.format(n=1000), "x.sum()"), ("x.mean(0), 1000 × 1000", MATRICES.format(n=1000), "x.mean(0)"),
    ("x.max(1), 1000 × 1000", MATRICES.format(n=1000), "x.max(1)"), ("softmax, 1000 × 1000", MATRICES.format(n=1000), "F.softmax(x, 1)"),
    ("torch.cat, 1000 × 1000", MATRICES.format(n=1000), "torch.cat([x, y])"), ("x.t().contiguous()", MATRICES.format(n=1000), "x.t().contiguous()"),
    ("outer, 1000", "v = torch.randn(1000)", "torch.outer(v, v)"), ("x[mask], 1000 × 1000", MATRICES.format(n=1000) + "; m = x > 0", "x[m]"),
    ("gather, 1000 × 1000", MATRICES.format(n=1000) + "; i = torch.randint(0, 1000, (1000, 1000))", "x.gather(1, i)"),
    ("scatter_add, 1000 × 1000", MATRICES.format(n=1000) + "; i = torch.randint(0, 1000, (1000, 1000))", "x.scatter_add(1, i, y)"),
    ("sort, 100 000", "v = torch.randn(100000)", "v.sort()"), ("cumsum, 1000 × 1000", MATRICES.format(n=1000), "x.cumsum(1)"),
    ("randn, 1 000 000", "pass", "torch.randn(1000000)"), ("x.std(), 1000 × 1000", MATRICES.format(n=1000), "x.std()"),
    ("conv2d 16 → 32, 8 × 32 × 32", IMAGES, "conv(x)"), ("max_pool2d", IMAGES, "F.max_pool2d(x, 2)"), ("avg_pool2d", IMAGES, "F.avg_pool2d(x, 2)"),
    ("BatchNorm2d, training", IMAGES, "bn(x)"), ("LSTM forward", LAYERS, "lstm(s)"), ("GRU forward", LAYERS, "gru(s)"),
    ("TransformerEncoderLayer", LAYERS, "attention(t)"),
    ("training step, MLP, SGD", TRAIN.format(optimizer="SGD"), "step()"), ("training step, MLP, Adam", TRAIN.format(optimizer="Adam"), "step()"),
    ("training step, LeNet", LENET, "step()"),
]


def measure(setup, statement):
    bound = {"torch": torch, "nn": nn, "F": F}
    exec(setup, bound)
    exec("def once(loops):\n    for _ in range(loops):\n        " + statement, bound)
    once = bound["once"]
    once(1)
    loops, best = 1, float("inf")
    for _ in range(12):
        start = time.perf_counter()
        once(loops)
        spent = time.perf_counter() - start
        best = min(best, spent / loops)
        if spent < 0.02:
            loops = max(loops + 1, min(loops * 10, int(loops * 0.025 / max(spent, 1e-7))))
    return best


torch.manual_seed(0)
print("import torch\t%.0f" % (imported * 1e9))
for name, setup, statement in ROWS:
    print("%s\t%.0f" % (name, measure(setup, statement) * 1e9), flush=True)
