package tensor

import (
	"errors"
	"slices"

	"gputour/engine/device"
)

// This file has subscripts: what stands between the brackets of x[…], for reading and
// for assignment.

// IndexKind tells the forms of one subscript apart.
type IndexKind uint8

// The forms of a subscript.
const (
	IndexAt       IndexKind = iota // an integer
	IndexRange                     // a slice
	IndexNewAxis                   // None
	IndexEllipsis                  // ...
	IndexPick                      // a tensor of integers or a mask
	IndexBool                      // True or False
)

// Index is one subscript.
type Index struct {
	Kind              IndexKind
	I                 int  // the integer, or 1 for True
	Start, Stop, Step *int // of a slice; nil where left out
	Pick              *Tensor
}

// At is an integer subscript.
func At(i int) Index { return Index{Kind: IndexAt, I: i} }

// Range is a slice; nil bounds are open.
func Range(start, stop, step *int) Index {
	return Index{Kind: IndexRange, Start: start, Stop: stop, Step: step}
}

// NewAxis is None, Ellipsis is ....
func NewAxis() Index { return Index{Kind: IndexNewAxis} }

// Ellipsis stands for all dimensions not named.
func Ellipsis() Index { return Index{Kind: IndexEllipsis} }

// Pick is a tensor subscript: positions or a mask.
func Pick(t *Tensor) Index { return Index{Kind: IndexPick, Pick: t} }

// BoolIndex is True or False as a subscript.
func BoolIndex(b bool) Index {
	ix := Index{Kind: IndexBool}
	if b {
		ix.I = 1
	}
	return ix
}

// Viewer are the view operations subscripts are made of; a tape has them with
// gradients.
type Viewer interface {
	Select(x *Tensor, dim, index int) (*Tensor, error)
	Slice(x *Tensor, dim, start, stop, step int) (*Tensor, error)
	Unsqueeze(x *Tensor, dim int) (*Tensor, error)
}

// ApplyViews does the part of a subscript that makes views, through v. What remains
// are tensor subscripts by dimension of the view, nil where a dimension is whole; no
// entries at all means the view is the answer.
func (e *Env) ApplyViews(v Viewer, x *Tensor, index []Index) (view *Tensor, picks []*Tensor, err error) {
	s := subscript{e: e, v: v, of: x, x: x, rank: len(x.shape)}
	if s.named = namedDims(index); s.named > s.rank {
		if s.rank == 0 && len(index) == 1 && index[0].Kind == IndexRange {
			return nil, nil, indexErr("slice() cannot be applied to a 0-dim tensor.")
		}
		if s.rank == 0 && len(index) == 1 && index[0].Kind == IndexAt && index[0].I >= 0 {
			return nil, nil, Because(indexErr("invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"), NoElements, 0, x)
		}
		return nil, nil, s.tooMany()
	}
	for _, ix := range index {
		if err := s.apply(ix); err != nil {
			return nil, nil, err
		}
	}
	return s.x, s.picks, nil
}

// namedDims is how many dimensions the subscripts use up.
func namedDims(index []Index) int {
	n := 0
	for _, ix := range index {
		switch {
		case ix.Kind == IndexAt || ix.Kind == IndexRange:
			n++
		case ix.Kind == IndexPick && isMask(ix.Pick):
			n += len(ix.Pick.shape)
		case ix.Kind == IndexPick:
			n++
		}
	}
	return n
}

func isMask(t *Tensor) bool { return t.dtype == Bool || t.dtype == Uint8 }

// subscript is a subscript being applied from left to right.
type subscript struct {
	e     *Env
	v     Viewer
	of    *Tensor // what is subscripted
	x     *Tensor // the view so far
	rank  int     // of the tensor subscripted
	named int     // dimensions that subscripts name; an ellipsis stands for the others
	dim   int     // next dimension of the view
	at    int     // next dimension of the tensor subscripted, for messages
	picks []*Tensor
}

func (s *subscript) tooMany() error {
	return Because(indexErr("too many indices for tensor of dimension %d", s.rank), TooManyIndices, s.rank, s.of)
}

// pick notes a tensor subscript of the next dimension.
func (s *subscript) pick(t *Tensor) {
	for len(s.picks) < s.dim {
		s.picks = append(s.picks, nil)
	}
	s.picks = append(s.picks, t)
}

func (s *subscript) apply(ix Index) (err error) {
	switch ix.Kind {
	case IndexAt:
		return s.one(ix.I)
	case IndexRange:
		return s.slice(ix)
	case IndexNewAxis:
		s.x, err = s.v.Unsqueeze(s.x, s.dim)
		s.dim++
	case IndexEllipsis:
		s.dim += s.rank - s.named
		s.at += s.rank - s.named
	case IndexBool:
		return s.mask0(s.e.scalarTensor(Boolean(ix.I == 1), Bool))
	case IndexPick:
		if len(ix.Pick.shape) == 0 && isMask(ix.Pick) {
			return s.mask0(ix.Pick)
		}
		return s.tensor(ix.Pick)
	}
	return err
}

// one fixes an index of the next dimension.
func (s *subscript) one(i int) (err error) {
	if s.dim >= len(s.x.shape) {
		return s.tooMany()
	}
	size := s.x.shape[s.dim]
	if i < -size || i >= size {
		return Because(indexErr("index %d is out of bounds for dimension %d with size %d", i, s.at, size), OutsideIndex, s.at, s.of)
	}
	s.x, err = s.v.Select(s.x, s.dim, i)
	s.at++
	return err
}

// slice keeps a range of the next dimension.
func (s *subscript) slice(ix Index) (err error) {
	if s.dim >= len(s.x.shape) {
		return s.tooMany()
	}
	start, stop, step := 0, s.x.shape[s.dim], 1
	if ix.Step != nil {
		if step = *ix.Step; step <= 0 {
			return valueErr("step must be greater than zero")
		}
	}
	if ix.Start != nil {
		start = *ix.Start
	}
	if ix.Stop != nil {
		stop = *ix.Stop
	}
	if start != 0 || stop != s.x.shape[s.dim] || step != 1 {
		s.x, err = s.v.Slice(s.x, s.dim, start, stop, step)
	}
	s.dim++
	s.at++
	return err
}

// mask0 is a mask without dimensions: it adds one, of size one or none.
func (s *subscript) mask0(mask *Tensor) (err error) {
	s.x, err = s.v.Unsqueeze(s.x, s.dim)
	s.pick(mask.view([]int{1}, []int{1}, mask.offset))
	s.dim++
	return err
}

// tensor notes positions of the next dimension, or a mask of the next dimensions.
func (s *subscript) tensor(p *Tensor) error {
	if !isMask(p) && p.dtype != Int64 {
		return indexErr("tensors used as indices must be long, byte or bool tensors")
	}
	span := 1
	if isMask(p) {
		span = len(p.shape)
	}
	if s.dim+span > len(s.x.shape) {
		return s.tooMany()
	}
	s.pick(p)
	if isMask(p) {
		for k, n := range p.shape {
			if n != s.x.shape[s.dim+k] {
				return indexErr("The shape of the mask %s at index %d does not match the shape of the indexed tensor %s at index %d", FormatShape(p.shape), k, FormatShape(s.x.shape), s.dim+k)
			}
		}
	}
	s.dim += span
	s.at += span
	for len(s.picks) < s.dim && span > 1 {
		s.picks = append(s.picks, skip)
	}
	return nil
}

// skip marks the further dimensions that a mask of several dimensions covers.
var skip = &Tensor{version: &Version{}}

// positions turns picks into integer tensors per dimension: masks become the
// coordinates of their true elements. Indices on the CPU move to x's device, as PyTorch moves them.
func (e *Env) positions(x *Tensor, picks []*Tensor) ([]*Tensor, error) {
	list := make([]*Tensor, 0, len(picks))
	for _, p := range picks {
		switch {
		case p == skip:
		case p != nil && (p.dtype == Bool || p.dtype == Uint8):
			where, err := e.NonzeroTuple(p)
			if err != nil {
				return nil, err
			}
			list = append(list, where...)
		default:
			list = append(list, p)
		}
	}
	for i, p := range list {
		if p == nil || p.storage.Device == x.storage.Device {
			continue
		}
		if p.storage.Device.Info().Kind != device.CPU {
			return nil, runtimeErr("indices should be either on cpu or on the same device as the indexed tensor (%s)", x.storage.Device.Info().String())
		}
		moved, err := e.To(p, Options{Device: x.storage.Device}, false, false)
		if err != nil {
			return nil, err
		}
		list[i] = moved
	}
	return list, nil
}

// advanced is an indexing by integer tensors, ready to launch: x with the indexed
// dimensions first, the indices broadcast, and where their dimensions stand in the
// result.
type advanced struct {
	x       *Tensor
	index   []*Tensor
	shape   []int // of the broadcast indices
	rest    []int // the remaining dimensions of x
	front   int   // dimensions of the result before the indices'
	indexed int
}

func (e *Env) advanced(x *Tensor, picks []*Tensor) (*advanced, error) {
	if p := picks[0]; p != nil && p.dtype == Bool && len(p.shape) == len(x.shape) && len(p.shape) > 1 && x.IsContiguous() {
		mask, err := e.Contiguous(p) // a mask of the whole tensor picks in flat order
		if err != nil {
			return nil, err
		}
		x, picks = x.flat(), []*Tensor{mask.flat()}
	}
	list, err := e.positions(x, picks)
	if err != nil {
		return nil, err
	}
	a := &advanced{}
	var order, others []int
	first, last, runs := -1, -1, 0
	var shapes [][]int
	for d, p := range list {
		if p == nil {
			continue
		}
		if first < 0 {
			first = d
		}
		if last >= 0 && d != last+1 || last < 0 {
			runs++
		}
		last = d
		order = append(order, d)
		a.index = append(a.index, p)
		shapes = append(shapes, p.shape)
	}
	shape := shapes[0]
	for _, s := range shapes[1:] {
		joined, err := broadcast(shape, s)
		if err != nil {
			text := "shape mismatch: indexing tensors could not be broadcast together with shapes "
			for i, s := range shapes {
				if i > 0 {
					text += ", "
				}
				text += FormatShape(s)
			}
			return nil, indexErr("%s", text)
		}
		shape = joined
	}
	a.shape = shape
	for d := range x.shape {
		if !slices.Contains(order, d) {
			others = append(others, d)
			a.rest = append(a.rest, x.shape[d])
		}
	}
	a.indexed = len(order)
	if runs == 1 { // NumPy's rule: indices side by side leave their result where they were, others put it first
		a.front = first
	}
	if a.x = x; last >= len(order) { // the indexed dimensions do not come first
		order = append(order, others...)
		a.x = x.glance(inOrder(x.shape, order), inOrder(x.strides, order), x.offset)
	}
	return a, nil
}

func inOrder(v, order []int) []int {
	w := make([]int, len(order))
	for i, d := range order {
		w[i] = v[d]
	}
	return w
}

// resultShape is the shape of what the index reads.
func (a *advanced) resultShape() []int {
	return slices.Concat(a.rest[:a.front], a.shape, a.rest[a.front:])
}

// leading shows a tensor of the result's shape with the indices' dimensions first.
func (a *advanced) leading(t *Tensor) *Tensor {
	if a.front == 0 {
		return t
	}
	k := len(a.shape)
	order := func(v []int) []int { return slices.Concat(v[a.front:a.front+k], v[:a.front], v[a.front+k:]) }
	return t.glance(order(t.shape), order(t.strides), t.offset)
}

func (a *advanced) launch(e *Env, op device.Op, out, in *Tensor, accumulate int) error {
	dev := a.x.storage.Device
	l := e.start(op)
	arg(l, out)
	arg(l, in)
	for _, p := range a.index {
		if slices.Equal(p.shape, a.shape) {
			arg(l, p)
		} else {
			argAs(l, p, a.shape, expandStrides(nil, p, a.shape))
		}
	}
	l.I = append(l.I, a.indexed, accumulate)
	err := e.run(dev, l)
	if err == nil {
		return nil
	}
	var bad *device.OutOfRange
	if errors.As(err, &bad) {
		dim := a.dimension(bad.Operand)
		return indexErr("index %d is out of bounds for dimension %d with size %d", bad.Index, dim, bad.Size)
	}
	return err
}

// dimension is what messages call the dimension that an index operand addresses.
func (a *advanced) dimension(operand int) int { return a.front + operand }

// IndexTensors reads x at integer or mask tensors, one per dimension, nil for a whole
// dimension.
func (e *Env) IndexTensors(x *Tensor, picks []*Tensor) (*Tensor, error) {
	if mask := wholeMask(x, picks); mask != nil && x.storage.Host != nil {
		return e.maskedRead(x, mask)
	}
	a, err := e.advanced(x, picks)
	if err != nil {
		return nil, err
	}
	out, err := e.empty(a.resultShape(), x.dtype, x.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	return out, a.launch(e, device.OpIndex, a.leading(out), a.x, 0)
}

// IndexPutTensors writes values at the places picks name; with accumulate it adds.
func (e *Env) IndexPutTensors(x *Tensor, picks []*Tensor, values *Tensor, accumulate bool) error {
	if mask := wholeMask(x, picks); mask != nil && !accumulate && fillsMask(x, values) {
		return e.maskedFill(x, mask, values)
	}
	a, err := e.advanced(x, picks)
	if err != nil {
		return err
	}
	shape := a.resultShape()
	wide, err := broadcast(shape, values.shape)
	if err != nil || !slices.Equal(wide, shape) {
		return runtimeErr("shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s", FormatShape(values.shape), FormatShape(shape))
	}
	if values.dtype != x.dtype {
		return runtimeErr("Index put requires the source and destination dtypes match, got %s for the destination and %s for the source.", x.dtype.Scalar(), values.dtype.Scalar())
	}
	if numel(shape) == 0 {
		return nil
	}
	if values.storage.Device != x.storage.Device {
		if len(values.shape) > 0 {
			return devicesErr(x.storage.Device, values.storage.Device, "", "", []*Tensor{x, values})
		}
		if values, err = e.To(values, Options{Device: x.storage.Device}, false, false); err != nil {
			return err
		}
	}
	if values.storage == x.storage {
		if values, err = e.Clone(values); err != nil {
			return err
		}
	}
	add := 0
	if accumulate {
		add = 1
	}
	full := values.glance(shape, expandStrides(nil, values, shape), values.offset)
	return a.launch(e, device.OpIndexPut, a.x, a.leading(full), add)
}

// Index reads x[index…].
func (e *Env) Index(x *Tensor, index []Index) (*Tensor, error) {
	view, picks, err := e.ApplyViews(e, x, index)
	if err != nil || picks == nil {
		return view, err
	}
	return e.IndexTensors(view, picks)
}

// IndexPut assigns x[index…] = value.
func (e *Env) IndexPut(x *Tensor, index []Index, value *Tensor) error {
	view, picks, err := e.ApplyViews(e, x, index)
	if err != nil {
		return err
	}
	if picks == nil {
		return e.CopyInto(view, trimLeading(value, len(view.shape)), false)
	}
	if value.dtype != x.dtype {
		if value, err = e.Cast(value, x.dtype); err != nil {
			return err
		}
	}
	return e.IndexPutTensors(view, picks, trimLeading(value, 0), false)
}

// trimLeading drops leading dimensions of size one that an assignment forgives.
func trimLeading(v *Tensor, rank int) *Tensor {
	for len(v.shape) > rank && v.shape[0] == 1 {
		v = v.view(v.shape[1:], v.strides[1:], v.offset)
	}
	return v
}

// Ways of ScatterReduce.
const (
	ReduceSum = iota
	ReduceProd
	ReduceMax
	ReduceMin
)
