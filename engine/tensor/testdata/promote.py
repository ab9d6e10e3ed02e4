"""Writes promote.txt: what PyTorch makes of the dtypes of two operands. python3 promote.py > promote.txt

dtype NAME SIZE LEGACY KINDS           what a dtype is, as PyTorch calls it
promote A B RESULT CAST                torch.promote_types(a, b), torch.can_cast(a, b)
result DEFAULT DIM ZERO RESULTS        torch.result_type of a tensor with dimensions and one without; where one is "-", the other by
                                       itself, and with a Python bool, int, float and complex
"""
import torch

names = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
types = [getattr(torch, n) for n in names]
short = lambda d: str(d)[6:]
numbers = [True, 1, 1.0, 1j]


for d in types:
    kinds = [k for k, is_it in [("float", d.is_floating_point), ("complex", d.is_complex), ("signed", d.is_signed)] if is_it]
    print("dtype", short(d), torch.ones(1, dtype=d).element_size(), torch.ones(1, dtype=d).type().split(".")[1], *kinds)
for a in types:
    for b in types:
        print("promote", short(a), short(b), short(torch.promote_types(a, b)), torch.can_cast(a, b))


for default in [torch.float32, torch.float64]:
    torch.set_default_dtype(default)
    for dim in [None] + types:
        for zero in [None] + types:
            tensors = [torch.ones(2, dtype=dim)] * (dim is not None) + [torch.ones((), dtype=zero)] * (zero is not None)
            row = []
            if len(tensors) == 2:
                row.append(short(torch.result_type(*tensors)))
            elif len(tensors) == 1:
                row.append(short(tensors[0].dtype))
                row += [short(torch.result_type(tensors[0], n)) for n in numbers]
            if row:
                print("result", short(default), short(dim) if dim else "-", short(zero) if zero else "-", *row)
