package dispatch_test

import (
	"bytes"
	"strings"
	"testing"

	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/tensor"
)

// mixed finds operands that an operation takes on one device, then moves one of them at a
// time to another: that must be an error about devices.
const mixed = `
import itertools, warnings
import torch
warnings.simplefilter("ignore")
MAKERS = [lambda d: torch.ones(2, 2, device=d), lambda d: torch.ones(2, device=d), lambda d: torch.ones(2, 2, 2, device=d),
          lambda d: torch.ones(2, 2, 2, 2, device=d), lambda d: torch.zeros(2, 2, dtype=torch.long, device=d),
          lambda d: torch.zeros(2, dtype=torch.long, device=d), lambda d: torch.ones(2, 2, dtype=torch.bool, device=d)]
WORDS = ("Expected all tensors to be on the same device", "should be the same", "same device")
# Made for tensors of several devices, or not about their values.
FREE = set("""atleast_1d atleast_2d atleast_3d broadcast_tensors meshgrid is_same_size resize_as_ result_type tensor_split
linalg_pinv linalg_matrix_rank can_cast index_fill index_fill_ index_put index_put_ _index_put_impl_""".split())

def operands(n, call):
    for kinds in itertools.product(MAKERS, repeat=min(n, 3)):
        kinds = [*kinds, *[kinds[-1]] * (n - len(kinds))]
        try:
            call(*[make("cuda:0") for make in kinds])
            return kinds
        except AttributeError:
            return None
        except Exception:
            pass

tried = 0
for name, n, call in CALLS:
    kinds = None if name in FREE else operands(n, call)
    if kinds is None:
        continue
    tried += 1
    for odd in range(n):
        for other in ("cpu", "cuda:1"):
            try:
                call(*[make(other if i == odd else "cuda:0") for i, make in enumerate(kinds)])
                print(name, odd, other, "is taken")
            except Exception as e:
                if not any(words in str(e) for words in WORDS):
                    print(name, odd, other, type(e).__name__, str(e)[:120])
print("enough" if tried > 150 else tried)
`

// TestDevicesMixed walks all signatures.
func TestDevicesMixed(t *testing.T) {
	program := strings.Replace(mixed, "tried = 0", "CALLS = "+dispatch.CallsOfSeveralTensors()+"tried = 0", 1)
	if got := run(t, program); got != "enough\n" {
		t.Error(got)
	}
}

// run executes a program on two simulated GPUs and returns what it printed.
func run(t *testing.T, program string) string {
	t.Helper()
	spec, err := sim.ParseSpec("sim:2")
	if err != nil {
		t.Fatal(err)
	}
	s, out := object.NewSession(), new(bytes.Buffer)
	s.Stdout, s.Stderr = out, new(bytes.Buffer)
	torch.Use(s, tensor.NewEnv(cpu.New(), sim.NewMachine(spec, nil).Devices()...))
	interp.Install(s, append(std.Modules(), torch.Modules()...)...)
	traceback.Install(s)
	if _, err := interp.Exec(object.NewThread(s, nil), interp.Source{Name: "test", Text: program, Line: 1, Script: true}, interp.Main(s)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
