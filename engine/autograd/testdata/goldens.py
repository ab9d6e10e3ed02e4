"""Writes goldens.jsonl: what PyTorch 1.13 answers and prints. Run: /usr/bin/python3 goldens.py > goldens.jsonl"""
import itertools
import json
import math
import warnings

import torch

warnings.filterwarnings("ignore")
torch.manual_seed(3)
T = torch.Tensor
DTYPES = ["bool", "uint8", "int8", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64"]


def number(v):
    if isinstance(v, complex):
        return [number(v.real), number(v.imag)]
    if isinstance(v, float) and not math.isfinite(v):
        return str(v)
    return v


def pack(x, wrapped=False):
    if not isinstance(x, T):
        kind = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}[type(x)]
        return {"dtype": kind, "shape": [], "data": [number(x)], "wrapped": True}
    return {"dtype": str(x.dtype)[6:], "shape": list(x.shape), "data": [number(v) for v in x.reshape(-1).tolist()]}


def emit(kind, op, inputs, f, **extra):
    line = {"kind": kind, "op": op, "in": [pack(x) for x in inputs], **extra}
    try:
        out = f()
        outs = list(out) if isinstance(out, (tuple, list)) else [out]
        line["out"] = [pack(o) for o in outs]
    except RuntimeError as e:
        line["error"] = str(e)
    except IndexError as e:
        line["error"] = str(e)
    print(json.dumps(line))


def values(dtype, shape=(2, 3), low=-3.0, high=3.0):
    d = getattr(torch, dtype)
    x = torch.rand(shape, dtype=torch.float64) * (high - low) + low
    if dtype == "uint8":
        x = x.abs()
    if d.is_complex:
        return torch.complex(x.float(), torch.rand(shape)).to(d)
    if dtype == "bool":
        return x > 0
    return x.to(d)


UNARY = ("neg abs sign exp exp2 expm1 log log2 log10 log1p sqrt rsqrt reciprocal sin cos tan asin acos atan sinh cosh tanh asinh "
         "acosh atanh sigmoid erf erfc erfinv lgamma digamma floor ceil trunc round frac relu isnan isinf isfinite logical_not "
         "bitwise_not signbit sinc i0").split()
for op in UNARY:
    for dtype in DTYPES:
        if dtype == "complex64" and op in ("sign", "expm1", "log1p"):
            continue
        x = values(dtype)
        emit("unary", op, [x], lambda: getattr(torch, op)(x))

BINARY = ("add sub mul div floor_divide remainder fmod pow maximum minimum fmax fmin atan2 hypot bitwise_and bitwise_or bitwise_xor "
          "logaddexp xlogy heaviside gcd lcm eq ne lt le gt ge logical_and logical_or logical_xor copysign").split()
PAIRS = [("float32", "float32"), ("int64", "int64"), ("int32", "float32"), ("uint8", "int8"), ("bool", "bool"), ("float16", "float32"),
         ("bfloat16", "float16"), ("float64", "float32"), ("int64", "bool"), ("complex64", "float64"), ("int8", "int64")]
for op in BINARY:
    for da, db in PAIRS:
        if "complex64" in (da, db) and op not in ("add", "sub", "mul", "div", "eq", "ne"):
            continue
        a, b = values(da), values(db, (3,), 1.0, 4.0)
        emit("binary", op, [a, b], lambda: getattr(torch, op)(a, b))
        zero = values(db, ())
        if op in ("add", "mul", "div", "pow", "lt"):
            emit("binary", op, [a, zero], lambda: getattr(torch, op)(a, zero))
    if op in ("add", "sub", "mul", "div", "floor_divide", "remainder", "pow", "eq", "lt"):
        for dtype in DTYPES[:-1]:
            for s in (2, 1.5, True, -3):
                x = values(dtype)
                emit("binary", op, [x, s], lambda: getattr(torch, op)(x, s))
emit("binary", "add", [torch.ones(2, 3), torch.ones(2, 4)], lambda: torch.ones(2, 3) + torch.ones(2, 4))
emit("binary", "floor_divide", [torch.tensor([1]), 0], lambda: torch.tensor([1]) // 0)
emit("binary", "remainder", [torch.tensor([1]), 0], lambda: torch.tensor([1]) % 0)

REDUCE = "sum prod mean amax amin all any var std logsumexp cumsum cumprod argmax argmin max min median sort softmax log_softmax norm nansum".split()
for op in REDUCE:
    for dtype in ("float32", "float64", "int64", "bool", "float16", "uint8"):
        for dim, keep in ((0, False), (1, True), (-1, False), (5, False)):
            x = values(dtype, (3, 4))
            f = getattr(torch, op)
            if op in ("cumsum", "cumprod", "sort", "softmax", "log_softmax"):
                emit("reduce", op, [x], lambda: f(x, dim), dim=dim, keep=keep)
            elif op == "norm":
                emit("reduce", op, [x], lambda: torch.linalg.vector_norm(x, 2, dim, keep), dim=dim, keep=keep)
            else:
                emit("reduce", op, [x], lambda: f(x, dim=dim, keepdim=keep), dim=dim, keep=keep)

PRINT = []
for dtype in DTYPES:
    for shape in ((), (1,), (7,), (2, 3), (2, 1, 3), (0,), (2, 0), (25,), (3, 30)):
        PRINT.append((values(dtype, shape), {}))
for scale in (1e-6, 1e-3, 1.0, 1e3, 1e5, 1e9):
    x = torch.randn(3, 4) * scale
    PRINT += [(x, {}), (x.double(), {}), (x.round(), {}), (x, {"sci_mode": True}), (x, {"sci_mode": False}), (x, {"precision": 2})]
PRINT += [(torch.tensor([1.0, float("nan"), float("inf"), -float("inf")]), {}), (torch.tensor([float("nan")]), {}), (torch.tensor([0.0, 1e-5]), {}),
          (torch.tensor([1.5, 2000.0]), {}), (torch.tensor([1.0, 1e9]), {}), (torch.tensor([-0.0]), {}), (torch.tensor([float("inf"), 2.0]), {})]
PRINT += [(torch.arange(1001), {}), (torch.arange(1200.0).reshape(30, 40), {}), (torch.arange(2400.0).reshape(2, 30, 40) / 7, {}), (torch.zeros(4, 5, 6, 10), {}),
          (torch.arange(20), {"edgeitems": 2, "threshold": 10}), (torch.rand(5, 5), {"linewidth": 40}), (torch.arange(40.0), {"linewidth": 30})]
for x, options in PRINT:
    torch.set_printoptions(profile="default")
    torch.set_printoptions(sci_mode=None)
    torch.set_printoptions(**options)
    line = {"kind": "print", "op": "print", "in": [pack(x)], "options": options, "text": repr(x)}
    print(json.dumps(line))
