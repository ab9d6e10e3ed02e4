# What is written as an operator stands in a profile like what is called.
import torch
from torch.profiler import profile, ProfilerActivity
x = torch.randn(8, 8)
with profile(activities=[ProfilerActivity.CPU]) as prof:
    y = x @ x
    z = x + y - 2 * x / 3
    n = -z
    m = n > 0
    z += 1
    a, b = x[0], x[1:]
    q = ~m
with profile(activities=[ProfilerActivity.CPU]) as masked:
    c = x[m]
print('aten::index', [row.count for row in masked.key_averages() if row.key == 'aten::index'])
shown = ["aten::" + n for n in "matmul add sub mul div neg gt add_ select slice bitwise_not".split()]
counts = {row.key: row.count for row in prof.key_averages()}
for name in shown: print(name, counts.get(name, 0))
