package std

import (
	"crypto/rand"
	"encoding/binary"
	"math"
	"math/big"

	"gputour/engine/object"
)

// twister is the Mersenne Twister MT19937 (Matsumoto and Nishimura, ACM TOMACS 8,
// 1998), seeded and read as CPython's _random.Random does.
type twister struct {
	object.Head
	state [twisterSize]uint32
	index int
}

const (
	twisterSize = 624
	twisterMid  = 397
)

func (m *twister) seedWord(s uint32) {
	m.state[0] = s
	for i := 1; i < twisterSize; i++ {
		m.state[i] = 1812433253*(m.state[i-1]^m.state[i-1]>>30) + uint32(i)
	}
	m.index = twisterSize
}

func (m *twister) seedKey(key []uint32) {
	m.seedWord(19650218)
	i, j := 1, 0
	for range max(twisterSize, len(key)) {
		m.state[i] = (m.state[i] ^ (m.state[i-1]^m.state[i-1]>>30)*1664525) + key[j] + uint32(j)
		i, j = m.wrap(i+1), (j+1)%len(key)
	}
	for range twisterSize - 1 {
		m.state[i] = (m.state[i] ^ (m.state[i-1]^m.state[i-1]>>30)*1566083941) - uint32(i)
		i = m.wrap(i + 1)
	}
	m.state[0] = 1 << 31
}

func (m *twister) wrap(i int) int {
	if i < twisterSize {
		return i
	}
	m.state[0] = m.state[twisterSize-1]
	return 1
}

func (m *twister) twist() {
	for i := range m.state {
		y := m.state[i]&(1<<31) | m.state[(i+1)%twisterSize]&(1<<31-1)
		v := m.state[(i+twisterMid)%twisterSize] ^ y>>1
		if y&1 != 0 {
			v ^= 0x9908b0df
		}
		m.state[i] = v
	}
	m.index = 0
}

func (m *twister) uint32() uint32 {
	if m.index >= twisterSize {
		m.twist()
	}
	y := m.state[m.index]
	m.index++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// float returns a float in [0, 1) of 53 random bits.
func (m *twister) float() float64 {
	a, b := m.uint32()>>5, m.uint32()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

func initRandom(t *object.Thread) (*object.Module, error) {
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
			m.seedKey(entropy())
			return object.Adopt(m, c)
		},
		Init: func(t *object.Thread, self object.Value, a []object.Value) error {
			return twisterSeed(t, asTwister(self), a[0])
		},
		HasDict: true,
		Methods: []object.Method{
			{Sig: "random(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Float(asTwister(a[0]).float()), nil
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
		m.seedKey(entropy())
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
	m.seedKey(key)
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
		return object.Int(int64(m.uint32() >> (32 - k))), nil
	}
	if err := t.Charge(k / 8); err != nil {
		return object.Value{}, err
	}
	words := (k + 31) / 32
	bytes := make([]byte, 4*words)
	for i := range words {
		w := m.uint32()
		if left := k - 32*i; left < 32 {
			w >>= 32 - left
		}
		binary.BigEndian.PutUint32(bytes[4*(words-1-i):], w)
	}
	return object.NewBig(new(big.Int).SetBytes(bytes)), nil
}

func twisterGetState(_ *object.Thread, a []object.Value) (object.Value, error) {
	m := asTwister(a[0])
	row := make([]object.Value, twisterSize+1)
	for i, w := range m.state {
		row[i] = object.Int(int64(w))
	}
	row[twisterSize] = object.Int(int64(m.index))
	return object.NewTuple(row...), nil
}

func twisterSetState(_ *object.Thread, a []object.Value) (object.Value, error) {
	row, ok := a[1].Object().(*object.Tuple)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "state vector must be a tuple")
	}
	if len(row.Items) != twisterSize+1 {
		return object.Value{}, object.Raise(object.ValueError, "state vector is the wrong size")
	}
	var next twister
	for i, v := range row.Items {
		n, ok := object.AsInt(v)
		if !ok || n < 0 || n > math.MaxUint32 || i == twisterSize && n > twisterSize {
			return object.Value{}, object.Raise(object.ValueError, "invalid state")
		}
		if i < twisterSize {
			next.state[i] = uint32(n)
		} else {
			next.index = int(n)
		}
	}
	m := asTwister(a[0])
	m.state, m.index = next.state, next.index
	return object.None, nil
}
