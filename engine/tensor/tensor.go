// Package tensor holds PyTorch's tensors and their eager operations, without gradients:
// element types, shapes and strides, storages shared by views, promotion, broadcasting,
// printing and random numbers.
//
// Operations are methods of Env, a session's settings; they allocate on the device of
// their operands and launch kernels there. Learner-facing failures are *Error with
// PyTorch's words. engine/autograd's Tape embeds an Env and adds gradients under the
// same method names. The package imports engine/device only.
//
//	env := tensor.NewEnv(cpu.New())
//	a, _ := env.FromFloats([]float64{1, 2, 3}, tensor.Float32, 3)
//	b, err := env.Mul(a, tensor.Wrap(tensor.Float(2)))
//	fmt.Println(env.Format(b)) // tensor([2., 4., 6.])
package tensor

import (
	"gputour/engine/device"
)

// DType is the type of elements.
type DType = device.DType

// The element types.
const (
	NoDType    = device.NoDType
	Bool       = device.Bool
	Uint8      = device.Uint8
	Int8       = device.Int8
	Int16      = device.Int16
	Int32      = device.Int32
	Int64      = device.Int64
	Float16    = device.Float16
	BFloat16   = device.BFloat16
	Float32    = device.Float32
	Float64    = device.Float64
	Complex64  = device.Complex64
	Complex128 = device.Complex128
	Float8E4M3 = device.Float8E4M3
	Float8E5M2 = device.Float8E5M2
)

// Storage is the memory that a tensor and its views share.
type Storage struct {
	device.Buffer
	version Version
	pinned  bool
	shared  bool   // others may see it than the tensors that users counts
	users   int    // the tensor it was made for and its views, but for those given up
	saves   int    // nodes of graphs that saved such a tensor; see Save
	held    int    // see Tensor.Hold
	env     *Env   // that made it; nil as born
	born    uint64 // see Env.Made; 0 for memory that came from elsewhere
}

// Pinned reports page-locked host memory. It changes what copies cost, nothing else.
func (s *Storage) Pinned() bool { return s.pinned }

// Version counts in-place changes. A tensor shares its counter with its views.
type Version struct{ n uint32 }

// Tensor is a strided view of a storage. Shape and strides belong to the tensor and
// must not be changed through the slices it hands out.
type Tensor struct {
	storage *Storage // never nil
	version *Version // the storage's, but for Data's
	shape   []int
	strides []int // in elements, as offset; 0 in a dimension that is broadcast, never negative
	offset  int   // of the first element in the storage
	numel   int   // product of shape
	dtype   DType
	wrapped bool // a Python number: yields to other operands in promotion
	young   bool // a view that nobody has asked about: see New
	given   bool // given up: see Release

	// Autograd is the record autograd keeps of the tensor, nil for none.
	Autograd any
	// Handle is room for the language's object for this tensor.
	Handle any

	dims [8]int // backs shape and strides up to four dimensions
}

// DType is the element type.
func (t *Tensor) DType() DType { return t.dtype }

// Shape is the tensor's size in each dimension.
func (t *Tensor) Shape() []int { return t.shape }

// Strides are the distances, in elements, between neighbours in each dimension.
func (t *Tensor) Strides() []int { return t.strides }

// Offset is the position of the first element in the storage, in elements.
func (t *Tensor) Offset() int { return t.offset }

// Dim is the number of dimensions.
func (t *Tensor) Dim() int { return len(t.shape) }

// Numel is the number of elements.
func (t *Tensor) Numel() int { return t.numel }

// Storage is the memory behind the tensor.
func (t *Tensor) Storage() *Storage { return t.storage }

// Device is where the tensor lives.
func (t *Tensor) Device() device.Device { return t.storage.Device }

// IsCPU reports a tensor in host memory.
func (t *Tensor) IsCPU() bool {
	return t.storage.Host != nil || t.storage.Device.Info().Kind == device.CPU
}

// IsWrapped reports a Python number in a tensor's clothes.
func (t *Tensor) IsWrapped() bool { return t.wrapped }

// Version counts the in-place changes to the memory.
func (t *Tensor) Version() int { return int(t.version.n) }

// Bump counts one in-place change.
func (t *Tensor) Bump() { t.version.n++ }

// SharesVersion reports whether two tensors share a version counter.
func (t *Tensor) SharesVersion(u *Tensor) bool { return t.version == u.version }

// IsContiguous reports row-major order without gaps.
func (t *Tensor) IsContiguous() bool {
	if t.numel == 0 {
		return true
	}
	want := 1
	for d := len(t.shape) - 1; d >= 0; d-- {
		if t.shape[d] != 1 {
			if t.strides[d] != want {
				return false
			}
			want *= t.shape[d]
		}
	}
	return true
}

// setShape gives t a shape and contiguous strides. A dimension without elements counts as one in them, as in PyTorch:
// torch.empty(2, 0, 3).stride() is (3, 3, 1).
func (t *Tensor) setShape(shape []int) {
	t.room(len(shape))
	n := 1
	copy(t.shape, shape)
	for d := len(shape) - 1; d >= 0; d-- {
		t.strides[d] = n
		if s := shape[d]; s > 1 {
			n *= s
		}
	}
	t.numel = numel(shape)
}

// setView gives t a shape and strides.
func (t *Tensor) setView(shape, strides []int) {
	t.room(len(shape))
	copy(t.shape, shape)
	copy(t.strides, strides)
	t.numel = numel(shape)
}

func (t *Tensor) room(n int) {
	if n <= 4 {
		t.shape, t.strides = t.dims[:n:n], t.dims[4:4+n:4+n]
		return
	}
	both := make([]int, 2*n)
	t.shape, t.strides = both[:n:n], both[n:]
}

// view makes a tensor over t's storage that shares its version counter.
func (t *Tensor) view(shape, strides []int, offset int) *Tensor {
	t.storage.users++
	v := t.glance(shape, strides, offset)
	v.young, v.given = true, false
	t.storage.note(v)
	return v
}

// glance is view for a tensor that lives no longer than the operation that makes it: it does
// not keep the memory from being given back (see Release), unless somebody revives it.
func (t *Tensor) glance(shape, strides []int, offset int) *Tensor {
	v := &Tensor{storage: t.storage, version: t.version, dtype: t.dtype, offset: offset, given: true}
	v.setView(shape, strides)
	return v
}

// flat is a glance at a contiguous tensor as a vector.
func (t *Tensor) flat() *Tensor { return t.glance([]int{t.numel}, []int{1}, t.offset) }

// Alias is a new tensor over the same memory that shares t's version counter, as
// Tensor.detach makes it.
func (t *Tensor) Alias() *Tensor { return t.view(t.shape, t.strides, t.offset) }

// Data is a new tensor over the same memory with a version counter of its own, as
// Tensor.data makes it.
func (t *Tensor) Data() *Tensor {
	v := t.Alias()
	v.version = &Version{}
	return v
}

// Set makes t a view of u's memory: Tensor.data's assignment and Tensor.set_. It keeps its version counter.
func (t *Tensor) Set(u *Tensor) {
	u.storage.shared = true
	t.storage, t.offset, t.dtype = u.storage, u.offset, u.dtype
	t.setView(u.shape, u.strides)
	t.wrapped = false
}

// Unwrap makes a Python number's tensor an ordinary one.
func (t *Tensor) Unwrap() *Tensor { t.wrapped = false; return t }

func numel(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}
