#!/usr/bin/python3
"""Writes facts about operations, from the real PyTorch 1.13: ../../dispatch/limits.txt, which the library
reads, and the files here, which tests read.

For every function of signatures.txt the script looks for arguments that PyTorch takes for
float32, or else for int64; the expression found stands in the files. t(…) is a tensor of the tested type, i(…)
one of positions, all zero, m(…) a mask, all true; numbers are their shapes.

    limits.txt     overload's key TAB dtypes that it refuses on a CPU TAB PyTorch's words, {} for the dtype
    dtypes.txt     expression, then lines of TAB dtypes TAB what comes of them: the results' dtypes, "same"
                   for the operands', or an error, with {} for the dtype
    gradients.txt  expression TAB node TAB what it saves TAB gradients of the result, weighted
    autocast.txt   device TAB expression TAB the results' dtypes, with operands of both float types
"""

import ast
import itertools
import os
import re
import warnings

import torch

warnings.filterwarnings("ignore")
here = os.path.dirname(os.path.abspath(__file__))
SCALARS = dict(zip("bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128".split(),
                   "Bool Byte Char Short Int Long Half BFloat16 Float Double ComplexFloat ComplexDouble".split()))
TESTED = "bool uint8 int64 float16 bfloat16 float32 float64 complex64".split()

# Shapes and values to try for parameters, by type or by name.
SHAPES = ["2, 2", "3", "2, 3, 3", "1, 2, 4, 4", "1, 2, 4", "1, 2, 4, 4, 4", ""]
VALUES = {
    "int": ["0", "1", "2"], "float": ["0.5", "1.0"], "Scalar": ["1", "0"], "bool": ["False", "True"], "str": ["'sum'", "'ij'", "'r'", "'none'"],
    "int[]": ["[0]", "[1]", "[2, 2]", "[1, 0]", "[2]", "[1, 1, 1]"], "ScalarType": ["torch.float32"], "float[]": ["[0.5]", "[1.0, 1.0]"], "Scalar[]": ["[1, 1]"],
    "Tensor[]": ["[t(2, 2), t(2, 2)]", "[t(3), t(3)]"], "bool[]": ["[True, True]"],
}
NAMED = {
    "index": ["i(2, 2)", "i(2)", "i(3)"], "indices": ["i(2, 2)", "i(2)"], "mask": ["m(2, 2)"], "condition": ["m(2, 2)"], "target": ["t(2, 2)", "i(2)", "i(3)"],
    "approximate": ["'none'", "'tanh'"], "ord": ["2"], "mode": ["0", "'reduced'"], "reduce": ["'sum'", "'amax'"], "kernel_size": ["[2]", "[2, 2]", "[2, 2, 2]"],
    "output_size": ["[2]", "[2, 2]", "[2, 2, 2]"], "dim": ["0", "[0]", "1"], "dims": ["[0]", "[0, 1]", "[1, 0]", "0"], "UPLO": ["'L'"], "equation": ["'ij'"],
    "training": ["True"], "momentum": ["0.1"], "eps": ["1e-05"], "tensor1": ["t(2, 2)"], "tensor2": ["t(2, 2)"], "pad": ["[1, 1]"], "padding": ["[1, 1]", "[1, 1, 1, 1]"],
    "normalized_shape": ["[2]"], "num_groups": ["1"], "offsets": ["i(1)"], "repeats": ["2"], "sections": ["2"], "split_size": ["1"], "upscale_factor": ["1"],
    "downscale_factor": ["2"], "groups": ["1"], "n": ["1"], "N": ["1"], "reduction": ["1"], "align_corners": ["False"], "weight": ["t(2, 2)", "t(2)", "t(2, 2, 2)", "t(2, 2, 2, 2)", "t(2, 2, 2, 2, 2)"],
}
# The same of tensors that are not of the tested type.
TENSORS = {"repeats": ["i(4) + 1"]}
# Functions whose arguments no search finds.
GIVEN = {
    "addbmm": "torch.addbmm(t(3, 3), t(2, 3, 3), t(2, 3, 3))", "addmv": "torch.addmv(t(2), t(2, 2), t(2))", "addr": "torch.addr(t(2, 2), t(2), t(2))",
    "baddbmm": "torch.baddbmm(t(2, 3, 3), t(2, 3, 3), t(2, 3, 3))", "bilinear": "torch.bilinear(t(1, 2), t(1, 2), t(3, 2, 2))", "mv": "torch.mv(t(2, 2), t(2))",
    "batch_norm": "torch.batch_norm(t(2, 2), t(2), t(2), t(2), t(2), True, 0.1, 1e-05, False)", "cosine_embedding_loss": "torch.cosine_embedding_loss(t(2, 2), t(2, 2), t(2))",
    "instance_norm": "torch.instance_norm(t(1, 2, 4), t(2), t(2), t(2), t(2), True, 0.1, 1e-05, False)",
    "layer_norm": "torch.layer_norm(t(2, 2), [2], t(2), t(2))", "group_norm": "torch.group_norm(t(2, 2), 1, t(2), t(2))", "pairwise_distance": "torch.pairwise_distance(t(2, 2), t(2, 2))",
    "ctc_loss": "torch.ctc_loss(t(4, 1, 3), i(1, 2) + 1, [4], [2])", "gru_cell": "torch.gru_cell(t(1, 2), t(1, 2), t(6, 2), t(6, 2))",
    "rnn_tanh_cell": "torch.rnn_tanh_cell(t(1, 2), t(1, 2), t(2, 2), t(2, 2))", "lstm_cell": "torch.lstm_cell(t(1, 2), [t(1, 2), t(1, 2)], t(8, 2), t(8, 2))",
    "cross": "torch.cross(t(3), t(3))", "linalg_cross": "torch.linalg.cross(t(3), t(3))", "conv_tbc": "torch.conv_tbc(t(3, 1, 2), t(2, 2, 2), t(2))",
    "grid_sampler": "torch.grid_sampler(t(1, 2, 4, 4), t(1, 3, 3, 2), 0, 0, False)", "embedding_bag": "torch.embedding_bag(t(3, 2), i(2), i(1))",
    "nll_loss": "torch._C._nn.nll_loss(t(2, 2), i(2))", "nll_loss_nd": "torch._C._nn.nll_loss_nd(t(2, 2), i(2))", "cross_entropy_loss": "torch._C._nn.cross_entropy_loss(t(2, 2), i(2))",
    "multi_margin_loss": "torch._C._nn.multi_margin_loss(t(2, 2), i(2))", "multilabel_margin_loss": "torch._C._nn.multilabel_margin_loss(t(2, 2), i(2, 2))",
    "where": "torch.where(m(2, 2), t(2, 2), t(2, 2))", "isin": "torch.isin(t(2, 2), t(2))", "polar": "torch.polar(t(2, 2), t(2, 2))", "complex": "torch.complex(t(2, 2), t(2, 2))",
    "put": "torch.put(t(2, 2), i(1), t(1))", "index_reduce": "torch.index_reduce(t(2, 2), 0, i(2), t(2, 2), 'prod')", "scatter_reduce": "torch.scatter_reduce(t(2, 2), 0, i(2, 2), t(2, 2), 'sum')",
    "trapezoid": "torch.trapezoid(t(2, 2), t(2, 2))", "cumulative_trapezoid": "torch.cumulative_trapezoid(t(2, 2), t(2, 2))", "tensordot": "torch.tensordot(t(2, 2), t(2, 2), [0], [0])",
    "quantile": "torch.quantile(t(2, 2), t(1))", "nanquantile": "torch.nanquantile(t(2, 2), t(1))", "histogram": "torch.histogram(t(3), t(2).cumsum(0))",
    "repeat_interleave": "torch.repeat_interleave(t(2, 2), i(2) + 1, 0)", "linalg_lstsq": "torch.linalg.lstsq(t(2, 2), t(2, 2))", "lu_unpack": "torch.lu_unpack(t(2, 2), i(2).int() + 1)",
    "conv3d": "torch.conv3d(t(1, 2, 4, 4, 4), t(2, 2, 2, 2, 2))", "conv_transpose3d": "torch.conv_transpose3d(t(1, 2, 4, 4, 4), t(2, 2, 2, 2, 2))",
    "conv_transpose1d": "torch.conv_transpose1d(t(1, 2, 4), t(2, 2, 2))", "conv_transpose2d": "torch.conv_transpose2d(t(1, 2, 4, 4), t(2, 2, 2, 2))",
    "conv1d": "torch.conv1d(t(1, 2, 4), t(2, 2, 2))", "conv2d": "torch.conv2d(t(1, 2, 4, 4), t(2, 2, 2, 2))", "elu": "torch._C._nn.elu(t(2, 2), 1.3, 1.1, 1.2)",
    "segment_reduce": "torch.segment_reduce(t(2), 'sum', lengths=i(1) + 2)", "softplus": "torch._C._nn.softplus(t(2, 2), 2, 20)",
}
# What makes no function of its operands' types: other tests have it.
SKIP = re.compile(r"^_|^(rand|empty|new_|zeros$|ones$|full|normal|bernoulli|multinomial|poisson|binomial|dropout|feature_|alpha_dropout|native_dropout|rrelu|"
                  r"set_|resize|copy_|as_strided|is_|to_|from_|arange|linspace|logspace|range|eye|tri|.*_window|scalar_tensor|tensor|asarray|frombuffer|from_file|"
                  r"promote_types|result_type|can_cast|cudnn|miopen|mkldnn|choose_q|fused|quantize|.*_copy$|sym_|lstm|gru|rnn_(tanh|relu)$|stft|istft|"
                  r"fractional|Generator|nuclear_norm|symeig|.*_out$|cholesky_inverse|geqrf|orgqr|ormqr|slow_conv|.*_backward|detach|view_as_real_)")


# What an error says that every operand of the type gets, whatever its values.
ABOUT_TYPES = re.compile(r"not implemented|support|type|[Cc]omplex|bool|float|integ|real|but got|Negation|Subtraction|expects")
FAILED = re.compile(r"\w+(Error|Exception)?: ")


def tensors(dtype, made=None, grad=False):
    """The functions that expressions call."""
    def t(*shape):
        n = 1
        for k in shape:
            n *= k
        x = torch.tensor([((k * 37 % 100) / 110 + 0.05) * (-1 if k % 4 == 1 else 1) for k in range(n)]) if dtype.is_floating_point or dtype.is_complex else torch.tensor([k % 2 for k in range(n)])
        if made is not None and grad:
            x = x.add(0.01 * len(made))
        x = x.reshape(shape).to(dtype)
        if made is not None:
            made.append(x.requires_grad_() if grad else x)
        return x
    def i(*shape):
        return torch.zeros(shape, dtype=torch.int64)
    def m(*shape):
        return torch.ones(shape, dtype=torch.bool)
    return {"torch": torch, "t": t, "i": i, "m": m}


def dtypes_of(v):
    if isinstance(v, torch.Tensor):
        return str(v.dtype)[6:]
    if isinstance(v, (tuple, list)):
        return " ".join(dtypes_of(x) for x in v)
    return type(v).__name__


def outcome(expression, dtype):
    try:
        torch.manual_seed(0)
        return dtypes_of(eval(expression, tensors(dtype)))
    except Exception as e:
        return type(e).__name__ + ": " + str(e).split("\n")[0]


def common(text, dtype):
    """An outcome as it is written for several dtypes."""
    if text == dtype:
        return "same"
    return re.sub(r"\b%s\b" % SCALARS[dtype], "{}", text) if FAILED.match(text) else text


def public(name):
    for prefix in "linalg", "fft", "special":
        if name.startswith(prefix + "_"):
            return "torch.%s.%s" % (prefix, name[len(prefix) + 1:])
    return "torch." + name


def required(text):
    """The types and names of the parameters that have no default."""
    fields = []
    for part in re.split(r", (?![^(\[]*[)\]])", text.rstrip(")")):
        kind, _, label = part.partition(" ")
        if part == "*" or not label or "=" in label:
            break
        fields.append((re.sub(r"\[\d+\]", "[]", kind.rstrip("?")).replace("SymInt", "int"), label))
    return fields


def candidates(kind, name, fields):
    """Expressions that call an overload."""
    choices = []
    for typ, label in fields:
        if label in NAMED and (typ != "Tensor" or NAMED[label][0][1:2] == "("):
            choices.append(NAMED[label])
        elif typ == "Tensor" and label in TENSORS:
            choices.append(TENSORS[label])
        elif typ == "Tensor":
            choices.append(["t(%s)" % s for s in SHAPES])
        elif typ in VALUES:
            choices.append(VALUES[typ])
        else:
            return
    function = public(name) if kind == "f" else "torch._C._nn." + name
    for c in itertools.islice(itertools.product(*choices), 400):
        if kind == "m":
            for shape in SHAPES[:2]:
                yield "t(%s).%s(%s)" % (shape, name, ", ".join(c))
        else:
            yield "%s(%s)" % (function, ", ".join(c))


def find():
    """An expression for each overload that has one, by its key: name and types of what must be given."""
    found = {}
    for line in open(os.path.join(here, "..", "..", "dispatch", "signatures.txt")):
        kind, _, rest = line.strip().partition(" ")
        name, _, params = rest.partition("(")
        if kind == "d" or name.endswith("_") or SKIP.match(name):
            continue
        fields = required(params)
        key = " ".join([name] + ["Tensor"] * (kind == "m") + [typ for typ, _ in fields])
        if key in found:
            continue
        first = not any(k.split()[0] == name for k in found)
        for e in [GIVEN[name]] if name in GIVEN and first else candidates(kind, name, fields):
            if "reduction=" in params:
                e = e[:-1] + ", reduction=1)"
            if re.search(r"\bt\(", e) and not all(FAILED.match(outcome(e, d)) for d in (torch.float32, torch.int64)):
                found[key] = e
                break
    return found


def numbers(x):
    return " ".join("%.6g" % v for v in (x.detach() + 0).reshape(-1).tolist())


def gradient(expression):
    """The node, its saved tensors and the gradients of an expression in float64."""
    made = []
    try:
        y = eval(expression, tensors(torch.float64, made, True))
    except Exception:
        return None
    if isinstance(y, (tuple, list)):
        y = next((x for x in y if isinstance(x, torch.Tensor) and x.requires_grad), None)
    if not isinstance(y, torch.Tensor) or y.grad_fn is None or y.is_complex():
        return None
    node = y.grad_fn.name() if hasattr(y.grad_fn, "name") else type(y.grad_fn).__name__
    saved = sorted(n[7:] for n in dir(y.grad_fn) if n.startswith("_saved_") and isinstance(getattr(y.grad_fn, n, None), torch.Tensor))
    try:
        weights = torch.arange(1, y.numel() + 1, dtype=torch.float64).reshape(y.shape)
        grads = torch.autograd.grad((y * weights).sum(), made, allow_unused=True)
    except Exception as e:
        return node, saved, type(e).__name__ + ": " + str(e).split("\n")[0]
    return node, saved, "; ".join("None" if g is None else numbers(g) for g in grads)


def autocast_lists():
    """The functions of PyTorch's own lists of what autocast does on a GPU, read from their source."""
    path = os.path.join(os.path.dirname(torch.__file__), "testing", "_internal", "autocast_test_lists.py")
    gpu = ast.parse(open(path).read()).body
    gpu = next(c for c in gpu if isinstance(c, ast.ClassDef) and c.name == "AutocastTestLists")
    lists = {}
    for a in ast.walk(gpu):
        if isinstance(a, ast.Assign) and isinstance(a.targets[0], ast.Attribute) and isinstance(a.value, ast.List):
            lists[a.targets[0].attr] = [row.elts[0].value for row in a.value.elts if isinstance(row, ast.Tuple) and isinstance(row.elts[0], ast.Constant)]
    return {"float16": sorted(set(lists["torch_fp16"] + lists["nn_fp16"])),
            "float32": sorted(set(lists["torch_fp32"] + lists["nn_fp32"]))}


def autocast_outcome(expression):
    """The results' dtypes under autocast on this CPU, of bfloat16 and of float32 operands."""
    out = []
    for dtype in torch.bfloat16, torch.float32:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out.append(outcome(expression, dtype))
    return out


def refusals(found):
    """Lines of limits.txt: the dtypes that an overload refuses on a CPU, and PyTorch's words."""
    for key, e in sorted(found.items()):
        groups = {}
        for d in SCALARS:
            text = outcome(e, getattr(torch, d))
            if FAILED.match(text) and ABOUT_TYPES.search(text) and not re.search("same dtype|negative limits", text):
                groups.setdefault(common(text, d), []).append(d)
        for text, ds in groups.items():
            yield "%s\t%s\t%s\n" % (key, " ".join(ds), text.removeprefix("RuntimeError: "))


def write(name, lines):
    with open(os.path.join(here, name), "w") as out:
        out.writelines(lines)


def dtype_lines(found):
    for e in sorted(set(found.values())):
        groups = {}
        for d in TESTED:
            groups.setdefault(common(outcome(e, getattr(torch, d)), d), []).append(d)
        yield e + "\n"
        for text, ds in groups.items():
            yield "\t%s\t%s\n" % (" ".join(ds), text)


def gradient_lines(found):
    for e in sorted(set(found.values())):
        g = gradient(e)
        if g:
            yield "%s\t%s\t%s\t%s\n" % (e, g[0], " ".join(g[1]), g[2])


def autocast_lines(found):
    by_name = {}
    for key, e in sorted(found.items()):
        by_name.setdefault(key.split()[0], e)
    for dtype, names in autocast_lists().items():
        for name in names:
            if name in by_name:
                yield "cuda\t%s\t%s\n" % (by_name[name], dtype)
    for name, e in sorted(by_name.items()):
        half, single = autocast_outcome(e)
        if not FAILED.match(half) and not FAILED.match(single):
            yield "cpu\t%s\t%s | %s\n" % (e, half, single)


def main():
    found = find()
    write("../../dispatch/limits.txt", refusals(found))
    write("dtypes.txt", dtype_lines(found))
    write("gradients.txt", gradient_lines(found))
    write("autocast.txt", autocast_lines(found))


main()
