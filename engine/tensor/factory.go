package tensor

import (
	"math"

	"gputour/engine/device"
)

// This file makes tensors from shapes, numbers and Go data.

// Zeros, Ones and Full make tensors of one value.
func (e *Env) Zeros(shape []int, o Options) (*Tensor, error) { return e.Full(shape, Int(0), o) }

// Ones makes a tensor of ones.
func (e *Env) Ones(shape []int, o Options) (*Tensor, error) { return e.Full(shape, Int(1), o) }

// Full makes a tensor of one value. A dtype not given is taken from Options alone:
// callers that infer it from the value use FullOf.
func (e *Env) Full(shape []int, s Scalar, o Options) (*Tensor, error) {
	t, err := e.Empty(shape, o)
	if err != nil || t.numel == 0 || s.DType == Int64 && s.I == 0 && t.storage.IsSmall() {
		return t, err
	}
	return t, e.Fill(t, s)
}

// FullOf is torch.full: the dtype follows the value's type.
func (e *Env) FullOf(shape []int, s Scalar, o Options) (*Tensor, error) {
	if o.DType == NoDType {
		o.DType = e.ScalarDType(s)
	}
	return e.Full(shape, s, o)
}

// ScalarDType is the dtype torch.tensor gives a Python number.
func (e *Env) ScalarDType(s Scalar) DType {
	switch s.DType {
	case Float64:
		return e.DefaultDType
	case Complex128:
		return e.DefaultDType.Complex()
	}
	return s.DType
}

// FromScalars makes a tensor of Python numbers; without a dtype the widest kind of
// number decides.
func (e *Env) FromScalars(values []Scalar, shape []int, o Options) (*Tensor, error) {
	if o.DType == NoDType {
		kind := NoDType
		for _, v := range values {
			kind = Promote(kind, v.DType)
		}
		o.DType = e.DefaultDType
		if kind != NoDType {
			o.DType = e.ScalarDType(Scalar{DType: kind})
		}
	}
	o = e.fill(o)
	t, err := e.empty(shape, o.DType, e.CPU)
	if err != nil {
		return nil, err
	}
	if len(values) != t.numel {
		return nil, valueErr("expected %d values for shape %s, got %d", t.numel, FormatShape(shape), len(values))
	}
	mem, size := bytesOf(t), o.DType.Size()
	err = e.bursts(len(values), func(lo, hi int) {
		for i, v := range values[lo:hi] {
			PutScalar(mem[(lo+i)*size:], o.DType, v)
		}
	})
	if err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: o.Device}, false, false)
}

// FromFloats makes a tensor of float64 values, converted to d; no shape means one
// dimension.
func (e *Env) FromFloats(values []float64, d DType, shape ...int) (*Tensor, error) {
	if shape == nil {
		shape = []int{len(values)}
	}
	t, err := e.FromBytes(device.Bytes(values), Float64, shape, e.CPU)
	if err != nil {
		return nil, err
	}
	return e.Cast(t, d)
}

// FromInts makes an int64 tensor on the CPU; no shape means one dimension.
func (e *Env) FromInts(values []int64, shape ...int) (*Tensor, error) {
	if shape == nil {
		shape = []int{len(values)}
	}
	return e.FromBytes(device.Bytes(values), Int64, shape, e.CPU)
}

// FromBytes makes a tensor of elements in row-major order, copied.
func (e *Env) FromBytes(data []byte, d DType, shape []int, dev device.Device) (*Tensor, error) {
	t, err := e.empty(shape, d, dev)
	if err != nil {
		return nil, err
	}
	if len(data) != t.numel*d.Size() {
		return nil, valueErr("%d bytes do not make a %s tensor of shape %s", len(data), d.Name(), FormatShape(shape))
	}
	if len(data) == 0 {
		return t, nil
	}
	return t, dev.CopyIn(&t.storage.Buffer, 0, data, false)
}

// FromMemory makes a CPU tensor that shares the given bytes: a numpy array's.
func (e *Env) FromMemory(data []byte, d DType, shape, strides []int, offset int) *Tensor {
	s := &Storage{}
	s.Device, s.Host, s.Bytes = e.CPU, data, len(data)
	t := &Tensor{storage: s, version: &s.version, dtype: d, offset: offset}
	t.setView(shape, strides)
	return t
}

// Memory is the storage of a CPU tensor, to share; nil for other devices.
func (t *Tensor) Memory() []byte {
	t.storage.shared = true
	return t.storage.Host
}

// Arange counts from start to end, which it excludes.
func (e *Env) Arange(start, end, step Scalar, o Options) (*Tensor, error) {
	if o.DType == NoDType {
		o.DType = Int64
		for _, s := range []Scalar{start, end, step} {
			if s.DType == Float64 {
				o.DType = e.DefaultDType
			}
		}
	}
	a, b, c := start.Float64(), end.Float64(), step.Float64()
	switch {
	case c == 0:
		return nil, runtimeErr("step must be nonzero")
	case math.IsNaN(a) || math.IsInf(a, 0) || math.IsNaN(b) || math.IsInf(b, 0):
		return nil, runtimeErr("unsupported range: %s -> %s", formatG(a), formatG(b))
	case (c > 0) != (b >= a) && a != b:
		return nil, runtimeErr("upper bound and larger bound inconsistent with step sign")
	}
	n := int(math.Ceil((b - a) / c))
	if start.IsIntegral() && end.IsIntegral() && step.IsIntegral() && o.DType.IsIntegral() {
		n = int((end.I - start.I + step.I - int64(sign(c))) / step.I)
	}
	t, err := e.Empty([]int{n}, o)
	if err != nil || n == 0 {
		return t, err
	}
	l := e.start(device.OpArange)
	arg(l, t)
	l.F = append(l.F, a, c)
	l.I = append(l.I, int(start.Int64()), int(step.Int64()))
	return t, e.run(t.storage.Device, l)
}

func sign(f float64) int {
	if f < 0 {
		return -1
	}
	return 1
}

// Linspace divides [start, end] evenly; both ends are there.
func (e *Env) Linspace(start, end Scalar, steps int, o Options) (*Tensor, error) {
	if steps < 0 {
		return nil, runtimeErr("number of steps must be non-negative")
	}
	t, err := e.Empty([]int{steps}, o)
	if err != nil || steps == 0 {
		return t, err
	}
	from, to := start.Float64(), end.Float64()
	if t.dtype.IsIntegral() {
		for _, s := range []Scalar{start, end} {
			if err := s.Fits(t.dtype); err != nil {
				return nil, err
			}
		}
		from, to = wholeIn(t.dtype, start), wholeIn(t.dtype, end)
	}
	l := e.start(device.OpLinspace)
	arg(l, t)
	l.F = append(l.F, from, to)
	return t, e.run(t.storage.Device, l)
}

// wholeIn is a number as an element of an integer type.
func wholeIn(d DType, s Scalar) float64 {
	n := s.Int64()
	if d == Uint8 {
		n &= math.MaxUint8
	}
	return float64(n)
}

// Logspace is base to the power of Linspace.
func (e *Env) Logspace(start, end Scalar, steps int, base float64, o Options) (*Tensor, error) {
	o = e.fill(o)
	wide := Options{DType: Float64, Device: e.CPU}
	exponents, err := e.Linspace(start, end, steps, wide)
	if err != nil {
		return nil, err
	}
	powers, err := e.Binary(device.OpPow, e.Wrap(Float(base)), exponents)
	if err != nil {
		return nil, err
	}
	return e.To(powers, o, false, false)
}

// Eye is the identity matrix of n rows and m columns.
func (e *Env) Eye(n, m int, o Options) (*Tensor, error) {
	if n < 0 {
		return nil, runtimeErr("n must be greater or equal to 0, got %d", n)
	}
	if m < 0 {
		return nil, runtimeErr("m must be greater or equal to 0, got %d", m)
	}
	t, err := e.Zeros([]int{n, m}, o)
	if err != nil || n*m == 0 {
		return t, err
	}
	return t, e.Fill(t.view([]int{min(n, m)}, []int{m + 1}, 0), Int(1))
}

// Tril and Triu keep the lower or upper triangle of the last two dimensions.
func (e *Env) Tril(x *Tensor, diagonal int) (*Tensor, error) { return e.tri(x, diagonal, 0) }

// Triu keeps the upper triangle.
func (e *Env) Triu(x *Tensor, diagonal int) (*Tensor, error) { return e.tri(x, diagonal, 1) }

func (e *Env) tri(x *Tensor, diagonal, upper int) (*Tensor, error) {
	if len(x.shape) < 2 {
		name := [...]string{"tril", "triu"}[upper]
		return nil, runtimeErr("%s: input tensor must have at least 2 dimensions", name)
	}
	out, err := e.empty(x.shape, x.dtype, x.storage.Device)
	if err != nil || x.numel == 0 {
		return out, err
	}
	if err := e.copyInto(out, x); err != nil {
		return nil, err
	}
	l := e.start(device.OpTri)
	arg(l, out)
	l.I = append(l.I, diagonal, upper)
	return out, e.run(x.storage.Device, l)
}

// TriIndices are the coordinates of a triangle: two rows, row and column numbers.
func (e *Env) TriIndices(rows, cols, offset int, upper bool, o Options) (*Tensor, error) {
	if rows < 0 || cols < 0 {
		side, n := "row", rows
		if rows >= 0 {
			side, n = "col", cols
		}
		return nil, runtimeErr("%s must be non-negative, got%d", side, n)
	}
	if o.DType == NoDType {
		o.DType = Int64
	}
	offset = max(min(offset, cols), -rows) // beyond, nothing changes
	first, count := max(0, -offset), trapezium(float64(rows), float64(cols), float64(offset))
	if upper {
		first, count = 0, float64(rows)*float64(cols)-trapezium(float64(rows), float64(cols), float64(offset-1))
	}
	if err := e.room(int(min(count, maxRoom)), 2*2*8); err != nil { // the list, and the tensor of it
		return nil, err
	}
	list, n, at := make([]int64, 2*int(count)), int(count), 0
	for i := first; at < n; i++ {
		lo, hi := 0, min(i+offset+1, cols)
		if upper {
			lo, hi = max(i+offset, 0), cols
		}
		err := e.bursts(hi-lo, func(from, to int) {
			for j := lo + from; j < lo+to; j++ {
				list[at], list[n+at] = int64(i), int64(j)
				at++
			}
		})
		if err != nil {
			return nil, err
		}
	}
	t, err := e.FromInts(list, 2, n)
	if err != nil {
		return nil, err
	}
	return e.To(t, o, false, false)
}

// trapezium is how many elements a matrix has on and below a diagonal.
func trapezium(rows, cols, offset float64) float64 {
	start := max(0, -offset) // the first row that has any
	lead := start + offset + 1
	rising := max(0, min(rows-start, cols-lead)) // rows that have one more than the one before
	return rising*lead + rising*(rising-1)/2 + max(0, rows-start-rising)*cols
}
