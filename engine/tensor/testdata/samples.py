"""Writes samples.jsonl: PyTorch's CPU random numbers. Run: /usr/bin/python3 samples.py > samples.jsonl"""
import json

import torch

F32, F64, F16, BF16 = torch.float32, torch.float64, torch.float16, torch.bfloat16
CASES = {
    "rand": lambda n, d: torch.rand(n, dtype=d),
    "randn": lambda n, d: torch.randn(n, dtype=d),
    "uniform": lambda n, d: torch.empty(n, dtype=d).uniform_(-2, 3),
    "normal": lambda n, d: torch.empty(n, dtype=d).normal_(1, 2),
    "bernoulli": lambda n, d: torch.empty(n, dtype=d).bernoulli_(0.3),
    "exponential": lambda n, d: torch.empty(n, dtype=d).exponential_(1.5),
    "geometric": lambda n, d: torch.empty(n, dtype=d).geometric_(0.3),
    "cauchy": lambda n, d: torch.empty(n, dtype=d).cauchy_(1, 2),
    "log_normal": lambda n, d: torch.empty(n, dtype=d).log_normal_(0.5, 0.25),
    "randint": lambda n, d: torch.randint(-3, 1000, (n,), dtype=d),
    "random": lambda n, d: torch.empty(n, dtype=d).random_(),
}
for name, f in CASES.items():
    for d in (F32, F64, F16, BF16) if name in ("rand", "randn") else (F32, F64):
        for n in (1, 5, 16, 37):
            torch.manual_seed(7)
            x = f(n, d)
            after = torch.rand(1).item()
            print(json.dumps({"name": name, "dtype": str(d)[6:], "n": n, "values": x.double().tolist(), "after": after}))
torch.manual_seed(7)
print(json.dumps({"name": "randperm", "dtype": "int64", "n": 20, "values": torch.randperm(20).tolist(), "after": torch.rand(1).item()}))
weights = torch.tensor([0.1, 0.0, 0.4, 0.3, 0.2])
for name, n, replacement in (("draw", 3, False), ("redraw", 12, True), ("redraw", 1, True)):
    torch.manual_seed(7)
    print(json.dumps({"name": name, "dtype": "int64", "n": n, "values": torch.multinomial(weights, n, replacement).tolist(), "after": torch.rand(1).item()}))
