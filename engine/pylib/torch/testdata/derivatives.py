# Gradients of operations in the forms that one example of each leaves out: broadcast operands, one input that wants a gradient
# beside others that do not, dimensions from the end, ties and zeros, odd strides, gradients of gradients.
import math
import warnings

import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore")
torch.set_default_dtype(torch.float64)


def t(*shape, seed=0, signed=True):
    n = math.prod(shape)
    v = [0.2 + (i * 37 + seed * 61 + 11) * 0.0731 % 1 for i in range(n)]
    return torch.tensor([-x if signed and (i + seed) % 3 == 1 else x for i, x in enumerate(v)]).reshape(shape)


def p(*shape, seed=0):
    return t(*shape, seed=seed, signed=False)


def text(x):
    if x is None:
        return "None"
    if x.is_complex():
        x = torch.view_as_real(x.resolve_conj())
    return str(list(x.shape)) + " " + " ".join("%.4g" % (v if abs(v) > 1e-9 else 0) for v in x.reshape(-1).tolist())


def weigh(y):
    if isinstance(y, (tuple, list)):
        return sum(weigh(v) for v in y if v.is_floating_point() or v.is_complex())
    if y.is_complex():
        y = torch.view_as_real(y.resolve_conj())
    w = torch.tensor([1 + 0.3 * math.sin(i * 1.7) for i in range(y.numel())]).reshape(y.shape)
    return (y * w).sum()


def show(name, f, *inputs, twice=True):
    print(name)
    wanted = [list(range(len(inputs)))] + ([[i] for i in range(len(inputs))] if len(inputs) > 1 else [])
    for who in wanted:
        xs = [x.clone().requires_grad_(i in who) for i, x in enumerate(inputs)]
        try:
            loss = weigh(f(*xs))
            again = twice and len(who) == len(inputs)
            grads = torch.autograd.grad(loss, [xs[i] for i in who], create_graph=again, allow_unused=True)
            for i, g in zip(who, grads):
                print("  d%d of %d:" % (i, len(who)), text(g))
            if again:
                second = weigh([g for g in grads if g is not None])
                if second.requires_grad:
                    for i, g in zip(who, torch.autograd.grad(second, [xs[i] for i in who], allow_unused=True)):
                        if g is not None and g.abs().sum() > 1e-9:  # whether nothing is None or zeros differs
                            print("  dd%d:" % i, text(g))
        except RuntimeError as e:
            print("  ", type(e).__name__, str(e).split("\n")[0])


a, b, row, col, one = t(3, 4), t(3, 4, seed=1), t(4, seed=2), t(3, 1, seed=3), t(1, seed=4)
for name, f in [
    ("add", lambda x, y: torch.add(x, y, alpha=3)), ("sub", lambda x, y: torch.sub(x, y, alpha=-2)), ("rsub", lambda x, y: torch.rsub(x, y, alpha=2)), ("mul", torch.mul), ("div", torch.div),
    ("atan2", torch.atan2), ("hypot", torch.hypot), ("fmod", torch.fmod), ("remainder", torch.remainder), ("maximum", torch.maximum), ("fmin", torch.fmin), ("xlogy", lambda x, y: torch.xlogy(x, y.abs())),
    ("logaddexp", torch.logaddexp), ("logaddexp2", torch.logaddexp2), ("copysign", torch.copysign), ("pow", lambda x, y: x.abs() ** y), ("lerp", lambda x, y: torch.lerp(x, y, 0.3)),
    ("where", lambda x, y: torch.where(x > y, x, y)), ("dist", lambda x, y: torch.dist(x, y, 3)), ("smooth", lambda x, y: F.smooth_l1_loss(x, y.expand_as(x), beta=0.5)),
    ("huber", lambda x, y: F.huber_loss(x, y.expand_as(x), delta=0.4, reduction="none")), ("mse", lambda x, y: F.mse_loss(x, y.expand_as(x), reduction="sum")),
]:
    for other, y in [("same", b), ("row", row), ("column", col)]:
        show(name + " with a " + other, f, a, y)
show("addcmul", lambda x, y, z: torch.addcmul(x, y, z, value=0.5), a, col, row)
show("addcdiv", lambda x, y, z: torch.addcdiv(x, y, z, value=-2), a, col, row)
show("lerp of a tensor", torch.lerp, a, row, p(3, 1))
show("pow of a number", lambda y: 2.5 ** y, a)
show("pow 3", lambda x: x ** 3, a)
show("pow 0", lambda x: x ** 0, a, twice=False)
for u in ["digamma", "i0"]:
    show(u, getattr(torch, u), a, twice=False)
show("clamp", lambda x: x.clamp(-0.3, 0.6), a)
show("clamp min", lambda x: x.clamp(min=0.1), a)
show("clamp max", lambda x: x.clamp(max=0.1), a)
show("clamp of tensors", torch.clamp, a, row - 0.5, row + 0.5)
show("masked_fill", lambda x, v: x.masked_fill(torch.tensor([True, False, True, False]), v), a, torch.tensor(0.5))
show("where of a number", lambda x: torch.where(x > 0, x, 2.0), a)
for act in ["celu", "hardtanh", "hardshrink", "softshrink", "logsigmoid", "gelu", "silu", "mish", "softplus", "elu", "selu", "leaky_relu", "hardswish", "hardsigmoid", "relu6", "tanhshrink", "softsign"]:
    show(act, lambda x: getattr(F, act)(x * 4), a, twice=act != "hardsigmoid")
for u in ["logit", "deg2rad", "rad2deg", "sinc", "erfinv", "lgamma", "frac", "expm1", "log1p", "acos", "atanh", "acosh"]:
    show(u, lambda x: getattr(torch, u)(x.abs() + 1 if u == "acosh" else x * 0.5 + 0.4 if u in ("logit",) else x * 0.7), a)

zeros1, zeros2 = torch.tensor([[0.0, 2, 3], [4, 5, 6]]), torch.tensor([[0.0, 0, 3], [4, 0, 6]])
for n, x in [("none", zeros1 + 1), ("one", zeros1), ("two", zeros2)]:
    show("prod, zeros: " + n, torch.prod, x)
    show("prod of -1, zeros: " + n, lambda x: x.prod(-1), x)
    show("prod of 0 kept, zeros: " + n, lambda x: x.prod(0, keepdim=True), x)
    show("cumprod, zeros: " + n, lambda x: x.cumprod(1), x, twice=False)
for r in ["sum", "mean", "var", "std", "logsumexp", "norm", "amax", "amin", "nansum"]:
    f = getattr(torch, r)
    if r not in ("logsumexp",):
        show(r, f, a)
    show(r + " of -1", lambda x: f(x, dim=-1), a)
    show(r + " of 0 kept", lambda x: f(x, dim=0, keepdim=True), a)
    show(r + " of both", lambda x: f(x, dim=(0, 1)), a)
show("var of a population", lambda x: x.var(1, unbiased=False), a)
show("std of all of a population", lambda x: x.std(unbiased=False), a)
ties = torch.tensor([[1.0, 3, 3], [2, 2, 2]])
for r in ["amax", "amin"]:
    show(r + " with ties", lambda x: getattr(x, r)(1), ties, twice=False)
    show(r + " of all with ties", lambda x: getattr(x, r)(), ties, twice=False)
for r in ["max", "min", "median", "mode", "cummax", "cummin", "sort", "kthvalue"]:
    k = (2,) if r == "kthvalue" else ()
    show(r, lambda x: getattr(x, r)(*k, 1)[0], a)
    show(r + " of 0", lambda x: getattr(x, r)(*k, 0)[0], a)
show("max of all", torch.max, a)
show("median of all", torch.median, a)
show("topk", lambda x: x.topk(2, 1)[0], a)
for ord in [1, 2, 3, 0.5, math.inf, -math.inf, -1]:
    show("vector norm %s" % ord, lambda x: torch.linalg.vector_norm(x, ord), p(3, 2), twice=ord not in (math.inf, -math.inf, 0, 1))
    show("vector norm %s of 1" % ord, lambda x: torch.linalg.vector_norm(x, ord, dim=1), p(3, 2), twice=False)
for s in ["cumsum", "logcumsumexp", "softmax", "log_softmax"]:
    show(s, lambda x: getattr(torch, s)(x, 1), a)
    show(s + " of 0", lambda x: getattr(torch, s)(x, -2), a)

i = torch.tensor([[0, 2, 2], [1, 0, 1]])
show("index", lambda x: x[[0, 2, 2]], a)
show("index by two", lambda x: x[torch.tensor([0, 2, 2]), torch.tensor([1, 1, 3])], a)
show("index by a mask", lambda x: x[torch.tensor([True, False, True])], a)
show("index_put", lambda x, v: x.index_put((torch.tensor([0, 2]),), v), a, t(2, 4, seed=5))
show("index_put adding", lambda x, v: x.index_put((torch.tensor([0, 0]),), v, accumulate=True), a, t(4, seed=5))
show("index_select", lambda x: x.index_select(-1, torch.tensor([3, 0, 3])), a)
show("index_add", lambda x, v: x.index_add(1, torch.tensor([3, 3]), v, alpha=2), a, t(3, 2, seed=5))
show("index_copy", lambda x, v: x.index_copy(0, torch.tensor([2, 0]), v), a, t(2, 4, seed=5))
show("index_fill", lambda x: x.index_fill(1, torch.tensor([1, 2]), 5.0), a)
show("index_fill of a tensor", lambda x, v: x.index_fill(1, torch.tensor([1, 2]), v), a, torch.tensor(2.0))
show("gather", lambda x: x.gather(0, i), a)
show("gather of -1", lambda x: x.gather(-1, i), a)
show("scatter", lambda x, v: x.scatter(0, torch.tensor([[0, 1, 2], [1, 2, 0]]), v), a, t(2, 3, seed=5))
show("scatter of one row", lambda x, v: x.scatter(1, torch.tensor([[0, 1]]), v), a, t(1, 2, seed=5))
show("scatter of a number", lambda x: x.scatter(1, i, 2.0), a)
show("scatter_add", lambda x, v: x.scatter_add(1, i, v), a, t(2, 3, seed=5))
for how in ["sum"]:
    show("scatter_reduce " + how, lambda x, v: x.scatter_reduce(1, i, v, how), a, t(2, 3, seed=5), twice=False)
    show("scatter_reduce without self " + how, lambda x, v: x.scatter_reduce(1, i, v, how, include_self=False), a, t(2, 3, seed=5), twice=False)
show("masked_select", lambda x: x.masked_select(torch.tensor([True, False, True, True])), a)
show("masked_scatter", lambda x, v: x.masked_scatter(torch.tensor([[True, False, True, True]] * 3), v), a, t(12, seed=5))
show("take", lambda x: x.take(torch.tensor([0, 5, 5, 11])), a)
show("embedding", lambda w: F.embedding(i, w), t(3, 2))
show("embedding with a pad", lambda w: F.embedding(i, w, padding_idx=2), t(3, 2))

for name, f in [
    ("as_strided", lambda x: x.as_strided((2, 3), (4, 2), 1)), ("as_strided over itself", lambda x: x.as_strided((3, 3), (1, 2))), ("unfold", lambda x: x.unfold(1, 2, 1)), ("unfold by 2", lambda x: x.unfold(0, 2, 2)),
    ("select", lambda x: x.select(-1, -2)), ("slice", lambda x: x[:, 1:4:2]), ("narrow", lambda x: x.narrow(0, 1, 2)), ("diagonal", lambda x: x.diagonal(1)), ("diagonal below", lambda x: x.diagonal(-1, 1, 0)),
    ("diag", lambda x: x.diag()), ("diag 1", lambda x: x.diag(1)), ("diag_embed", lambda x: x[0].diag_embed(-1)), ("expand", lambda x: x[:, None].expand(3, 2, 4)), ("permute", lambda x: x.reshape(3, 2, 2).permute(2, 0, 1)),
    ("transpose", lambda x: x.transpose(-1, 0)), ("t", lambda x: x.t()), ("unbind", lambda x: x.unbind(1)), ("split", lambda x: x.split([1, 3], 1)[1]), ("chunk", lambda x: x.chunk(2, -1)[0]), ("repeat", lambda x: x.repeat(2, 1, 2)),
    ("flip", lambda x: x.flip(0, 1)), ("roll", lambda x: x.roll((1, -1), (0, 1))), ("roll of all", lambda x: x.roll(2)), ("rot90", lambda x: x.rot90(1)), ("rot90 3", lambda x: x.rot90(3, (1, 0))), ("tril", lambda x: x.tril(-1)), ("triu", lambda x: x.triu(1)),
    ("unsqueeze", lambda x: x.unsqueeze(1)), ("squeeze", lambda x: x[:1].squeeze()), ("tile", lambda x: x.tile(2)), ("repeat_interleave", lambda x: x.repeat_interleave(2, 1)), ("view", lambda x: x.view(-1, 6)), ("clone", lambda x: x.t().clone()),
    ("movedim", lambda x: x.reshape(3, 2, 2).movedim(0, -1)), ("trace", lambda x: x.trace()), ("fill", lambda x: x.clone().fill_(3.0)), ("zero", lambda x: x.clone().zero_()),
]:
    show(name, f, a, twice=False)
show("cat", lambda x, y: torch.cat([x, y, x], 1), a, t(3, 2, seed=6))
show("cat of nothing", lambda x: torch.cat([torch.zeros(0), x[0]]), a)
show("stack", lambda x, y: torch.stack([x, y], -1), a, b)
show("copy", lambda x, y: x.clone().copy_(y), a, row)
show("slice assigned", lambda x, y: torch.cat([x * 1]).index_put_((torch.tensor([1]),), y), a, row)

for name, f, inputs in [
    ("mm", torch.mm, (t(2, 3), t(3, 4, seed=1))), ("matmul of stacks", torch.matmul, (t(2, 1, 2, 3), t(3, 3, 2, seed=1))), ("matmul of a vector", torch.matmul, (t(3), t(2, 3, 4, seed=1))), ("matmul by a vector", torch.matmul, (t(2, 3, 4), t(4, seed=1))),
    ("bmm", torch.bmm, (t(2, 2, 3), t(2, 3, 2, seed=1))), ("mv", torch.mv, (t(2, 3), t(3, seed=1))), ("dot", torch.dot, (t(3), t(3, seed=1))), ("outer", torch.outer, (t(3), t(2, seed=1))),
    ("addmm", lambda x, y, z: torch.addmm(x, y, z, beta=0.5, alpha=2), (t(4), t(2, 3, seed=1), t(3, 4, seed=2))), ("baddbmm", lambda x, y, z: torch.baddbmm(x, y, z, beta=2, alpha=-1), (t(2, 1, 2), t(2, 2, 3, seed=1), t(2, 3, 2, seed=2))),
    ("addmv", lambda x, y, z: torch.addmv(x, y, z, beta=3, alpha=0.5), (t(2), t(2, 3, seed=1), t(3, seed=2))), ("linear", F.linear, (t(2, 2, 3), t(4, 3, seed=1), t(4, seed=2))), ("linear without bias", F.linear, (t(2, 3), t(4, 3, seed=1))),
    ("bilinear", F.bilinear, (t(2, 3), t(2, 2, seed=1), t(4, 3, 2, seed=2), t(4, seed=3))), ("einsum", lambda x, y: torch.einsum("ij,kj->ik", x, y), (t(2, 3), t(4, 3, seed=1))),
    ("det", torch.det, (t(3, 3) + 2 * torch.eye(3),)), ("slogdet", torch.slogdet, (t(2, 3, 3) + 2 * torch.eye(3),)), ("inverse", torch.inverse, (t(3, 3) + 2 * torch.eye(3),)), ("solve", torch.linalg.solve, (t(3, 3) + 2 * torch.eye(3), t(3, 2, seed=1))),
    ("solve a vector", torch.linalg.solve, (t(3, 3) + 2 * torch.eye(3), t(3, seed=1))), ("cholesky", lambda x: torch.linalg.cholesky(x @ x.mT + torch.eye(3)), (t(3, 3),)), ("eigvalsh", lambda x: torch.linalg.eigvalsh(x + x.mT), (t(3, 3),)),
    ("svdvals", torch.linalg.svdvals, (t(3, 2),)), ("pinv", torch.linalg.pinv, (t(3, 2),)), ("qr", lambda x: torch.linalg.qr(x)[1].abs(), (t(3, 3) + torch.eye(3),)), ("matrix_exp", torch.matrix_exp, (t(2, 2),)), ("matrix_power", lambda x: torch.matrix_power(x, 3), (t(2, 2),)),
    ("kron", torch.kron, (t(2, 2), t(2, 1, seed=1))), ("cross", torch.cross, (t(2, 3), t(2, 3, seed=1))), ("triangular", lambda x, y: torch.linalg.solve_triangular(x, y, upper=True), (t(3, 3) + 3 * torch.eye(3), t(3, 2, seed=1))),
]:
    show(name, f, *inputs, twice=name not in ("pinv", "svdvals", "eigvalsh", "matrix_exp", "qr", "slogdet", "triangular", "cholesky"))

for norm in [None, "forward", "ortho"]:
    for n in [None, 3, 6]:
        for name in ["fft", "ifft", "rfft", "irfft", "hfft"]:
            show("%s of %s, %s" % (name, n, norm), lambda x: getattr(torch.fft, name)(x.to(torch.complex128) if name in ("irfft", "hfft") else x, n, 0, norm), t(5, 2), twice=False)
show("fft2", lambda x: torch.fft.fft2(x, s=(2, 5)), t(3, 4), twice=False)
show("rfftn", lambda x: torch.fft.rfftn(x), t(3, 4), twice=False)
c = torch.complex(t(3), t(3, seed=1))
show("complex", torch.complex, t(3), t(3, seed=1))
show("polar", torch.polar, p(3), t(3, seed=1))
show("abs of complex", lambda x: torch.view_as_complex(x).abs(), t(3, 2))
show("angle of complex", lambda x: torch.view_as_complex(x).angle(), t(3, 2), twice=False)
show("mul of complex", lambda x, y: torch.view_as_complex(x) * torch.view_as_complex(y).conj(), t(3, 2), t(3, 2, seed=1))
show("div of complex", lambda x, y: torch.view_as_complex(x) / torch.view_as_complex(y), t(3, 2), t(3, 2, seed=1))
show("exp of complex", lambda x: torch.view_as_complex(x).exp(), t(3, 2))
show("real and imag", lambda x: torch.view_as_complex(x).real * torch.view_as_complex(x).imag, t(3, 2))

for mode in ["constant", "reflect", "replicate", "circular"]:
    show("pad " + mode, lambda x: F.pad(x, (1, 2), mode=mode), t(1, 2, 4))
    show("pad of two " + mode, lambda x: F.pad(x, (1, 0, 0, 2), mode=mode), t(1, 1, 3, 4))
show("pad cutting", lambda x: F.pad(x, (-1, 2)), a)
for name, f, inputs in [
    ("layer_norm", lambda x, w, b: F.layer_norm(x, (4,), w, b), (t(2, 3, 4), p(4, seed=1), t(4, seed=2))), ("layer_norm of two", lambda x, w, b: F.layer_norm(x, (3, 4), w, b), (t(2, 3, 4), p(3, 4, seed=1), t(3, 4, seed=2))), ("layer_norm plain", lambda x: F.layer_norm(x, (4,)), (t(3, 4),)),
    ("group_norm", lambda x, w, b: F.group_norm(x, 2, w, b), (t(2, 4, 3), p(4, seed=1), t(4, seed=2))), ("group_norm plain", lambda x: F.group_norm(x, 1), (t(2, 2, 3),)),
    ("batch_norm", lambda x, w, b: F.batch_norm(x, None, None, w, b, True), (t(3, 2, 2), p(2, seed=1), t(2, seed=2))), ("batch_norm in use", lambda x, w, b: F.batch_norm(x, torch.tensor([0.1, 0.2]), torch.tensor([1.0, 2.0]), w, b, False), (t(3, 2), p(2, seed=1), t(2, seed=2))),
    ("instance_norm", lambda x, w: F.instance_norm(x, weight=w), (t(2, 2, 4), p(2, seed=1))), ("conv1d", lambda x, w, b: F.conv1d(x, w, b, stride=2, padding=1), (t(1, 2, 5), t(2, 2, 3, seed=1), t(2, seed=2))),
    ("conv1d in groups", lambda x, w: F.conv1d(x, w, groups=2, dilation=2), (t(1, 2, 6), t(4, 1, 2, seed=1))), ("conv2d", lambda x, w, b: F.conv2d(x, w, b, padding="same"), (t(1, 1, 3, 4), t(2, 1, 3, 3, seed=1), t(2, seed=2))),
    ("conv_transpose2d", lambda x, w: F.conv_transpose2d(x, w, stride=2, output_padding=1), (t(1, 2, 2, 2), t(2, 1, 2, 2, seed=1))), ("max_pool1d", lambda x: F.max_pool1d(x, 2, 1), (t(1, 2, 5),)), ("max_pool2d", lambda x: F.max_pool2d(x, 2, padding=1), (t(1, 1, 4, 4),)),
    ("avg_pool2d", lambda x: F.avg_pool2d(x, 2, 1, 1, count_include_pad=False), (t(1, 1, 3, 3),)), ("avg_pool1d", lambda x: F.avg_pool1d(x, 3, 2), (t(1, 2, 6),)), ("adaptive_avg_pool2d", lambda x: F.adaptive_avg_pool2d(x, (2, 3)), (t(1, 1, 3, 5),)),
    ("adaptive_max_pool2d", lambda x: F.adaptive_max_pool2d(x, 2), (t(1, 1, 3, 5),)), ("lp_pool1d", lambda x: F.lp_pool1d(x, 2, 2), (p(1, 1, 4),)), ("interpolate", lambda x: F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=True), (t(1, 1, 2, 3),)),
    ("interpolate nearest", lambda x: F.interpolate(x, size=5), (t(1, 1, 3),)), ("unfold of images", lambda x: F.unfold(x, 2), (t(1, 1, 3, 3),)), ("fold", lambda x: F.fold(x, (3, 3), 2), (t(1, 4, 4),)), ("pixel_shuffle", lambda x: F.pixel_shuffle(x, 2), (t(1, 4, 1, 2),)),
    ("cosine_similarity", F.cosine_similarity, (t(2, 3), t(2, 3, seed=1))), ("normalize", lambda x: F.normalize(x, dim=0), (t(2, 3),)), ("pairwise_distance", F.pairwise_distance, (t(2, 3), t(2, 3, seed=1))), ("cdist", torch.cdist, (t(2, 3), t(4, 3, seed=1))), ("prelu", F.prelu, (t(2, 3, 2), p(3, seed=1))), ("glu", F.glu, (t(2, 4),)),
]:
    show(name, f, *inputs, twice=name not in ("cdist", "lp_pool1d", "batch_norm in use"))

classes, weights = torch.tensor([1, 0, 2]), p(3, seed=7)
logits = t(3, 3)
for how in ["none", "mean", "sum"]:
    show("cross_entropy " + how, lambda x: F.cross_entropy(x, classes, weights, reduction=how, ignore_index=0), logits)
    show("smoothed " + how, lambda x: F.cross_entropy(x, classes, label_smoothing=0.2, reduction=how), logits)
    show("nll of images " + how, lambda x: F.nll_loss(x, torch.tensor([[[1, 0]]]), p(2, seed=7), reduction=how), t(1, 2, 1, 2))
    show("bce " + how, lambda x, y: F.binary_cross_entropy(x * 0.7, y * 0.7, p(4, seed=3), reduction=how), p(2, 4), p(2, 4, seed=1), twice=False)
    show("bce with logits " + how, lambda x, y: F.binary_cross_entropy_with_logits(x, y, p(4, seed=3), reduction=how, pos_weight=p(4, seed=5)), t(2, 4), p(2, 4, seed=1), twice=False)
    show("kl " + how, lambda x, y: F.kl_div(x, y, reduction=how), t(2, 3), p(2, 3, seed=1), twice=False)
    show("margin " + how, lambda x: F.multi_margin_loss(x, classes, reduction=how), logits, twice=False)
    show("l1 " + how, lambda x, y: F.l1_loss(x, y, reduction=how), a, b, twice=False)
    show("hinge " + how, lambda x: F.hinge_embedding_loss(x, torch.tensor([1.0, -1, 1]), reduction=how), logits, twice=False)
