package autograd

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// golden is one line of testdata/goldens.jsonl, which testdata/goldens.py writes with
// the real PyTorch.
type golden struct {
	Kind, Op string
	In, Out  []goldenTensor
	Error    string
	Text     string
	Dim      int
	Keep     bool
	Options  struct {
		Precision, Threshold, EdgeItems, LineWidth *int
		SciMode                                    *bool `json:"sci_mode"`
	}
}

type goldenTensor struct {
	DType   string
	Shape   []int
	Data    []any
	Wrapped bool
}

func dtypeNamed(name string) tensor.DType {
	for _, d := range device.DTypes() {
		if d.Name() == name {
			return d
		}
	}
	return tensor.NoDType
}

func numberOf(v any) tensor.Scalar {
	switch v := v.(type) {
	case bool:
		return tensor.Boolean(v)
	case json.Number:
		if i, err := v.Int64(); err == nil && !strings.ContainsAny(v.String(), ".eE") {
			return tensor.Int(i)
		}
		f, _ := v.Float64()
		return tensor.Float(f)
	case string:
		return tensor.Float(map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1)}[v])
	case []any:
		return tensor.Complex(complex(numberOf(v[0]).Float64(), numberOf(v[1]).Float64()))
	}
	return tensor.Scalar{}
}

func (g *goldenTensor) build(t *testing.T, tp *Tape) *Tensor {
	t.Helper()
	list := make([]tensor.Scalar, len(g.Data))
	for i, v := range g.Data {
		list[i] = numberOf(v)
	}
	x := must(t)(tp.FromScalars(list, g.Shape, tensor.Options{DType: dtypeNamed(g.DType)}))
	if g.Wrapped {
		s, _ := tp.Item(x)
		return tp.Wrap(s)
	}
	return x
}

func TestGoldens(t *testing.T) {
	file, err := os.Open("testdata/goldens.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	tp, n := newTape(), 0
	for lines.Scan() {
		n++
		var g golden
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.UseNumber()
		if err := d.Decode(&g); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		checkGolden(t, tp, n, &g)
	}
	if n == 0 || lines.Err() != nil {
		t.Errorf("%d cases read: %v", n, lines.Err())
	}
}

func checkGolden(t *testing.T, tp *Tape, n int, g *golden) {
	in := make([]*Tensor, len(g.In))
	for i := range g.In {
		in[i] = g.In[i].build(t, tp)
	}
	describe := g.Op
	for _, x := range in {
		describe += " " + x.DType().Name()
	}
	if g.Kind == "print" {
		tp.Print = printOptions(g)
		if text, err := tp.Format(in[0]); err != nil || text != g.Text {
			t.Errorf("line %d: %s %v: %v\n got %s\nwant %s", n, describe, g.In[0].Shape, err, text, g.Text)
		}
		return
	}
	if strings.HasSuffix(g.Error, "not implemented for 'Half'") {
		return // what PyTorch's CPU kernels lack, the library above refuses
	}
	out, err := evaluate(tp, g, in)
	if g.Error != "" {
		if err == nil || !strings.HasPrefix(err.Error(), g.Error) {
			t.Errorf("line %d: %s: error %v\nwant %s", n, describe, err, g.Error)
		}
		return
	}
	if err != nil {
		t.Errorf("line %d: %s: %v", n, describe, err)
		return
	}
	for i := range g.Out {
		compareGolden(t, tp, n, describe, out[i], &g.Out[i])
	}
}

func printOptions(g *golden) tensor.PrintOptions {
	p := tensor.DefaultPrintOptions()
	for _, o := range []struct {
		from *int
		to   *int
	}{{g.Options.Precision, &p.Precision}, {g.Options.Threshold, &p.Threshold}, {g.Options.EdgeItems, &p.EdgeItems}, {g.Options.LineWidth, &p.LineWidth}} {
		if o.from != nil {
			*o.to = *o.from
		}
	}
	p.SciMode = g.Options.SciMode
	return p
}

func evaluate(tp *Tape, g *golden, in []*Tensor) ([]*Tensor, error) {
	if g.Kind == "unary" {
		y, err := tp.Unary(opNamed(g.Op), in[0])
		return []*Tensor{y}, err
	}
	if g.Kind == "binary" {
		y, err := tp.Binary(opNamed(g.Op), in[0], in[1])
		return []*Tensor{y}, err
	}
	x, dims := in[0], []int{g.Dim}
	two := func(f func(x *Tensor, dim int, keep bool) (*Tensor, *Tensor, error)) ([]*Tensor, error) {
		a, b, err := f(x, g.Dim, g.Keep)
		return []*Tensor{a, b}, err
	}
	single := func(y *Tensor, err error) ([]*Tensor, error) { return []*Tensor{y}, err }
	none := tensor.NoDType
	switch g.Op {
	case "sum":
		return single(tp.Sum(x, dims, g.Keep, none))
	case "nansum":
		return single(tp.Nansum(x, dims, g.Keep, none))
	case "prod":
		return single(tp.Prod(x, dims, g.Keep, none))
	case "mean":
		return single(tp.Mean(x, dims, g.Keep, none))
	case "amax":
		return single(tp.Amax(x, dims, g.Keep))
	case "amin":
		return single(tp.Amin(x, dims, g.Keep))
	case "all":
		return single(tp.All(x, dims, g.Keep))
	case "any":
		return single(tp.Any(x, dims, g.Keep))
	case "var":
		return single(tp.Var(x, dims, 1, g.Keep))
	case "std":
		return single(tp.Std(x, dims, 1, g.Keep))
	case "logsumexp":
		return single(tp.Logsumexp(x, dims, g.Keep))
	case "norm":
		return single(tp.VectorNorm(x, 2, dims, g.Keep, none))
	case "cumsum":
		return single(tp.Cumsum(x, g.Dim, none))
	case "cumprod":
		return single(tp.Cumprod(x, g.Dim, none))
	case "argmax":
		return single(tp.Argmax(x, &g.Dim, g.Keep))
	case "argmin":
		return single(tp.Argmin(x, &g.Dim, g.Keep))
	case "softmax":
		return single(tp.Softmax(x, g.Dim, none))
	case "log_softmax":
		return single(tp.LogSoftmax(x, g.Dim, none))
	case "max":
		return two(tp.MaxDim)
	case "min":
		return two(tp.MinDim)
	case "median":
		return two(tp.Median)
	}
	v, i, err := tp.Sort(x, g.Dim, false)
	return []*Tensor{v, i}, err
}

// tolerance is the relative error a result may have.
func tolerance(d tensor.DType) float64 {
	switch d {
	case tensor.Float16:
		return 2e-3
	case tensor.BFloat16:
		return 1.6e-2
	case tensor.Float32, tensor.Complex64:
		return 2e-6
	}
	return 1e-12
}

func compareGolden(t *testing.T, tp *Tape, n int, describe string, got *Tensor, want *goldenTensor) {
	if got.DType().Name() != want.DType || !slices.Equal(got.Shape(), want.Shape) {
		t.Errorf("line %d: %s: got %s %v, want %s %v", n, describe, got.DType().Name(), got.Shape(), want.DType, want.Shape)
		return
	}
	list, err := tp.Scalars(got)
	if err != nil {
		t.Fatal(err)
	}
	tol := tolerance(got.DType())
	for i, v := range list {
		w := numberOf(want.Data[i])
		if !near(real(v.Complex128()), real(w.Complex128()), tol) || !near(imag(v.Complex128()), imag(w.Complex128()), tol) {
			t.Errorf("line %d: %s: element %d is %v, want %v", n, describe, i, v, w)
			return
		}
	}
}

func near(a, b, tol float64) bool {
	if a == b || math.IsNaN(a) && math.IsNaN(b) {
		return true
	}
	return math.Abs(a-b) <= tol*math.Max(math.Abs(b), 1)
}
