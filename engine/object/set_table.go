package object

// setTable is the hash table under Set. It follows CPython's setobject.c step by
// step (linear probes, then a jump; growth by four), so that a set of ints shows
// its elements in the same order.
type setTable struct {
	slots []setEntry // a power of two of them
	fill  int        // used and dummy slots
	hand  int        // where pop goes on looking
	used  int
	epoch uint32 // changes when elements move or go
}

// setEntry is free (zero), a dummy (deleted: a hash without a key), or holds a key.
type setEntry struct {
	key  Value
	hash int64
}

// deleted is the hash of a dummy.
const deleted = -1

const (
	setMinSize   = 8
	linearProbes = 9
)

// find returns the slot of key, or -1.
func (s *setTable) find(t *Thread, key Value, hash int64) (int, error) {
restart:
	if s.used == 0 {
		return -1, nil
	}
	slots := s.slots
	mask := uint64(len(slots) - 1)
	perturb := uint64(hash)
	for i := perturb & mask; ; {
		limit := i
		if i+linearProbes <= mask {
			limit = i + linearProbes
		}
		for j := i; j <= limit && j < uint64(len(slots)); j++ {
			e := &slots[j]
			if e.key == key {
				return int(j), nil
			}
			if e.key.head == nil {
				if e.hash == 0 {
					return -1, nil
				}
				continue
			}
			if e.hash != hash {
				continue
			}
			epoch, used, have := s.epoch, s.used, e.key
			eq, err := Equal(t, have, key)
			if err != nil {
				return -1, err
			}
			if s.epoch != epoch || s.used != used {
				goto restart
			}
			if eq {
				return int(j), nil
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}

// add adds a key and reports whether it was new.
func (s *setTable) add(t *Thread, key Value, hash int64) (bool, error) {
	if i, err := s.find(t, key, hash); i >= 0 || err != nil {
		return false, err
	}
	if s.slots == nil { // a comparison may have emptied the set
		s.slots = make([]setEntry, setMinSize)
	}
	s.place(key, hash)
	if s.fill*5 < (len(s.slots)-1)*3 {
		return true, nil
	}
	if s.used > 1000 && t != nil {
		if err := t.ChargeItems(s.used, 32); err != nil {
			return true, err
		}
	}
	s.resize(s.roomFor())
	return true, nil
}

// roomFor is how many keys a table that grows makes room for.
func (s *setTable) roomFor() int {
	if s.used > 50000 {
		return s.used * 2
	}
	return s.used * 4
}

// place puts a new key into a free slot on its way, or into the last dummy before it.
func (s *setTable) place(key Value, hash int64) {
	mask := uint64(len(s.slots) - 1)
	perturb := uint64(hash)
	var free *setEntry
	for i := perturb & mask; ; {
		limit := i
		if i+linearProbes <= mask {
			limit = i + linearProbes
		}
		for j := i; j <= limit; j++ {
			e := &s.slots[j]
			if e.key.head != nil {
				continue
			}
			if e.hash == 0 {
				if free == nil {
					free = e
					s.fill++
				}
				*free = setEntry{key: key, hash: hash}
				s.used++
				return
			}
			free = e
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}

// resize makes room for more than minUsed keys and drops the dummies.
func (s *setTable) resize(minUsed int) {
	size := setMinSize
	for size <= minUsed {
		size <<= 1
	}
	old := s.slots
	*s = setTable{slots: make([]setEntry, size), epoch: s.epoch + 1, hand: s.hand}
	for _, e := range old {
		if e.key.head != nil {
			s.place(e.key, e.hash)
		}
	}
}

func (s *setTable) remove(i int) {
	s.slots[i] = setEntry{hash: deleted}
	s.used--
}

// copy returns an independent table, laid out as CPython's set_merge into an empty set does.
func (s *setTable) copy() setTable {
	n := setTable{slots: make([]setEntry, setMinSize)}
	n.merge(s)
	return n
}

// merge adds all of other's keys to an empty table.
func (s *setTable) merge(other *setTable) {
	if (s.fill+other.used)*5 >= (len(s.slots)-1)*3 {
		s.resize((s.used + other.used) * 2)
	}
	if s.fill == 0 && len(s.slots) == len(other.slots) && other.fill == other.used {
		copy(s.slots, other.slots)
		s.fill, s.used = other.fill, other.used
		return
	}
	for _, e := range other.slots {
		if e.key.head != nil {
			s.place(e.key, e.hash)
		}
	}
}
