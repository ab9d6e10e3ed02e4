package torch

import (
	"math"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// generator is torch.Generator.
type generator struct {
	object.Head
	G *tensor.Generator
}

var generatorClass = object.NewBuiltin("torch._C.Generator")

func init() {
	generatorClass.Define(object.Spec{
		Doc:       "A source of random numbers with a state of its own.",
		Signature: "Generator(device='cpu')",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			dev, err := stateOf(t).deviceArg(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			return object.Adopt(&generator{G: tensor.NewGenerator(dev)}, c), nil
		},
		Slots: object.Slots{Hash: object.ObjectClass.Slots.Hash},
		Props: []object.Prop{{Name: "device", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return deviceValue(v.Object().(*generator).G.Device), nil
		}}},
		Methods: []object.Method{
			{Sig: "manual_seed(self, seed)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				seed, err := seedArg(a[1], "manual_seed")
				if err != nil {
					return object.Value{}, err
				}
				a[0].Object().(*generator).G.Seed(seed)
				return a[0], nil
			}},
			{Sig: "initial_seed(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return seedValue(a[0].Object().(*generator).G.InitialSeed()), nil
			}},
			{Sig: "seed(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return reseed(a[0].Object().(*generator).G), nil
			}},
			{Sig: "get_state(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return stateOf(t).stateTensor(a[0].Object().(*generator).G)
			}},
			{Sig: "set_state(self, new_state)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return a[0], stateOf(t).setState(a[0].Object().(*generator).G, a[1])
			}},
		},
	})
	def := func(sig string, fn object.GoFunc) { moduleFunctions = append(moduleFunctions, object.Def(sig, fn, "")) }
	def("manual_seed(seed)", manualSeed)
	def("seed()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		p := stateOf(t).tape
		return reseed(p.Generator(p.CPU)), nil
	})
	def("initial_seed()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		p := stateOf(t).tape
		return seedValue(p.Generator(p.CPU).InitialSeed()), nil
	})
	def("get_rng_state()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		s := stateOf(t)
		return s.stateTensor(s.tape.Generator(s.tape.CPU))
	})
	def("set_rng_state(new_state)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := stateOf(t)
		return object.None, s.setState(s.tape.Generator(s.tape.CPU), a[0])
	})
}

// defaultGenerator is torch.default_generator.
func defaultGenerator(s *state) object.Value {
	return object.Adopt(&generator{G: s.tape.Generator(s.tape.CPU)}, generatorClass)
}

// seedArg reads a seed: any int of 64 bits, signed or not.
func seedArg(v object.Value, name string) (uint64, error) {
	if text, ok := object.AsStr(v); ok {
		return 0, object.Raise(object.ValueError, "invalid literal for int() with base 10: '%s'", text)
	}
	if v.IsFloat() {
		return uint64(int64(v.Float64())), nil
	}
	if n, ok := object.AsInt(v); ok {
		return uint64(n), nil
	}
	if object.IsInteger(v) {
		if b := object.BigOf(v); b.IsUint64() {
			return b.Uint64(), nil
		}
		return 0, object.Raise(object.RuntimeError, "Overflow when unpacking long")
	}
	if x, ok := AsTensor(v); ok && x.Numel() == 1 {
		return 0, typeError("manual_seed expected a long, but got Tensor")
	}
	return 0, object.Raise(object.RuntimeError, "%s expected a long, but got %s", name, typeName(v))
}

func seedValue(seed uint64) object.Value {
	if seed <= math.MaxInt64 {
		return object.Int(int64(seed))
	}
	return bigUint(seed)
}

// reseed gives a generator a seed that follows from what it would draw next.
func reseed(g *tensor.Generator) object.Value {
	seed := g.Uint64() >> 1
	g.Seed(seed)
	return seedValue(seed)
}

// manualSeed seeds the generators of every device.
func manualSeed(t *object.Thread, a []object.Value) (object.Value, error) {
	s := stateOf(t)
	seed, err := seedArg(a[0], "manual_seed")
	if err != nil {
		return object.Value{}, err
	}
	g := s.tape.Generator(s.tape.CPU)
	g.Seed(seed)
	for _, dev := range s.tape.Accelerators() {
		s.tape.Generator(dev).Seed(seed)
	}
	return object.Adopt(&generator{G: g}, generatorClass), nil
}

func (s *state) stateTensor(g *tensor.Generator) (object.Value, error) {
	b := g.State()
	x, err := s.tape.FromBytes(b, tensor.Uint8, []int{len(b)}, s.tape.CPU)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return wrap(x), nil
}

func (s *state) setState(g *tensor.Generator, v object.Value) error {
	x, ok := AsTensor(v)
	if !ok {
		return typeError("expected a torch.ByteTensor, but got %s", typeName(v))
	}
	if x.DType() != tensor.Uint8 {
		return typeError("RNG state must be a torch.ByteTensor")
	}
	b, err := s.tape.Raw(x)
	if err == nil {
		err = g.SetState(b)
	}
	if err != nil {
		return s.raise(err)
	}
	return nil
}
