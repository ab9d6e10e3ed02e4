package torch_test

import "testing"

// Steps of all parameters in one launch give the very numbers of steps one by one, and the same state, on
// the CPU and on a GPU; what they cannot do goes one by one.
func TestStepsTogether(t *testing.T) {
	const program = `
import torch
def train(make, device, **how):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(30, 50), torch.nn.Tanh(), torch.nn.Linear(50, 3)).to(device)
    net.unused = torch.nn.Parameter(torch.ones(3, device=device))
    opt = make(net.parameters(), **how)
    x = torch.randn(64, 30, device=device)
    for i in range(5):
        opt.zero_grad()
        net(x).pow(2).mean().backward()
        opt.step()
    state = [v for s in opt.state.values() for v in s.values() if isinstance(v, torch.Tensor)]
    return [p.detach().cpu() for p in net.parameters()] + [s.cpu() for s in state]
O = torch.optim
CASES = [(O.SGD, dict(lr=0.1)), (O.SGD, dict(lr=0.1, momentum=0.9, weight_decay=0.01)), (O.SGD, dict(lr=0.1, momentum=0.9, nesterov=True)),
    (O.SGD, dict(lr=0.1, momentum=0.5, dampening=0.3, maximize=True)), (O.Adam, dict(lr=0.01)), (O.Adam, dict(lr=0.01, weight_decay=0.1, betas=(0.8, 0.9))),
    (O.Adam, dict(lr=0.01, amsgrad=True)), (O.Adam, dict(lr=0.01, maximize=True)), (O.AdamW, dict(lr=0.01)), (O.AdamW, dict(lr=0.01, weight_decay=0.3))]
for make, how in CASES:
    for device in ("cpu", "cuda"):
        one, many = train(make, device, **how), train(make, device, foreach=True, **how)
        if len(one) != len(many) or not all_equal(one, many):
            print(make.__name__, how, device, [(a - b).abs().max().item() for a, b in zip(one, many)])
print(len(CASES), "ways")
p = [torch.nn.Parameter(torch.ones(4, device="cuda")) for _ in range(50)]
for q in p: q.grad = torch.ones_like(q)
opt = O.Adam(p, fused=True)
version = p[0]._version
opt.step()
print(p[49], p[0]._version > version, opt.state[p[3]]["step"])
mixed = [torch.nn.Parameter(torch.ones(2, 2).t()), torch.nn.Parameter(torch.ones(2, device="cuda")), torch.nn.Parameter(torch.ones(2, dtype=torch.float16, device="cuda"))]
for q in mixed: q.grad = torch.ones_like(q)
O.SGD(mixed, lr=0.5, foreach=True).step()
print([q.sum().item() for q in mixed])
`
	compare(t, run(t, "sim:1", "def all_equal(a, b): return all(x.equal(y) for x, y in zip(a, b))\n"+program),
		"10 ways\nParameter containing:\ntensor([0.9990, 0.9990, 0.9990, 0.9990], device='cuda:0', requires_grad=True) True tensor(1.)\n[2.0, 1.0, 1.0]\n")
}
