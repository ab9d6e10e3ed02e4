package torch

import (
	"math"
	"math/big"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

func init() {
	values.GeneratorClass.Define(object.Spec{
		Doc:       "A source of random numbers with a state of its own.",
		Signature: "Generator(device='cpu')",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			dev, err := state.Of(t).DeviceArg(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			return object.Adopt(&values.Generator{G: tensor.NewGenerator(dev)}, c), nil
		},
		Slots: object.Slots{Hash: object.ObjectClass.Slots.Hash},
		Props: []object.Prop{{Name: "device", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return values.DeviceOf(v.Object().(*values.Generator).G.Device), nil
		}}},
		Methods: []object.Method{
			{Sig: "manual_seed(self, seed)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				seed, err := seedArg(a[1], "manual_seed")
				if err != nil {
					return object.Value{}, err
				}
				a[0].Object().(*values.Generator).G.Seed(seed)
				return a[0], nil
			}},
			{Sig: "initial_seed(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return seedValue(a[0].Object().(*values.Generator).G.InitialSeed()), nil
			}},
			{Sig: "seed(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return reseed(a[0].Object().(*values.Generator).G), nil
			}},
			{Sig: "get_state(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return generatorState(state.Of(t), a[0].Object().(*values.Generator).G)
			}},
			{Sig: "set_state(self, new_state)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return a[0], setGeneratorState(state.Of(t), a[0].Object().(*values.Generator).G, a[1])
			}},
		},
	})
	def := func(sig string, fn object.GoFunc) { moduleFunctions = append(moduleFunctions, object.Def(sig, fn, "")) }
	def("manual_seed(seed)", manualSeed)
	def("seed()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		p := state.Of(t).Tape
		return reseed(p.Generator(p.CPU)), nil
	})
	def("initial_seed()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		p := state.Of(t).Tape
		return seedValue(p.Generator(p.CPU).InitialSeed()), nil
	})
	def("get_rng_state()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		s := state.Of(t)
		return generatorState(s, s.Tape.Generator(s.Tape.CPU))
	})
	def("set_rng_state(new_state)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		return object.None, setGeneratorState(s, s.Tape.Generator(s.Tape.CPU), a[0])
	})
}

// defaultGenerator is torch.default_generator.
func defaultGenerator(s *state.Session) object.Value {
	return object.Adopt(&values.Generator{G: s.Tape.Generator(s.Tape.CPU)}, values.GeneratorClass)
}

// seedArg reads a seed: any int of 64 bits, signed or not.
func seedArg(v object.Value, name string) (uint64, error) {
	if text, ok := object.AsStr(v); ok {
		return 0, object.Raise(object.ValueError, "invalid literal for int() with base 10: '%s'", text)
	}
	if v.IsFloat() {
		return uint64(int64(v.Float64())), nil
	}
	if n, ok := values.ScalarOf(v); ok {
		return uint64(n.Int64()), nil
	}
	if object.IsInteger(v) {
		if b := object.BigOf(v); b.IsUint64() {
			return b.Uint64(), nil
		}
		return 0, object.Raise(object.RuntimeError, "Overflow when unpacking long")
	}
	if x, ok := values.AsTensor(v); ok && x.Numel() == 1 {
		return 0, object.Raise(object.TypeError, "manual_seed expected a long, but got Tensor")
	}
	return 0, object.Raise(object.RuntimeError, "%s expected a long, but got %s", name, values.TypeName(v))
}

func seedValue(seed uint64) object.Value {
	if seed <= math.MaxInt64 {
		return object.Int(int64(seed))
	}
	return object.NewBig(new(big.Int).SetUint64(seed))
}

// reseed gives a generator a seed that follows from what it would draw next.
func reseed(g *tensor.Generator) object.Value {
	seed := g.Uint64() >> 1
	g.Seed(seed)
	return seedValue(seed)
}

// manualSeed seeds the generators of every device.
func manualSeed(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	seed, err := seedArg(a[0], "manual_seed")
	if err != nil {
		return object.Value{}, err
	}
	g := s.Tape.Generator(s.Tape.CPU)
	g.Seed(seed)
	for _, dev := range s.Tape.Accelerators() {
		s.Tape.Generator(dev).Seed(seed)
	}
	return object.Adopt(&values.Generator{G: g}, values.GeneratorClass), nil
}

func generatorState(s *state.Session, g *tensor.Generator) (object.Value, error) {
	b := g.State()
	x, err := s.Tape.FromBytes(b, tensor.Uint8, []int{len(b)}, s.Tape.CPU)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.Wrap(x), nil
}

func setGeneratorState(s *state.Session, g *tensor.Generator, v object.Value) error {
	x, ok := values.AsTensor(v)
	if !ok {
		return object.Raise(object.TypeError, "expected a torch.ByteTensor, but got %s", values.TypeName(v))
	}
	if x.DType() != tensor.Uint8 {
		return object.Raise(object.TypeError, "RNG state must be a torch.ByteTensor")
	}
	b, err := s.Tape.Raw(x)
	if err == nil {
		err = g.SetState(b)
	}
	if err != nil {
		return s.Raise(err)
	}
	return nil
}
