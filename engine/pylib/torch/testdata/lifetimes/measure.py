"""Prints, for each program, the most memory that PyTorch has in use while it runs the second time, and what that leaves in use, as its
profiler tells: in matrices of N by N floats, without what is smaller. N is large, for the profiler's clock counts microseconds."""
import os
import torch

here = os.path.dirname(os.path.abspath(__file__))
names = {}
exec(open(os.path.join(here, "setup.py")).read().replace("N = 100", "N = 500"), names)
unit = names["N"] ** 2 * 4
for line in open(os.path.join(here, "programs.txt")):
    exec("def f():\n    " + line, names)
    names["f"]()
    with torch.autograd.profiler.profile(profile_memory=True, use_kineto=True) as p:
        names["f"]()
    used = most = 0
    for e in sorted((e for e in p.kineto_results.events() if e.name() == "[memory]"), key=lambda e: e.start_us()):
        n = abs(e.nbytes()) // unit
        used += n if e.nbytes() > 0 else -n
        most = max(most, used)
    print(most, used)
