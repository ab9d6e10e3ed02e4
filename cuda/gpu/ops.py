# Every operation on the GPU against the same on the CPU. An operation that differs more
# than it may has a line of its own. The table has, for each family, how many were tried and
# the largest difference, in units of the type's precision, that was found.
import torch

FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
INTEGERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
failed, families = [], {}


def values(dtype, *shape, low=-3.0, high=3.0):
    x = torch.rand(*shape) * (high - low) + low
    if dtype == torch.bool:
        return x > 0
    return x.round().abs().to(dtype) if dtype == torch.uint8 else (x if dtype.is_floating_point else x.round()).to(dtype)


def distance(got, want):
    if got.dtype != want.dtype or got.shape != want.shape:
        return float("inf")
    if not want.dtype.is_floating_point:
        return 0.0 if torch.equal(got, want) else float("inf")
    got, exact = got.double(), want.double()
    same = (got == exact) | (got.isnan() & exact.isnan())
    if bool(same.all()):
        return 0.0
    scale = exact.abs().clamp(min=float(exact[exact.isfinite()].abs().max()) * 0.05 if bool(exact.isfinite().any()) else 1.0)
    off = ((got - exact).abs() / scale / torch.finfo(want.dtype).eps)[~same]
    return float(off.max()) if not bool(off.isnan().any()) else float("inf")


def outputs(x):
    return [x] if isinstance(x, torch.Tensor) else [y for y in x if isinstance(y, torch.Tensor)]


def compare(name, f, dtypes, *shapes, units=8.0, low=-3.0, high=3.0):
    worst, done = 0.0, []
    for dtype in dtypes:
        torch.manual_seed(1)
        args = [values(dtype, *s, low=low, high=high) if isinstance(s, tuple) else s for s in shapes]
        try:
            want = outputs(f(*args))
        except (RuntimeError, NotImplementedError):
            if dtype != torch.float16:
                continue  # no device has such an operation
            wide = [a.float() if isinstance(a, torch.Tensor) and a.is_floating_point() else a for a in args]
            want = [w.half() if w.is_floating_point() else w for w in outputs(f(*wide))]
        try:
            got = outputs(f(*[a.cuda() if isinstance(a, torch.Tensor) else a for a in args]))
            off = max([distance(g.cpu(), w) for g, w in zip(got, want)], default=0.0)
        except RuntimeError as e:
            off = float("inf")
            print(f"{name} {dtype}: {str(e).splitlines()[0]}")
        worst = max(worst, off)
        done.append(str(dtype).removeprefix("torch."))
    if worst > units:
        failed.append(name)
        print(f"{name} differs by {worst:.3g} units, {units:g} are allowed ({' '.join(done)})")
    tried, most = families.get(family, (0, 0.0))
    families[family] = tried + 1, max(most, worst)


unary = "neg abs sign square floor ceil round trunc relu"
smooth = ("exp exp2 expm1 sin cos tan tanh sinh cosh sigmoid erf erfc atan asinh frac deg2rad sinc "
          "nn.functional.gelu nn.functional.silu nn.functional.mish nn.functional.softplus nn.functional.elu "
          "nn.functional.leaky_relu nn.functional.hardswish nn.functional.hardsigmoid nn.functional.logsigmoid")
positive = "sqrt rsqrt reciprocal log log2 log10 log1p lgamma digamma acosh"
inner = "asin acos atanh erfinv"


def find(name):
    f = torch
    for part in name.split("."):
        f = getattr(f, part)
    return f


family = "elementwise"
for name in unary.split():
    compare(name, find(name), FLOATS + INTEGERS, (57, 33))
for name in smooth.split():
    compare(name.split(".")[-1], find(name), FLOATS, (57, 33), units=32.0)
for name in positive.split():
    compare(name, find(name), FLOATS, (57, 33), low=1.1, high=9.0)
for name in inner.split():
    compare(name, find(name), FLOATS, (57, 33), low=-0.9, high=0.9)
for name in "isnan isinf isfinite signbit logical_not".split():
    compare(name, find(name), FLOATS + INTEGERS, (57, 33))
for name in "add sub mul maximum minimum eq ne lt le gt ge logical_and logical_or logical_xor".split():
    compare(name, find(name), FLOATS + INTEGERS, (57, 33), (33,))
for name in "div atan2 hypot fmod remainder floor_divide copysign fmax fmin logaddexp xlogy pow".split():
    compare(name, find(name), FLOATS, (57, 33), (57, 1), low=0.5, high=4.0)
for name in "bitwise_and bitwise_or bitwise_xor gcd lcm".split():
    compare(name, find(name), INTEGERS, (57, 33), (57, 33))
compare("bitwise_not", torch.bitwise_not, INTEGERS + [torch.bool], (57, 33))
compare("where", lambda a, b: torch.where(a > 0, a, b), FLOATS + INTEGERS, (57, 33), (33,))
compare("addcmul", lambda a, b, c: torch.addcmul(a, b, c, value=0.5), FLOATS, (57, 33), (33,), (57, 1))
compare("addcdiv", lambda a, b, c: torch.addcdiv(a, b, c, value=0.5), FLOATS, (57, 33), (57, 33), (57, 33), low=1.0)
compare("lerp", lambda a, b: torch.lerp(a, b, 0.3), FLOATS, (57, 33), (57, 33))
compare("clamp", lambda a: torch.clamp(a, -1, 2), FLOATS + INTEGERS[:4], (57, 33))

family = "reductions, scans, sorting"
for name in "sum prod mean amax amin var std logsumexp norm nansum".split():
    for dim in (0, 1):
        f = find(name)
        compare(f"{name} dim {dim}", lambda a: f(a, dim=dim), FLOATS, (57, 33), units=64.0)
for name in "sum amax amin prod".split():
    compare(f"{name}, integers", lambda a: find(name)(a, dim=0), INTEGERS, (7, 33))
for name in "all any count_nonzero argmax argmin".split():
    compare(name, lambda a: find(name)(a, dim=1), FLOATS + INTEGERS, (57, 33))
compare("sum, large", torch.sum, FLOATS[:2], (1000, 1003), low=0.0, units=64.0)
compare("max with indices", lambda a: torch.max(a, 1), FLOATS + INTEGERS, (57, 33))
compare("cumsum", lambda a: torch.cumsum(a, 1), FLOATS + INTEGERS, (57, 33), low=0.0, units=64.0)
compare("cumprod", lambda a: torch.cumprod(a, 1), FLOATS[:2], (57, 33), low=0.9, high=1.1, units=64.0)
compare("cummax", lambda a: torch.cummax(a, 1), FLOATS + INTEGERS, (57, 33))
compare("sort", lambda a: torch.sort(a, stable=True, dim=1), FLOATS + INTEGERS, (57, 133))
compare("topk", lambda a: torch.topk(a, 5)[0], FLOATS + INTEGERS, (57, 133))
for name in "softmax log_softmax".split():
    compare(name, lambda a: find(name)(a, 1), FLOATS, (57, 133), units=64.0)

family = "indexing"
index = torch.tensor([3, 0, 5, 3])
compare("index", lambda a, i: a[i], FLOATS + INTEGERS, (57, 33), index)
compare("index_put", lambda a, i: a.clone().index_put_((i[:3],), a[:3] * 2), FLOATS + INTEGERS, (57, 33), index)
compare("gather", lambda a, i: torch.gather(a, 0, i[:, None]), FLOATS + INTEGERS, (57, 33), index)
compare("scatter", lambda a, i: a.clone().scatter_(0, i[:3, None], a[:3, :1] * 2), FLOATS + INTEGERS, (57, 33), index)
compare("scatter_add", lambda a, i: a.clone().scatter_add_(0, i[:, None], a[:4, :1]), FLOATS + INTEGERS, (57, 33), index)
compare("embedding", lambda a, i: torch.nn.functional.embedding(i, a), FLOATS, (57, 33), index)

family = "matrices, convolution, pooling"
for shape in ((57, 33), (33, 29)), ((5, 57, 33), (5, 33, 29)), ((256, 512), (512, 128)):
    compare("matmul " + "x".join(map(str, shape[0])), torch.matmul, FLOATS, *shape, units=512.0)
compare("conv2d", lambda a, w: torch.nn.functional.conv2d(a, w, stride=2, padding=1), FLOATS[:2], (2, 3, 17, 15), (4, 3, 3, 3), units=256.0)
compare("max_pool2d", lambda a: torch.nn.functional.max_pool2d(a, 2), FLOATS[:2], (2, 3, 16, 14))
compare("avg_pool2d", lambda a: torch.nn.functional.avg_pool2d(a, 2), FLOATS[:2], (2, 3, 16, 14))
compare("interpolate", lambda a: torch.nn.functional.interpolate(a, scale_factor=2, mode="bilinear"), FLOATS[:2], (2, 3, 6, 5), units=64.0)
family = "normalisation and training"
compare("layer_norm", lambda a, w: torch.nn.functional.layer_norm(a, (33,), w, w), FLOATS, (57, 33), (33,), units=256.0)
compare("batch_norm", lambda a, m: torch.nn.functional.batch_norm(a, m, m.abs() + 1), FLOATS[:2], (8, 5, 7), (5,), units=256.0)


def trained(optimizer):
    def run(a, w):
        w = w.clone().requires_grad_()
        o = optimizer([w])
        for _ in range(5):
            o.zero_grad()
            torch.nn.functional.cross_entropy(a @ w, torch.zeros(len(a), dtype=torch.long, device=a.device)).backward()
            o.step()
        return w.detach(), w.grad
    return run


compare("backward, SGD", trained(lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9)), FLOATS[:2], (64, 10), (10, 3), units=4096.0)
compare("backward, Adam", trained(lambda p: torch.optim.Adam(p, lr=0.01)), FLOATS[:2], (64, 10), (10, 3), units=65536.0)
family = "random numbers"
for name in "rand", "randn":
    drawn = []
    for _ in range(2):
        torch.manual_seed(7)
        drawn.append(find(name)(100_000, device="cuda"))
    center, spread = (0.5, 12 ** -0.5) if name == "rand" else (0.0, 1.0)
    if not torch.equal(*drawn) or abs(drawn[0].mean().item() - center) > 0.02 or abs(drawn[0].std().item() - spread) > 0.02:
        failed.append(name)
    families[family] = families.get(family, (0, 0.0))[0] + 1, 0.0

print(torch.cuda.get_device_name(0))
for family, (tried, most) in families.items():
    print(f"{family:32}{tried:4} operations, at most {most:.3g} units off")
print(f"{len(failed)} differ: {', '.join(failed)}" if failed else "all agree with the CPU")
if failed:
    raise SystemExit(1)
