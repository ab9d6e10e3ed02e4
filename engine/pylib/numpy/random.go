package numpy

import (
	"gputour/engine/device"
	"gputour/engine/mt19937"
	"gputour/engine/object"
	"gputour/engine/pylib/numpy/random"
	"gputour/engine/tensor"
)

// This file has the generators that module numpy.random, written in Python, draws arrays from.

// twister is a numpy.random.MT19937.
type twister struct {
	object.Head
	random.Twister
}

// pcg is a numpy.random.PCG64.
type pcg struct {
	object.Head
	random.PCG64
}

var (
	mt19937Class = object.NewBuiltin("numpy.random.MT19937")
	pcgClass     = object.NewBuiltin("numpy.random.PCG64")
)

func init() {
	of := func(v object.Value) *twister { return v.Object().(*twister) }
	mt19937Class.Define(object.Spec{
		Doc: "Container for the Mersenne Twister pseudo-random number generator.", Signature: "MT19937(key=None)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			return object.Adopt(&twister{Twister: *random.NewTwister()}, c), nil
		},
		Methods: append(fillMethods(func(v object.Value) random.Source { return &of(v).Twister }), []object.Method{
			{Sig: "seed(self, word, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				n, err := object.IndexInt(t, a[1])
				of(a[0]).Seed(uint32(n))
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
				of(a[0]).SeedKey(key)
				return object.None, nil
			}},
			{Sig: "get(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				m := of(a[0])
				items := make([]object.Value, mt19937.Size)
				for i, w := range m.Words {
					items[i] = object.Int(int64(w))
				}
				return object.NewTuple(object.NewTuple(items...), object.Int(int64(m.Given)), object.Bool(m.HasSpare), object.Float(m.Spare)), nil
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
				m.HasSpare, _ = object.ToBool(t, a[3])
				m.Spare, err = object.ToFloat(t, a[4])
				return object.None, err
			}},
		}...),
	})

	pcgClass.Define(object.Spec{
		Doc: "BitGenerator for the PCG-64 pseudo-random number generator.", Signature: "PCG64(words)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			list, err := shapeArg(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			entropy := make([]uint32, len(list))
			for i, n := range list {
				entropy[i] = uint32(n)
			}
			return object.Adopt(&pcg{PCG64: *random.NewPCG64(entropy)}, c), nil
		},
		Methods: fillMethods(func(v object.Value) random.Source { return &v.Object().(*pcg).PCG64 }),
	})
}

// fillMethods make arrays of random numbers: random(shape), normal(shape), integers(low, high, shape), ….
func fillMethods(of func(object.Value) random.Source) []object.Method {
	floats := func(name string, draw func(random.Source) float64) object.Method {
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
			if m, ok := s.(*random.Twister); ok && m.Fill(name, list) {
				return object.Of(x), nil
			}
			for i := range list {
				list[i] = draw(s)
			}
			return object.Of(x), nil
		}}
	}
	return []object.Method{
		floats("random", random.Source.Float64), floats("normal", random.Source.Normal), floats("exponential", random.Source.Exponential),
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
				return object.Int(int64(low) + int64(s.Bounded(uint64(span)))), nil
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
				order.PutUint64(mem[i*8:], uint64(low)+s.Bounded(uint64(span)))
			}
			return object.Of(x), nil
		}},
		counts("binomial(self, n, p, /)", func(t *object.Thread, s random.Source, a []object.Value) (int64, error) {
			n, err := object.IndexInt(t, a[0])
			if err != nil {
				return 0, err
			}
			p, err := object.ToFloat(t, a[1])
			return random.Binomial(s, int64(n), p), err
		}, of),
		counts("poisson(self, lam, /)", func(t *object.Thread, s random.Source, a []object.Value) (int64, error) {
			lam, err := object.ToFloat(t, a[0])
			return random.Poisson(s, lam), err
		}, of),
		{Sig: "gamma(self, shape, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			shape, err := object.ToFloat(t, a[1])
			return object.Float(random.Gamma(of(a[0]), shape)), err
		}},
		{Sig: "order(self, n, first, masked, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return shuffled(t, of(a[0]), a[1:])
		}},
		counts("interval(self, high, /)", func(t *object.Thread, s random.Source, a []object.Value) (int64, error) {
			high, err := object.IndexInt(t, a[0])
			return int64(s.Bounded(uint64(high))), err
		}, of),
		counts("masked(self, high, /)", func(t *object.Thread, s random.Source, a []object.Value) (int64, error) {
			high, err := object.IndexInt(t, a[0])
			return int64(random.Masked(s, uint64(high))), err
		}, of),
	}
}

// shuffled is order(n, first, masked): the numbers below n, those from first up shuffled
// from the end down.
func shuffled(t *object.Thread, s random.Source, a []object.Value) (object.Value, error) {
	n, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	first, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	draw := s.Bounded
	if a[2] == object.True {
		draw = func(high uint64) uint64 { return random.Masked(s, high) }
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
func counts(sig string, draw func(*object.Thread, random.Source, []object.Value) (int64, error), of func(object.Value) random.Source) object.Method {
	return object.Method{Sig: sig, Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		n, err := draw(t, of(a[0]), a[1:])
		return object.Int(n), err
	}}
}
