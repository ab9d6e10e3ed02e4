package numeric

import (
	"crypto/rand"
	"encoding/binary"
	"math"
	"math/big"

	"gputour/engine/mt19937"
	"gputour/engine/object"
)

// twister is a generator as CPython's _random.Random.
type twister struct {
	object.Head
	mt19937.Generator
}

func InitRandom(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_random", "The Mersenne Twister.")
	m.Dict.Set("Random", twisterClass.Value())
	return m, nil
}

var twisterClass = object.NewBuiltin("_random.Random")

func init() {
	twisterClass.Define(object.Spec{
		Doc:       "Random() -> create a random number generator with its own internal state.",
		Signature: "Random(x=None, /)",
		Alloc: func(c *object.Class) object.Value {
			m := &twister{}
			m.SeedKey(entropy())
			return object.Adopt(m, c)
		},
		Init: func(t *object.Thread, self object.Value, a []object.Value) error {
			return twisterSeed(t, asTwister(self), a[0])
		},
		HasDict: true,
		Methods: []object.Method{
			{Sig: "random(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Float(asTwister(a[0]).Float64()), nil
			}, Doc: "random() -> x in the interval [0, 1)."},
			{Sig: "seed(self, n=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, twisterSeed(t, asTwister(a[0]), a[1])
			}, Doc: "Start again from a number; chance where there is none."},
			{Sig: "getrandbits(self, k, /)", Fn: twisterBits, Doc: "getrandbits(k) -> x.  Generates an int with k random bits."},
			{Sig: "getstate(self, /)", Fn: twisterGetState, Doc: "The state as a tuple of 625 ints."},
			{Sig: "setstate(self, state, /)", Fn: twisterSetState, Doc: "Go back to a state."},
		},
	})
}

func asTwister(v object.Value) *twister { return v.Object().(*twister) }

func entropy() []uint32 {
	var b [32]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // never returned, by its documentation
	}
	key := make([]uint32, 8)
	for i := range key {
		key[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return key
}

// twisterSeed seeds with the absolute value of an int, or with another object's hash.
func twisterSeed(t *object.Thread, m *twister, v object.Value) error {
	if v.IsNone() {
		m.SeedKey(entropy())
		return nil
	}
	n := object.BigOf(v)
	if !object.IsInteger(v) {
		h, err := object.Hash(t, v)
		if err != nil {
			return err
		}
		n = new(big.Int).SetUint64(uint64(h))
	}
	n = new(big.Int).Abs(n)
	key := []uint32{}
	bytes := n.Bytes()
	for end := len(bytes); end > 0; end -= 4 {
		word := uint32(0)
		for _, b := range bytes[max(0, end-4):end] {
			word = word<<8 | uint32(b)
		}
		key = append(key, word)
	}
	if len(key) == 0 {
		key = []uint32{0}
	}
	m.SeedKey(key)
	return nil
}

func twisterBits(t *object.Thread, a []object.Value) (object.Value, error) {
	k, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if k < 0 {
		return object.Value{}, object.Raise(object.ValueError, "number of bits must be non-negative")
	}
	m := asTwister(a[0])
	switch {
	case k == 0:
		return object.Int(0), nil
	case k <= 32:
		return object.Int(int64(m.Uint32() >> (32 - k))), nil
	}
	if err := t.Charge(k / 8); err != nil {
		return object.Value{}, err
	}
	words := (k + 31) / 32
	bytes := make([]byte, 4*words)
	for i := range words {
		w := m.Uint32()
		if left := k - 32*i; left < 32 {
			w >>= 32 - left
		}
		binary.BigEndian.PutUint32(bytes[4*(words-1-i):], w)
	}
	return object.NewBig(new(big.Int).SetBytes(bytes)), nil
}

func twisterGetState(_ *object.Thread, a []object.Value) (object.Value, error) {
	m := asTwister(a[0])
	row := make([]object.Value, mt19937.Size+1)
	for i, w := range m.Words {
		row[i] = object.Int(int64(w))
	}
	row[mt19937.Size] = object.Int(int64(m.Given))
	return object.NewTuple(row...), nil
}

func twisterSetState(_ *object.Thread, a []object.Value) (object.Value, error) {
	row, ok := a[1].Object().(*object.Tuple)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "state vector must be a tuple")
	}
	if len(row.Items) != mt19937.Size+1 {
		return object.Value{}, object.Raise(object.ValueError, "state vector is the wrong size")
	}
	var next mt19937.Generator
	for i, v := range row.Items {
		n, ok := object.AsInt(v)
		if !ok || n < 0 || n > math.MaxUint32 || i == mt19937.Size && n > mt19937.Size {
			return object.Value{}, object.Raise(object.ValueError, "invalid state")
		}
		if i < mt19937.Size {
			next.Words[i] = uint32(n)
		} else {
			next.Given = int(n)
		}
	}
	asTwister(a[0]).Generator = next
	return object.None, nil
}
