package view

import (
	"strings"
	"testing"

	"gputour/cuda/cellkernel"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/vdom"
	"gputour/wasm/view/viewtest"
)

// displays keeps what cells show.
type displays struct {
	viewtest.Recorder
	shown []wire.DisplayBody
}

func (d *displays) Emit(typ string, body any) {
	if b, ok := body.(wire.DisplayBody); ok {
		d.shown = append(d.shown, b)
	}
	d.Recorder.Emit(typ, body)
}

// stepped is a page on which cell a shows what the last of the cells did, step by step.
func stepped(t *testing.T, step bool, cells ...string) *app.State {
	t.Helper()
	e, err := eval.New("sim:1", eval.Config{Kernels: cellkernel.Compile, Modules: cellkernel.Modules(), Machine: func(spec string) (*eval.Machine, error) {
		parsed, err := sim.ParseSpec(spec)
		return &eval.Machine{CPU: cpu.New(), GPUs: sim.NewMachine(parsed, nil).Devices()}, err
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	d := &displays{}
	for i, code := range cells {
		e.Run(session.Run{RID: "r", Cell: string(rune('a' + i)), Code: code, Count: i + 1, Step: step && i == len(cells)-1, Lang: "en"}, d)
		if d.Failed != nil {
			t.Fatal(d.Failed.Text)
		}
	}
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	for _, b := range d.shown {
		viewtest.Event(s, "a", &b)
	}
	return s
}

func shownCell(s *app.State) *vdom.Node { return vdom.El("main", Notebook(s, Cache{})) }

const transpose = `%%cuda
__global__ void transpose(const float *a, float *b, int n) {
    __shared__ float tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    if (tx < n && ty < n)
        tile[ty][tx] = a[ty * n + tx];
    __syncthreads();
    if (tx < n && ty < n)
        b[ty * n + tx] = tile[tx][ty];
}`

func TestAKernelIsSteppedThrough(t *testing.T) {
	s := stepped(t, false, transpose, `import torch, gputour.cuda
a = torch.arange(24 * 24, dtype=torch.float32, device="cuda")
transpose[1, (32, 32)](a, torch.empty(24, 24, device="cuda"), 24)
gputour.cuda.step(transpose)`)
	do := func(how string) { s.Apply(9, app.Act{Name: "replay", Cell: "a", Value: "0 " + how}) }
	viewtest.HasAll(t, shownCell(s), "transpose, step by step", "Step 1 of 7", "warp 31 of 32", "block 0", "32 active, 0 not", "4 KiB: 0 words are written")
	do("warp 3")
	do("at 2")
	viewtest.HasAll(t, shownCell(s), "24 active, 8 not", "24 lanes read 3 sectors of 32 bytes from a", "24 lanes ask for tile without a conflict", "a[72] → 72")
	do("barrier")
	do("next")
	do("lane 5")
	drawn := shownCell(s)
	viewtest.HasAll(t, drawn, "24 different words of tile lie in bank 3", "this takes 24 turns", "Variables of lane 5", "tile, word 163 of shared memory → 123", "b[77] ← 123", "576 words are written", "reads tile · writes b")
	if on := len(drawn.All(func(n *vdom.Node) bool { return n.Get("class") == "bank" && n.Has("data-bad") })); on != 1 {
		t.Errorf("%d banks are in conflict", on)
	}
	s.Apply(9, app.Key{Chord: "ArrowLeft", In: "replay a 0"})
	viewtest.HasAll(t, shownCell(s), "Step 5 of 7")
	do("last")
	do("next")
	viewtest.HasAll(t, shownCell(s), "Step 7 of 7")
	for _, nonsense := range []string{"warp 99", "lane -4", "block 7", "at 12345678901234567890", "", "9 9"} {
		do(nonsense)
		shownCell(s)
	}
}

func TestACellIsSteppedThrough(t *testing.T) {
	s := stepped(t, true, "def square(n):\n    r = n * n\n    return r\n\ntotal = 0\nfor i in range(2):\n    total += square(i)\n    print(total)")
	do := func(how string) { s.Apply(9, app.Typed{Field: "replay a 0 at", Value: how}) }
	do("5")
	viewtest.HasAll(t, shownCell(s), "Step 6 of 14", "Names of the notebook", "square()", "<code>r</code>", "<code>0</code>")
	do("9")
	drawn := shownCell(s)
	if strings.Contains(drawn.String(), "<code>r</code>") {
		t.Error("a second call knows the names of the first")
	}
	do("13")
	viewtest.HasAll(t, shownCell(s), "The cell has ended", "<pre>0\n1\n</pre>")
}
