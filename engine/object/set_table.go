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
	if s.used == 0 {
		return -1, nil
	}
	at, _, err := s.search(t, key, hash)
	return at, err
}

// search returns the slot of key, or -1 and where place would put it.
func (s *setTable) search(t *Thread, key Value, hash int64) (at, free int, err error) {
restart:
	slots := s.slots
	mask := uint64(len(slots) - 1)
	perturb := uint64(hash)
	free = -1
	for i := perturb & mask; ; {
		limit := i
		if i+linearProbes <= mask {
			limit = i + linearProbes
		}
		for j := i; j <= limit && j < uint64(len(slots)); j++ {
			e := &slots[j]
			if e.key == key {
				return int(j), -1, nil
			}
			if e.key.head == nil {
				if e.hash != 0 {
					free = int(j)
					continue
				}
				if free < 0 {
					free = int(j)
				}
				return -1, free, nil
			}
			if e.hash != hash {
				continue
			}
			epoch, used, have := s.epoch, s.used, e.key
			eq, err := Equal(t, have, key)
			if err != nil {
				return -1, -1, err
			}
			if s.epoch != epoch || s.used != used {
				if s.slots == nil { // the comparison has emptied the set
					s.slots = make([]setEntry, setMinSize)
				}
				goto restart
			}
			if eq {
				return int(j), -1, nil
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}

// add adds a key and reports whether it was new.
func (s *setTable) add(t *Thread, key Value, hash int64) (bool, error) {
	if s.slots == nil {
		s.slots = make([]setEntry, setMinSize)
	}
	at, free, err := s.search(t, key, hash)
	if at >= 0 || err != nil {
		return false, err
	}
	e := &s.slots[free]
	if e.hash == 0 {
		s.fill++
	}
	e.key, e.hash = key, hash
	s.used++
	return true, s.grow(t)
}

// addNew adds a key that is not there to a table without dummies.
func (s *setTable) addNew(t *Thread, key Value, hash int64) error {
	if s.slots == nil {
		s.slots = make([]setEntry, setMinSize)
	}
	s.place(key, hash)
	return s.grow(t)
}

// fillWith adds keys, all different, to an empty table. Where each finds its first slot free it makes no difference that
// the table does not grow on the way.
func (s *setTable) fillWith(t *Thread, list []setEntry) error {
	if size := grownSize(len(list)); size > setMinSize && apart(list, size) {
		s.slots = make([]setEntry, size)
		for _, e := range list {
			s.slots[uint64(e.hash)&uint64(size-1)] = e
		}
		s.fill, s.used = len(list), len(list)
		return nil
	}
	for _, e := range list {
		if err := s.addNew(t, e.key, e.hash); err != nil {
			return err
		}
	}
	return nil
}

// mostApart is the largest table that apart knows.
const mostApart = 512

// apart reports whether all keys have different first slots in a table of that size.
func apart(list []setEntry, size int) bool {
	if size > mostApart {
		return false
	}
	var taken [mostApart / 64]uint64
	for i := range list {
		at := uint64(list[i].hash) & uint64(size-1)
		word, bit := &taken[at/64], uint64(1)<<(at%64)
		if *word&bit != 0 {
			return false
		}
		*word |= bit
	}
	return true
}

// grownSize is the size of a table to which so many keys have been added one by one.
func grownSize(keys int) int {
	size := setMinSize
	for {
		full := ((size-1)*3 + 4) / 5 // keys, at which grow makes room
		if keys < full {
			return size
		}
		size = tableSize(full * 4)
	}
}

// grow makes room for another key.
func (s *setTable) grow(t *Thread) error {
	if s.fill*5 < (len(s.slots)-1)*3 {
		return nil
	}
	if s.used > 1000 && t != nil {
		if err := t.ChargeItems(s.used, 32); err != nil {
			return err
		}
	}
	s.resize(s.roomFor())
	return nil
}

// crowded reports whether the table has to grow for so many more keys.
func (s *setTable) crowded(more int) bool {
	return (s.fill+more)*5 >= (max(len(s.slots), setMinSize)-1)*3
}

// copiesAsIs reports whether a copy has every key in the same slot.
func (s *setTable) copiesAsIs() bool {
	size := setMinSize
	if s.used*5 >= (setMinSize-1)*3 {
		size = tableSize(s.used * 2)
	}
	return s.fill == s.used && len(s.slots) == size
}

// roomFor is how many keys a table that grows makes room for.
func (s *setTable) roomFor() int {
	if s.used > 50000 {
		return s.used * 2
	}
	return s.used * 4
}

// place puts a key into a table that has neither it nor dummies.
func (s *setTable) place(key Value, hash int64) {
	slots := s.slots
	mask := uint64(len(slots) - 1)
	perturb := uint64(hash)
	for i := perturb & mask; ; {
		limit := i
		if i+linearProbes <= mask {
			limit = i + linearProbes
		}
		for j := i; j <= limit && j < uint64(len(slots)); j++ {
			if e := &slots[j]; e.key.head == nil {
				e.key, e.hash = key, hash
				s.fill++
				s.used++
				return
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}

// resize makes room for more than minUsed keys and drops the dummies.
func (s *setTable) resize(minUsed int) {
	old := s.slots
	*s = setTable{slots: make([]setEntry, tableSize(minUsed)), epoch: s.epoch + 1, hand: s.hand}
	for i := range old {
		if e := &old[i]; e.key.head != nil {
			s.place(e.key, e.hash)
		}
	}
}

func (s *setTable) remove(i int) {
	s.slots[i] = setEntry{hash: deleted}
	s.used--
}

// tableSize is the length of the table that resize makes for more than minUsed keys.
func tableSize(minUsed int) int {
	size := setMinSize
	for size <= minUsed {
		size <<= 1
	}
	return size
}

// merge adds all of other's keys to an empty table.
func (s *setTable) merge(other *setTable) {
	if s.crowded(other.used) {
		s.resize((s.used + other.used) * 2)
	} else if s.slots == nil {
		s.slots = make([]setEntry, setMinSize)
	}
	if s.fill == 0 && len(s.slots) == len(other.slots) && other.fill == other.used {
		copy(s.slots, other.slots)
		s.fill, s.used = other.fill, other.used
		return
	}
	for i := range other.slots {
		if e := &other.slots[i]; e.key.head != nil {
			s.place(e.key, e.hash)
		}
	}
}
