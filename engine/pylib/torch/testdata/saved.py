"""What nodes keep for the way back, and the memory behind tensors."""
import torch

torch.manual_seed(0)
x = torch.randn(3, requires_grad=True)
y = x.exp()
print(y.grad_fn._saved_result.equal(y), y.grad_fn._saved_result is y, x.pow(3).grad_fn._saved_self is x, x.pow(3).grad_fn._saved_exponent)
z = x * y
print(z.grad_fn._saved_self is x, z.grad_fn._saved_other is y, (x * 2).grad_fn._saved_self, x.sin().grad_fn._saved_self is x)
w = torch.ones(2, 3, requires_grad=True)
print((w @ torch.ones(3, 2)).grad_fn._saved_mat2, (w @ torch.ones(3, 2)).grad_fn._saved_self, hasattr((x + 1).grad_fn, "_saved_self"))
y.sum().backward()
try:
    y.grad_fn._saved_result
except RuntimeError as e:
    print(str(e)[:60])


def pack(t):
    print("pack", t)
    return t.detach().half()


def unpack(t):
    print("unpack", t.dtype)
    return t.float()


with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    loss = (x * x).sum()
x.grad = None
loss.backward()
print(x.grad - 2 * x.detach() < 0.01)
kept = []
big = torch.randn(300, 300, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().half(), lambda h: kept.append(h.float()) or kept[-1]):
    loss = (big * big).sum()
loss.backward()
print([torch.allclose(t, big, atol=0.01) for t in kept])
with torch.autograd.graph.save_on_cpu():
    loss = torch.nn.functional.cross_entropy(w * 2, torch.tensor([0, 2]))
loss.backward()
print(w.grad)
with torch.autograd.graph.disable_saved_tensors_hooks("none here"):
    try:
        with torch.autograd.graph.save_on_cpu():
            pass
    except RuntimeError as e:
        print(e)
print(torch.autograd.grad(x * x, x, torch.eye(3), is_grads_batched=True))
with torch.inference_mode():
    a = torch.ones(2)
try:
    a._version
except RuntimeError as e:
    print(e)

s = torch.arange(4.).storage()
print(torch.FloatStorage([1, 2]), torch.LongStorage(2).size(), s.clone().fill_(7).tolist(), s.type(), s.double().dtype, s.tolist())
print(isinstance(s, torch.FloatStorage), isinstance(s, torch.LongStorage), isinstance(s, torch.TypedStorage), s.cpu().is_cuda)
try:
    s[4]
except IndexError as e:
    print(e)
fut = torch.jit.fork(torch.add, x.detach(), 1)
print(torch.jit.wait(fut).equal(x + 1), fut.done())
later = torch.futures.Future()
both = torch.futures.collect_all([later.then(lambda f: f.wait() + 1), later])
later.set_result(1)
print([f.wait() for f in both.wait()])
