package vdom

// This file pairs the children of an old tree with those of a new one.

// Match says, for each child of the new list, which child of the old list it
// continues: an index into old, or -1 for a child that is to be made. Children
// with a Key continue the child of the same key and tag; the others continue, in
// order, the unkeyed children of the same tag. No old child is used twice.
func Match(old, new []*Node) []int {
	byKey := map[string]int{}
	var plain []int
	for i, n := range old {
		if n.Key != "" {
			byKey[n.Key] = i
		} else {
			plain = append(plain, i)
		}
	}
	from := make([]int, len(new))
	for i, n := range new {
		from[i] = -1
		if n.Key != "" {
			if j, ok := byKey[n.Key]; ok && continues(old[j], n) {
				from[i] = j
				delete(byKey, n.Key)
			}
			continue
		}
		for k, j := range plain {
			if continues(old[j], n) {
				from[i], plain = j, plain[k+1:]
				break
			}
		}
	}
	return from
}

// continues reports whether the element of a can be made into b by changing it.
func continues(a, b *Node) bool { return a.Tag == b.Tag && a.Hook == b.Hook }

// Keep marks which of the continued children need not be moved: a longest
// increasing run of their old positions. Everything else is placed anew.
func Keep(from []int) []bool {
	tails, prev := []int{}, make([]int, len(from)) // tails[k]: end of the best run of length k+1
	for i, x := range from {
		if x < 0 {
			continue
		}
		lo, hi := 0, len(tails)
		for lo < hi {
			if mid := (lo + hi) / 2; from[tails[mid]] < x {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		prev[i] = -1
		if lo > 0 {
			prev[i] = tails[lo-1]
		}
		tails = append(tails[:lo], append([]int{i}, tails[min(lo+1, len(tails)):]...)...)
	}
	keep := make([]bool, len(from))
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = prev[i] {
			keep[i] = true
		}
	}
	return keep
}
