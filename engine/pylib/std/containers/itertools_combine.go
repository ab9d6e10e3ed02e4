package containers

import (
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// The combinatoric iterators: each keeps the indices of its current selection and
// moves the rightmost one that can move. Then count and repeat, which show their state.

// pool collects the elements to choose from, and reads r.
func pool(t *object.Thread, a []object.Value) (items []object.Value, r int, err error) {
	if items, err = object.Collect(t, a[0]); err != nil {
		return nil, 0, err
	}
	if a[1].IsNone() {
		return items, len(items), nil
	}
	if r, err = object.IndexInt(t, a[1]); err == nil && r < 0 {
		err = object.Raise(object.ValueError, "r must be non-negative")
	}
	if err == nil {
		err = t.ChargeItems(int(r), 2*8)
	}
	return items, r, err
}

// selection iterates over index tuples: first, then what advance changes it to.
func selection(items []object.Value, indices []int, advance func() bool) binding.Step {
	started := false
	row := make([]object.Value, len(indices))
	return func(t *object.Thread) (object.Value, bool, error) {
		if started && !advance() {
			return binding.End()
		}
		started = true
		for i, j := range indices {
			row[i] = items[j]
		}
		return object.CopyTuple(row), true, t.Charge(rowBytes + 16*len(row))
	}
}

// rowBytes is what a tuple takes beside its items.
const rowBytes = 48

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func nothing(*object.Thread) (object.Value, bool, error) { return binding.End() }

func combinations(t *object.Thread, a []object.Value) (binding.Step, error) {
	items, r, err := pool(t, a)
	if err != nil || r > len(items) {
		return nothing, err
	}
	indices := upTo(r)
	return selection(items, indices, func() bool {
		i := r - 1
		for i >= 0 && indices[i] == i+len(items)-r {
			i--
		}
		if i < 0 {
			return false
		}
		indices[i]++
		for j := i + 1; j < r; j++ {
			indices[j] = indices[j-1] + 1
		}
		return true
	}), nil
}

func combinationsWithReplacement(t *object.Thread, a []object.Value) (binding.Step, error) {
	items, r, err := pool(t, a)
	if err != nil || len(items) == 0 && r > 0 {
		return nothing, err
	}
	indices := make([]int, r)
	return selection(items, indices, func() bool {
		i := r - 1
		for i >= 0 && indices[i] == len(items)-1 {
			i--
		}
		if i < 0 {
			return false
		}
		next := indices[i] + 1
		for ; i < r; i++ {
			indices[i] = next
		}
		return true
	}), nil
}

func permutations(t *object.Thread, a []object.Value) (binding.Step, error) {
	items, r, err := pool(t, a)
	n := len(items)
	if err != nil || r > n {
		return nothing, err
	}
	indices := upTo(n)
	cycles := make([]int, r)
	for i := range cycles {
		cycles[i] = n - i
	}
	return selection(items, indices[:r], func() bool {
		for i := r - 1; i >= 0; i-- {
			cycles[i]--
			if cycles[i] > 0 {
				j := n - cycles[i]
				indices[i], indices[j] = indices[j], indices[i]
				return true
			}
			first := indices[i]
			copy(indices[i:], indices[i+1:])
			indices[n-1] = first
			cycles[i] = n - i
		}
		return false
	}), nil
}

func cartesian(t *object.Thread, a []object.Value) (binding.Step, error) {
	repeat, err := object.IndexInt(t, a[1])
	if err != nil {
		return nil, err
	}
	if repeat < 0 {
		return nil, object.Raise(object.ValueError, "repeat argument cannot be negative")
	}
	var pools [][]object.Value
	for _, v := range a[0].Object().(*object.Tuple).Items {
		items, err := object.Collect(t, v)
		if err != nil {
			return nil, err
		}
		pools = append(pools, items)
	}
	if err := t.ChargeItems(len(pools)*repeat, 32); err != nil {
		return nil, err
	}
	base := len(pools)
	all := make([][]object.Value, 0, base*repeat)
	for range repeat {
		all = append(all, pools[:base]...)
	}
	for _, p := range all {
		if len(p) == 0 {
			return nothing, nil
		}
	}
	return odometer(all), nil
}

// odometer iterates over all choices of one item from each pool; the last pool turns fastest.
func odometer(pools [][]object.Value) binding.Step {
	indices := make([]int, len(pools))
	row := make([]object.Value, len(pools))
	for i, p := range pools {
		row[i] = p[0]
	}
	started := false
	return func(t *object.Thread) (object.Value, bool, error) {
		if !started {
			started = true
			return object.CopyTuple(row), true, t.Charge(rowBytes + 16*len(row))
		}
		for i := len(pools) - 1; i >= 0; i-- {
			if indices[i]++; indices[i] < len(pools[i]) {
				row[i] = pools[i][indices[i]]
				return object.CopyTuple(row), true, t.Charge(rowBytes + 16*len(row))
			}
			indices[i], row[i] = 0, pools[i][0]
		}
		return binding.End()
	}
}

// isNumber is CPython's PyNumber_Check: what has __index__, __int__ or __float__, or is complex.
func isNumber(v object.Value) bool {
	s := v.Class().Slots
	_, isComplex := v.Object().(*object.Complex)
	return s.Index != nil || s.Int != nil || s.Float != nil || isComplex
}

// counter is itertools.count.
type counter struct {
	object.Head
	at, by object.Value
}

var countClass = binding.Class("itertools.count").Define(object.Spec{
	Doc:       "Numbers from start on.",
	Signature: "count(start=0, step=1)",
	Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
		for _, v := range a {
			if !isNumber(v) {
				return object.Value{}, object.Raise(object.TypeError, "a number is required")
			}
		}
		return object.Adopt(&counter{at: a[0], by: a[1]}, c), nil
	},
	Slots: object.Slots{
		Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
		Next: func(t *object.Thread, v object.Value) (object.Value, bool, error) {
			c := v.Object().(*counter)
			x := c.at
			next, err := object.Binary(t, object.Add, c.at, c.by)
			c.at = next
			return x, err == nil, err
		},
		Repr: func(t *object.Thread, v object.Value) (string, error) {
			c := v.Object().(*counter)
			at, err := object.Repr(t, c.at)
			if err != nil || c.by == object.Int(1) {
				return "count(" + at + ")", err
			}
			by, err := object.Repr(t, c.by)
			return "count(" + at + ", " + by + ")", err
		},
	},
})

// repeater is itertools.repeat; left is negative for ever.
type repeater struct {
	object.Head
	x    object.Value
	left int
}

var repeatClass = binding.Class("itertools.repeat").Define(object.Spec{
	Doc:       "The object, again and again or so many times.",
	Signature: "repeat(object, times=?)",
	Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
		r := &repeater{x: a[0], left: -1}
		if !a[1].IsNil() {
			n, err := object.IndexInt(t, a[1])
			if err != nil {
				return object.Value{}, err
			}
			r.left = max(n, 0)
		}
		return object.Adopt(r, c), nil
	},
	Slots: object.Slots{
		Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
		Next: func(_ *object.Thread, v object.Value) (object.Value, bool, error) {
			r := v.Object().(*repeater)
			if r.left == 0 {
				return binding.End()
			}
			if r.left > 0 {
				r.left--
			}
			return r.x, true, nil
		},
		Repr: func(t *object.Thread, v object.Value) (string, error) {
			r := v.Object().(*repeater)
			x, err := object.Repr(t, r.x)
			if r.left < 0 || err != nil {
				return "repeat(" + x + ")", err
			}
			n, _ := object.Repr(t, object.Int(int64(r.left)))
			return "repeat(" + x + ", " + n + ")", nil
		},
	},
})
