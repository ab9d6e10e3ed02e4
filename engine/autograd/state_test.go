package autograd

import (
	"errors"
	"strings"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/tensor"
)

// leaf makes a float32 tensor that requires gradients.
func leaf(t *testing.T, tp *Tape, values ...float64) *Tensor {
	t.Helper()
	x := must(t)(tp.FromFloats(values, tensor.Float32))
	if err := tp.SetRequiresGrad(x, true); err != nil {
		t.Fatal(err)
	}
	return x
}

func backward(tp *Tape, y *Tensor, w Walk) error { return tp.Backward([]*Tensor{y}, nil, w) }

func total(t *testing.T, tp *Tape, x *Tensor) *Tensor {
	t.Helper()
	return must(t)(tp.Sum(x, nil, false, tensor.NoDType))
}

func gradText(t *testing.T, tp *Tape, x *Tensor) string {
	t.Helper()
	g := tp.Grad(x)
	if g == nil {
		return "None"
	}
	s, err := tp.Format(g)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestErrors provokes each rule of autograd and compares PyTorch's words.
func TestErrors(t *testing.T) {
	two := tensor.Int(2)
	cases := []struct {
		name, want string
		f          func(tp *Tape) error
	}{
		{"no grad", "element 0 of tensors does not require grad and does not have a grad_fn", func(tp *Tape) error {
			x, _ := tp.Ones([]int{1}, tensor.Options{})
			return backward(tp, x, Walk{})
		}},
		{"not scalar", "grad can be implicitly created only for scalar outputs", func(tp *Tape) error { return backward(tp, leaf(t, tp, 1, 2), Walk{}) }},
		{"twice", "Trying to backward through the graph a second time", func(tp *Tape) error {
			x := leaf(t, tp, 1, 2)
			y := total(t, tp, must(t)(tp.Exp(x)))
			if err := backward(tp, y, Walk{}); err != nil {
				return err
			}
			return backward(tp, y, Walk{})
		}},
		{"leaf in place", "a leaf Variable that requires grad is being used in an in-place operation.", func(tp *Tape) error {
			return tp.MulInPlace(leaf(t, tp, 1), tp.Wrap(two))
		}},
		{"view of leaf", "a view of a leaf Variable that requires grad is being used in an in-place operation.", func(tp *Tape) error {
			v := must(t)(tp.Slice(leaf(t, tp, 1, 2), 0, 0, 1, 1))
			return tp.MulInPlace(v, tp.Wrap(two))
		}},
		{"version", "one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [2]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly detection", func(tp *Tape) error {
			y := must(t)(tp.Exp(leaf(t, tp, 1, 2)))
			z := total(t, tp, y)
			if err := tp.AddInPlace(y, tp.Wrap(two), tensor.One); err != nil {
				return err
			}
			return backward(tp, z, Walk{})
		}},
		{"unused", "One of the differentiated Tensors appears to not have been used in the graph.", func(tp *Tape) error {
			_, err := tp.Gradients([]*Tensor{total(t, tp, leaf(t, tp, 1))}, []*Tensor{leaf(t, tp, 1)}, nil, Walk{})
			return err
		}},
		{"integer", "only Tensors of floating point and complex dtype can require gradients", func(tp *Tape) error {
			x, _ := tp.FromInts([]int64{1})
			return tp.SetRequiresGrad(x, true)
		}},
		{"cast in place", "result type Float can't be cast to the desired output type Long", func(tp *Tape) error {
			x, _ := tp.FromInts([]int64{1})
			return tp.AddInPlace(x, tp.Wrap(tensor.Float(1.5)), tensor.One)
		}},
		{"grad shape", "Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of torch.Size([2]).", func(tp *Tape) error {
			g, _ := tp.Ones([]int{3}, tensor.Options{})
			return tp.Backward([]*Tensor{must(t)(tp.Exp(leaf(t, tp, 1, 2)))}, []*Tensor{g}, Walk{})
		}},
		{"many views", "Output 0 of UnbindBackward0 is a view and is being modified inplace.", func(tp *Tape) error {
			parts, err := tp.Unbind(must(t)(tp.Exp(leaf(t, tp, 1, 2))), 0)
			if err != nil {
				return err
			}
			return tp.MulInPlace(parts[0], tp.Wrap(two))
		}},
		{"floor_divide", "derivative for aten::floor_divide is not implemented", func(tp *Tape) error {
			x := leaf(t, tp, 1, 2)
			return backward(tp, total(t, tp, must(t)(tp.Binary(device.OpFloorDivide, x, x))), Walk{})
		}},
		{"heaviside", "derivative for aten::heaviside is not implemented", func(tp *Tape) error {
			x := leaf(t, tp, 1, 2)
			return backward(tp, total(t, tp, must(t)(tp.Binary(device.OpHeaviside, x, x))), Walk{})
		}},
		{"aminmax", "derivative for aten::aminmax is not implemented", func(tp *Tape) error {
			low, _, err := tp.Aminmax(leaf(t, tp, 1, 2), nil, false)
			if err != nil {
				return err
			}
			return backward(tp, low, Walk{})
		}},
		{"inference", "Inplace update to inference tensor outside InferenceMode is not allowed.", func(tp *Tape) error {
			tp.SetInference(true)
			y := must(t)(tp.Exp(leaf(t, tp, 1)))
			tp.SetInference(false)
			return tp.AddInPlace(y, tp.Wrap(two), tensor.One)
		}},
	}
	for _, c := range cases {
		err := c.f(newTape())
		var words *tensor.Error
		if !errors.As(err, &words) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestInPlaceThroughViews(t *testing.T) {
	tp := newTape()
	x := leaf(t, tp, 1, 2, 3, 4)
	y := must(t)(tp.Mul(x, tp.Wrap(tensor.Int(1))))
	half := must(t)(tp.Slice(y, 0, 0, 2, 1))
	if err := tp.MulInPlace(half, x0(t, tp, x)); err != nil {
		t.Fatal(err)
	}
	if name := tp.GradFn(y).Name(); name != "CopySlices" {
		t.Errorf("the base's node is %s, want CopySlices", name)
	}
	if name := tp.GradFn(half).Name(); name != "AsStridedBackward0" {
		t.Errorf("the view's node is %s, want AsStridedBackward0", name)
	}
	if err := backward(tp, total(t, tp, y), Walk{}); err != nil {
		t.Fatal(err)
	}
	// y = (x0·x0, x1·x0, x2, x3)
	if got := gradText(t, tp, x); got != "tensor([4., 1., 1., 1.])" {
		t.Errorf("gradient %s", got)
	}
}

func x0(t *testing.T, tp *Tape, x *Tensor) *Tensor { return must(t)(tp.Select(x, 0, 0)) }

func TestAccumulation(t *testing.T) {
	tp := newTape()
	x, w := leaf(t, tp, 1, 2), leaf(t, tp, 3, 4)
	y := total(t, tp, must(t)(tp.Add(x, w, tensor.One)))
	for range 2 {
		if err := backward(tp, y, Walk{Retain: true}); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := gradText(t, tp, x), gradText(t, tp, w); a != "tensor([2., 2.])" || b != a {
		t.Errorf("gradients %s and %s", a, b)
	}
	if tp.Grad(x).Storage() == tp.Grad(w).Storage() {
		t.Error("two leaves share one gradient's memory")
	}
}

func TestHooks(t *testing.T) {
	tp := newTape()
	x := leaf(t, tp, 1, 2)
	y := must(t)(tp.Exp(x))
	var seen []string
	hook, err := tp.RegisterHook(y, func(g *Tensor) (*Tensor, error) {
		s, err := tp.Format(g)
		seen = append(seen, s)
		if err != nil {
			return nil, err
		}
		return tp.Mul(g, tp.Wrap(tensor.Int(0)))
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := tp.RetainGrad(y); err != nil {
		t.Fatal(err)
	}
	z := total(t, tp, y)
	if err := backward(tp, z, Walk{Retain: true}); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 1 || seen[0] != "tensor([1., 1.])" || gradText(t, tp, x) != "tensor([0., 0.])" || gradText(t, tp, y) != "tensor([0., 0.])" {
		t.Errorf("hook saw %v; gradients %s, %s", seen, gradText(t, tp, x), gradText(t, tp, y))
	}
	hook.Remove()
	if err := backward(tp, z, Walk{}); err != nil || len(seen) != 1 {
		t.Errorf("a removed hook ran: %v %v", seen, err)
	}
}

func TestNoGradAndDetach(t *testing.T) {
	tp := newTape()
	x := leaf(t, tp, 1, 2)
	was := tp.SetGradEnabled(false)
	y := must(t)(tp.Exp(x))
	tp.SetGradEnabled(was)
	d := must(t)(tp.Detach(must(t)(tp.Exp(x))))
	if RequiresGrad(y) || RequiresGrad(d) || !was {
		t.Error("no_grad or detach left a history")
	}
	if err := tp.AddInPlace(d, tp.Wrap(tensor.Int(1)), tensor.One); err != nil {
		t.Error(err)
	}
}

func TestCustomFunction(t *testing.T) {
	tp := newTape()
	x := leaf(t, tp, 1, 2)
	f := &Custom{Name: "DoubleBackward", Backward: func(n *Node, gs []*Tensor) ([]*Tensor, error) {
		kept, err := tp.Kept(n)
		if err != nil {
			return nil, err
		}
		g, err := tp.Mul(gs[0], kept[0])
		return []*Tensor{g}, err
	}}
	n := tp.CustomNode(f, []*Tensor{x})
	tp.Keep(n, x)
	y := tp.Adopt(n, []*Tensor{must(t)(tp.Env.Mul(x, tp.Wrap(tensor.Int(2))))}, nil)[0]
	if tp.GradFn(y).Name() != "DoubleBackward" {
		t.Errorf("node %s", tp.GradFn(y).Name())
	}
	if err := backward(tp, total(t, tp, y), Walk{}); err != nil {
		t.Fatal(err)
	}
	if got := gradText(t, tp, x); got != "tensor([1., 2.])" {
		t.Errorf("gradient %s", got)
	}
}

func TestAnomaly(t *testing.T) {
	tp := newTape()
	tp.SetAnomaly(true)
	x := leaf(t, tp, 0)
	y := must(t)(tp.Mul(must(t)(tp.Sqrt(x)), tp.Wrap(tensor.Int(0))))
	err := backward(tp, total(t, tp, y), Walk{})
	var nan *NaNError
	if !errors.As(err, &nan) || err.Error() != "Function 'SqrtBackward0' returned nan values in its 0th output." {
		t.Errorf("got %v", err)
	}
}

// onSim is a tape over a host and two simulated GPUs.
func onSim(t *testing.T) *Tape {
	t.Helper()
	spec, err := sim.ParseSpec("sim:2")
	if err != nil {
		t.Fatal(err)
	}
	machine := sim.NewMachine(spec, nil)
	t.Cleanup(func() { machine.Close() })
	return New(tensor.NewEnv(cpu.New(), machine.Devices()...))
}

func TestDevicesMustAgree(t *testing.T) {
	tp := onSim(t)
	host := must(t)(tp.Ones([]int{2, 2}, tensor.Options{}))
	a := must(t)(tp.Ones([]int{2, 2}, tensor.Options{Device: tp.GPUs[0]}))
	b := must(t)(tp.Ones([]int{2, 2}, tensor.Options{Device: tp.GPUs[1]}))
	const prefix = "Expected all tensors to be on the same device, but found at least two devices, "
	for _, c := range []struct {
		want string
		f    func() (*Tensor, error)
	}{
		{"cuda:0 and cpu!", func() (*Tensor, error) { return tp.Add(host, a, tensor.One) }},
		{"cuda:0 and cuda:1!", func() (*Tensor, error) { return tp.Mul(a, b) }},
		{"cuda:0 and cpu! (when checking argument for argument mat2 in method wrapper_mm)", func() (*Tensor, error) { return tp.Matmul(a, host) }},
		{"cpu and cuda:0! (when checking argument for argument mat1 in method wrapper_addmm)", func() (*Tensor, error) { return tp.Addmm(host, a, a, 1, 1) }},
	} {
		if _, err := c.f(); err == nil || err.Error() != prefix+c.want {
			t.Errorf("got %v\nwant %s%s", err, prefix, c.want)
		}
	}
	scalar := must(t)(tp.Full(nil, tensor.Int(2), tensor.Options{}))
	if _, err := tp.Add(a, scalar, tensor.One); err != nil {
		t.Errorf("a host scalar may meet a GPU's tensor: %v", err)
	}
}

// TestSimEqualsCPU runs every gradient case on a simulated GPU: values and gradients
// equal the host's to the bit.
func TestSimEqualsCPU(t *testing.T) {
	host := newTape()
	a, b := gradCases(t, host), map[string]gradCase{}
	moved := onSim(t)
	for _, c := range gradCases(t, moved) {
		b[c.name] = c
	}
	for _, c := range a {
		other, ok := b[c.name]
		if !ok || c.host || strings.Contains("index index_select gather scatter scatter write index_add masked_fill masked_select take where cross entropy smooth nll sum ignore", c.name) {
			continue
		}
		got, err := onDevice(moved, other)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		y, err := c.f(c.inputs)
		if err != nil {
			t.Fatal(err)
		}
		want, err := host.Raw(y)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s: the simulated GPU's values differ from the host's", c.name)
		}
	}
}

func onDevice(tp *Tape, c gradCase) ([]byte, error) {
	in := make([]*Tensor, len(c.inputs))
	for i, x := range c.inputs {
		y, err := tp.Env.To(x, tensor.Options{Device: tp.GPUs[0]}, false, false)
		if err != nil {
			return nil, err
		}
		if err := tp.SetRequiresGrad(y, true); err != nil {
			return nil, err
		}
		in[i] = y
	}
	y, err := c.f(in)
	if err != nil {
		return nil, err
	}
	sum, err := tp.Sum(y, nil, false, tensor.NoDType)
	if err == nil && !y.DType().IsComplex() {
		err = tp.Backward([]*Tensor{sum}, nil, Walk{})
	}
	if err != nil {
		return nil, err
	}
	return tp.Raw(y)
}
