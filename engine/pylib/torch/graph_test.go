package torch_test

import (
	"strings"
	"testing"
)

// training is a few steps of a small net, with all of them launched one by one or the last ones by a graph.
const training = `
import torch, warnings
def train(kind, capture, steps=12, warm=3):
    torch.manual_seed(3)
    net = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.LayerNorm(16), torch.nn.Dropout(0.3), torch.nn.Linear(16, 2)).cuda()
    opt = kind(net.parameters())
    data = torch.randn(steps, 32, 8, device="cuda")
    x = data[0].clone()
    def step():
        opt.zero_grad(set_to_none=True)
        loss = net(x).square().mean()
        loss.backward()
        opt.step()
        return loss
    def go(launch, some):
        for batch in some:
            x.copy_(batch)
            launch()
    if not capture:
        go(step, data)
    else:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            go(step, data[:warm])
        torch.cuda.current_stream().wait_stream(side)
        g = torch.cuda.CUDAGraph()
        opt.zero_grad(set_to_none=True)
        with torch.cuda.graph(g):
            step()
        go(g.replay, data[warm:])
    return [p.detach().clone() for p in net.parameters()]
for kind in (lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), lambda p: torch.optim.Adam(p, capturable=True),
             lambda p: torch.optim.AdamW(p, amsgrad=True, capturable=True)):
    print(all(a.equal(b) for a, b in zip(train(kind, False), train(kind, True))))
`

// TestGraphTrains: the same numbers come out of replays, with what dropout draws and what optimizers count.
func TestGraphTrains(t *testing.T) {
	const warning = "Warning: This instance was constructed with capturable=True, but step() is running without CUDA graph capture. " +
		"If you never intend to graph-capture this instance, capturable=True can impair performance, and you should set capturable=False.\n"
	compare(t, run(t, "sim:1", training), "True\n"+warning+warning+"True\n"+warning+warning+"True\n")
}

// What PyTorch says of wrong uses stands in aten/src/ATen/cuda/CUDAGraph.cpp and torch/optim, version 1.13; the driver's words are those of
// its error codes 900 and 901.
func TestGraphRefuses(t *testing.T) {
	compare(t, run(t, "sim:2", `
import torch
def tried(f):
    try:
        f()
        print("taken")
    except RuntimeError as e:
        print(str(e).splitlines()[0])
def captured(work):
    with torch.cuda.graph(torch.cuda.CUDAGraph()):
        try:
            work()
        except RuntimeError as e:
            print(str(e).splitlines()[0])
x = torch.ones(4, device="cuda")
tried(torch.cuda.CUDAGraph().replay)
tried(torch.cuda.CUDAGraph().pool)
tried(torch.cuda.CUDAGraph().capture_begin)
net = torch.nn.Linear(4, 1).cuda()
net(x).backward()
for work in (torch.cuda.synchronize, lambda: x.sum().item(), lambda: x.tolist(), lambda: x.cpu(), lambda: x.to("cuda:1"), lambda: x[x > 0],
             lambda: torch.tensor([1.0], device="cuda"), torch.cuda.current_stream().synchronize,
             lambda: x.copy_(torch.ones(4), non_blocking=True), torch.optim.Adam(net.parameters()).step):
    tried(lambda: captured(work))
print((x + 1).tolist(), torch.cuda.is_current_stream_capturing())
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    y = x * 3
tried(g.capture_begin)
g.reset()
tried(g.replay)
`), `Called CUDAGraph::replay without a preceding successful capture.
Called CUDAGraph::pool() without a preceding successful capture.
CUDA graphs must be captured on a non-default stream. (However, after capture, it's ok to replay them on the default stream.)
`+strings.Repeat(`CUDA error: operation not permitted when stream is capturing
CUDA error: operation failed due to a previous error during capture
`, 9)+`Attempting CUDA graph capture of step() for an instance of Adam but this instance was constructed with capturable=False.
taken
[2.0, 2.0, 2.0, 2.0] False
This CUDAGraph instance already owns a captured graph. To capture a new graph, create a new instance.
Called CUDAGraph::replay without a preceding successful capture.
`)
}

// TestGraphMemory: nothing is computed in a capture, replays write what was captured, and no other tensor comes to lie there.
func TestGraphMemory(t *testing.T) {
	compare(t, run(t, "sim:1", `
import torch
x = torch.zeros(1 << 18, device="cuda")
pinned = torch.ones(1 << 18).pin_memory()
before = torch.cuda.memory_reserved()
g, h = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    x.copy_(pinned, non_blocking=True)
    y = (x + 1).clone() * 2
with torch.cuda.graph(h, pool=g.pool()):
    z = y - 1
print(torch.cuda.memory_reserved() > before, g.pool() == h.pool(), x.sum().item())
others = [torch.full((1 << 18,), -5.0, device="cuda") for _ in range(8)]
for n in (7, 9):
    pinned.fill_(n)
    g.replay()
    h.replay()
    print(y.unique().tolist(), z.unique().tolist())
print(all(o.eq(-5).all().item() for o in others))
share = torch.cuda.graph_pool_handle()
a, b = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
with torch.cuda.graph(a, pool=share):
    p = x + 1
with torch.cuda.graph(b, pool=share):
    q = x + 2
a.replay(); b.replay()
print(p[0].item(), q[0].item())
for graph in (g, h, a, b):
    graph.reset()
del y, z, p, q, others
torch.cuda.empty_cache()
print(torch.cuda.memory_reserved() == before)
`), "True True 0.0\n[16.0] [15.0]\n[20.0] [19.0]\nTrue\n10.0 11.0\nTrue\n")
}

// TestGraphedCallables: a graphed module and a function give the outputs and gradients of the plain ones, and a module in another mode
// is not replayed.
func TestGraphedCallables(t *testing.T) {
	compare(t, run(t, "sim:1", `
import copy, torch
torch.manual_seed(1)
net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2)).cuda()
plain = copy.deepcopy(net)
def twice(a, b):
    return a * b, a + b
def sample():
    return torch.randn(3, 4, device="cuda", requires_grad=True)
made, double = torch.cuda.make_graphed_callables((net, twice), ((sample(),), (sample(), sample())))
for _ in range(3):
    net.zero_grad(); plain.zero_grad()
    x = sample()
    x2 = x.detach().clone().requires_grad_()
    made(x).sum().backward()
    plain(x2).sum().backward()
    print(x.grad.equal(x2.grad), all(p.grad.equal(q.grad) for p, q in zip(net.parameters(), plain.parameters())))
    a, b = sample(), sample()
    u, v = double(a, b)
    print(u.equal(a * b), v.equal(a + b), torch.autograd.grad(u.sum() + v.sum(), (a, b))[0].equal(b + 1))
made.eval()
print(made(torch.ones(7, 4, device="cuda")).shape)
`), strings.Repeat("True True\nTrue True True\n", 3)+"torch.Size([7, 2])\n")
}
