"""Dimensions with names: each line is an expression, printed as the notebook would."""
import warnings

import torch

warnings.simplefilter("ignore")

LINES = '''
torch.zeros(2, 3, names=("row", "col")), torch.ones(2, names=["a"]), torch.tensor([1., 2.], names=("a",), requires_grad=True)
torch.randn(2, 3, names=("row", None)).names, torch.zeros(2, 3).names, torch.full((2,), 1., names=("n",)).names
torch.zeros(2, 2, names=("a", "a"))
torch.zeros(2, 2, names=("a",))
torch.zeros(2, names=("1",))
x = torch.arange(6.).reshape(2, 3).refine_names("row", "col"); x.sum("col"), x.mean("row", keepdim=True), x.max("col"), x.sum(("row", "col"))
x.sum("nothing")
torch.zeros(2, 3).sum("row")
(x + 1).names, (x * torch.ones(3, names=("col",))).names, (x + torch.ones(2, 1)).names, (-x).names, (x > 2).names
x + torch.ones(3, names=("row",))
torch.ones(3, names=("row",)) + x
x + torch.ones(3, 1, names=("col", None))
x @ torch.ones(3, 4, names=("col", "out")), x.t().names, x.transpose("row", "col").shape, x.mT.shape
x.T
x[0].names, x[:, 1:].names, x[..., 0].names
x[None]
x.rename(row="r").names, x.rename("a", "b").names, x.rename(None).names, x.rename("a", ...).names
x.rename(nothing="r")
x.refine_names("row", "other")
x.refine_names("row", None)
torch.zeros(2, 3, 4).refine_names(..., "last").names, torch.zeros(2, 3, 4).refine_names("first", ...).names
x.align_to("col", "row").shape, x.align_to("new", "row", "col").shape, x.align_to(..., "row").names
torch.ones(3, names=("col",)).align_as(x), torch.ones(3, names=("col",)).align_as(x).shape
x.flatten(["row", "col"], "all"), torch.zeros(2, 6, names=("n", "f")).unflatten("f", (("c", 2), ("w", 3))).names
x.softmax("col").names, x.log_softmax(dim="row").names, x.cumsum("col").names, x.select("row", 0).names, [y.names for y in x.unbind("row")]
x.size("col"), x.size(), x.has_names(), torch.zeros(1).has_names(), x.names
x.view(6)
x.argmax(1)
x.reshape(6)
y = torch.zeros(2, 3); y.names = ["a", "b"]; y.names, y.rename_(None).names
y = torch.ones(3, requires_grad=True); z = (y.refine_names("n") * 2).sum("n"); z.backward(); z.names, y.grad
torch.cat([x, x], "row").names, x.std("col").names, x.abs().sqrt().names
'''

names = {"torch": torch}
for line in LINES.strip().splitlines():
    *before, last = line.split("; ")
    try:
        for statement in before:
            exec(statement, names)
        print(eval(last, names))
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
