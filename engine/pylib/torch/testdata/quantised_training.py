"""Training that prepares quantisation; observers."""
import torch, warnings, copy, re
from torch import nn
import torch.nn.functional as F
warnings.simplefilter("ignore")
import torch.ao.quantization as tq
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant, self.dequant = tq.QuantStub(), tq.DeQuantStub()
        self.conv, self.bn, self.relu = nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU()
        self.conv2, self.bn2 = nn.Conv2d(4, 4, 3, bias=False), nn.BatchNorm2d(4)
        self.fc, self.act = nn.Linear(64, 5), nn.ReLU()
        self.fc2 = nn.Linear(5, 3)
    def forward(self, x):
        x = self.bn2(self.conv2(self.relu(self.bn(self.conv(self.quant(x))))))
        x = self.act(self.fc(x.reshape(len(x), -1)))
        return self.dequant(self.fc2(x))
net = Net()
x, y = torch.randn(32, 1, 8, 8), torch.randint(0, 3, (32,))
for backend, version in (("fbgemm", 1), ("qnnpack", 0), ("fbgemm", 0)):
    torch.manual_seed(1)
    m = tq.fuse_modules_qat(copy.deepcopy(net).train(), [["conv", "bn", "relu"], ["conv2", "bn2"], ["fc", "act"]])
    if version: print(m)
    m.qconfig = tq.get_default_qat_qconfig(backend, version)
    m = tq.prepare_qat(m)
    print(m)
    opt = torch.optim.SGD(m.parameters(), lr=0.05)
    for step in range(6):
        opt.zero_grad(); loss = F.cross_entropy(m(x), y); loss.backward(); opt.step()
        print(f"{loss.item():.2f}")
        if step == 3: m.apply(tq.disable_observer)
    m.eval()
    q = tq.convert(m)
    print(re.sub(r"scale=[0-9.e-]+", lambda s: f"scale={float(s[0][6:]):.5g}", repr(q))); print((q(x) - m(x)).abs().max() < 0.1)
w = torch.tensor([[0.11, -2.0, 0.26], [5.0, 0.1, -0.05]], requires_grad=True)
o = torch.fake_quantize_per_tensor_affine(w, 0.1, 0, -10, 10); print(o, o.grad_fn.name()); o.sum().backward(); print(w.grad)
w.grad = None
o = torch.fake_quantize_per_channel_affine(w, torch.tensor([0.1, 0.5]), torch.tensor([0, 2], dtype=torch.int32), 0, -8, 7); print(o, o.grad_fn.name()); o.sum().backward(); print(w.grad)
o = torch.fake_quantize_per_tensor_affine(w, torch.tensor([0.1]), torch.tensor([0], dtype=torch.int32), -10, 10); print(o.grad_fn.name())
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, str(e).split("\n")[0][:200])
t(lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 20, -10, 10))
t(lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 0, 10, -10))
t(lambda: torch.fake_quantize_per_channel_affine(w, torch.tensor([0.1]), torch.tensor([0], dtype=torch.int32), 0, -10, 10))
t(lambda: tq.prepare_qat(net.eval()))
t(lambda: tq.fuse_modules(net.eval(), ["conv", "fc"]))
t(lambda: tq.QConfig(activation=tq.MinMaxObserver(), weight=tq.MinMaxObserver))
t(lambda: tq.MinMaxObserver(qscheme=torch.per_channel_affine))
t(lambda: tq.PerChannelMinMaxObserver(qscheme=torch.per_tensor_affine))
t(lambda: tq.MinMaxObserver(quant_min=1, quant_max=5))
t(lambda: tq.MinMaxObserver(dtype=torch.int8))
t(lambda: tq.MinMaxObserver().calculate_qparams())
t(lambda: tq.FakeQuantize(quant_min=-300, quant_max=5))
t(lambda: tq.quantize_dynamic(nn.Linear(1,1), dtype=torch.int8))
t(lambda: tq.get_default_qconfig("x", 3))
o = tq.MinMaxObserver(); t(lambda: o); o(torch.tensor([-1., 3.])); t(lambda: o); t(lambda: o.state_dict())
o = tq.FakeQuantize(); o(torch.tensor([-1., 3.])); t(lambda: o)
o = tq.PerChannelMinMaxObserver(dtype=torch.qint8, qscheme=torch.per_channel_symmetric); o(torch.tensor([[-1., 3.], [0.5, 0.2]])); t(lambda: o); t(lambda: o.calculate_qparams())
for cls in (tq.MinMaxObserver, tq.MovingAverageMinMaxObserver, tq.HistogramObserver):
    for dt in (torch.qint8, torch.quint8):
        for sc in (torch.per_tensor_affine, torch.per_tensor_symmetric):
            for rr in (False, True):
                def f():
                    ob = cls(dtype=dt, qscheme=sc, reduce_range=rr)
                    torch.manual_seed(3); [ob(torch.randn(100) * k + 0.3) for k in (1, 2, 1.5)]
                    return [v.item() for v in ob.calculate_qparams()]
                t(f)
t(lambda: tq.default_qconfig)
t(lambda: tq.get_default_qconfig())
t(lambda: net.fc.weight.is_quantized)
