package torch_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/tensor"
)

// session makes a session with torch over a CPU and simulated GPUs.
func session(t *testing.T, spec string) (*object.Session, *bytes.Buffer) {
	t.Helper()
	if spec == "" {
		return sessionOn(nil)
	}
	parsed, err := sim.ParseSpec(spec)
	if err != nil {
		t.Fatal(err)
	}
	return sessionOn(sim.NewMachine(parsed, nil).Devices())
}

func sessionOn(gpus []device.Device) (*object.Session, *bytes.Buffer) {
	s := object.NewSession()
	out := new(bytes.Buffer)
	s.Stdout, s.Stderr = out, new(bytes.Buffer)
	torch.Use(s, tensor.NewEnv(cpu.New(), gpus...))
	interp.Install(s, append(std.Modules(), torch.Modules()...)...)
	traceback.Install(s)
	return s, out
}

// run executes a program and returns what it printed.
func run(t *testing.T, spec, program string) string {
	t.Helper()
	s, out := session(t, spec)
	exec(t, s, program)
	return out.String()
}

// exec executes a program in a session.
func exec(t *testing.T, s *object.Session, program string) {
	t.Helper()
	th := object.NewThread(s, nil)
	source := interp.Source{Name: "test", Text: program, Line: 1, Script: true}
	if _, err := interp.Exec(th, source, interp.Main(s)); err != nil {
		if e, ok := err.(*object.Exception); ok {
			t.Fatalf("%v\n%s", s.Stdout, traceback.Format(th, e))
		}
		if fault, ok := err.(*interp.InternalError); ok {
			t.Logf("%s", fault.Stack)
		}
		t.Fatalf("%v\n%s", err, s.Stdout)
	}
}

// TestPrograms runs testdata/*.py, on the CPU unless the first line names devices, and
// compares with what the real PyTorch printed.
func TestPrograms(t *testing.T) {
	programs, err := filepath.Glob("testdata/*.py")
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range programs {
		if filepath.Base(name) == "golden.py" {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(name, ".py") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(text), "\n")
			spec, _ := strings.CutPrefix(first, "# devices: ")
			if spec == first {
				spec = "" // the CPU
			}
			compare(t, run(t, spec, string(text)), string(want))
		})
	}
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		line := func(list []string) string {
			if i < len(list) {
				return list[i]
			}
			return "<end>"
		}
		if line(g) != line(w) {
			t.Fatalf("line %d:\n got %q\nwant %q", i+1, line(g), line(w))
		}
	}
}

// TestGPUs has what the real PyTorch prints with GPUs, which no reference here has.
func TestGPUs(t *testing.T) {
	cases := []struct{ name, spec, program, want string }{
		{"placement", "sim:2", "import torch\nx = torch.ones(2, device='cuda:1')\nprint(x, x.get_device(), torch.cuda.current_device())",
			"tensor([1., 1.], device='cuda:1') 1 0\n"},
		{"ordinal", "sim:1", "import torch\ntry: torch.ones(1, device='cuda:3')\nexcept RuntimeError as e: print(e)",
			"CUDA error: invalid device ordinal\n"},
		{"no build", "", "import torch\ntry: torch.ones(1).cuda()\nexcept AssertionError as e: print(e)",
			"Torch not compiled with CUDA enabled\n"},
		{"two devices", "sim:2", "import torch\ntry: torch.ones(1) + torch.ones(1, device='cuda')[None]\nexcept RuntimeError as e: print(e)",
			"Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!\n"},
		{"visible", "sim:4", "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '3,1'\nimport torch\nprint(torch.cuda.device_count(), torch.ones(1, device='cuda:1').device)",
			"2 cuda:1\n"},
		{"visible stops at nonsense", "sim:4", "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0,x,1'\nimport torch\nprint(torch.cuda.device_count())", "1\n"},
		{"visible twice", "sim:4", "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '1,1'\nimport torch\nprint(torch.cuda.is_available())", "False\n"},
		{"memory", "sim:1", "import torch\na = torch.cuda.memory_allocated()\nx = torch.empty(1024, device='cuda')\nprint(torch.cuda.memory_allocated() - a)\ndel x\nprint(torch.cuda.memory_allocated() - a)",
			"4096\n0\n"},
		{"data parallel", "sim:2", "import torch\nfrom torch import nn\nnet = nn.DataParallel(nn.Linear(3, 2).cuda())\ny = net(torch.ones(5, 3, device='cuda'))\ny.sum().backward()\nprint(y.shape, y.device, net.module.bias.grad)",
			"torch.Size([5, 2]) cuda:0 tensor([5., 5.], device='cuda:0')\n"},
		{"custom functions under autocast", "sim:1", `
import torch
from torch.cuda.amp import custom_bwd, custom_fwd
class Cast(torch.autograd.Function):
    @staticmethod
    @custom_fwd(cast_inputs=torch.float32)
    def forward(ctx, x):
        return x * 60000 * 2  # beyond float16
    @staticmethod
    @custom_bwd
    def backward(ctx, g):
        return g * torch.is_autocast_enabled()
class AsCalled(torch.autograd.Function):
    @staticmethod
    @custom_fwd
    def forward(ctx, x):
        return x @ x
    @staticmethod
    @custom_bwd
    def backward(ctx, g):
        print((g @ g).dtype)
        return g
x = torch.ones(2, 2, device='cuda', requires_grad=True)
with torch.autocast('cuda'):
    y, z = Cast.apply(x.half()), AsCalled.apply(x)
print(y.dtype, y[0, 0].item(), z.dtype, Cast.apply(x.half()).dtype)
y.sum().backward(); print(x.grad.sum().item()); z.sum().backward()
`, "torch.float32 120000.0 torch.float16 torch.float16\n0.0\ntorch.float16\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { compare(t, run(t, c.spec, c.program), c.want) })
	}
}

// TestLaterNames holds names that came after the PyTorch whose words the engine speaks to the formulas of their documents
// (https://pytorch.org/docs/2.6/), since no reference here has them.
func TestLaterNames(t *testing.T) {
	run(t, "sim:2", `
import math, warnings
import torch
from torch import nn
import torch.nn.functional as F

with torch.device("cuda:1"):
    x, layer = torch.ones(2), nn.Linear(1, 1)
    with torch.device("cpu"):
        assert torch.zeros(1).device.type == "cpu"
    assert torch.tensor([1]).device.index == 1 and torch.rand(2).device.index == 1
    assert torch.zeros_like(torch.ones(1, device="cpu")).device.type == "cpu"
assert x.device.index == layer.weight.device.index == 1 and torch.ones(1).device.type == "cpu"
torch.set_default_device("cuda")
assert torch.ones(1).is_cuda and torch.get_default_device() == torch.device("cuda:0")
torch.set_default_device(None)
assert not torch.ones(1).is_cuda and torch.get_default_device() == torch.device("cpu")
try:
    with torch.device("cuda"):
        raise KeyError
except KeyError:
    assert torch.ones(1).device.type == "cpu"

q, k, v = (torch.randn(2, 3, 4, 8) for _ in range(3))
def attend(mask):
    return torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(8) + mask, -1) @ v
assert torch.allclose(F.scaled_dot_product_attention(q, k, v), attend(0), atol=1e-6)
assert torch.allclose(F.scaled_dot_product_attention(q, k, v, is_causal=True), attend(torch.full((4, 4), -math.inf).triu(1)), atol=1e-6)
mask = torch.tensor([True, False, True, True])
assert torch.allclose(F.scaled_dot_product_attention(q, k, v, attn_mask=mask), attend(torch.tensor([0, -math.inf, 0, 0])), atol=1e-6)
for wrong in (dict(attn_mask=mask, is_causal=True), dict(attn_mask=None, value=v.double())):
    try:
        F.scaled_dot_product_attention(q, k, **{"value": v, **wrong})
        assert False
    except RuntimeError:
        pass

norm = nn.RMSNorm(8, eps=1e-6)
assert torch.allclose(norm(q), q / torch.sqrt((q ** 2).mean(-1, keepdim=True) + 1e-6))
assert repr(norm) == "RMSNorm((8,), eps=1e-06, elementwise_affine=True)" and list(norm.state_dict()) == ["weight"]

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    compiled = torch.compile(layer)
    decorated = torch.compile(lambda x: x + 1)
assert len(said) == 2 and "eagerly" in str(said[0].message) and compiled is layer and decorated(1) == 2
assert torch.func.grad(lambda x: x ** 2)(torch.tensor(3.0)) == 6
assert torch.equal(torch.vmap(lambda x: x.sum())(torch.ones(2, 3)), torch.tensor([3.0, 3.0]))
net = nn.Linear(2, 1)
assert torch.func.functional_call(net, {"weight": torch.ones(1, 2), "bias": torch.zeros(1)}, torch.ones(1, 2)).item() == 2
assert torch.accelerator.is_available() and torch.accelerator.device_count() == 2
assert str(torch.accelerator.current_accelerator()) == "cuda" and torch.accelerator.current_device_index() == 0
from torch.nn.attention import SDPBackend, sdpa_kernel
with sdpa_kernel(SDPBackend.MATH):
    assert torch.allclose(F.scaled_dot_product_attention(q, k, v), attend(0), atol=1e-6)
    assert torch.backends.cuda.math_sdp_enabled() and not torch.backends.cuda.flash_sdp_enabled()
assert torch.backends.cuda.flash_sdp_enabled()
with torch.backends.cuda.sdp_kernel(False, False, False, False):
    try:
        F.scaled_dot_product_attention(q, k, v)
        assert False
    except RuntimeError as e:
        assert str(e) == "No available kernel. Aborting execution."
value, linear = torch.func.linearize(lambda x: x ** 3, torch.tensor([2.0, 3.0]))
assert value.tolist() == [8.0, 27.0] and linear(torch.ones(2)).tolist() == [12.0, 27.0]
assert not torch.compiler.is_compiling() and torch.compiler.disable(len)([1]) == 1
torch._dynamo.reset()
before, weights = net.weight, {"weight": torch.full((1, 2), 5.0), "bias": torch.zeros(1)}
assert str(net.load_state_dict(weights, assign=True)) == "<All keys matched successfully>"
assert net.weight is not before and isinstance(net.weight, nn.Parameter) and net.weight.data_ptr() == weights["weight"].data_ptr()
torch.accelerator.reset_peak_memory_stats()
with torch.accelerator.device_index(1):
    assert torch.accelerator.current_device_index() == 1 and torch.accelerator.memory_allocated() == torch.cuda.memory_allocated(1)
import io
class Settings:
    pass
file = io.BytesIO()
torch.save(Settings(), file)
for allowed in (False, True):
    file.seek(0)
    with torch.serialization.safe_globals([Settings] if allowed else []):
        try:
            assert isinstance(torch.load(file, weights_only=True), Settings) and allowed
        except Exception as e:
            assert "Unsupported class" in str(e) and not allowed, e
scaler = torch.amp.GradScaler("cuda", init_scale=8.0)
assert scaler.get_scale() == 8.0 and scaler.is_enabled() and not torch.amp.GradScaler("cpu").is_enabled()
`)
}
