package containers

import (
	"container/list"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

func InitFunctools(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_functools", "The parts of functools that are hot.")
	m.AddFuncs(
		object.Def("reduce(function, iterable, initial=?, /)", reduce, "Folds the iterable from the left."),
		object.Def("cmp_to_key(mycmp)", cmpToKey, "A key function made of a comparison."),
	)
	m.Dict.Set("partial", partialClass.Value())
	m.Dict.Set("_lru_cache_wrapper", lruClass.Value())
	return m, nil
}

func reduce(t *object.Thread, a []object.Value) (object.Value, error) {
	fn, total := a[0], a[2]
	err := object.ForEach(t, a[1], func(x object.Value) (err error) {
		if total.IsNil() {
			total = x
			return nil
		}
		total, err = object.Call(t, fn, total, x)
		return err
	})
	if err == nil && total.IsNil() {
		err = object.Raise(object.TypeError, "reduce() of empty iterable with no initial value")
	}
	return total, err
}

// comparable is a key of cmp_to_key: it orders by calling the comparison.
type comparable struct {
	object.Head
	fn, obj object.Value
}

var comparableClass = binding.Class("functools.KeyWrapper").Define(object.Spec{
	NoConstructor: true,
	OwnLayout:     true,
	Unhashable:    true,
	Slots: object.Slots{Compare: func(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
		x := a.Object().(*comparable)
		y, ok := b.Object().(*comparable)
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "other argument must be K instance")
		}
		r, err := object.Call(t, x.fn, x.obj, y.obj)
		if err != nil {
			return object.Value{}, err
		}
		return object.Compare(t, op, r, object.Int(0))
	}},
	Props: []object.Prop{{Name: "obj", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return v.Object().(*comparable).obj, nil
	}}},
})

// cmpToKey binds the comparison, so that whoever asks what the key refers to finds it.
func cmpToKey(_ *object.Thread, a []object.Value) (object.Value, error) {
	key := object.Def("K(mycmp, obj)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.Adopt(&comparable{fn: a[0], obj: a[1]}, comparableClass), nil
	}, "Wraps an object for ordering.")
	key.Self = a[0]
	return object.Of(key), nil
}

// partial is a function with some arguments given already.
type partial struct {
	object.Head
	fn  object.Value
	pos []object.Value
	kw  *object.Dict
}

var partialClass = binding.Class("functools.partial")

func init() {
	partialClass.Define(object.Spec{
		Doc:       "partial(func, *args, **keywords) - new function with partial application of the given arguments and keywords.\n",
		OwnLayout: true,
		HasDict:   true,
		Slots:     object.Slots{New: newPartial, Init: func(*object.Thread, object.Value, object.Args) error { return nil }, Call: callPartial, Repr: partialRepr},
		Props: []object.Prop{
			{Name: "func", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return v.Object().(*partial).fn, nil }},
			{Name: "args", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.CopyTuple(v.Object().(*partial).pos), nil
			}},
			{Name: "keywords", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Of(v.Object().(*partial).kw), nil
			}},
		},
		Methods: []object.Method{
			{Sig: "__reduce__(self, /)", Fn: reducePartial, Doc: ""},
			{Sig: "__setstate__(self, state, /)", Fn: setPartial, Doc: ""},
		},
	})
}

// reducePartial gives what copy and pickle need: the class, the function, and the state.
func reducePartial(t *object.Thread, a []object.Value) (object.Value, error) {
	p := a[0].Object().(*partial)
	own := object.None
	if d, err := object.GetAttr(t, a[0], "__dict__"); err == nil {
		if n, err := object.Len(t, d); err == nil && n > 0 {
			own = d
		}
	}
	state := object.NewTuple(p.fn, object.CopyTuple(p.pos), object.Of(p.kw), own)
	return object.NewTuple(a[0].Class().Value(), object.NewTuple(p.fn), state), nil
}

// setPartial takes the state that reducePartial gives.
func setPartial(t *object.Thread, a []object.Value) (object.Value, error) {
	p := a[0].Object().(*partial)
	state, ok := a[1].Object().(*object.Tuple)
	if !ok || len(state.Items) != 4 || !object.Callable(state.Items[0]) {
		return object.Value{}, object.Raise(object.TypeError, "invalid partial state")
	}
	pos, isTuple := state.Items[1].Object().(*object.Tuple)
	kw, isDict := state.Items[2].Object().(*object.Dict)
	if !isTuple || !isDict && !state.Items[2].IsNone() {
		return object.Value{}, object.Raise(object.TypeError, "invalid partial state")
	}
	p.fn, p.pos, p.kw = state.Items[0], pos.Items, object.NewDict()
	if isDict {
		p.kw = kw.Copy()
	}
	d, err := object.GetAttr(t, a[0], "__dict__")
	if err == nil {
		_, err = object.CallAttr(t, d, "clear")
	}
	if own := state.Items[3]; err == nil && !own.IsNone() {
		_, err = object.CallAttr(t, d, "update", own)
	}
	return object.None, err
}

// partialBytes is about what a partial takes, with its dict.
const partialBytes = 512

func newPartial(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	if len(a.Pos) == 0 {
		return object.Value{}, object.Raise(object.TypeError, "type 'partial' takes at least one argument")
	}
	p := &partial{fn: a.Pos[0], kw: object.NewDict()}
	if !object.Callable(p.fn) {
		return object.Value{}, object.Raise(object.TypeError, "the first argument must be callable")
	}
	if inner, ok := p.fn.Object().(*partial); ok && p.fn.Class() == partialClass && c == partialClass {
		p.fn, p.pos, p.kw = inner.fn, append(p.pos, inner.pos...), inner.kw.Copy()
	}
	if err := t.Charge(partialBytes + 64*(len(p.pos)+len(a.Pos)+len(a.Kw)+p.kw.Len())); err != nil {
		return object.Value{}, err
	}
	p.pos = append(p.pos, a.Pos[1:]...)
	for _, k := range a.Kw {
		p.kw.SetStr(k.Name, k.Value)
	}
	return object.Adopt(p, c), nil
}

func callPartial(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
	p := v.Object().(*partial)
	args := object.Args{Pos: append(p.pos[:len(p.pos):len(p.pos)], a.Pos...), Kw: a.Kw}
	if p.kw.Len() > 0 {
		merged := p.kw.Copy()
		for _, k := range a.Kw {
			merged.SetStr(k.Name, k.Value)
		}
		args.Kw = binding.Keywords(merged)
	}
	return object.CallArgs(t, p.fn, args)
}

func partialRepr(t *object.Thread, v object.Value) (string, error) {
	p := v.Object().(*partial)
	if !t.EnterRepr(v) {
		return "...", nil
	}
	defer t.LeaveRepr()
	text, err := object.Repr(t, p.fn)
	for i := 0; i < len(p.pos) && err == nil; i++ {
		var s string
		s, err = object.Repr(t, p.pos[i])
		text += ", " + s
	}
	for _, k := range binding.Keywords(p.kw) {
		if err != nil {
			break
		}
		var s string
		s, err = object.Repr(t, k.Value)
		text += ", " + k.Name + "=" + s
	}
	name := v.Class().Name
	if v.Class() == partialClass {
		name = "functools.partial"
	}
	return name + "(" + text + ")", err
}

// lru keeps the results of a function's last calls: a dict from arguments to
// entries, and the entries in order of use.
type lru struct {
	object.Head
	fn           object.Value
	max          int // negative: no bound
	typed        bool
	info         object.Value // the class of cache_info()
	known        *object.Dict
	entries      []*list.Element // by the number kept in known
	free         []int
	order        *list.List
	hits, misses int64
}

type lruEntry struct {
	key, value object.Value
	slot       int
}

var lruClass = binding.Class("functools._lru_cache_wrapper")

func init() {
	lruClass.Define(object.Spec{
		Doc:       "A function that remembers the results of its last calls.",
		Signature: "_lru_cache_wrapper(user_function, maxsize, typed, cache_info_type)",
		HasDict:   true,
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			max := -1
			if !a[1].IsNone() {
				n, err := object.IndexInt(t, a[1])
				if err != nil {
					return object.Value{}, err
				}
				max = n
			}
			typed, err := object.ToBool(t, a[2])
			return object.Adopt(&lru{fn: a[0], max: max, typed: typed, info: a[3], known: object.NewDict(), order: list.New()}, c), err
		},
		Slots: object.Slots{
			Call: callLRU,
			DescrGet: func(_ *object.Thread, d, obj object.Value, _ *object.Class) (object.Value, error) {
				if obj.IsNil() {
					return d, nil
				}
				return object.NewBoundMethod(d, obj), nil
			},
		},
		Methods: []object.Method{
			{Sig: "cache_info(self, /)", Fn: lruInfo, Doc: "Hits, misses, the bound and the number of results kept."},
			{Sig: "cache_clear(self, /)", Fn: lruClear, Doc: "Forgets every result."},
			{Sig: "__reduce__(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.GetAttr(t, a[0], "__qualname__")
			}, Doc: ""},
			{Sig: "__copy__(self, /)", Fn: itself, Doc: ""},
			{Sig: "__deepcopy__(self, memo, /)", Fn: itself, Doc: ""},
		},
	})
}

func callLRU(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
	c := v.Object().(*lru)
	if c.max == 0 {
		c.misses++
		return object.CallArgs(t, c.fn, a)
	}
	key := c.key(a)
	slot, ok, err := c.known.Get(t, key)
	if err != nil {
		return object.Value{}, err
	}
	if ok {
		c.hits++
		e := c.entries[slot.SmallInt()]
		c.order.MoveToFront(e)
		return e.Value.(*lruEntry).value, nil
	}
	c.misses++
	result, err := object.CallArgs(t, c.fn, a)
	if err != nil {
		return object.Value{}, err
	}
	return result, c.keep(t, key, result)
}

// key makes one hashable value of the arguments; a single int or str stands for itself.
func (c *lru) key(a object.Args) object.Value {
	if len(a.Kw) == 0 && len(a.Pos) == 1 && !c.typed {
		if v := a.Pos[0]; v.IsInt() || v.Class() == object.StrClass {
			return v
		}
	}
	var room [8]object.Value
	parts := append(room[:0], a.Pos...)
	if len(a.Kw) > 0 {
		parts = append(parts, lruMark)
	}
	for _, k := range a.Kw {
		parts = append(parts, object.NewStr(k.Name), k.Value)
	}
	if c.typed {
		for _, v := range a.Pos {
			parts = append(parts, v.Class().Value())
		}
		for _, k := range a.Kw {
			parts = append(parts, k.Value.Class().Value())
		}
	}
	return object.CopyTuple(parts)
}

// lruMark stands between positional and keyword arguments in a key.
var lruMark = object.NewTuple(object.NewStr("keyword arguments"), object.Ellipsis)

// keep remembers a result, forgetting the least recently used one where the bound is reached.
func (c *lru) keep(t *object.Thread, key, value object.Value) error {
	if _, again, err := c.known.Get(t, key); again || err != nil {
		return err // a nested call got there first
	}
	if c.max > 0 && c.order.Len() >= c.max {
		old := c.order.Back()
		e := old.Value.(*lruEntry)
		c.order.Remove(old)
		c.entries[e.slot] = nil
		c.free = append(c.free, e.slot)
		if _, err := c.known.Delete(t, e.key); err != nil {
			return err
		}
	}
	slot := len(c.entries)
	if n := len(c.free); n > 0 {
		slot, c.free = c.free[n-1], c.free[:n-1]
	} else {
		c.entries = append(c.entries, nil)
	}
	c.entries[slot] = c.order.PushFront(&lruEntry{key, value, slot})
	return c.known.Set(t, key, object.Int(int64(slot)))
}

func lruInfo(t *object.Thread, a []object.Value) (object.Value, error) {
	c := a[0].Object().(*lru)
	bound := object.None
	if c.max >= 0 {
		bound = object.Int(int64(c.max))
	}
	return object.Call(t, c.info, object.Int(c.hits), object.Int(c.misses), bound, object.Int(int64(c.order.Len())))
}

func lruClear(_ *object.Thread, a []object.Value) (object.Value, error) {
	c := a[0].Object().(*lru)
	c.known, c.entries, c.free, c.order = object.NewDict(), nil, nil, list.New()
	c.hits, c.misses = 0, 0
	return object.None, nil
}

func itself(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }
