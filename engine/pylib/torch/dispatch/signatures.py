#!/usr/bin/python3
"""Writes signatures.txt: the parameters of PyTorch's operations, from its own schema.

Run with a Python that has torch 1.13 and torchgen. One line for each overload, in the
order in which PyTorch tries them:

    kinds name(type name=default, ..., *, ...)

kinds: f for torch.name, m for a method (then `self` is left out), n for torch._C._nn.
"""

import functools
import os
import re
import sys

import torchgen
import yaml

SCHEMA = os.path.join(os.path.dirname(torchgen.__file__), "packaged/ATen/native/native_functions.yaml")
OPTIONS = re.compile(r"ScalarType\?? dtype(=\w+)?, Layout\? layout(=None)?, Device\? device(=None)?, "
                     r"bool\? pin_memory(=None)?")
PYTHON_OPTIONS = ("ScalarType? dtype=None, Layout? layout=torch.strided, Device? device=None, "
                  "bool? pin_memory=False, bool? requires_grad=False")
SKIP = re.compile(r"_backward|_forward_|sparse|quantize|fake_|mkldnn|miopen|cudnn|(?<!index)_copy$|fbgemm|^_(?!(softmax$|log_softmax$|standard_gamma$|sample_dirichlet$))|"
                  r"nested|qscheme|^q_|^sspaddmm|^hspmm|^smm$|^to_mkldnn|_symint$")


class Overload:
    def __init__(self, entry):
        schema = entry["func"]
        self.full, rest = schema.split("(", 1)
        self.name, _, self.overload = self.full.partition(".")
        params = rest.rsplit(" -> ", 1)[0].rsplit(")", 1)[0]
        self.writes = re.search(r"\*,.*Tensor\(\w!\)", params) is not None
        self.returns = rest.rsplit(" -> ", 1)[1]
        params = re.sub(r"\((\w+!?|[a-z]!? -> \*|a -> \*)\)", "", params)
        params = OPTIONS.sub(PYTHON_OPTIONS, params)
        self.params = split(params)
        self.variants = entry.get("variants", "function")
        self.module = entry.get("python_module")
        self.out = [p for p in self.params if re.search(r"!", rest) and re.match(r"Tensor\S* (out\d?|values|indices|min|max|\w+)$", p)]

    def is_out(self):
        """Whether tensors to write into are among the parameters after the star."""
        return self.writes


def split(text):
    out, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "[(" 
        depth -= c in "])"
        if c == "," and depth == 0:
            out.append(text[start:i].strip())
            start = i + 1
    if text[start:].strip():
        out.append(text[start:].strip())
    return out


def kind_of(param):
    return param.split(" ")[0].rstrip("?")


def positional(params):
    return params[:params.index("*")] if "*" in params else params


def smaller_type(a, b):
    return ((a == "Scalar" and b == "Tensor")
            or ("Dimname" in a and "Dimname" not in b)
            or (a.startswith("int[") and b == "int") or (a == "Tensor[]" and "int[" in b)
            or (a == "Tensor" and b == "Tensor[]" and False))


def smaller(a, b):
    """Whether a must be tried after b."""
    if len(a) != len(b):
        return False
    pairs = [(kind_of(x), kind_of(y)) for x, y in zip(a, b)]
    return all(x == y or smaller_type(x, y) for x, y in pairs) and any(x != y for x, y in pairs)


def order(sigs):
    """Keeps the schema's order but for overloads that would hide others."""
    left, done = list(sigs), []
    while left:
        for s in left:
            if not any(smaller(positional(s[0]), positional(o[0])) for o in left if o is not s):
                done.append(s)
                left.remove(s)
                break
        else:
            return done + left
    return done


def merge_out(entries):
    """Each base overload with the out= of its out variant: list of (params, out names, entry)."""
    outs, sigs = [e for e in entries if e.is_out()], []
    used = set()
    for e in entries:
        if e.is_out():
            continue
        ins = [p for p in e.params]
        out = None
        for o in outs:
            names = [p for p in o.params if p != "*"]
            base = [p for p in ins if p != "*" and "requires_grad" not in p and not re.search(
                r" (dtype=None|layout=torch.strided|device=None|pin_memory=False)$", p)]
            given = names[:len(base)]
            strip = lambda ps: [re.sub(r"=.*", "", p) for p in ps]
            if strip(given) == strip(base) and o.full not in used and e.variants.find("function") >= 0 \
                    and len(names) > len(base) and not any("dtype" in n for n in names[len(base):]):
                out = names[len(base):]
                used.add(o.full)
                break
            plain = [p for p in ins if p != "*"]
            if strip(names[:len(plain)]) == strip(plain) and len(names) > len(plain) and o.full not in used:
                out = names[len(plain):]
                used.add(o.full)
                break
        sigs.append((ins, out, e))
    for o in outs:
        if o.full not in used:
            names = o.params
            cut = names.index("*") if "*" in names else len(names)
            rest = [p for p in names[cut + 1:]]
            outs_ = [p for p in rest if "Tensor" in p and "=" not in p]
            keep = names[:cut] + ([x for x in ["*"] if len(rest) > len(outs_)]) + [p for p in rest if p not in outs_]
            sigs.append((keep, outs_, o))
    return sigs


def with_out(params, out, factory):
    params = list(params)
    if not out:
        return params
    if len(out) == 1:
        text = "Tensor out=None"
    else:
        text = f"Tensor[{len(out)}] out=None"
    if "*" not in params:
        return params + ["*", text]
    if not factory:
        return params + [text]
    # Factories list out= before their options.
    i = next(i for i, p in enumerate(params) if p.startswith("ScalarType? dtype"))
    return params[:i] + [text] + params[i:]


# PyTorch's own lists for what its generator treats apart.
BY_HAND = {
    "arange": ["f arange(Scalar end, *, Tensor out=None, {options})",
               "f arange(Scalar start, Scalar end, *, {options})",
               "f arange(Scalar start, Scalar end, Scalar step=1, *, Tensor out=None, {options})"],
    "range": ["f range(Scalar start, Scalar end, *, {options})",
              "f range(Scalar start, Scalar end, Scalar step=1, *, Tensor out=None, {options})"],
    "view": ["m view(ScalarType dtype)", "m view(SymInt[] size)"],
    "max": ["f max(Tensor input, *, Tensor out=None)", "f max(Tensor input, Tensor other, *, Tensor out=None)",
            "f max(Tensor input, int dim, bool keepdim=False, *, Tensor[2] out=None)",
            "f max(Tensor input, Dimname dim, bool keepdim=False, *, Tensor[2] out=None)",
            "m max()", "m max(Tensor other)", "m max(int dim, bool keepdim=False)",
            "m max(Dimname dim, bool keepdim=False)"],
}
for _name in ("median", "nanmedian"):
    BY_HAND[_name] = [text.replace("max", _name) for text in BY_HAND["max"] if "other" not in text]
    BY_HAND[_name][0] = f"f {_name}(Tensor input)"
BY_HAND["min"] = [text.replace("max", "min") for text in BY_HAND["max"]]

# Overloads of old that are still taken and never shown; alpha in brackets may be left out.
DEPRECATED = {
    "add": "{0}Scalar alpha, Tensor other", "sub": "{0}Scalar alpha, Tensor other",
    "addmm": "Scalar beta, {0}[Scalar alpha, ]Tensor mat1, Tensor mat2",
    "addcmul": "{0}Scalar value, Tensor tensor1, Tensor tensor2",
    "addcdiv": "{0}Scalar value, Tensor tensor1, Tensor tensor2",
    "addmv": "Scalar beta, {0}[Scalar alpha, ]Tensor mat, Tensor vec",
    "addr": "Scalar beta, {0}[Scalar alpha, ]Tensor vec1, Tensor vec2",
    "baddbmm": "Scalar beta, {0}[Scalar alpha, ]Tensor batch1, Tensor batch2",
    "addbmm": "Scalar beta, {0}[Scalar alpha, ]Tensor batch1, Tensor batch2",
}
NUMBERS = set("add sub mul div divide multiply subtract true_divide floor_divide".split())


def scalar_twin(name, params):
    """Whether an overload differs from the one for tensors by taking a number alone."""
    return name.rstrip("_") in NUMBERS and any(p.startswith("Scalar other") for p in params)


def without_alpha(old, tensor):
    """The overloads of old of one name, for a function or a method."""
    texts = re.sub(r"[\[\]]", "", old), re.sub(r"\[.*\]", "", old)
    for text in dict.fromkeys(texts):
        if text:
            yield [p.strip() for p in text.format(tensor).split(",")]


def render(name, params):
    return f"{name}({', '.join(params)})"


def main():
    groups = {}
    for entry in yaml.safe_load(open(SCHEMA)):
        e = Overload(entry)
        if SKIP.search(e.name):
            continue
        groups.setdefault((e.name, e.module), []).append(e)
    wanted = set(open(sys.argv[1]).read().split()) if len(sys.argv) > 1 else None
    for (name, module), entries in sorted(groups.items(), key=lambda g: g[0][0]):
        if wanted is not None and name not in wanted:
            continue
        if name in BY_HAND:
            for text in BY_HAND[name]:
                print(text.format(options=PYTHON_OPTIONS))
            continue
        sigs = [s for s in merge_out(entries) if not scalar_twin(name, s[0])]
        functions = [(p, o, e) for p, o, e in sigs if "function" in e.variants]
        methods = [(p, o, e) for p, o, e in sigs if "method" in e.variants and not e.is_out()]
        if name == "randint":  # PyTorch shows those with a generator first
            functions.sort(key=lambda s: (len(positional(s[0])), not any("generator" in p for p in s[0])))
        for params, out, e in order(functions):
            ps = [re.sub(r"^(Tensor\S*) self\b", r"\1 input", p) for p in params]
            factory = any("requires_grad" in p for p in ps)
            print("n" if module == "nn" else "f", render(name, with_out(ps, out, factory)))
        old = DEPRECATED.get(name.rstrip("_"), "")
        if functions and not name.endswith("_"):
            for params in without_alpha(old, "Tensor input, "):
                print("d f", render(name, params + ["*", "Tensor out=None"]))
        for params, out, e in order(methods):
            ps = [p for p in params if not re.match(r"Tensor\S* self$", p)]
            if ps and ps[0] == "*" and len(ps) == 1:
                ps = []
            print("m", render(name, ps))
        if methods:
            for params in without_alpha(old, ""):
                print("d m", render(name, params))


if __name__ == "__main__":
    main()
