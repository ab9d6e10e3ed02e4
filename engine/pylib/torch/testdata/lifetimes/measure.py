"""Measures, for each program, the most memory that PyTorch has in use while it runs, and what that leaves in use, as its
profiler tells: in matrices of N by N floats, without what is smaller. Those of programs.txt are a function's body that runs the second
time, those of statements.txt a module's. N is large, for the profiler's clock counts microseconds."""
import os
import torch

here = os.path.dirname(os.path.abspath(__file__))


def read(name):
    with open(os.path.join(here, name)) as f:
        return f.read()


setup = read("setup.py").replace("N = 100", "N = 500")
unit = 500 ** 2 * 4


MARK = 77777  # bytes: the size of nothing else


def figures(run, before=lambda: None):
    """What run() takes; the profiler has to see what is made before, to see its end."""
    with torch.autograd.profiler.profile(profile_memory=True, use_kineto=True) as p:
        before()
        torch.empty(MARK, dtype=torch.uint8)
        run()
    used = most = 0
    for e in sorted((e for e in p.kineto_results.events() if e.name() == "[memory]"), key=lambda e: e.start_us()):
        if e.nbytes() == MARK:
            used = most = 0
        n = abs(e.nbytes()) // unit
        used += n if e.nbytes() > 0 else -n
        most = max(most, used)
    return f"{most} {used}\n"


names = {}
exec(setup, names)
with open(os.path.join(here, "programs.out"), "w") as out:
    for line in read("programs.txt").splitlines():
        exec("def f():\n    " + line, names)
        names["net"].zero_grad(set_to_none=True)
        names["p"].grad = None
        out.write(figures(names["f"], names["f"]))
with open(os.path.join(here, "statements.out"), "w") as out:
    for program in read("statements.txt").strip().split("\n\n"):
        names = {}
        exec(setup + "\ndel x", names)  # which programs bind anew
        code = compile(program, "program", "exec")
        out.write(figures(lambda: exec(code, names)))
