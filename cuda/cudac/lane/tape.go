package lane

import (
	"math"
	"unsafe"
)

// Words is a register of a tape: 32 bits for each lane.
type Words = [Count]uint32

// Code is an operation of a tape.
type Code uint8

// The operations. Comparisons give all ones or zeros; Select takes X where Z is not zero, so
// that it and MulAddF are the operations that read Z. Loads and stores move words between a register
// and a stream.
const (
	End  Code = iota // of an iteration
	Call             // a function of Go
	AddF
	SubF
	MulF
	DivF
	MaxF
	MinF
	LessF
	LessEqualF
	EqualF
	NotEqualF
	SqrtF
	RsqrtF // by way of doubles: 1/sqrt(x)
	AddI
	SubI
	MulI
	AndI
	OrI
	XorI
	LessI
	EqualI
	MulAddF // adds the product of X and Y, rounded, to Z
	FloatOfI
	ShiftLeft // by what stands in each lane of Y, below 32
	ShiftRight
	ShiftSigned
	Select
	Copy
	LoadOne     // one word for all lanes
	LoadLine    // contiguous words
	LoadRows    // two rows of contiguous words
	LoadRowOnes // one word for each of two rows
	LoadAny     // words at byte offsets that stand in Y
	StoreLine
	StoreRows
	StoreAny // to byte offsets that stand in Y
	StoreOne // the word of the one lane that Row is
	LoadSome // as LoadAny, for the first lanes, of which there are Row, rounded up to 8
	StoreSome
	Advance // adds Step to every lane of Z
	codes
)

// op is an operation with its registers, or with the stream that it moves words from or to:
// the word of lane 0 is at base+off, and off grows by step with each iteration.
type op struct {
	run     uintptr // what runs it, where tapes are assembly
	z, x, y *Words
	base    unsafe.Pointer
	off     int64
	step    int64
	row     int64
}

// Tape is a loop's body as a list of operations on all lanes.
type Tape struct {
	ops   []op
	codes []Code
	calls map[int]func(z, x, y *Words)
	halt  bool
}

// Add appends an operation and returns its number.
func (t *Tape) Add(c Code, z, x, y *Words) int {
	t.ops = append(t.ops, op{run: handler(c), z: z, x: x, y: y})
	t.codes = append(t.codes, c)
	return len(t.ops) - 1
}

// AddCall appends a function.
func (t *Tape) AddCall(f func(z, x, y *Words), z, x, y *Words) {
	i := t.Add(Call, z, x, y)
	if t.calls == nil {
		t.calls = map[int]func(z, x, y *Words){}
	}
	t.calls[i] = f
}

// Stream points a load or a store to memory: data[off:], step bytes further with each
// iteration, and row bytes between two rows. All of what it moves must lie in data.
func (t *Tape) Stream(i int, c Code, data []byte, off, step, row int64) {
	o := &t.ops[i]
	if t.codes[i] != c {
		t.codes[i], o.run = c, handler(c)
	}
	o.base, o.off, o.step, o.row = unsafe.Pointer(unsafe.SliceData(data)), off, step, row
}

// Into makes an operation on registers, or a load, leave its result elsewhere.
func (t *Tape) Into(i int, z *Words) { t.ops[i].z = z }

// Fuse makes one operation of each of the last n sums, which add to a register, and the product
// that each adds, which stand before them; false says that they are no such. Nobody else may need the
// products.
func (t *Tape) Fuse(n int) bool {
	end := len(t.ops)
	if end < 2*n || n == 0 {
		return false
	}
	for i := end - 2*n; i < end-n; i++ {
		mul, add := &t.ops[i], &t.ops[i+n]
		if t.codes[i] != MulF || t.codes[i+n] != AddF || add.x != add.z || add.y != mul.z || add.z == mul.x || add.z == mul.y {
			return false
		}
	}
	for i := end - 2*n; i < end-n; i++ {
		t.codes[i], t.ops[i].run, t.ops[i].z = MulAddF, handler(MulAddF), t.ops[i+n].z
	}
	t.ops, t.codes = t.ops[:end-n], t.codes[:end-n]
	return true
}

// Len is how many operations there are.
func (t *Tape) Len() int { return len(t.ops) }

// At is memory as a register: all of it must lie in data.
func At(data []byte, off int64) *Words { return (*Words)(unsafe.Pointer(&data[off:][:4*Count][0])) }

// Bytes is the memory of registers that lie one after the other.
func Bytes(list []Words) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*4*Count)
}

// Rise is what Advance adds.
func (t *Tape) Rise(i int, step uint32) { t.ops[i].step = int64(step) }

// Halt makes Run return when the function that calls it does.
func (t *Tape) Halt() { t.halt = true }

// Run runs n iterations; n is above zero, and the last operation is End. It returns how many
// are left, that in which it was halted among them.
func (t *Tape) Run(n int) (left int) {
	t.halt = false
	if !fast {
		for ; n > 0; n-- {
			for i := range t.ops {
				if t.one(i); t.halt {
					return n
				}
			}
		}
		return 0
	}
	first := &t.ops[0]
	for at := first; at != nil; {
		if at, n = runTapeAVX2(first, at, n); at != nil {
			i := int((uintptr(unsafe.Pointer(at)) - uintptr(unsafe.Pointer(first))) / unsafe.Sizeof(op{}))
			if t.calls[i](at.z, at.x, at.y); t.halt {
				return n
			}
			at = &t.ops[i+1]
		}
	}
	return 0
}

func wf(v uint32) float32 { return math.Float32frombits(v) }
func fw(f float32) uint32 { return math.Float32bits(f) }

func all(b bool) uint32 {
	if b {
		return math.MaxUint32
	}
	return 0
}

// words are the operations on registers, lane by lane.
var words = [codes]func(x, y uint32) uint32{
	AddF:        func(x, y uint32) uint32 { return fw(wf(x) + wf(y)) },
	SubF:        func(x, y uint32) uint32 { return fw(wf(x) - wf(y)) },
	MulF:        func(x, y uint32) uint32 { return fw(wf(x) * wf(y)) },
	DivF:        func(x, y uint32) uint32 { return fw(wf(x) / wf(y)) },
	MaxF:        func(x, y uint32) uint32 { return mostOf(x, y, max(wf(x), wf(y))) },
	MinF:        func(x, y uint32) uint32 { return mostOf(x, y, min(wf(x), wf(y))) },
	LessF:       func(x, y uint32) uint32 { return all(wf(x) < wf(y)) },
	LessEqualF:  func(x, y uint32) uint32 { return all(wf(x) <= wf(y)) },
	EqualF:      func(x, y uint32) uint32 { return all(wf(x) == wf(y)) },
	NotEqualF:   func(x, y uint32) uint32 { return all(wf(x) != wf(y)) },
	SqrtF:       func(x, _ uint32) uint32 { return fw(float32(math.Sqrt(float64(wf(x))))) },
	RsqrtF:      func(x, _ uint32) uint32 { return fw(float32(1 / math.Sqrt(float64(wf(x))))) },
	AddI:        func(x, y uint32) uint32 { return x + y },
	SubI:        func(x, y uint32) uint32 { return x - y },
	MulI:        func(x, y uint32) uint32 { return x * y },
	AndI:        func(x, y uint32) uint32 { return x & y },
	OrI:         func(x, y uint32) uint32 { return x | y },
	XorI:        func(x, y uint32) uint32 { return x ^ y },
	LessI:       func(x, y uint32) uint32 { return all(int32(x) < int32(y)) },
	EqualI:      func(x, y uint32) uint32 { return all(x == y) },
	FloatOfI:    func(x, _ uint32) uint32 { return fw(float32(int32(x))) },
	ShiftLeft:   func(x, y uint32) uint32 { return x << (y & 31) },
	ShiftRight:  func(x, y uint32) uint32 { return x >> (y & 31) },
	ShiftSigned: func(x, y uint32) uint32 { return uint32(int32(x) >> (y & 31)) },
	Copy:        func(x, _ uint32) uint32 { return x },
}

// mostOf is fmax or fmin, which take the other operand where one is not a number.
func mostOf(x, y uint32, m float32) uint32 {
	switch {
	case wf(x) != wf(x):
		return y
	case wf(y) != wf(y):
		return x
	}
	return fw(m)
}

// one runs an operation without assembly.
func (t *Tape) one(i int) {
	o, c := &t.ops[i], t.codes[i]
	z, x, y := o.z, o.x, o.y
	if f := words[c]; f != nil {
		if y == nil {
			y = x
		}
		for k := range z {
			z[k] = f(x[k], y[k])
		}
		return
	}
	at := func(d int64) *uint32 { return (*uint32)(unsafe.Add(o.base, o.off+d)) }
	switch c {
	case End:
	case Call:
		t.calls[i](z, x, y)
	case MulAddF:
		for k := range z {
			z[k] = fw(wf(z[k]) + float32(wf(x[k])*wf(y[k])))
		}
		return
	case Advance:
		for k := range z {
			z[k] += uint32(o.step)
		}
		return
	case Select:
		for k := range z {
			if z[k] != 0 {
				z[k] = x[k]
			} else {
				z[k] = y[k]
			}
		}
	case LoadOne:
		v := *at(0)
		for k := range z {
			z[k] = v
		}
	case LoadLine:
		for k := range z {
			z[k] = *at(int64(k) * 4)
		}
	case LoadRows:
		for k := range Row {
			z[k], z[k+Row] = *at(int64(k) * 4), *at(o.row + int64(k)*4)
		}
	case LoadRowOnes:
		a, b := *at(0), *at(o.row)
		for k := range Row {
			z[k], z[k+Row] = a, b
		}
	case LoadAny:
		for k := range z {
			z[k] = *at(int64(int32(y[k])))
		}
	case StoreLine:
		for k := range x {
			*at(int64(k) * 4) = x[k]
		}
	case StoreAny:
		for k := range x {
			*at(int64(int32(y[k]))) = x[k]
		}
	case StoreOne:
		*at(0) = x[o.row]
	case LoadSome:
		for k := range (o.row + 7) &^ 7 {
			z[k] = *at(int64(int32(y[k])))
		}
	case StoreSome:
		for k := range o.row {
			*at(int64(int32(y[k]))) = x[k]
		}
	case StoreRows:
		for k := range Row {
			*at(int64(k) * 4), *at(o.row + int64(k)*4) = x[k], x[k+Row]
		}
	}
	o.off += o.step
}

// Pack takes the lower halves of lanes.
func Pack(z *Words, x *Vec) {
	Store32((*[4 * Count]byte)(unsafe.Pointer(z))[:], x)
}

// Unpack is the inverse of Pack; lanes are extended by their sign if signed.
func Unpack(z *Vec, x *Words, signed bool) {
	Load32(z, (*[4 * Count]byte)(unsafe.Pointer(x))[:], signed)
}

// Offsets gives a LoadAny or a StoreAny the register with its lanes' offsets.
func (t *Tape) Offsets(i int, y *Words) { t.ops[i].y = y }
