package values

import "gputour/engine/object"

// Items returns the elements of a list or tuple (a Size is a tuple).
func Items(v object.Value) ([]object.Value, bool) {
	switch o := v.Object().(type) {
	case *object.List:
		return o.Items, true
	case *object.Tuple:
		return o.Items, true
	}
	return nil, false
}

// IntItems are the ints of a list or tuple.
func IntItems(v object.Value) []int {
	items, ok := Items(v)
	if !ok {
		return nil
	}
	out := make([]int, len(items))
	for i, item := range items {
		n, _ := object.AsInt(item)
		out[i] = int(n)
	}
	return out
}

// As is an argument of a kind; ok is false where there is another or none.
func As[T any](v object.Value) (x T, ok bool) {
	if !v.IsNil() {
		x, ok = v.Object().(T)
	}
	return x, ok
}

// listShare is the bytes that an element takes on its way into a list: as it is read, and as an item.
const listShare = 64

// ChargeLists charges what nested lists of a shape take: the outer ones too, which are
// many where the innermost are empty.
func ChargeLists(t *object.Thread, shape []int) error {
	lists := 1
	for _, n := range shape {
		lists *= n // charged, so below the budget
		if err := t.ChargeItems(lists, listShare); err != nil {
			return err
		}
	}
	return nil
}

// PollEvery is how many elements pass between two looks at the run's stop.
const PollEvery = 1 << 14
