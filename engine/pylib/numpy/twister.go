package numpy

import (
	"math"
	"math/bits"

	"gputour/engine/device"
	"gputour/engine/mt19937"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// twister is the Mersenne Twister with NumPy's legacy distributions on top
// (numpy/random/src/legacy).
type twister struct {
	object.Head
	mt19937.Generator
	spare    float64 // the second number of a pair of normal ones
	hasSpare bool
}

var mt19937Class = object.NewBuiltin("numpy.random.MT19937")

func (m *twister) uint32() uint32 { return m.Uint32() }
func (m *twister) uint64() uint64 { return m.Uint64() }
func (m *twister) float() float64 { return m.Float64() }

// normal is Marsaglia's polar method, which makes two at a time.
func (m *twister) normal() float64 {
	if m.hasSpare {
		m.hasSpare = false
		return m.spare
	}
	for {
		x, y := 2*m.float()-1, 2*m.float()-1
		r := x*x + y*y
		if r >= 1 || r == 0 {
			continue
		}
		f := math.Sqrt(-2 * math.Log(r) / r)
		m.spare, m.hasSpare = f*x, true
		return f * y
	}
}

// fill draws many numbers of a kind without a dynamic call for each.
func (m *twister) fill(kind string, list []float64) bool {
	switch kind {
	case "random":
		for i := range list {
			list[i] = m.Float64()
		}
	case "normal":
		for i := range list {
			list[i] = m.normal()
		}
	default:
		return false
	}
	return true
}

// exponential is by inversion.
func (m *twister) exponential() float64 { return -math.Log(1 - m.float()) }

func (m *twister) bounded(high uint64) uint64 { return masked(m, high) }

// masked is uniform in [0, high] by masks and rejection.
func masked(s source, high uint64) uint64 {
	if high == 0 {
		return 0
	}
	mask := uint64(math.MaxUint64) >> bits.LeadingZeros64(high)
	for {
		v := uint64(0)
		if high <= math.MaxUint32 {
			v = uint64(s.uint32()) & mask
		} else {
			v = s.uint64() & mask
		}
		if v <= high {
			return v
		}
	}
}

func init() {
	of := func(v object.Value) *twister { return v.Object().(*twister) }
	mt19937Class.Define(object.Spec{
		Doc: "Container for the Mersenne Twister pseudo-random number generator.", Signature: "MT19937(key=None)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			m := &twister{}
			m.Seed(5489)
			return object.Adopt(m, c), nil
		},
		Methods: append(fillMethods(func(v object.Value) source { return of(v) }), []object.Method{
			{Sig: "seed(self, word, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				n, err := object.IndexInt(t, a[1])
				m := of(a[0])
				m.Seed(uint32(n))
				m.hasSpare = false
				return object.None, err
			}},
			{Sig: "seed_key(self, words, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				list, err := shapeArg(t, a[1])
				if err != nil || len(list) == 0 {
					return object.Value{}, valueError("Seed must be non-empty")
				}
				key := make([]uint32, len(list))
				for i, n := range list {
					key[i] = uint32(n)
				}
				m := of(a[0])
				m.SeedKey(key)
				m.hasSpare = false
				return object.None, nil
			}},
			{Sig: "get(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				m := of(a[0])
				items := make([]object.Value, mt19937.Size)
				for i, w := range m.Words {
					items[i] = object.Int(int64(w))
				}
				return object.NewTuple(object.NewTuple(items...), object.Int(int64(m.Given)), object.Bool(m.hasSpare), object.Float(m.spare)), nil
			}},
			{Sig: "set(self, words, index, spare, value, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				list, err := shapeArg(t, a[1])
				if err != nil || len(list) != mt19937.Size {
					return object.Value{}, valueError("state must be 624 longs")
				}
				m := of(a[0])
				for i, n := range list {
					m.Words[i] = uint32(n)
				}
				m.Given, _ = object.IndexInt(t, a[2])
				m.Given = max(0, m.Given)
				m.hasSpare, _ = object.ToBool(t, a[3])
				m.spare, err = object.ToFloat(t, a[4])
				return object.None, err
			}},
		}...),
	})
}

// source is a generator of random numbers with its own distributions.
type source interface {
	float() float64
	normal() float64
	exponential() float64
	bounded(high uint64) uint64
	uint32() uint32
	uint64() uint64
}

// fillMethods make arrays of random numbers: random(shape), normal(shape), integers(low, high, shape), ….
func fillMethods(of func(object.Value) source) []object.Method {
	floats := func(name string, draw func(source) float64) object.Method {
		return object.Method{Sig: name + "(self, shape, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			s := of(a[0])
			if a[1].IsNone() {
				return object.Float(draw(s)), nil
			}
			shape, err := shapeArg(t, a[1])
			if err != nil {
				return object.Value{}, err
			}
			x, err := newArray(envOf(t), tensor.Float64, shape)
			if err != nil {
				return object.Value{}, err
			}
			list := device.Slice[float64](x.memory())[x.offset : x.offset+x.size()]
			if m, ok := s.(*twister); ok && m.fill(name, list) {
				return object.Of(x), nil
			}
			for i := range list {
				list[i] = draw(s)
			}
			return object.Of(x), nil
		}}
	}
	return []object.Method{
		floats("random", source.float), floats("normal", source.normal), floats("exponential", source.exponential),
		{Sig: "integers(self, low, span, shape, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			s := of(a[0])
			low, err := object.IndexInt(t, a[1])
			if err != nil {
				return object.Value{}, err
			}
			span, err := object.IndexInt(t, a[2])
			if err != nil {
				return object.Value{}, err
			}
			if a[3].IsNone() {
				return object.Int(int64(low) + int64(s.bounded(uint64(span)))), nil
			}
			shape, err := shapeArg(t, a[3])
			if err != nil {
				return object.Value{}, err
			}
			x, err := newArray(envOf(t), tensor.Int64, shape)
			if err != nil {
				return object.Value{}, err
			}
			mem := x.memory()[x.offset*8:]
			for i := range x.size() {
				order.PutUint64(mem[i*8:], uint64(low)+s.bounded(uint64(span)))
			}
			return object.Of(x), nil
		}},
		counts("binomial(self, n, p, /)", func(t *object.Thread, s source, a []object.Value) (int64, error) {
			n, err := object.IndexInt(t, a[0])
			if err != nil {
				return 0, err
			}
			p, err := object.ToFloat(t, a[1])
			return binomial(s, int64(n), p), err
		}, of),
		counts("poisson(self, lam, /)", func(t *object.Thread, s source, a []object.Value) (int64, error) {
			lam, err := object.ToFloat(t, a[0])
			return poisson(s, lam), err
		}, of),
		{Sig: "gamma(self, shape, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			shape, err := object.ToFloat(t, a[1])
			return object.Float(gamma(of(a[0]), shape)), err
		}},
		{Sig: "order(self, n, first, masked, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return shuffled(t, of(a[0]), a[1:])
		}},
		counts("interval(self, high, /)", func(t *object.Thread, s source, a []object.Value) (int64, error) {
			high, err := object.IndexInt(t, a[0])
			return int64(s.bounded(uint64(high))), err
		}, of),
		counts("masked(self, high, /)", func(t *object.Thread, s source, a []object.Value) (int64, error) {
			high, err := object.IndexInt(t, a[0])
			return int64(masked(s, uint64(high))), err
		}, of),
	}
}

// shuffled is order(n, first, masked): the numbers below n, those from first up shuffled
// from the end down.
func shuffled(t *object.Thread, s source, a []object.Value) (object.Value, error) {
	n, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	first, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	draw := s.bounded
	if a[2] == object.True {
		draw = func(high uint64) uint64 { return masked(s, high) }
	}
	x, err := newArray(envOf(t), tensor.Int64, []int{n})
	if err != nil {
		return object.Value{}, err
	}
	list := device.Slice[int64](x.memory())[x.offset : x.offset+n]
	for i := range list {
		list[i] = int64(i)
	}
	for i := n - 1; i >= max(first, 1); i-- {
		j := draw(uint64(i))
		list[i], list[j] = list[j], list[i]
	}
	return object.Of(x), nil
}

// counts makes a method that draws one count.
func counts(sig string, draw func(*object.Thread, source, []object.Value) (int64, error), of func(object.Value) source) object.Method {
	return object.Method{Sig: sig, Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		n, err := draw(t, of(a[0]), a[1:])
		return object.Int(n), err
	}}
}
