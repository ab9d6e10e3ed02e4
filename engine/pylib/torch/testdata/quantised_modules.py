"""Models in integers: fused, observed, converted; weights alone; recurrent layers; operations."""
import torch, warnings, copy
from torch import nn
import torch.nn.functional as F
warnings.simplefilter("ignore")
import torch.ao.quantization as tq
torch.backends.quantized.engine = "onednn"
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = tq.QuantStub()
        self.conv = nn.Conv2d(1, 4, 3, padding=1); self.bn = nn.BatchNorm2d(4); self.relu = nn.ReLU()
        self.pool = nn.MaxPool2d(2)
        self.fc1 = nn.Linear(4*4*4, 8); self.relu1 = nn.ReLU(); self.fc2 = nn.Linear(8, 3)
        self.dequant = tq.DeQuantStub()
    def forward(self, x):
        x = self.quant(x)
        x = self.pool(self.relu(self.bn(self.conv(x))))
        x = x.reshape(x.shape[0], -1)
        x = self.fc2(self.relu1(self.fc1(x)))
        return self.dequant(x)
net = Net()
x = torch.randn(20, 1, 8, 8)
for _ in range(3): net(x)
net.eval()
before = net(x)
fused = tq.fuse_modules(net, [["conv","bn","relu"],["fc1","relu1"]])
print(fused)
print(torch.allclose(fused(x), before, atol=1e-5))
for backend in ("fbgemm", "qnnpack"):
    m = copy.deepcopy(fused)
    m.qconfig = tq.get_default_qconfig(backend)
    p = tq.prepare(m)
    if backend == "fbgemm": print(p)
    for i in range(4): p(x[i*5:i*5+5] * (1+i))
    for n, o in p.named_modules():
        if n.endswith("activation_post_process"): print(n, *[v.tolist() for v in o.calculate_qparams()])
    q = tq.convert(p)
    print(q)
    y = q(x)
    print(y[:3], (y-before).abs().max() < 0.5)
    sd = q.state_dict()
    print({k: (tuple(v.shape) if isinstance(v, torch.Tensor) else type(v).__name__) for k, v in sd.items()})
    print(q.conv.weight()[0,0], q.conv.bias())
    q2 = tq.convert(tq.prepare(m)); q2.load_state_dict(sd); print(torch.equal(q2(x), y))
    print(torch.equal(copy.deepcopy(q)(x), y))

import torch.ao.nn.quantized as nnq
torch.manual_seed(0)
# dynamic
net = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 3))
x = torch.randn(4, 6)
d = torch.quantization.quantize_dynamic(net, {nn.Linear}, dtype=torch.qint8)
print(d); print(d(x)); print(d[0].weight()); print(d[0].bias())
print(list(d.state_dict()))
lstm = nn.LSTM(6, 4, num_layers=2, bidirectional=True)
dl = tq.quantize_dynamic(nn.Sequential(lstm), dtype=torch.qint8)
print(dl)
xx = torch.randn(5, 2, 6)
out, (hh, c) = dl[0](xx); print(out); print(hh.shape, c[0])
gru = tq.quantize_dynamic(nn.Sequential(nn.GRU(6,4,batch_first=True)), dtype=torch.qint8)
print(gru, gru(xx)[0][0])
for cell in (nn.LSTMCell(6,4), nn.GRUCell(6,4), nn.RNNCell(6,4)):
    dc = tq.quantize_dynamic(nn.Sequential(cell), dtype=torch.qint8)
    y = dc(xx[0]); print(dc, y[0] if isinstance(y, tuple) else y)
e = nn.Embedding(10, 4); e.qconfig = tq.float_qparams_weight_only_qconfig
qe = tq.convert(tq.prepare(nn.Sequential(e))); print(qe); print(qe(torch.tensor([1, 3])))
# functional
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.dq = tq.QuantStub(), tq.DeQuantStub()
        self.f, self.g, self.k = nnq.FloatFunctional(), nnq.FloatFunctional(), nnq.FloatFunctional()
        self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 6)
        self.drop = nn.Dropout(0.5)
    def forward(self, x):
        x = self.q(x)
        y = self.f.add(self.a(x), x)
        z = self.g.mul(torch.relu(self.b(y)), y)
        return self.dq(self.k.cat([self.drop(z), torch.sigmoid(y)], 1))
m = M().eval(); m.qconfig = tq.get_default_qconfig("qnnpack")
p = tq.prepare(m); p(x); q = tq.convert(p); print(q); print(q(x)); print((q(x)-m(x)).abs().max() < 0.2)
# activations
a = torch.quantize_per_tensor(torch.linspace(-2, 2, 9), 0.02, 100, torch.quint8)
for f in (torch.relu, torch.sigmoid, torch.tanh, F.relu6, F.hardtanh, lambda v: F.leaky_relu(v, 0.1), lambda v: torch.clamp(v, -1, 1), F.hardsigmoid):
    print(f(a).int_repr(), f(a).q_scale(), f(a).q_zero_point())
im = torch.quantize_per_tensor(torch.randn(1, 2, 4, 4), 0.05, 128, torch.quint8)
print(F.max_pool2d(im, 2).int_repr(), F.avg_pool2d(im, 2).int_repr(), F.adaptive_avg_pool2d(im, 1).int_repr(), im.mean([2, 3]).int_repr())
ops = torch.ops.quantized
print(ops.add(a, a, 0.05, 120).int_repr(), ops.mul(a, a, 0.05, 20).int_repr(), ops.add_relu(a, a, 0.05, 120).int_repr(), ops.add_scalar(a, 0.5), ops.mul_scalar(a, -2.0), ops.cat([a, a], 0, 0.04, 50).int_repr())
print(nnq.Linear(3, 2), nnq.Conv2d(1, 2, 3), nnq.Quantize(0.1, 3, torch.quint8), tq.QConfig(activation=tq.MinMaxObserver, weight=tq.default_weight_observer)[0])
