"""Random programs of tensor operations, the same ones under every torch: one JSON line for
each seed with what the program did and what came of it."""

import json
import random
import sys
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")

FLOATS = [torch.float32, torch.float32, torch.float64]
DTYPES = FLOATS * 3 + [torch.int64, torch.int64, torch.int32, torch.uint8, torch.int8, torch.bool]

UNARY = """abs neg sign exp log log1p expm1 sqrt rsqrt sin cos tan tanh sigmoid relu floor ceil round trunc frac
reciprocal square isnan isfinite logical_not erf erfc atan asinh sgn isinf signbit deg2rad exp2 log2 sinh""".split()
BINARY = """add sub mul div pow maximum minimum atan2 fmod remainder eq ne lt le gt ge logical_and logical_or logical_xor
floor_divide bitwise_and bitwise_or bitwise_xor hypot copysign""".split()
REDUCE = "sum mean prod max min amax amin argmax argmin any all std var norm logsumexp median count_nonzero nansum".split()
ALONG = "cumsum cumprod softmax log_softmax sort argsort flip cummax cummin logcumsumexp".split()
NETWORK = "relu gelu silu softplus elu leaky_relu hardtanh mish selu celu softsign tanhshrink hardswish logsigmoid relu6".split()


class Program:
    """One random program and the tensors it has made."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.pool, self.leaves, self.trace = [], [], []

    def number(self, dtype):
        r = self.r
        if dtype == torch.bool:
            return r.random() < 0.5
        if dtype == torch.uint8:
            return r.randrange(0, 9)
        if not dtype.is_floating_point:
            return r.randrange(-5, 9)
        return r.choice([0.0, 1.0, -1.0, 0.5]) if r.random() < 0.15 else r.randrange(-40, 41) / 8 + 0.0625

    def shape(self):
        r = self.r
        return [r.choice([1, 2, 3, 3, 4, 0] if r.random() < 0.1 else [1, 2, 3, 4]) for _ in range(r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))]

    def source(self):
        r, dtype, shape = self.r, self.r.choice(DTYPES), self.shape()
        n = 1
        for size in shape:
            n *= size
        x = torch.tensor([self.number(dtype) for _ in range(n)], dtype=dtype).reshape(shape)
        text = f"{str(dtype)[6:]}{shape}"
        kind = r.randrange(6)
        if kind == 0 and x.dim() >= 2:
            x, text = x.transpose(0, -1), text + ".T"
        elif kind == 1 and x.dim() >= 1:
            x, text = x[..., ::2], text + "[..., ::2]"
        elif kind == 2 and x.dim() >= 1 and x.shape[0] == 1:
            x, text = x.expand([3, *x.shape[1:]]), text + ".expand"
        if dtype.is_floating_point and r.random() < 0.5:
            x = x.detach().requires_grad_()
            self.leaves.append(x)
            text += " leaf"
        self.trace.append(f"t{len(self.pool)} = {text}")
        self.pool.append(x)

    def any(self):
        return self.r.randrange(len(self.pool))

    def dim(self, x):
        return self.r.randrange(-x.dim(), x.dim()) if x.dim() else 0

    def step(self):
        """Appends the result of one random operation, or of its refusal."""
        r, i = self.r, self.any()
        x = self.pool[i]
        name, call = getattr(self, r.choice(KINDS))(x, f"t{i}")
        self.trace.append(f"t{len(self.pool)} = {name}")
        y = call()
        if isinstance(y, (tuple, list)):
            y = y[r.randrange(len(y))] if len(y) else x
        self.pool.append(y)

    def unary(self, x, n):
        op = self.r.choice(UNARY)
        return f"{op}({n})", lambda: getattr(torch, op)(x)

    def binary(self, x, n):
        op, j = self.r.choice(BINARY), self.any()
        if self.r.random() < 0.3:
            value = self.r.choice([2, 3, -1, 0.5, 1.5, True])
            return f"{op}({n}, {value})", lambda: getattr(x, op)(value)
        y = self.pool[j]
        return f"{op}({n}, t{j})", lambda: getattr(torch, op)(x, y)

    def operator(self, x, n):
        sign, j = self.r.choice("+-*/@"), self.any()
        y = self.pool[j]
        both = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y, "@": lambda: x @ y}
        return f"{n} {sign} t{j}", both[sign]

    def inplace(self, x, n):
        op, j = self.r.choice("add_ sub_ mul_ div_ copy_ clamp_min_ relu_ neg_ zero_ fill_ sigmoid_".split()), self.any()
        y = self.pool[j]
        if op in ("relu_", "neg_", "zero_", "sigmoid_"):
            return f"{n}.{op}()", lambda: getattr(x, op)()
        if op in ("fill_", "clamp_min_"):
            return f"{n}.{op}(1)", lambda: getattr(x, op)(1)
        return f"{n}.{op}(t{j})", lambda: getattr(x, op)(y)

    def reduce(self, x, n):
        op = self.r.choice(REDUCE)
        if op == "logsumexp" or self.r.random() < 0.6:
            d, keep = self.dim(x), self.r.random() < 0.5
            if op == "norm":
                return f"norm({n}, dim={d}, keepdim={keep})", lambda: x.norm(dim=d, keepdim=keep)
            if op == "count_nonzero":
                return f"count_nonzero({n}, {d})", lambda: torch.count_nonzero(x, d)
            return f"{op}({n}, {d}, keepdim={keep})", lambda: getattr(torch, op)(x, d, keepdim=keep)
        return f"{op}({n})", lambda: getattr(torch, op)(x)

    def along(self, x, n):
        op, d = self.r.choice(ALONG), self.dim(x)
        if op == "flip":
            return f"flip({n}, [{d}])", lambda: torch.flip(x, [d])
        if op in ("sort", "argsort"):
            down = self.r.random() < 0.5
            if op == "sort":
                return f"sort({n}, {d}, {down}, stable)", lambda: torch.sort(x, stable=True, dim=d, descending=down)
            return f"sort({n}, {d}, {down}, stable).indices", lambda: torch.sort(x, stable=True, dim=d, descending=down)[1]
        return f"{op}({n}, {d})", lambda: getattr(torch, op)(x, d)

    def view(self, x, n):
        r, d, e = self.r, self.dim(x), self.dim(x)
        size = x.shape[d] if x.dim() else 1
        start, stop = sorted((r.randrange(size + 1), r.randrange(size + 1)))
        options = [
            (f"{n}.transpose({d}, {e})", lambda: x.transpose(d, e)), (f"{n}.unsqueeze({d})", lambda: x.unsqueeze(d)),
            (f"{n}.squeeze()", lambda: x.squeeze()), (f"{n}.squeeze({d})", lambda: x.squeeze(d)),
            (f"{n}.reshape(-1)", lambda: x.reshape(-1)), (f"{n}.view(-1)", lambda: x.view(-1)),
            (f"{n}.flatten(0, {d})", lambda: x.flatten(0, d)), (f"{n}.contiguous()", lambda: x.contiguous()),
            (f"{n}.narrow({d}, {start}, {stop - start})", lambda: x.narrow(d, start, stop - start)),
            (f"{n}.select({d}, 0)", lambda: x.select(d, 0)), (f"{n}.unbind({d})", lambda: x.unbind(d)),
            (f"{n}.chunk(2, {d})", lambda: x.chunk(2, d)), (f"{n}.movedim(0, {d})", lambda: x.movedim(0, d)),
            (f"{n}.expand(2, ...)", lambda: x.expand(2, *x.shape)), (f"{n}.repeat(2, ...)", lambda: x.repeat(2, *[1] * x.dim())),
            (f"{n}.roll(1, {d})", lambda: x.roll(1, d)), (f"{n}.diagonal()", lambda: x.diagonal()), (f"{n}.tril()", lambda: x.tril()),
            (f"{n}.T", lambda: x.T), (f"{n}.permute(reversed)", lambda: x.permute(*reversed(range(x.dim())))),
            (f"{n}.unfold({d}, 2, 1)", lambda: x.unfold(d, 2, 1)), (f"{n}.repeat_interleave(2, {d})", lambda: x.repeat_interleave(2, d)),
        ]
        return r.choice(options)

    def index(self, x, n):
        r = self.r
        size = x.shape[0] if x.dim() else 1
        rows = [r.randrange(-size, size) for _ in range(r.randrange(1, 4))] if size else [0]
        options = [
            (f"{n}[0]", lambda: x[0]), (f"{n}[-1]", lambda: x[-1]), (f"{n}[{rows}]", lambda: x[rows]), (f"{n}[{n} > 0]", lambda: x[x > 0]),
            (f"{n}[:, 0]", lambda: x[:, 0]), (f"{n}[..., None]", lambda: x[..., None]), (f"{n}[1:]", lambda: x[1:]),
            (f"index_select({n}, 0, {rows})", lambda: x.index_select(0, torch.tensor([k % max(size, 1) for k in rows]))),
            (f"masked_fill({n}, {n} > 1, 0)", lambda: x.masked_fill(x > 1, 0)), (f"where({n} > 0, {n}, 0)", lambda: torch.where(x > 0, x, 0)),
            (f"take({n})", lambda: x.take(torch.tensor([0]))), (f"nonzero({n})", lambda: x.nonzero()), (f"unique({n})", lambda: x.unique()),
            (f"gather({n})", lambda: x.gather(0, torch.zeros_like(x, dtype=torch.int64))), (f"topk({n}, 1)", lambda: x.topk(1)),
            (f"{n}.clone()[0] = 1", lambda: self.assigned(x)), (f"bincount({n})", lambda: x.bincount()),
        ]
        return r.choice(options)

    def assigned(self, x):
        y = x.clone()
        y[0] = 1
        return y

    def join(self, x, n):
        j, d = self.any(), self.dim(x)
        y = self.pool[j]
        options = [
            (f"cat([{n}, t{j}], {d})", lambda: torch.cat([x, y], d)), (f"stack([{n}, {n}], {d})", lambda: torch.stack([x, x], d)),
            (f"cat([{n}, {n}], {d})", lambda: torch.cat([x, x], d)), (f"hstack({n}, {n})", lambda: torch.hstack([x, x])),
            (f"outer({n}, t{j})", lambda: torch.outer(x, y)), (f"matmul({n}, t{j}.T)", lambda: x @ y.transpose(-1, -2)),
            (f"where({n} > 0, {n}, t{j})", lambda: torch.where(x > 0, x, y)), (f"lerp({n}, t{j}, .5)", lambda: torch.lerp(x, y, 0.5)),
            (f"addcmul({n}, {n}, t{j})", lambda: torch.addcmul(x, x, y)), (f"cdist({n}, {n})", lambda: torch.cdist(x, x)),
            (f"dot({n}, t{j})", lambda: torch.dot(x, y)), (f"bmm({n}, t{j})", lambda: torch.bmm(x, y)), (f"mm({n}, t{j})", lambda: torch.mm(x, y)),
            (f"mv({n}, t{j})", lambda: torch.mv(x, y)), (f"broadcast({n}, t{j})", lambda: torch.broadcast_tensors(x, y)),
            (f"mse_loss({n}, t{j})", lambda: F.mse_loss(x, y)), (f"l1_loss({n}, t{j})", lambda: F.l1_loss(x, y)),
            (f"einsum(ij,ik->jk)", lambda: torch.einsum("ij,ik->jk", x, y)), (f"kron({n}, t{j})", lambda: torch.kron(x, y)),
        ]
        return self.r.choice(options)

    def network(self, x, n):
        r = self.r
        if r.random() < 0.6:
            op = r.choice(NETWORK)
            return f"F.{op}({n})", lambda: getattr(F, op)(x)
        options = [
            (f"F.layer_norm({n})", lambda: F.layer_norm(x, x.shape[-1:])), (f"F.avg_pool2d({n}, 2)", lambda: F.avg_pool2d(x, 2)),
            (f"F.max_pool2d({n}, 2, 1)", lambda: F.max_pool2d(x, 2, 1)), (f"F.pad({n}, (1, 2))", lambda: F.pad(x, (1, 2))),
            (f"F.conv2d({n}, ones)", lambda: F.conv2d(x, torch.ones(2, x.shape[1], 2, 2, dtype=x.dtype), padding=1)),
            (f"F.conv1d({n}, ones)", lambda: F.conv1d(x, torch.ones(2, x.shape[1], 2, dtype=x.dtype))),
            (f"F.normalize({n})", lambda: F.normalize(x)), (f"F.linear({n}, ones)", lambda: F.linear(x, torch.ones(2, x.shape[-1], dtype=x.dtype))),
            (f"F.batch_norm({n})", lambda: F.batch_norm(x, None, None, training=True)), (f"F.one_hot({n})", lambda: F.one_hot(x)),
            (f"F.interpolate({n})", lambda: F.interpolate(x, scale_factor=2)), (f"F.unfold({n}, 2)", lambda: F.unfold(x, 2)),
            (f"F.cosine_similarity({n}, {n})", lambda: F.cosine_similarity(x, x, dim=0)), (f"F.glu({n})", lambda: F.glu(x)),
        ]
        return r.choice(options)

    def convert(self, x, n):
        d = self.r.choice(DTYPES)
        if x.is_floating_point() and not d.is_floating_point and d != torch.bool:
            return f"{n}.round().clamp(0, 9).to({str(d)[6:]})", lambda: x.detach().nan_to_num(0).clamp(0, 9).round().to(d)
        return f"{n}.to({str(d)[6:]})", lambda: x.to(d)

    def run(self, steps):
        for _ in range(self.r.randrange(1, 4)):
            self.source()
        for _ in range(steps):
            try:
                self.step()
            except Exception as e:
                return {"error": f"{type(e).__name__}: {e}"}
        out = {"tensors": [self.describe(x) for x in self.pool]}
        loss = self.loss()
        if loss is not None:
            try:
                loss.backward()
                out["grads"] = [None if x.grad is None else self.describe(x.grad) for x in self.leaves]
            except Exception as e:
                out["backward"] = f"{type(e).__name__}: {e}"
        return out

    def loss(self):
        wanted = [x for x in self.pool if x.requires_grad and x.is_floating_point()]
        return sum(x.double().sum() for x in wanted[-3:]) if wanted else None

    def describe(self, x):
        grad = None if x.grad_fn is None else x.grad_fn.name()
        values = [float(v) for v in x.detach().double().reshape(-1).tolist()]
        return {"dtype": str(x.dtype)[6:], "shape": list(x.shape), "stride": list(x.stride()), "grad_fn": grad,
                "values": [v if v == v and abs(v) != float("inf") else str(v) for v in values]}


KINDS = ["unary", "binary", "binary", "operator", "operator", "inplace", "reduce", "reduce", "along", "view", "view", "view",
         "index", "index", "join", "join", "network", "convert"]


def main(first, count):
    for seed in range(first, first + count):
        p = Program(seed)
        result = p.run(1 + seed % 5)
        print(json.dumps([seed, p.trace, result]))


main(int(sys.argv[1]) if len(sys.argv) > 1 else 0, int(sys.argv[2]) if len(sys.argv) > 2 else 200)
