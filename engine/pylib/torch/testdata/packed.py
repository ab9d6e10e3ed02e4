"""What hooks do with saved tensors is no part of the graph: their gradients go where the tensors' go."""
import torch


def run(pack, unpack, f):
    seen = []

    def noted(x):
        seen.append((torch.is_grad_enabled(), x.requires_grad))
        return pack(x)

    with torch.autograd.graph.saved_tensors_hooks(noted, unpack):
        a = torch.tensor([1.0, 2.0], requires_grad=True)
        b = a * 1
        z = f(a, b)
        packed = list(seen)
        kept = [getattr(z.grad_fn, name, None) for name in ("_saved_self", "_saved_result", "_saved_other")]
    print([None if k is None else (k.tolist(), k.requires_grad, type(k.grad_fn).__name__) for k in kept], packed)
    (g,) = torch.autograd.grad(z.sum(), a, create_graph=True)
    print(g.detach(), g.requires_grad)
    if g.requires_grad:
        g.sum().backward()
        print(a.grad)


for pack, unpack in ((lambda x: x, lambda x: x), (lambda x: x * 2, lambda x: x), (lambda x: x, lambda x: x * 2), (lambda x: x.detach().double(), lambda x: x.float())):
    run(pack, unpack, lambda a, b: a ** 3)
    run(pack, unpack, lambda a, b: b ** 3)
    run(pack, unpack, lambda a, b: a * b)
    run(pack, unpack, lambda a, b: (a * a).sin() * b)
