package containers

import "gputour/engine/object"

// This file defines the modules _heapq and _bisect, which compare a lot.

func InitHeapq(_ *object.Thread) (*object.Module, error) {
	m := object.NewModule("_heapq", "")
	m.AddFuncs(
		object.Def("heappush(heap, item, /)", heapPush, "Push item onto heap, maintaining the heap invariant."),
		object.Def("heappop(heap, /)", heapPop, "Pop the smallest item off the heap, maintaining the heap invariant."),
		object.Def("heapreplace(heap, item, /)", heapReplace, "Pop and return the current smallest value, and add the new item."),
		object.Def("heappushpop(heap, item, /)", heapPushPop, "Push item on the heap, then pop and return the smallest item from the heap."),
		object.Def("heapify(heap, /)", heapify, "Transform list into a heap, in-place, in O(len(heap)) time."),
	)
	return m, nil
}

// heap is a list in which no item is less than its parent. What it compares may be
// Python code that changes the list: then it gives up.
type heap struct {
	t    *object.Thread
	list *object.List
	n    int // items at the start
}

// heapOf reads the argument; place is how an error names it.
func heapOf(t *object.Thread, v object.Value, name, place string) (*heap, error) {
	l, ok := v.Object().(*object.List)
	if !ok {
		return nil, object.Raise(object.TypeError, "%s() argument%s must be list, not %s", name, place, object.TypeName(v))
	}
	return &heap{t: t, list: l, n: len(l.Items)}, nil
}

// less reports whether item a is less than b.
func (h *heap) less(a, b object.Value) (bool, error) {
	less, err := object.CompareBool(h.t, object.Lt, a, b)
	if err == nil && len(h.list.Items) != h.n {
		err = object.Raise(object.RuntimeError, "list changed size during iteration")
	}
	return less, err
}

// rise moves the item at i up, not beyond start.
func (h *heap) rise(start, i int) error {
	for i > start {
		parent := (i - 1) >> 1
		less, err := h.less(h.list.Items[i], h.list.Items[parent])
		if err != nil || !less {
			return err
		}
		items := h.list.Items
		items[i], items[parent] = items[parent], items[i]
		i = parent
	}
	return nil
}

// sink moves the smaller children up to a leaf, then lets the item from there rise:
// that takes fewer comparisons than stopping early.
func (h *heap) sink(i int) error {
	start := i
	for child := 2*i + 1; child < h.n; child = 2*i + 1 {
		if right := child + 1; right < h.n {
			less, err := h.less(h.list.Items[child], h.list.Items[right])
			if err != nil {
				return err
			}
			if !less {
				child = right
			}
		}
		items := h.list.Items
		items[i], items[child] = items[child], items[i]
		i = child
	}
	return h.rise(start, i)
}

func heapPush(t *object.Thread, a []object.Value) (object.Value, error) {
	h, err := heapOf(t, a[0], "heappush", " 1")
	if err != nil {
		return object.Value{}, err
	}
	if err := h.list.Append(t, a[1]); err != nil {
		return object.Value{}, err
	}
	h.n++
	return object.None, h.rise(0, h.n-1)
}

func heapPop(t *object.Thread, a []object.Value) (object.Value, error) {
	h, err := heapOf(t, a[0], "heappop", "")
	if err != nil {
		return object.Value{}, err
	}
	if h.n == 0 {
		return object.Value{}, object.Raise(object.IndexError, "index out of range")
	}
	h.n--
	items := h.list.Items
	smallest, last := items[0], items[h.n]
	items[h.n] = object.Value{}
	h.list.Items = items[:h.n]
	if h.n == 0 {
		return last, nil
	}
	items[0] = last
	return smallest, h.sink(0)
}

func heapReplace(t *object.Thread, a []object.Value) (object.Value, error) {
	h, err := heapOf(t, a[0], "heapreplace", " 1")
	if err != nil {
		return object.Value{}, err
	}
	if h.n == 0 {
		return object.Value{}, object.Raise(object.IndexError, "index out of range")
	}
	smallest := h.list.Items[0]
	h.list.Items[0] = a[1]
	return smallest, h.sink(0)
}

func heapPushPop(t *object.Thread, a []object.Value) (object.Value, error) {
	h, err := heapOf(t, a[0], "heappushpop", " 1")
	if err != nil || h.n == 0 {
		return a[1], err
	}
	less, err := h.less(h.list.Items[0], a[1])
	if err != nil || !less {
		return a[1], err
	}
	return heapReplace(t, a)
}

func heapify(t *object.Thread, a []object.Value) (object.Value, error) {
	h, err := heapOf(t, a[0], "heapify", "")
	if err != nil {
		return object.Value{}, err
	}
	for i := h.n/2 - 1; i >= 0; i-- {
		if err := h.sink(i); err != nil {
			return object.Value{}, err
		}
		if err := t.Poll(); err != nil {
			return object.Value{}, err
		}
	}
	return object.None, nil
}

func InitBisect(_ *object.Thread) (*object.Module, error) {
	const params = "(a, x, lo=0, hi=None, *, key=None)"
	m := object.NewModule("_bisect", "")
	m.AddFuncs(
		object.Def("bisect_right"+params, bisectRight, "Return the index where to insert item x in list a, assuming a is sorted."),
		object.Def("bisect_left"+params, bisectLeft, "Return the index where to insert item x in list a, assuming a is sorted."),
	)
	return m, nil
}

func bisectRight(t *object.Thread, a []object.Value) (object.Value, error) {
	return bisect(t, a, func(item object.Value) (bool, error) { return object.CompareBool(t, object.Lt, a[1], item) })
}

func bisectLeft(t *object.Thread, a []object.Value) (object.Value, error) {
	return bisect(t, a, func(item object.Value) (bool, error) {
		less, err := object.CompareBool(t, object.Lt, item, a[1])
		return !less, err
	})
}

// bisect returns the first place whose item is beyond what is looked for.
func bisect(t *object.Thread, a []object.Value, beyond func(item object.Value) (bool, error)) (object.Value, error) {
	lo, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	if lo < 0 {
		return object.Value{}, object.Raise(object.ValueError, "lo must be non-negative")
	}
	hi := 0
	if a[3].IsNone() {
		hi, err = object.Len(t, a[0])
	} else {
		hi, err = object.IndexInt(t, a[3])
	}
	for err == nil && lo < hi {
		mid := int(uint(lo+hi) >> 1)
		var item object.Value
		if item, err = object.GetItem(t, a[0], object.Int(int64(mid))); err == nil && !a[4].IsNone() {
			item, err = object.Call(t, a[4], item)
		}
		if err != nil {
			break
		}
		var found bool
		if found, err = beyond(item); found {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return object.Int(int64(lo)), err
}
