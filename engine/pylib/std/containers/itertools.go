package containers

import (
	"math"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

func InitItertools(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("itertools", "Iterators for efficient looping.")
	for _, c := range itertoolsClasses {
		m.Dict.Set(c.Name, c.Value())
	}
	m.AddFuncs(object.Def("tee(iterable, n=2, /)", itertoolsTee, "n independent iterators over the same elements."))
	return m, nil
}

var itertoolsClasses = []*object.Class{
	binding.IterClass("itertools.accumulate", "accumulate(iterable, func=None, *, initial=None)", "Running totals.", accumulate),
	defineChain(),
	binding.IterClass("itertools.combinations", "combinations(iterable, r)", "Subsequences of length r, in order.", combinations),
	binding.IterClass("itertools.combinations_with_replacement", "combinations_with_replacement(iterable, r)", "Subsequences of length r with repeated elements.", combinationsWithReplacement),
	binding.IterClass("itertools.compress", "compress(data, selectors)", "The data whose selector is true.", compress),
	countClass,
	binding.IterClass("itertools.cycle", "cycle(iterable, /)", "The elements again and again.", cycle),
	binding.IterClass("itertools.dropwhile", "dropwhile(predicate, iterable, /)", "What follows the first element that fails.", dropWhile),
	binding.IterClass("itertools.filterfalse", "filterfalse(function, iterable, /)", "The elements for which function is false.", filterFalse),
	binding.IterClass("itertools.groupby", "groupby(iterable, key=None)", "Runs of elements with the same key.", groupBy),
	binding.IterClass("itertools.islice", "islice(iterable, /, *args)", "A slice of an iterator.", iSlice),
	binding.IterClass("itertools.pairwise", "pairwise(iterable, /)", "Overlapping pairs.", pairwise),
	binding.IterClass("itertools.permutations", "permutations(iterable, r=None)", "Orderings of length r.", permutations),
	binding.IterClass("itertools.product", "product(*iterables, repeat=1)", "The Cartesian product.", cartesian),
	repeatClass,
	binding.IterClass("itertools.starmap", "starmap(function, iterable, /)", "function(*element) of each element.", starMap),
	binding.IterClass("itertools.takewhile", "takewhile(predicate, iterable, /)", "The elements before the first that fails.", takeWhile),
	binding.IterClass("itertools.zip_longest", "zip_longest(*iterables, fillvalue=None)", "zip to the longest.", zipLongest),
}

func accumulate(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[0])
	if err != nil {
		return nil, err
	}
	fn, total := a[1], a[2]
	started := false
	return func(t *object.Thread) (object.Value, bool, error) {
		if !started {
			started = true
			if !total.IsNone() {
				return total, true, nil
			}
			x, ok, err := object.Next(t, it)
			total = x
			return x, ok, err
		}
		x, ok, err := object.Next(t, it)
		if !ok || err != nil {
			return x, ok, err
		}
		if fn.IsNone() {
			total, err = object.Binary(t, object.Add, total, x)
		} else {
			total, err = object.Call(t, fn, total, x)
		}
		return total, err == nil, err
	}, nil
}

var chainClass *object.Class

func defineChain() *object.Class {
	chainClass = binding.IterClass("itertools.chain", "chain(*iterables)", "The elements of one iterable after the other.",
		func(t *object.Thread, a []object.Value) (binding.Step, error) {
			outer, err := object.Iter(t, a[0])
			return chain(outer), err
		},
		object.Method{Sig: "from_iterable(iterable, /)", Fn: chainFrom, Doc: "chain() of the elements of one iterable."})
	return chainClass
}

func chainFrom(t *object.Thread, a []object.Value) (object.Value, error) {
	outer, err := object.Iter(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	return binding.MakeFrom(chainClass, chain(outer)), nil
}

func chain(outer object.Value) binding.Step {
	var inner object.Value
	return func(t *object.Thread) (object.Value, bool, error) {
		for {
			if inner.IsNil() {
				next, ok, err := object.Next(t, outer)
				if !ok || err != nil {
					return binding.Fail(err)
				}
				if inner, err = object.Iter(t, next); err != nil {
					return binding.Fail(err)
				}
			}
			x, ok, err := object.Next(t, inner)
			if ok || err != nil {
				return x, ok, err
			}
			inner = object.Value{}
			if err := t.Poll(); err != nil {
				return binding.Fail(err)
			}
		}
	}
}

func compress(t *object.Thread, a []object.Value) (binding.Step, error) {
	data, err := object.Iter(t, a[0])
	if err != nil {
		return nil, err
	}
	selectors, err := object.Iter(t, a[1])
	return func(t *object.Thread) (object.Value, bool, error) {
		for {
			x, ok, err := look(t, data)
			if !ok || err != nil {
				return binding.Fail(err)
			}
			s, ok, err := look(t, selectors)
			if !ok || err != nil {
				return binding.Fail(err)
			}
			if keep, err := object.ToBool(t, s); keep || err != nil {
				return x, err == nil, err
			}
		}
	}, err
}

func cycle(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[0])
	var saved []object.Value
	i, exhausted := 0, false
	return func(t *object.Thread) (object.Value, bool, error) {
		if !exhausted {
			x, ok, err := object.Next(t, it)
			if ok || err != nil {
				if err == nil {
					saved, err = append(saved, x), t.Charge(16)
				}
				return x, ok && err == nil, err
			}
			exhausted = true
		}
		if len(saved) == 0 {
			return binding.End()
		}
		x := saved[i]
		i = (i + 1) % len(saved)
		return x, true, nil
	}, err
}

// look is object.Next with a look at the token, for loops that may pass over many elements.
func look(t *object.Thread, it object.Value) (x object.Value, ok bool, err error) {
	if err := t.Poll(); err != nil {
		return x, false, err
	}
	return object.Next(t, it)
}

// test applies a predicate; None is truth itself.
func test(t *object.Thread, fn, x object.Value) (bool, error) {
	if !fn.IsNone() {
		var err error
		if x, err = object.Call(t, fn, x); err != nil {
			return false, err
		}
	}
	return object.ToBool(t, x)
}

func dropWhile(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[1])
	fn, dropping := a[0], true
	return func(t *object.Thread) (object.Value, bool, error) {
		for {
			x, ok, err := look(t, it)
			if !ok || err != nil || !dropping {
				return x, ok, err
			}
			if dropping, err = test(t, fn, x); err != nil {
				return binding.Fail(err)
			}
			if !dropping {
				return x, true, nil
			}
		}
	}, err
}

func takeWhile(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[1])
	fn := a[0]
	return func(t *object.Thread) (object.Value, bool, error) {
		x, ok, err := object.Next(t, it)
		if !ok || err != nil {
			return binding.Fail(err)
		}
		good, err := test(t, fn, x)
		return x, good && err == nil, err
	}, err
}

func filterFalse(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[1])
	fn := a[0]
	return func(t *object.Thread) (object.Value, bool, error) {
		for {
			x, ok, err := look(t, it)
			if !ok || err != nil {
				return binding.Fail(err)
			}
			if good, err := test(t, fn, x); !good || err != nil {
				return x, err == nil, err
			}
		}
	}, err
}

func starMap(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[1])
	fn := a[0]
	return func(t *object.Thread) (object.Value, bool, error) {
		x, ok, err := object.Next(t, it)
		if !ok || err != nil {
			return binding.Fail(err)
		}
		args, err := object.Collect(t, x)
		if err != nil {
			return binding.Fail(err)
		}
		y, err := object.Call(t, fn, args...)
		return y, err == nil, err
	}, err
}

func pairwise(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[0])
	var old object.Value
	return func(t *object.Thread) (object.Value, bool, error) {
		if old.IsNil() {
			x, ok, err := object.Next(t, it)
			if !ok || err != nil {
				return binding.Fail(err)
			}
			old = x
		}
		x, ok, err := object.Next(t, it)
		if !ok || err != nil {
			return binding.Fail(err)
		}
		pair := object.NewTuple(old, x)
		old = x
		return pair, true, nil
	}, err
}

func zipLongest(t *object.Thread, a []object.Value) (binding.Step, error) {
	list, err := binding.Iters(t, a[0])
	fill, alive := a[1], len(list)
	return func(t *object.Thread) (object.Value, bool, error) {
		if alive == 0 {
			return binding.End()
		}
		row := make([]object.Value, len(list))
		for i, it := range list {
			row[i] = fill
			if it.IsNil() {
				continue
			}
			x, ok, err := object.Next(t, it)
			if err != nil {
				return binding.Fail(err)
			}
			if ok {
				row[i] = x
				continue
			}
			list[i] = object.Value{}
			if alive--; alive == 0 {
				return binding.End()
			}
		}
		return object.NewTuple(row...), true, t.Charge(rowBytes + 16*len(row))
	}, err
}

// iSlice takes islice(it, stop) or islice(it, start, stop[, step]).
func iSlice(t *object.Thread, a []object.Value) (binding.Step, error) {
	args := a[1].Object().(*object.Tuple).Items
	if len(args) < 1 || len(args) > 3 {
		return nil, object.Raise(object.TypeError, "islice expected at least 2 arguments, got %d", 1+len(args))
	}
	bounds := [3]int{0, -1, 1} // start, stop (-1: none), step
	at := 0
	if len(args) == 1 {
		at = 1
	}
	for i, v := range args {
		if v.IsNone() {
			continue
		}
		n, ok := object.AsInt(v)
		if !ok || n < 0 || at+i == 2 && n == 0 {
			switch at + i {
			case 1:
				return nil, object.Raise(object.ValueError, "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
			case 2:
				return nil, object.Raise(object.ValueError, "Step for islice() must be a positive integer or None.")
			}
			return nil, object.Raise(object.ValueError, "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
		}
		bounds[at+i] = int(n)
	}
	it, err := object.Iter(t, a[0])
	position, next := 0, bounds[0]
	return func(t *object.Thread) (object.Value, bool, error) {
		for {
			if bounds[1] >= 0 && next >= bounds[1] {
				for ; position < bounds[1]; position++ { // what lies before stop is consumed
					if _, ok, err := look(t, it); !ok || err != nil {
						return binding.Fail(err)
					}
				}
				return binding.End()
			}
			x, ok, err := look(t, it)
			if !ok || err != nil {
				return binding.Fail(err)
			}
			position++
			if position-1 == next {
				next = addOrEnd(next, bounds[2])
				return x, true, nil
			}
		}
	}, err
}

// addOrEnd is the sum, or the largest int where that is less.
func addOrEnd(i, step int) int {
	if i > math.MaxInt-step {
		return math.MaxInt
	}
	return i + step
}

// groupBy yields (key, group) pairs; a group shares the underlying iterator, so
// it ends when the next pair is asked for.
func groupBy(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[0])
	g := &grouper{it: it, key: a[1]}
	return g.nextGroup, err
}

type grouper struct {
	it, key        object.Value
	target         object.Value // the key of the current group
	current, value object.Value // the next element's key and the element; zero before the first
	generation     int
}

func (g *grouper) advance(t *object.Thread) (ok bool, err error) {
	x, ok, err := look(t, g.it)
	if !ok || err != nil {
		return false, err
	}
	k := x
	if !g.key.IsNone() {
		if k, err = object.Call(t, g.key, x); err != nil {
			return false, err
		}
	}
	g.current, g.value = k, x
	return true, nil
}

func (g *grouper) nextGroup(t *object.Thread) (object.Value, bool, error) {
	g.generation++
	for {
		if !g.current.IsNil() {
			if g.target.IsNil() {
				break
			}
			same, err := object.Equal(t, g.current, g.target)
			if err != nil {
				return binding.Fail(err)
			}
			if !same {
				break
			}
		}
		if ok, err := g.advance(t); !ok || err != nil {
			return binding.Fail(err)
		}
	}
	g.target = g.current
	return object.NewTuple(g.current, binding.MakeFrom(groupClass, g.members(g.generation))), true, nil
}

func (g *grouper) members(generation int) binding.Step {
	target := g.target
	return func(t *object.Thread) (object.Value, bool, error) {
		if g.generation != generation {
			return binding.End()
		}
		if g.value.IsNil() {
			if ok, err := g.advance(t); !ok || err != nil {
				return binding.Fail(err)
			}
		}
		same, err := object.Equal(t, target, g.current)
		if err != nil || !same {
			return binding.Fail(err)
		}
		x := g.value
		g.value = object.Value{}
		return x, true, nil
	}
}

var groupClass = binding.IterClass("itertools._grouper", "_grouper(parent, tgtkey, /)", "", func(*object.Thread, []object.Value) (binding.Step, error) {
	return nil, object.Raise(object.TypeError, "cannot create 'itertools._grouper' instances")
})

func itertoolsTee(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if n < 0 {
		return object.Value{}, object.Raise(object.ValueError, "n must be >= 0")
	}
	it, err := object.Iter(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	if err := t.ChargeItems(n, 64); err != nil {
		return object.Value{}, err
	}
	node := &teeNode{}
	list := make([]object.Value, n)
	for i := range list {
		list[i] = binding.MakeFrom(teeClass, teeFrom(it, node))
	}
	return object.NewTuple(list...), nil
}

// nodeBytes is about what a teeNode takes, with a small value.
const nodeBytes = 64

// teeNode is one element of the list that tee's iterators share; what all have
// passed is garbage.
type teeNode struct {
	value object.Value
	next  *teeNode
	end   bool
}

func teeFrom(it object.Value, node *teeNode) binding.Step {
	return func(t *object.Thread) (object.Value, bool, error) {
		if node.next == nil && !node.end {
			x, ok, err := object.Next(t, it)
			if err != nil {
				return binding.Fail(err)
			}
			node.value, node.end = x, !ok
			if ok {
				if err := t.Charge(nodeBytes); err != nil {
					return binding.Fail(err)
				}
				node.next = &teeNode{}
			}
		}
		if node.end {
			return binding.End()
		}
		x := node.value
		node = node.next
		return x, true, nil
	}
}

var teeClass = binding.IterClass("itertools._tee", "_tee(iterable, /)", "", func(t *object.Thread, a []object.Value) (binding.Step, error) {
	it, err := object.Iter(t, a[0])
	return teeFrom(it, &teeNode{}), err
})
