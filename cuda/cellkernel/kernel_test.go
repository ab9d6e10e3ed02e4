package cellkernel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"gputour/cuda/cellkernel"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// recorder is an Output that keeps what it gets.
type recorder struct {
	out, err strings.Builder
	bodies   []any
}

func (r *recorder) Stream(name, text string) {
	if name == "stderr" {
		r.err.WriteString(text)
	} else {
		r.out.WriteString(text)
	}
}

func (r *recorder) Emit(_ string, body any) { r.bodies = append(r.bodies, body) }

func (r *recorder) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// body is the last one of a type.
func body[T any](r *recorder) (last T) {
	for _, b := range r.bodies {
		if b, ok := b.(T); ok {
			last = b
		}
	}
	return last
}

// notebook is a session with kernel cells.
type notebook struct {
	testing.TB
	ev    *eval.Evaluator
	count int
}

func open(t testing.TB, devices string) *notebook {
	t.Helper()
	machine := func(text string) (*eval.Machine, error) {
		if text == "cpu" {
			return &eval.Machine{CPU: cpu.New()}, nil
		}
		spec, err := sim.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		gpus := sim.NewMachine(spec, nil)
		return &eval.Machine{CPU: cpu.New(), GPUs: gpus.Devices(), Release: gpus.Close}, nil
	}
	ev, err := eval.New(devices, eval.Config{Machine: machine, Kernels: cellkernel.Compile, Modules: cellkernel.Modules(), Explain: cellkernel.Explain})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ev.Close)
	return &notebook{TB: t, ev: ev}
}

// try runs a cell.
func (n *notebook) try(code string) (*recorder, session.Outcome) {
	r := &recorder{}
	n.count++
	o := n.ev.Run(session.Run{RID: fmt.Sprint("r", n.count), Cell: fmt.Sprint("cell", n.count), Code: code, Count: n.count, Lang: "en"}, r)
	return r, o
}

// run runs a cell that must succeed.
func (n *notebook) run(code string) *recorder {
	n.Helper()
	r, o := n.try(code)
	if o.State != wire.RunDone {
		n.Fatalf("%s\n%s", code, body[wire.ErrorBody](r).Text)
	}
	return r
}

// fails runs a cell that must raise the exception, with text in its message.
func (n *notebook) fails(code, class, text string) wire.ErrorBody {
	n.Helper()
	r, o := n.try(code)
	b := body[wire.ErrorBody](r)
	if o.State != wire.RunFailed || b.Name != class || !strings.Contains(b.Value, text) {
		n.Errorf("%s\n got %s: %s\nwant %s: %s", code, b.Name, b.Value, class, text)
	}
	return b
}

const kernels = `%%cuda
__global__ void scale(float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= a;
}
__global__ void past(float *x) { x[threadIdx.x + 1] = 0; }
__global__ void tell(signed char c, unsigned char u, short s, unsigned v, long long l, float f, double d, bool b) {
  printf("%d %d %d %u %lld %g %g %d\n", c, u, s, v, l, f, d, b);
}
__global__ void __launch_bounds__(128) bounded(int *x) { x[threadIdx.x] = 1; }
__global__ void dynamic(float *x) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void spin(int *x) { while (true) { } }
__global__ void early(float *x, int n) {
  if (threadIdx.x >= n) return;
  x[threadIdx.x] = 1;
  __syncthreads();
}
`

func TestLaunch(t *testing.T) {
	n := open(t, "sim:2")
	n.run(kernels)
	n.run("import torch\nx = torch.ones(100, device='cuda')\ny = torch.ones(4, device='cuda:1')")
	for _, c := range []struct{ name, code, want string }{
		{"scales", "scale[1, 128](x, 3, 100)\nprint(x.sum().item())", "300.0\n"},
		{"tuples", "scale[(1,), (128, 1, 1)](x, 2, 100)\nprint(x[99].item())", "6.0\n"},
		{"configured once", "k = scale[1, 128]\nk(x, .5, 50)\nk(x, .5, 50)\nprint(x[49].item(), x[50].item())", "1.5 6.0\n"},
		{"a second device", "scale[1, 32](y, 2, 4)\nprint(y.tolist())", "[2.0, 2.0, 2.0, 2.0]\n"},
		{"a view", "scale[1, 32](x[90:], 0, 10)\nprint(x[89].item(), x[90].item())", "6.0 0.0\n"},
		{"dynamic shared memory", "z = torch.arange(4., device='cuda')\ndynamic[1, 4, None, 16](z)\nprint(z.tolist())", "[3.0, 2.0, 1.0, 0.0]\n"},
		{"the version counter", "v = torch.ones(2, device='cuda')\nbefore = v._version\nscale[1, 2](v, 1, 2)\nprint(v._version > before)", "True\n"},
		{"a null pointer that is not touched", "scale[1, 32](None, 1, 0)\nprint('ok')", "ok\n"},
		{"repr", "print(scale)", "<CUDA kernel scale(float *x, float a, int n)>\n"},
		{"numbers convert as C's", "tell[1, 1](200, 300, 70000, -1, 2**40, 1, 3, 7)", "-56 44 4464 4294967295 1099511627776 1 3 1\n"},
		{"floats convert as C's", "tell[1, 1](3.9, 3.9, -3.9, 3.9, 2.5, 0.1, 0.1, 0.5)", "3 3 -3 3 2 0.1 0.1 1\n"},
		{"NumPy's scalars are numbers", "import numpy as np\ntell[np.int64(1), (np.int32(1),)](np.int8(-3), np.uint8(200), np.int16(5), np.int32(6), np.int64(7), np.float32(0.5), np.float64(0.25), np.bool_(True))", "-3 200 5 6 7 0.5 0.25 1\n"},
		{"bools are numbers", "tell[1, 1](True, True, True, True, True, True, True, True)", "1 1 1 1 1 1 1 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r := n.run(c.code); r.out.String() != c.want {
				t.Errorf("%s\n got %q\nwant %q", c.code, r.out.String(), c.want)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	n := open(t, "sim:2")
	n.run(kernels)
	n.run("import torch\nx = torch.ones(64, device='cuda')\ni = torch.ones(256, dtype=torch.int32, device='cuda')")
	const launch = "gputour.cuda.LaunchError"
	for _, c := range []struct{ code, class, text string }{
		{"scale(x, 1, 1)", "TypeError", "needs a launch configuration: scale[grid, block]"},
		{"scale[1](x, 1, 1)", "TypeError", "scale[grid, block]"},
		{"scale[1, 2, None, 0, 5](x, 1, 1)", "TypeError", "scale[grid, block, stream, shared_bytes]"},
		{"scale[1, 32](x, 1)", "TypeError", "scale takes 3 arguments, 2 were given: scale(float *x, float a, int n)"},
		{"scale[1, 32](x, 1, n=1)", "TypeError", "no keyword arguments"},
		{"scale[1, 32](x.cpu(), 1, 1)", "ValueError", "argument 'x' is a tensor on cpu"},
		{"scale[1, 32](i, 1, 1)", "TypeError", "needs a tensor of torch.float32, got torch.int32"},
		{"scale[1, 32](x.double(), 1, 1)", "TypeError", "got torch.float64"},
		{"scale[1, 32](x.reshape(8, 8).t(), 1, 1)", "ValueError", "not contiguous; pass x.contiguous()"},
		{"scale[1, 32](5, 1, 1)", "TypeError", "must be a CUDA tensor for 'float *'"},
		{"scale[1, 32](x, x, 1)", "TypeError", "is a float, got a tensor; pass a number, such as x.item()"},
		{"scale[1, 32](x, 'a', 1)", "TypeError", "argument 'a' must be a number (float)"},
		{"scale[1, 32](x, 1, 2**70)", "OverflowError", "does not fit into 64 bits"},
		{"scale[1, 1025](x, 1, 1)", launch, "block dimension x is 1025; the device allows 1 to 1024"},
		{"scale[1, (64, 32)](x, 1, 1)", launch, "a block of 2048 threads; the limit is 1024 threads per block"},
		{"scale[1, (1, 1, 65)](x, 1, 1)", launch, "block dimension z is 65; the device allows 1 to 64"},
		{"scale[0, 32](x, 1, 1)", launch, "grid dimension x is 0"},
		{"scale[2**70, 32](x, 1, 1)", launch, "the device allows 1 to 2147483647"},
		{"scale[(1, 65536), 32](x, 1, 1)", launch, "grid dimension y is 65536; the device allows 1 to 65535"},
		{"scale[1, 32, None, 50000](x, 1, 1)", launch, "50000 bytes of shared memory per block; the limit is 49152 (48 KiB)"},
		{"bounded[1, 256](i)", launch, "__launch_bounds__ of bounded allows 128"},
		{"scale[1.5, 32](x, 1, 1)", "TypeError", "grid must be an integer or a tuple of integers"},
		{"scale[1, 32, 'a'](x, 1, 1)", "TypeError", "the stream must be a torch.cuda.Stream, None or 0, not str"},
		{"scale[1, 32, None, -1](x, 1, 1)", "TypeError", "bytes of dynamic shared memory"},
		{"%%cuda\n__global__ void k(float *x) { x[0] = y; }", "gputour.cuda.CompileError", "use of undeclared identifier 'y'"},
		{"import gputour.cuda\ngputour.cuda.profile(5)", "TypeError", "expected a kernel, got 'int'"},
		{"gputour.cuda.profile(spin)", "ValueError", "kernel spin has not been launched yet"},
	} {
		n.fails(c.code, c.class, c.text)
	}
	cpu := open(t, "cpu")
	cpu.run(kernels)
	cpu.fails("tell[1, 1](1, 1, 1, 1, 1, 1, 1, 1)", "RuntimeError", "this session has none; start gputour with --devices sim:1")
}

// TestFault: a fault is an exception whose traceback ends in the kernel's cell.
func TestFault(t *testing.T) {
	n := open(t, "sim:1")
	n.run("import gputour.cuda as gc, torch\nassert issubclass(gc.MemcheckError, gc.KernelError) and issubclass(gc.KernelError, RuntimeError)")
	n.run(kernels)
	b := n.fails("past[1, 8](torch.zeros(8, device='cuda'))", "gputour.cuda.MemcheckError", "index 8 of 'x', which has 8 elements of 4 bytes")
	if f := b.Frames[len(b.Frames)-1]; f.Cell != "cell2" || f.Line != 6 || f.Function != "past" {
		t.Errorf("the traceback ends in %+v", f)
	}
	b = n.fails("%%cuda\n__global__ void k(float *x) {\n  x[0] = y;\n}", "gputour.cuda.CompileError", "undeclared identifier 'y'")
	if f := b.Frames[len(b.Frames)-1]; f.Line != 3 || f.Source[f.Line-f.First] != "  x[0] = y;" {
		t.Errorf("the compiler's mistake stands in %+v", f)
	}
	r := n.run("try:\n    past[1, 8](torch.zeros(8, device='cuda'))\nexcept gc.MemcheckError as e:\n    print('line 6' in str(e))")
	if r.out.String() != "True\n" {
		t.Errorf("printed %q", r.out.String())
	}
}

func TestWarning(t *testing.T) {
	n := open(t, "sim:1")
	n.run(kernels)
	r := n.run("import torch\nearly[1, 64](torch.zeros(64, device='cuda'), 40)")
	if want := "Cell In[1]:21: warning: threads have returned before this __syncthreads()"; !strings.HasPrefix(r.err.String(), want) {
		t.Errorf("wrote %q, want %q", r.err.String(), want)
	}
}

func TestProfile(t *testing.T) {
	n := open(t, "sim:1,model=V100")
	n.run(kernels)
	n.run("import torch, gputour.cuda\nx = torch.ones(1 << 16, device='cuda')\nscale[256, 256](x, 2, 1 << 16)")
	r := n.run("p = gputour.cuda.profile(scale)\nprint(p['threads'], p['occupancy'], p['sectors_per_load'], p['flops'], isinstance(p, dict))\np")
	if want := "65536 1.0 4.0 65536 True\n"; r.out.String() != want {
		t.Errorf("printed %q, want %q", r.out.String(), want)
	}
	shown := body[wire.DisplayBody](r)
	if !strings.HasPrefix(shown.Data["text/plain"], "scale: 65 536 threads in 256 blocks of 256") {
		t.Errorf("as text:\n%s", shown.Data["text/plain"])
	}
	var page struct {
		Kernel  string
		File    string
		Metrics []struct{ Key, Value, Mood string }
		Access  struct {
			Line, Moved, Least int
			Sectors            []int
		}
		Roofline struct{ Flops, Bandwidth float64 }
	}
	if err := json.Unmarshal([]byte(shown.Data["application/vnd.gputour.profile+json"]), &page); err != nil {
		t.Fatal(err)
	}
	if page.Kernel != "scale" || page.File != "Cell In[1]" || len(page.Metrics) != 8 || page.Metrics[0].Value != "4.0" || page.Metrics[0].Mood != "good" {
		t.Errorf("the page gets %+v", page)
	}
	if a := page.Access; a.Line != 4 || a.Moved != 4 || a.Least != 4 || len(a.Sectors) != 32 || a.Sectors[31] != 3 {
		t.Errorf("the picture is %+v", a)
	}
	if page.Roofline.Bandwidth != 900e9 {
		t.Errorf("the roofline is %+v", page.Roofline)
	}
	if r := n.run("print([len(a['offsets']) for a in gputour.cuda.access(scale)])"); r.out.String() != "[256, 256]\n" {
		t.Errorf("access gives %q", r.out.String())
	}
}

// TestStreams: a kernel keeps its own stream busy, and no other.
func TestStreams(t *testing.T) {
	n := open(t, "sim:1")
	n.run(kernels)
	r := n.run(`import torch
x = torch.ones(1 << 20, device='cuda')
torch.cuda.synchronize()
s = torch.cuda.Stream()
scale[1 << 12, 256, s](x, 1, 1 << 20)
print(s.query(), torch.cuda.current_stream().query())
scale[1 << 12, 256](x, 1, 1 << 20)
print(torch.cuda.current_stream().query())
with torch.cuda.stream(s):
    torch.cuda.synchronize()
    scale[1 << 12, 256](x, 1, 1 << 20)
    print(s.query(), torch.cuda.default_stream().query())`)
	if want := "False True\nFalse\nFalse True\n"; r.out.String() != want {
		t.Errorf("printed %q, want %q", r.out.String(), want)
	}
}

// TestDeviceLog: a launch is an event with the kernel's name.
func TestDeviceLog(t *testing.T) {
	n := open(t, "sim:1")
	n.run(kernels)
	r := n.run("import torch\nx = torch.ones(64, device='cuda')\nscale[1, 64](x, 1, 64)")
	for _, e := range body[wire.DeviceBody](r).Events {
		if e.Kind == "launch" && e.Kernel == "scale" && e.Nanos > 0 {
			return
		}
	}
	t.Errorf("the log is %+v", body[wire.DeviceBody](r).Events)
}

// What a launch did can be stepped through afterwards, from the values that it began with.
func TestStep(t *testing.T) {
	n := open(t, "sim:1")
	n.run("import torch, gputour.cuda\n" + "x = torch.arange(100, dtype=torch.float32, device='cuda')")
	n.run(kernels)
	n.fails("gputour.cuda.step(scale)", "ValueError", "kernel scale has not been launched yet")
	n.run("scale[4, 32](x, 2.0, 100)\nx.zero_()")
	shown := body[wire.DisplayBody](n.run("gputour.cuda.step(scale, block=3)"))
	if text := shown.Data["text/plain"]; !strings.Contains(text, "32 lanes  line 4: if (i < n) x[i] *= a;  i=96") || !strings.Contains(text, " 4 lanes") && !strings.Contains(text, "[read x: 1 sectors]") {
		t.Errorf("it prints\n%s", text)
	}
	var page struct {
		Source []string `json:"source"`
		First  int      `json:"first"`
		Blocks []struct {
			At    [3]int `json:"at"`
			Warps [][]struct {
				Line     int    `json:"l"`
				Active   uint32 `json:"a"`
				Requests []struct {
					Buffer string   `json:"buffer"`
					Store  bool     `json:"store"`
					Lanes  uint32   `json:"m"`
					At     []int64  `json:"at"`
					Values []string `json:"x"`
					Cost   int      `json:"cost"`
				} `json:"q"`
			} `json:"warps"`
		} `json:"blocks"`
	}
	if err := json.Unmarshal([]byte(shown.Data["application/vnd.gputour.steps+json"]), &page); err != nil {
		t.Fatal(err)
	}
	if len(page.Blocks) != 1 || page.Blocks[0].At != [3]int{3} || page.First != 2 || len(page.Source) != 4 {
		t.Fatalf("%d blocks, lines from %d: %q", len(page.Blocks), page.First, page.Source)
	}
	for _, s := range page.Blocks[0].Warps[0] {
		for _, q := range s.Requests {
			if q.Store && (s.Line != 4 || q.Lanes != 0xf || fmt.Sprint(q.At) != "[384 4]" || q.Cost != 1 || fmt.Sprint(q.Values[:4]) != "[192 194 196 198]") {
				t.Errorf("the store is %+v", q)
			}
		}
	}
	n.fails("gputour.cuda.step(scale, 4)", "IndexError", "the grid is 4: there is no block (4, 0, 0)")
	n.fails("gputour.cuda.step(scale, 'a')", "TypeError", "block must be an int or a tuple of ints, not 'str'")
	n.fails("gputour.cuda.step(3)", "TypeError", "expected a kernel, got 'int'")
	n.run("big = torch.zeros(1 << 20, device='cuda')\nscale[1, 32](big, 2.0, 32)")
	n.fails("gputour.cuda.step(scale)", "ValueError", "too large to be stepped through: at most 256 KiB")
}
