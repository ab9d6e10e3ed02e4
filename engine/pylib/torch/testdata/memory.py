# devices: sim:1
"""What operations keep for the way back, and the peaks of training steps: on a GPU by its figures, else by the profiler's."""
import torch
import torch.nn.functional as F
from torch import nn

GPU = torch.cuda.is_available()
N = 256 * 1024  # bytes of a 256 x 256 tensor


def measured(f):
    """What f() returns, the bytes that it leaves in use and the most there were, both beyond those before."""
    if GPU:
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        result = f()
        return result, torch.cuda.memory_allocated() - before, torch.cuda.max_memory_allocated() - before
    with torch.autograd.profiler.profile(profile_memory=True, use_kineto=True) as p:
        result = f()
    used = most = 0
    for e in sorted((e for e in p.kineto_results.events() if e.name() == "[memory]"), key=lambda e: e.start_us()):
        n = (abs(e.nbytes()) + 511) // 512 * 512
        used += n if e.nbytes() > 0 else -n
        most = max(most, used)
    return result, used, most


def show(name, f, *shapes):
    """Prints the sizes in KiB of the tensors that f saves, and what is in use after it, in units of N."""
    torch.manual_seed(1)
    xs = [torch.rand(s, device="cuda" if GPU else "cpu", requires_grad=True) for s in shapes]
    sizes = []
    with torch.autograd.graph.saved_tensors_hooks(lambda t: sizes.append(t.numel() * t.element_size() // 1024) or t, lambda t: t):
        f(*xs)
    y, kept, _ = measured(lambda: f(*xs))
    print(f"{name}: saves {sorted(sizes)}, keeps {round(kept / N, 1) + 0.0:g}")


S = (256, 256)
unary = "exp log sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh sigmoid relu abs neg reciprocal square erf expm1 log1p log2 log10 floor sign softmax log_softmax".split()
for name in unary:
    f = getattr(torch, name)
    if "softmax" in name:
        show(name, lambda x: f(x, 1), S)
    else:
        show(name, lambda x: f(x * 0.5), S)
for name in "gelu silu elu selu leaky_relu softplus hardtanh hardswish hardsigmoid mish softsign tanhshrink celu relu6 hardshrink softshrink".split():
    f = getattr(F, name)
    show(name, lambda x: f(x * 0.5), S)
binary = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b, "pow": lambda a, b: a ** b,
    "matmul": lambda a, b: a @ b, "maximum": torch.maximum, "minimum": torch.minimum, "atan2": torch.atan2, "hypot": torch.hypot,
    "where": lambda a, b: torch.where(a > b, a, b), "cat": lambda a, b: torch.cat([a, b]), "stack": lambda a, b: torch.stack([a, b]),
    "lerp": lambda a, b: torch.lerp(a, b, 0.5), "addmm": lambda a, b: torch.addmm(a, a, b),  "huber": F.huber_loss,
    "bce_logits": F.binary_cross_entropy_with_logits, "addcmul": lambda a, b: torch.addcmul(a, a, b), "addcdiv": lambda a, b: torch.addcdiv(a, a, b), 
    "linear": F.linear, "einsum": lambda a, b: torch.einsum("ij,jk->ik", a, b), "dist": torch.dist, "logaddexp": torch.logaddexp, "xlogy": torch.xlogy
}
for name, f in binary.items():
    show(name, f, S, S)
one = {
    "pow2": lambda x: x ** 2, "pow3": lambda x: x.pow(3), "pow.5": lambda x: x ** 0.5, "pow1": lambda x: x**1, "pow0": lambda x: x**0, "rpow": lambda x: 2 ** x, "mulscalar": lambda x: x * 3, "addscalar": lambda x: x + 3, "rdiv": lambda x: 1 / x, "divscalar": lambda x: x / 3, "rsub": lambda x: 1 - x,
    "sum": lambda x: x.sum(), "mean": lambda x: x.mean(), "sum1": lambda x: x.sum(1), "mean1": lambda x: x.mean(1), "var": lambda x: x.var(), "std": lambda x: x.std(), "var1": lambda x: x.var(1), "std1": lambda x: x.std(1), "norm": lambda x: x.norm(), "norm1": lambda x: x.norm(dim=1), "prod": lambda x: (x + 1).prod(1), "max": lambda x: x.max(), "max1": lambda x: x.max(1)[0], "amax": lambda x: x.amax(1), "min1": lambda x: x.min(1)[0], "logsumexp": lambda x: x.logsumexp(1), "cumsum": lambda x: x.cumsum(1), "cumprod": lambda x: x.cumprod(1), "median": lambda x: x.median(1)[0], "sort": lambda x: x.sort(1)[0], "topk": lambda x: x.topk(10, 1)[0],
    "clamp": lambda x: x.clamp(0.2, 0.8), "clamp_min": lambda x: x.clamp(min=0.2), "view": lambda x: x.view(-1), "t": lambda x: x.t(), "contiguous": lambda x: x.t().contiguous(), "clone": lambda x: x.clone(), "half": lambda x: x.half(), "double": lambda x: x.double(), "index": lambda x: x[::2], "gather": lambda x: x.gather(1, x.detach().long()), "index_select": lambda x: x.index_select(0, torch.arange(10, device=x.device)), "list": lambda x: x[[1, 2, 3]], "masked_fill": lambda x: x.masked_fill(x > 0.5, 0.0), "flip": lambda x: x.flip(0), "roll": lambda x: x.roll(1, 0), "repeat": lambda x: x.repeat(2, 1), "expand": lambda x: x[:1].expand(256, 256) * 1, "tril": lambda x: x.tril(), "diag": lambda x: x.diag(), "trace": lambda x: x.trace(), "permute": lambda x: x.permute(1, 0).reshape(-1), "chunk": lambda x: x.chunk(2)[0], "split": lambda x: sum(x.split(128)), "pad": lambda x: F.pad(x, (1, 1)), "squeeze": lambda x: x[None].squeeze(0),
    "dropout": lambda x: F.dropout(x, 0.5), "layer_norm": lambda x: F.layer_norm(x, (256,)), "normalize": lambda x: F.normalize(x), "softmin": lambda x: F.softmin(x, 1), 
    "matmul_self": lambda x: x @ x, "mm_t": lambda x: x @ x.t(), "bmm": lambda x: torch.bmm(x.view(4, 128, 128), x.view(4, 128, 128)), "mv": lambda x: x @ x[0], "dot": lambda x: x[0].dot(x[1]), "outer": lambda x: torch.outer(x[0], x[1]),
    "relu_": lambda x: F.relu(x * 0.5, inplace=True), "add_": lambda x: (x * 2).add_(1), "mul_": lambda x: (x + 1).mul_(2), "exp_": lambda x: (x + 1).exp_(),
    "mean_pow": lambda x: x.pow(2).mean(), "sub_pow_mean": lambda x: ((x - 1) ** 2).mean(), "detach": lambda x: x * x.detach(), "chain": lambda x: torch.tanh(torch.exp(x) * x).sum(),
}
for name, f in one.items():
    show(name, f, S)
img = (4, 4, 64, 64)
nets = {
    "maxpool": lambda x: F.max_pool2d(x, 2), "avgpool": lambda x: F.avg_pool2d(x, 2), "adaptive": lambda x: F.adaptive_avg_pool2d(x, 1), "interpolate": lambda x: F.interpolate(x, scale_factor=2), "pixel_shuffle": lambda x: F.pixel_shuffle(x, 2),
    "flatten": lambda x: torch.flatten(x, 1), "instance_norm": lambda x: F.instance_norm(x), "group_norm": lambda x: F.group_norm(x, 2), "dropout2d": lambda x: F.dropout2d(x),"adaptive_max": lambda x: F.adaptive_max_pool2d(x, 2),
}
for name, f in nets.items():
    show(name, f, img)
show("batch_norm", lambda x, w, b: F.batch_norm(x, None, None, w, b, True), img, (4,), (4,))
show("linear_bias", lambda x, w, b: F.linear(x, w, b), S, S, (256,))
show("linear3", lambda x, w, b: F.linear(x.view(4, 64, 256), w, b), S, S, (256,))
show("embedding", lambda w: F.embedding(torch.arange(256, device=w.device), w), S)
show("conv", lambda x, w, b: F.conv2d(x, w, b, padding=1), img, (8, 4, 3, 3), (8,))


def step(net, x, loss, parts=1):
    net.zero_grad()
    for piece in x.chunk(parts):
        (loss(net(piece)) / parts).backward()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64)).to("cuda" if GPU else "cpu")
x = torch.ones(16384, 64, device="cuda" if GPU else "cpu")
step(net, x, lambda y: y.mean())
losses = {"mean": lambda y: y.mean(), "pow": lambda y: y.pow(2).mean(), "exp": lambda y: y.exp().sum(), "softmax": lambda y: y.softmax(1)[:, 0].sum()}
for name, loss in losses.items():
    for parts in (1, 4, 16):
        step(net, x, loss, parts)
        _, left, most = measured(lambda: step(net, x, loss, parts))
        print(name, parts, round(most / 2 ** 20, 1), round(left / 2 ** 20, 2))
