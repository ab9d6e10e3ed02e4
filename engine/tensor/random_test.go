package tensor

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

func namedDType(name string) DType {
	for _, d := range device.DTypes() {
		if d.Name() == name {
			return d
		}
	}
	return NoDType
}

// TestRandomEqualsPyTorch compares every distribution, and where it leaves the
// generator, with testdata/samples.jsonl, which samples.py writes.
func TestRandomEqualsPyTorch(t *testing.T) {
	file, err := os.Open("testdata/samples.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e := NewEnv(cpu.New())
	cases := 0
	for lines := bufio.NewScanner(file); lines.Scan(); cases++ {
		var want struct {
			Name, DType string
			N           int
			Values      []float64
			After       float64
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		e.Generator(e.CPU).Seed(7)
		d := namedDType(want.DType)
		x, err := drawCase(e, want.Name, want.N, d)
		if err != nil {
			t.Errorf("%s: %v", want.Name, err)
			continue
		}
		got, err := e.Float64s(x)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got {
			if v != want.Values[i] && math.Abs(v-want.Values[i]) > ulps(want.Name, d)*math.Abs(want.Values[i]) {
				t.Errorf("%s %s of %d: element %d is %v, want %v", want.Name, want.DType, want.N, i, v, want.Values[i])
				break
			}
		}
		next, err := e.Rand([]int{1}, Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s, _ := e.Item(next); s.F != want.After {
			t.Errorf("%s %s of %d leaves the generator elsewhere: next is %v, want %v", want.Name, want.DType, want.N, s.F, want.After)
		}
	}
	if cases == 0 {
		t.Error("no cases")
	}
}

// ulps is the relative difference allowed: none but where the C library's functions,
// not the generator's bits, decide.
func ulps(name string, d DType) float64 {
	switch name {
	case "rand", "uniform", "bernoulli", "randint", "random", "randperm", "draw", "redraw", "geometric":
		return 0
	}
	if d == Float32 {
		return 2.4e-7
	}
	return 1e-14
}

func drawCase(e *Env, name string, n int, d DType) (*Tensor, error) {
	o := Options{DType: d}
	switch name {
	case "rand":
		return e.Rand([]int{n}, o, nil)
	case "randn":
		return e.Randn([]int{n}, o, nil)
	case "randint":
		return e.Randint(-3, 1000, []int{n}, o, nil)
	case "randperm":
		return e.Randperm(n, Options{}, nil)
	case "draw", "redraw":
		w, err := e.FromFloats([]float64{0.1, 0, 0.4, 0.3, 0.2}, Float32)
		if err != nil {
			return nil, err
		}
		return e.Multinomial(w, n, name == "redraw", nil)
	}
	x, err := e.Empty([]int{n}, o)
	if err != nil {
		return nil, err
	}
	switch name {
	case "uniform":
		err = e.UniformIn(x, -2, 3, nil)
	case "normal":
		err = e.NormalIn(x, 1, 2, nil)
	case "bernoulli":
		err = e.BernoulliIn(x, 0.3, nil)
	case "exponential":
		err = e.ExponentialIn(x, 1.5, nil)
	case "geometric":
		err = e.GeometricIn(x, 0.3, nil)
	case "cauchy":
		err = e.CauchyIn(x, 1, 2, nil)
	case "log_normal":
		err = e.LogNormalIn(x, 0.5, 0.25, nil)
	case "random":
		err = e.RandomIn(x, nil)
	}
	return x, err
}

func TestGeneratorState(t *testing.T) {
	g := NewGenerator(cpu.New())
	g.Seed(3)
	g.gauss() // leaves a second value waiting
	state := g.State()
	if len(state) != 5056 {
		t.Fatalf("state of %d bytes, PyTorch's has 5056", len(state))
	}
	a, b := g.gauss(), g.Uint64()
	if err := g.SetState(state); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(state, g.State()) || g.gauss() != a || g.Uint64() != b {
		t.Error("a restored generator goes on elsewhere")
	}
	if err := g.SetState(state[:10]); err == nil {
		t.Error("a state cut short was accepted")
	}
}

func TestHalves(t *testing.T) {
	for i := range 1 << 16 {
		h := uint16(i)
		if f := device.HalfToFloat(h); f == f && device.FloatToHalf(f) != h {
			t.Fatalf("half %#x became %v became %#x", h, f, device.FloatToHalf(f))
		}
		if f := device.BFloatToFloat(h); f == f && device.FloatToBFloat(f) != h {
			t.Fatalf("bfloat16 %#x became %v became %#x", h, f, device.FloatToBFloat(f))
		}
	}
	for _, c := range []struct {
		f float32
		h uint16
	}{{65519, 0x7bff}, {65520, 0x7c00}, {1e-8, 0}, {2.98e-8, 0}, {2.9802325e-08, 1}, {5.96e-8, 1}, {1 + 1.0/2048, 0x3c00}, {1 + 3.0/2048, 0x3c02}} {
		if got := device.FloatToHalf(c.f); got != c.h {
			t.Errorf("%v became %#x, want %#x", c.f, got, c.h)
		}
	}
}

// FuzzSetState feeds generators states of any content.
func FuzzSetState(f *testing.F) {
	f.Add(NewGenerator(cpu.New()).State())
	f.Fuzz(func(t *testing.T, state []byte) {
		g := NewGenerator(cpu.New())
		if g.SetState(state) == nil {
			g.Uint64()
			g.gauss()
		}
	})
}

// TestStateKeepsNormal: the second value of a pair of normal ones lies where PyTorch 1.13 has it
// (torch.manual_seed(0); torch.randn(1); torch.get_rng_state()).
func TestStateKeepsNormal(t *testing.T) {
	g := NewGenerator(cpu.New())
	g.Seed(0)
	g.gauss()
	state := g.State()
	at := 24 + 8*624
	if got, kept := math.Float64frombits(binary.LittleEndian.Uint64(state[at+8:])), state[at+24]; got != -0.2934289057609464 || kept != 1 {
		t.Errorf("normal_y is %v, kept %d", got, kept)
	}
	other := NewGenerator(cpu.New())
	if err := other.SetState(state); err != nil {
		t.Fatal(err)
	}
	if got := other.gauss(); got != -0.2934289057609464 {
		t.Errorf("the restored generator goes on with %v", got)
	}
}
