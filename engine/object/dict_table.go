package object

import "slices"

// table is the insertion-ordered hash table under Dict: entries in order, and an
// open-addressed index into them, as CPython's compact dict
// (https://mail.python.org/pipermail/python-dev/2012-December/123028.html).
// Up to smallTable entries there is no index; a scan over the hashes is faster. An index is two thirds full at most, and
// searched from the hash's low bits on, five times the place before plus one and the other bits by and by: USABLE_FRACTION and
// PERTURB_SHIFT in Objects/dictobject.c.
//
//	index   [ 0 2 0 1 -1 … ]     entry number + 1; 0 is free, -1 was deleted
//	entries [ {h,k,v} {h,k,v} ]  key is zero where deleted
type table struct {
	entries []entry
	index   []int32
	filled  int // places of index that are not free: some must be, or searches do not end
	live    int // entries that are not deleted
	// epoch changes when entries move, so that iterators notice.
	epoch uint32
	// gone is a number of entries at the beginning that are known to be deleted.
	gone uint32
}

type entry struct {
	key, value Value
	hash       int64
}

const smallTable = 8

// find returns the number of the entry with this key, or -1. Comparing keys may
// run Python code and fail.
func (d *table) find(t *Thread, key Value, hash int64) (int, error) {
	if key.head == &intHead {
		if i, sure := d.findInt(key, hash); sure {
			return i, nil
		}
	} else if s, ok := key.head.object.(*Str); ok && s.class == StrClass {
		if i, sure := d.findStr(s.s, hash); sure {
			return i, nil
		}
	}
	return d.findAny(t, key, hash)
}

// findStr looks for a string. sure is false where a key of another class has the
// same hash and has to be asked.
func (d *table) findStr(s string, hash int64) (at int, sure bool) {
	if d.index == nil {
		for i := range d.entries {
			e := &d.entries[i]
			if e.hash == hash && e.key.head != nil {
				k, ok := e.key.head.object.(*Str)
				if !ok || k.class != StrClass {
					return -1, false
				}
				if k.s == s {
					return i, true
				}
			}
		}
		return -1, true
	}
	mask := uint64(len(d.index) - 1)
	perturb := uint64(hash)
	for i := perturb & mask; ; {
		switch n := d.index[i]; {
		case n == 0:
			return -1, true
		case n > 0:
			if e := &d.entries[n-1]; e.hash == hash {
				k, ok := e.key.head.object.(*Str)
				if !ok || k.class != StrClass {
					return -1, false
				}
				if k.s == s {
					return int(n - 1), true
				}
			}
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
}

// findInt is findStr for small ints.
func (d *table) findInt(key Value, hash int64) (at int, sure bool) {
	if d.index == nil {
		for i := range d.entries {
			if e := &d.entries[i]; e.hash == hash && e.key.head != nil {
				if e.key == key {
					return i, true
				}
				if e.key.head != &intHead {
					return -1, false
				}
			}
		}
		return -1, true
	}
	mask := uint64(len(d.index) - 1)
	perturb := uint64(hash)
	for i := perturb & mask; ; {
		switch n := d.index[i]; {
		case n == 0:
			return -1, true
		case n > 0:
			if e := &d.entries[n-1]; e.hash == hash {
				if e.key == key {
					return int(n - 1), true
				}
				if e.key.head != &intHead {
					return -1, false
				}
			}
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
}

// findAny compares with Equal and starts again when that changed the table. Without
// a thread, as for the names of attributes, key equals strings only.
func (d *table) findAny(t *Thread, key Value, hash int64) (int, error) {
restart:
	for p := d.probe(hash); ; {
		n := p.next(d)
		if n < 0 {
			return -1, nil
		}
		e := &d.entries[n]
		if e.hash != hash {
			continue
		}
		if e.key == key {
			return n, nil
		}
		if _, isStr := e.key.head.object.(*Str); t == nil && !isStr {
			continue
		}
		epoch, live, have := d.epoch, d.live, e.key
		eq, err := Equal(t, have, key)
		if err != nil {
			return -1, err
		}
		if d.epoch != epoch || d.live != live || n >= len(d.entries) || d.entries[n].key != have {
			goto restart
		}
		if eq {
			return n, nil
		}
	}
}

// probe walks the entries that may hold a hash.
type probe struct {
	i, perturb uint64
	started    bool
}

func (d *table) probe(hash int64) probe { return probe{perturb: uint64(hash)} }

// next returns the number of the next live entry on the way, or -1.
func (p *probe) next(d *table) int {
	if d.index == nil {
		for ; p.i < uint64(len(d.entries)); p.i++ {
			if d.entries[p.i].key.head != nil {
				p.i++
				return int(p.i - 1)
			}
		}
		return -1
	}
	mask := uint64(len(d.index) - 1)
	for {
		if !p.started {
			p.started = true
			p.i = p.perturb & mask
		} else {
			p.perturb >>= 5
			p.i = (p.i*5 + p.perturb + 1) & mask
		}
		switch n := d.index[p.i]; {
		case n == 0:
			return -1
		case n > 0:
			return int(n - 1)
		}
	}
}

// insert adds a key that is not there.
func (d *table) insert(key, value Value, hash int64) {
	if d.full() {
		d.grow()
	} else if d.entries == nil {
		d.entries = make([]entry, 0, 3)
	}
	d.entries = append(d.entries, entry{key, value, hash})
	d.live++
	if d.index != nil {
		d.link(hash, int32(len(d.entries)))
	}
}

// full reports whether there has to be more room before an insertion. An index may
// fill up however few entries are left: by keys that come and go at the end.
func (d *table) full() bool {
	if d.index == nil {
		return len(d.entries) >= smallTable
	}
	return (max(len(d.entries), d.filled)+1)*3 > len(d.index)*2
}

// link writes entry number n into a free place of the index.
func (d *table) link(hash int64, n int32) {
	mask := uint64(len(d.index) - 1)
	perturb := uint64(hash)
	i := perturb & mask
	for d.index[i] > 0 {
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
	if d.index[i] == 0 {
		d.filled++
	}
	d.index[i] = n
}

// grow drops deleted entries and makes an index with room for as many again.
func (d *table) grow() {
	d.compact()
	size := 16
	for size*2 < (d.live+1)*4 {
		size *= 2
	}
	if room := size * 2 / 3; cap(d.entries) < room {
		d.entries = append(make([]entry, 0, room), d.entries...) // once, and not each time that append would
	}
	d.reindex(size)
}

func (d *table) compact() {
	if d.live == len(d.entries) {
		return
	}
	kept := d.entries[:0]
	for _, e := range d.entries {
		if e.key.head != nil {
			kept = append(kept, e)
		}
	}
	clear(d.entries[len(kept):])
	d.entries, d.gone = kept, 0
	d.epoch++
}

func (d *table) reindex(size int) {
	d.filled = 0
	if d.live < smallTable {
		d.index = nil
		return
	}
	d.index = make([]int32, size)
	for i := range d.entries {
		d.link(d.entries[i].hash, int32(i+1))
	}
}

// remove deletes entry n.
func (d *table) remove(n int) {
	e := &d.entries[n]
	if d.index != nil {
		mask := uint64(len(d.index) - 1)
		perturb := uint64(e.hash)
		i := perturb & mask
		for d.index[i] != int32(n+1) {
			perturb >>= 5
			i = (i*5 + perturb + 1) & mask
		}
		d.index[i] = -1
	}
	*e = entry{}
	d.live--
	if n == len(d.entries)-1 {
		d.trim()
	}
}

// trim drops deleted entries at the end, which keeps popitem and stacks cheap.
func (d *table) trim() {
	n := len(d.entries)
	for n > 0 && d.entries[n-1].key.head == nil {
		n--
	}
	d.entries, d.gone = d.entries[:n], min(d.gone, uint32(n))
	if d.live == 0 {
		d.index = nil
	}
}

// first returns the number of the first entry that is not deleted.
func (d *table) first() int {
	for int(d.gone) < len(d.entries) && d.entries[d.gone].key.head == nil {
		d.gone++
	}
	return int(d.gone)
}

// moveLast makes entry n the last one.
func (d *table) moveLast(n int) {
	if n == len(d.entries)-1 {
		return
	}
	e := d.entries[n]
	d.remove(n)
	d.insert(e.key, e.value, e.hash)
	d.epoch++
}

// moveFirst makes entry n the first one, for which all others move.
func (d *table) moveFirst(n int) {
	if n == d.first() {
		return
	}
	e := d.entries[n]
	d.remove(n)
	if d.full() {
		d.grow()
	}
	d.compact()
	d.entries = slices.Insert(d.entries, 0, e)
	d.live++
	d.epoch++
	if d.index != nil {
		d.reindex(len(d.index))
	}
}

// copy returns an independent table without deleted entries.
func (d *table) copy() table {
	n := table{entries: make([]entry, 0, d.live), live: d.live}
	for _, e := range d.entries {
		if e.key.head != nil {
			n.entries = append(n.entries, e)
		}
	}
	if d.index != nil && len(n.entries) == len(d.entries) {
		n.index, n.filled = append([]int32(nil), d.index...), d.filled
	} else if n.live >= smallTable {
		n.reindex(indexSize(n.live))
	}
	return n
}

func indexSize(live int) int {
	size := 16
	for size*2 < (live+1)*3 {
		size *= 2
	}
	return size
}
