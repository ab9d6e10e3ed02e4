"""Random calls of every operation that PyTorch has, by its own list of signatures.

    signatures.py write SEED COUNT   prints COUNT calls of each signature, a line of JSON each (the real PyTorch)
    signatures.py run < CALLS        makes the calls and prints a line of JSON for each
"""

import json
import math
import random
import sys
import warnings

import torch

warnings.simplefilter("ignore")

DTYPES = ["float32"] * 4 + ["float64"] * 2 + ["int64"] * 3 + ["int32", "uint8", "int8", "int16", "bool", "complex64", "complex128", "float16", "bfloat16"]

# What an argument of this name means; others go by their type.
WORDS = {
    "reduce": ["sum", "prod", "mean", "amax", "amin"], "rounding_mode": ["floor", "trunc"], "norm": ["backward", "ortho", "forward"],
    "interpolation": ["linear", "lower", "nearest"], "side": ["left", "right"], "indexing": ["ij", "xy"], "mode": ["reduced", "complete", "r"],
    "driver": ["gelsy"], "UPLO": ["L", "U"], "equation": ["ij,ij->i"], "ord": ["fro", "nuc"], "approximate": ["none", "tanh"],
    "padding": ["same", "valid"], "padding_mode": ["zeros"],
}

# Drawn, of storages and layouts that are not a learner's, of other hardware, or of the machine's own inner workings.
SKIPPED = """rand bernoulli normal poisson multinomial dropout rrelu uniform exponential geometric cauchy log_normal random quantize
quantized sparse mkldnn cudnn miopen mps xnnpack vulkan nested empty resize set_ from_file record_stream pin_memory is_pinned rename
names align refine_names fake_ fbgemm q_ int_repr choose_qparams dequantize lstm gru rnn_ lu_unpack data_ requires_grad retain_grad
_backward result_type crow ccol row_indices col_indices coalesce values indices to_padded chalf vitals unsafe_chunk unsafe_split
_copy storage ctc_loss stft istft svd qr eig lu triangular ormqr geqrf lstsq cholesky inverse pinv solve householder
ldl matrix_exp output_nr version retains is_leaf backward cuda cpu dense argwhere_ sum_to_size type_as embedding_bag lobpcg
can_cast promote_types to_dense hspmm smm sspaddmm resolve nonzero_static native_ batch_norm_ convolution_overrideable""".split()


def skipped(name):
    return name.startswith("_") or any(word in name for word in SKIPPED)


def tensor(dtype, shape, layout, seed, low=None, high=None):
    """The same tensor everywhere; layout is "", "t" for a transposed one, "s" for each second element."""
    r = random.Random(seed)
    wide = [n * 2 for n in shape[-1:]] if layout == "s" else list(shape[-1:])
    full = list(shape[:-1]) + wide
    if layout == "t" and len(shape) >= 2:
        full[0], full[-1] = full[-1], full[0]
    kind = getattr(torch, dtype)
    x = torch.tensor([number(r, dtype, low, high) for _ in range(math.prod(full))], dtype=kind).reshape(full)
    if layout == "t" and len(shape) >= 2:
        x = x.transpose(0, -1)
    elif layout == "s" and shape:
        x = x[..., ::2]
    return x


def number(r, dtype, low, high):
    if low is not None:
        return r.randrange(low, max(high, low + 1))
    if dtype == "bool":
        return r.random() < 0.5
    if dtype == "uint8":
        return r.randrange(0, 7)
    if "int" in dtype:
        return r.randrange(-4, 6)
    if "complex" in dtype:
        return complex(r.randrange(-8, 9) / 4, r.randrange(-8, 9) / 4)
    if r.random() < 0.03:
        return r.choice([float("inf"), float("-inf"), float("nan"), -0.0])
    return r.choice([0.0, 1.0, -1.0]) if r.random() < 0.15 else r.randrange(-24, 25) / 8


class Call:
    """One random call of a signature, as text."""

    def __init__(self, schema, seed):
        self.r = random.Random(seed)
        self.schema = schema
        r = self.r
        self.dtype = r.choice(DTYPES)
        self.shape = [r.choice([1, 2, 2, 3, 3, 4] if r.random() < 0.95 else [0]) for _ in range(r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))]
        self.tensors = 0

    def tensor(self, name):
        r, shape, dtype = self.r, list(self.shape), self.dtype
        first = self.tensors == 0
        self.tensors += 1
        layout = r.choice(["", "", "", "t", "s"])
        seed = r.randrange(10**6)
        if name in ("index", "indices", "indexes"):
            if r.random() < 0.4:
                shape = [r.randrange(1, 4)]
            return f"T('int64', {shape}, '', {seed}, 0, {min([n for n in self.shape if n] or [1])})"
        if name in ("mask", "condition"):
            dtype = "bool"
        if not first:
            roll = r.random()
            if roll < 0.2:
                shape = shape[r.randrange(len(shape) + 1):]
            elif roll < 0.35:
                shape = [r.choice([1, n]) for n in shape]
            elif roll < 0.45:
                shape = list(reversed(shape))
            if r.random() < 0.15 and name not in ("mask", "condition"):
                dtype = r.choice(DTYPES)
        return f"T('{dtype}', {shape}, '{layout}', {seed})"

    def value(self, name, kind):
        r = self.r
        if kind.startswith("Optional["):
            return "None" if r.random() < 0.5 else self.value(name, kind[9:-1])
        if kind == "Tensor":
            return self.tensor(name)
        if kind == "List[Tensor]":
            return "[" + ", ".join(self.tensor(name) for _ in range(r.randrange(1, 4))) + "]"
        if kind == "List[Optional[Tensor]]":
            return "[" + self.tensor("index") + "]"
        rank = len(self.shape)
        if kind == "int":
            if "dim" in name or "axis" in name:
                return str(r.randrange(-rank, rank) if rank and r.random() < 0.95 else r.randrange(-2, 3))
            if name == "dtype":
                return "torch." + r.choice(["float32", "float64", "int64", "bool", "complex64"])
            if name in ("layout", "device", "memory_format"):
                return "None"
            return str(r.choice([0, 1, 1, 2, 2, 3, -1]))
        if kind == "List[int]":
            if "dim" in name or "axis" in name or name == "dims":
                return str(r.sample(range(-rank, 0), r.randrange(0, rank + 1)) if rank else [])
            if name in ("size", "shape", "sizes"):
                return str(r.choice([list(self.shape), [-1], [2] + list(self.shape), [math.prod(self.shape)]]))
            return str([r.choice([1, 1, 2, 0, 3]) for _ in range(r.choice([1, 2, 2, max(rank, 1)]))])
        if kind in ("number", "Scalar", "float", "complex"):
            return str(r.choice([0, 1, 2, -1, 3, 0.5, 1.5, -0.25, True]))
        if kind == "List[float]":
            return str([r.choice([0.5, 1.0, 2.0])])
        if kind == "bool":
            return str(r.random() < 0.5)
        if kind == "str":
            return repr(r.choice(WORDS.get(name, ["sum"])))
        return "None"

    def text(self):
        positional, named, out = [], [], None
        for a in self.schema.arguments:
            if a.name in ("generator", "pin_memory", "layout", "device"):
                continue
            if a.name == "out" or a.name.startswith("out") and a.kwarg_only:
                out = a.name
                continue
            if a.has_default_value() and self.r.random() < 0.5:
                if not a.kwarg_only:
                    named.append(None)  # those that follow are given by name
                continue
            text = self.value(a.name, str(a.type))
            if a.kwarg_only or named:
                named.append(f"{a.name}={text}")
            else:
                positional.append(text)
        return positional, [n for n in named if n], out


def calls(seed, count):
    done = set()
    schemas = sorted((s for s in torch._C._jit_get_all_schemas() if s.name.startswith("aten::")), key=str)
    for schema in schemas:
        name = schema.name[6:]
        if skipped(name) or "name" in schema.overload_name or not schema.arguments or str(schema) in done:
            continue
        done.add(str(schema))
        inner = None
        for area in ("fft", "linalg", "special"):
            if name.startswith(area + "_") and hasattr(getattr(torch, area), name[len(area) + 1:]):
                inner = f"torch.{area}.{name[len(area) + 1:]}"
        function = inner or (f"torch.{name}" if callable(getattr(torch, name, None)) else None)
        method = hasattr(torch.Tensor, name) and schema.arguments[0].name == "self" and str(schema.arguments[0].type) == "Tensor"
        if not function and not method:
            continue
        for i in range(count):
            c = Call(schema, f"{seed} {schema} {i}")
            positional, named, out = c.text()
            if not positional or out and not function:
                continue
            if out:
                named.append("out=torch.empty(0)" if c.r.random() < 0.3 else f"out=torch.empty(0, dtype=torch.{c.dtype})")
            if method and (function is None or not out and c.r.random() < 0.5):
                text = f"{positional[0]}.{name}({', '.join(positional[1:] + named)})"
            else:
                text = f"{function}({', '.join(positional + named)})"
            yield name, text


def describe(v):
    if isinstance(v, torch.Tensor):
        x = v.detach()
        if x.is_complex():
            x = torch.view_as_real(x.resolve_conj())
        values = [float(n) for n in x.double().reshape(-1).tolist()]
        return {"dtype": str(v.dtype)[6:], "shape": list(v.shape), "stride": list(v.stride()), "grad_fn": None,
                "values": [n if n == n and abs(n) != float("inf") else str(n) for n in values]}
    if isinstance(v, (tuple, list)):
        return [describe(x) for x in v]
    if isinstance(v, float) and (v != v or abs(v) == float("inf")):
        return str(v)
    if v is None or isinstance(v, (bool, int, float, str)):
        return v
    return repr(v)


def run(lines):
    for line in lines:
        name, text = json.loads(line)
        try:
            got = {"value": describe(eval(text, {"torch": torch, "T": tensor}))}
        except Exception as e:
            got = {"error": type(e).__name__, "words": str(e).split("\n")[0]}
        print(json.dumps(got), flush=True)


def main(what, *args):
    if what == "write":
        for call in calls(*args):
            print(json.dumps(call))
    else:
        run(open(args[0]))


main(sys.argv[1], *[int(a) if a.isdigit() else a for a in sys.argv[2:]])
