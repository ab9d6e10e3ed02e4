package pickle

import (
	"math/bits"

	"gputour/engine/object"
)

// pickleMemo numbers the objects that a pickler has written. Go's map is made for any key;
// that of most pickles has a few dozen objects, which are told apart by their addresses.
type pickleMemo struct {
	entries []memoEntry
	index   []int32 // numbers of entries from 1; 0 is free. As long as a power of two
}

// memoEntry keeps its object alive: others could come to lie where it lay.
type memoEntry struct {
	object object.Value
	number int
}

func (m *pickleMemo) len() int { return len(m.entries) }

// place is where in the index x is, or would be.
func (m *pickleMemo) place(x object.Value) uint64 {
	mask := uint64(len(m.index) - 1)
	hash := uint64(object.ID(x)) * 0x9e3779b97f4a7c15
	for i := hash >> (64 - bits.Len64(mask)); ; i = (i + 1) & mask {
		if at := m.index[i]; at == 0 || m.entries[at-1].object == x {
			return i
		}
	}
}

func (m *pickleMemo) get(x object.Value) (int, bool) {
	if m.index == nil {
		return 0, false
	}
	if at := m.index[m.place(x)]; at > 0 {
		return m.entries[at-1].number, true
	}
	return 0, false
}

func (m *pickleMemo) set(x object.Value, number int) {
	if m.index == nil {
		m.index = make([]int32, 64)
	}
	i := m.place(x)
	if at := m.index[i]; at > 0 {
		m.entries[at-1].number = number
		return
	}
	m.entries = append(m.entries, memoEntry{x, number})
	m.index[i] = int32(len(m.entries))
	if len(m.entries)*2 > len(m.index) {
		m.index = make([]int32, 4*len(m.index))
		for k := range m.entries {
			m.index[m.place(m.entries[k].object)] = int32(k + 1)
		}
	}
}

// maxDense bounds the numbers that a reader keeps in a slice.
const maxDense = 1 << 20

// unpickleMemo are the objects that a pickle numbers, from zero on in all but strange ones.
type unpickleMemo struct {
	dense []object.Value // zero where there is none
	far   map[uint64]object.Value
	count int
}

func (m *unpickleMemo) get(n uint64) (object.Value, bool) {
	if n < uint64(len(m.dense)) {
		return m.dense[n], !m.dense[n].IsNil()
	}
	x, ok := m.far[n]
	return x, ok
}

func (m *unpickleMemo) set(n uint64, x object.Value) {
	switch _, old := m.get(n); {
	case !old:
		m.count++
	case n >= uint64(len(m.dense)):
		m.far[n] = x
		return
	}
	switch {
	case n < uint64(len(m.dense)):
		m.dense[n] = x
	case n == uint64(len(m.dense)) && n < maxDense:
		if m.dense == nil {
			m.dense = make([]object.Value, 0, 16)
		}
		m.dense = append(m.dense, x)
	default:
		if m.far == nil {
			m.far = map[uint64]object.Value{}
		}
		m.far[n] = x
	}
}

// all calls f with each number and object.
func (m *unpickleMemo) all(f func(n uint64, x object.Value) error) error {
	for n, x := range m.dense {
		if !x.IsNil() {
			if err := f(uint64(n), x); err != nil {
				return err
			}
		}
	}
	for n, x := range m.far {
		if err := f(n, x); err != nil {
			return err
		}
	}
	return nil
}
