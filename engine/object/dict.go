package object

import "iter"

// Dict is dict. Its methods that take a Thread may run Python code to hash and
// compare keys.
type Dict struct {
	Head
	table
	// names is set for the live dict of a Namespace: then string keys are there,
	// and the table holds only other keys.
	names *Namespace
}

// DictClass is dict.
var DictClass = bare("dict")

func newDict(c *Class) *Dict {
	d := &Dict{}
	d.class, d.object = c, d
	return d
}

// NewDict returns an empty dict.
func NewDict() *Dict { return newDict(DictClass) }

// Value returns the dict as a value.
func (d *Dict) Value() Value { return Value{&d.Head, 0} }

// Len returns the number of keys.
func (d *Dict) Len() int {
	if d.names != nil {
		return d.live + d.names.Len()
	}
	return d.live
}

// name returns the string key of a namespace's dict.
func (d *Dict) name(key Value) (string, bool) {
	if d.names == nil {
		return "", false
	}
	if s, ok := key.head.object.(*Str); ok {
		return s.s, true
	}
	return "", false
}

// Get returns d[key]; ok is false where it is missing.
func (d *Dict) Get(t *Thread, key Value) (v Value, ok bool, err error) {
	if s, ok := d.name(key); ok {
		v, ok := d.names.Get(s)
		return v, ok, nil
	}
	hash, err := Hash(t, key)
	if err != nil {
		return Value{}, false, err
	}
	n, err := d.find(t, key, hash)
	if n < 0 || err != nil {
		return Value{}, false, err
	}
	return d.entries[n].value, true, nil
}

// Set sets d[key].
func (d *Dict) Set(t *Thread, key, v Value) error {
	if s, ok := d.name(key); ok {
		d.names.Set(s, v)
		return nil
	}
	hash, err := Hash(t, key)
	if err != nil {
		return err
	}
	return d.setHashed(t, key, v, hash)
}

func (d *Dict) setHashed(t *Thread, key, v Value, hash int64) error {
	n, err := d.find(t, key, hash)
	if err != nil {
		return err
	}
	if n >= 0 {
		d.entries[n].value = v
		return nil
	}
	if c := cap(d.entries); len(d.entries) == c && c >= 64 && t != nil {
		if err := t.ChargeItems(c, 48); err != nil {
			return err
		}
	}
	d.insert(key, v, hash)
	return nil
}

// Delete removes key and reports whether it was there.
func (d *Dict) Delete(t *Thread, key Value) (bool, error) {
	_, ok, err := d.Pop(t, key)
	return ok, err
}

// Pop removes key and returns its value.
func (d *Dict) Pop(t *Thread, key Value) (v Value, ok bool, err error) {
	if s, ok := d.name(key); ok {
		v, _ := d.names.Get(s)
		return v, d.names.Delete(s), nil
	}
	hash, err := Hash(t, key)
	if err != nil {
		return Value{}, false, err
	}
	n, err := d.find(t, key, hash)
	if n < 0 || err != nil {
		return Value{}, false, err
	}
	v = d.entries[n].value
	d.remove(n)
	return v, true, nil
}

// GetStr returns the value of a string key.
func (d *Dict) GetStr(name string) (Value, bool) {
	if d.names != nil {
		return d.names.Get(name)
	}
	n, sure := d.findStr(name, stringHash(name))
	if !sure {
		v, ok, err := d.Get(nil, NewStr(name))
		return v, ok && err == nil
	}
	if n < 0 {
		return Value{}, false
	}
	return d.entries[n].value, true
}

// SetStr sets the value of a string key.
func (d *Dict) SetStr(name string, v Value) {
	if d.names != nil {
		d.names.Set(name, v)
		return
	}
	hash := stringHash(name)
	if n, sure := d.findStr(name, hash); sure && n >= 0 {
		d.entries[n].value = v
		return
	}
	d.insert(NewStr(name), v, hash)
}

// DeleteStr removes a string key and reports whether it was there.
func (d *Dict) DeleteStr(name string) bool {
	if d.names != nil {
		return d.names.Delete(name)
	}
	n, sure := d.findStr(name, stringHash(name))
	if !sure || n < 0 {
		return false
	}
	d.remove(n)
	return true
}

// Clear removes all keys.
func (d *Dict) Clear() {
	d.table = table{epoch: d.epoch + 1}
	if d.names != nil {
		for _, b := range d.names.boxes {
			b.Value = Value{}
		}
	}
}

// Copy returns a plain dict with the same items.
func (d *Dict) Copy() *Dict {
	c := NewDict()
	if d.names == nil {
		c.table = d.table.copy()
		return c
	}
	for k, v := range d.All() {
		c.insert(k, v, mustHash(k))
	}
	return c
}

// Reserve makes room for n items in an empty dict.
func (d *Dict) Reserve(n int) {
	switch {
	case d.entries != nil || n == 0:
	case n <= smallTable:
		d.entries = make([]entry, 0, n)
	default:
		size := indexSize(n)
		d.entries, d.index = make([]entry, 0, size*2/3), make([]int32, size)
	}
}

// Next returns the item at *pos and moves on; it begins with *pos zero. The dict
// may be changed meanwhile, but which items then come is undefined.
func (d *Dict) Next(pos *int) (k, v Value, ok bool) {
	if d.names != nil {
		for ; *pos < len(d.names.boxes); *pos++ {
			if b := d.names.boxes[*pos]; b.Value.head != nil {
				*pos++
				return NewStr(b.Name), b.Take(), true
			}
		}
	}
	base := 0
	if d.names != nil {
		base = len(d.names.boxes)
	}
	for ; *pos-base < len(d.entries); *pos++ {
		if e := &d.entries[*pos-base]; e.key.head != nil {
			*pos++
			return e.key, e.value, true
		}
	}
	return Value{}, Value{}, false
}

// Place is where the value of entry i lies, nil if its key is not this very object. It is
// valid until the dict changes.
func (d *Dict) Place(i int, key Value) *Value {
	if d.names == nil && i < len(d.entries) && d.entries[i].key == key {
		return &d.entries[i].value
	}
	return nil
}

// OnlyStr reports whether all keys are strings.
func (d *Dict) OnlyStr() bool {
	for i := range d.entries {
		if k := d.entries[i].key; k.head != nil {
			if _, ok := k.head.object.(*Str); !ok {
				return false
			}
		}
	}
	return true
}

// All yields the items in order.
func (d *Dict) All() iter.Seq2[Value, Value] {
	return func(yield func(k, v Value) bool) {
		for pos := 0; ; {
			k, v, ok := d.Next(&pos)
			if !ok || !yield(k, v) {
				return
			}
		}
	}
}

// Keys returns the keys in order.
func (d *Dict) Keys() []Value {
	keys := make([]Value, 0, d.Len())
	for k := range d.All() {
		keys = append(keys, k)
	}
	return keys
}

// SetDefault returns d[key], set to v first where it is missing.
func (d *Dict) SetDefault(t *Thread, key, v Value) (Value, error) {
	have, ok, err := d.Get(t, key)
	if ok || err != nil {
		return have, err
	}
	return v, d.Set(t, key, v)
}

// Update copies the items of a mapping, or the pairs of an iterable, into d.
func (d *Dict) Update(t *Thread, other Value) error {
	if o, ok := other.Object().(*Dict); ok && o.class.plainIter() {
		return d.updateDict(t, o)
	}
	keys, ok, err := GetAttrOpt(t, other, "keys")
	if err != nil {
		return err
	}
	if !ok {
		return d.updatePairs(t, other)
	}
	names, err := Call(t, keys)
	if err != nil {
		return err
	}
	return ForEach(t, names, func(k Value) error {
		v, err := GetItem(t, other, k)
		if err != nil {
			return err
		}
		return d.Set(t, k, v)
	})
}

func (d *Dict) updateDict(t *Thread, o *Dict) error {
	if d == o {
		return nil
	}
	if d.live == 0 && d.names == nil && o.names == nil {
		if err := t.ChargeItems(o.live, 48); err != nil {
			return err
		}
		epoch := d.epoch
		d.table = o.table.copy()
		d.epoch = epoch + 1
		return nil
	}
	for pos := 0; ; {
		k, v, ok := o.Next(&pos)
		if !ok {
			return nil
		}
		if err := d.Set(t, k, v); err != nil {
			return err
		}
	}
}

// updateNext is updatePairs for an iterator that NextPair knows.
func (d *Dict) updateNext(t *Thread, it Value) (known bool, err error) {
	for {
		k, v, ok, known, err := NextPair(t, it)
		if !ok || err != nil {
			return known, err
		}
		if err := d.Set(t, k, v); err != nil {
			return true, err
		}
		if t.ticks++; t.ticks == 0 {
			if err := t.Poll(); err != nil {
				return true, err
			}
		}
	}
}

func (d *Dict) updatePairs(t *Thread, pairs Value) error {
	if known, err := d.updateNext(t, pairs); known {
		return err
	}
	i := 0
	return ForEach(t, pairs, func(pair Value) error {
		if pair.Class().Slots.Iter == nil && pair.Class().Slots.GetItem == nil {
			return Raise(TypeError, "cannot convert dictionary update sequence element #%d to a sequence", i)
		}
		kv, err := elementsOf(t, pair)
		if err != nil {
			return err
		}
		if len(kv) != 2 {
			return Raise(ValueError, "dictionary update sequence element #%d has length %d; 2 is required", i, len(kv))
		}
		i++
		return d.Set(t, kv[0], kv[1])
	})
}
