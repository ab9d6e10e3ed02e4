package object

// mergeSort sorts items stably by less, in the manner of timsort
// (https://github.com/python/cpython/blob/3.11/Objects/listsort.txt) without
// galloping: runs that are already in order are found and merged. less is asked
// for (later, earlier) first, as CPython does, which shows in error messages.
func mergeSort[T any](items []T, less func(a, b *T) bool) {
	n := len(items)
	if n < 2 {
		return
	}
	m := merger[T]{items: items, less: less}
	minRun := minRunLength(n)
	for lo := 0; lo < n; {
		run := m.countRun(lo)
		if run < minRun {
			force := min(minRun, n-lo)
			m.insertion(lo, lo+run, lo+force)
			run = force
		}
		m.runs = append(m.runs, span{lo, run})
		m.collapse(false)
		lo += run
	}
	m.collapse(true)
}

// span is a sorted run: where it begins and its length.
type span struct{ at, n int }

type merger[T any] struct {
	items []T
	less  func(a, b *T) bool
	runs  []span
	tmp   []T
}

// minRunLength is between 32 and 64, so that n/minRun is just below a power of two.
func minRunLength(n int) int {
	r := 0
	for n >= 64 {
		r |= n & 1
		n >>= 1
	}
	return n + r
}

// countRun returns the length of the run at lo; one that goes down is reversed.
func (m *merger[T]) countRun(lo int) int {
	s := m.items[lo:]
	if len(s) < 2 {
		return len(s)
	}
	n := 2
	if m.less(&s[1], &s[0]) {
		for n < len(s) && m.less(&s[n], &s[n-1]) {
			n++
		}
		for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
			s[i], s[j] = s[j], s[i]
		}
		return n
	}
	for n < len(s) && !m.less(&s[n], &s[n-1]) {
		n++
	}
	return n
}

// insertion sorts items[lo:hi], of which items[lo:mid] is in order, by binary insertion.
func (m *merger[T]) insertion(lo, mid, hi int) {
	for ; mid < hi; mid++ {
		pivot := m.items[mid]
		l, r := lo, mid
		for l < r {
			p := int(uint(l+r) >> 1)
			if m.less(&pivot, &m.items[p]) {
				r = p
			} else {
				l = p + 1
			}
		}
		copy(m.items[l+1:mid+1], m.items[l:mid])
		m.items[l] = pivot
	}
}

// collapse merges runs until their lengths grow downwards, or all of them.
func (m *merger[T]) collapse(all bool) {
	for len(m.runs) > 1 {
		i := len(m.runs) - 2
		r := m.runs
		switch {
		case i > 0 && r[i-1].n <= r[i].n+r[i+1].n || i > 1 && r[i-2].n <= r[i-1].n+r[i].n:
			if r[i-1].n < r[i+1].n {
				i--
			}
		case r[i].n <= r[i+1].n:
		case all:
			if i > 0 && r[i-1].n < r[i+1].n {
				i--
			}
		default:
			return
		}
		m.merge(i)
	}
}

// merge merges run i with the next.
func (m *merger[T]) merge(i int) {
	a, b := m.runs[i], m.runs[i+1]
	m.runs[i].n += b.n
	m.runs = append(m.runs[:i+1], m.runs[i+2:]...)
	left, right := m.items[a.at:b.at], m.items[b.at:b.at+b.n]
	if !m.less(&right[0], &left[len(left)-1]) {
		return // in order already
	}
	m.tmp = append(m.tmp[:0], left...)
	out, l, r := m.items[a.at:b.at+b.n], m.tmp, right
	k := 0
	for len(l) > 0 && len(r) > 0 {
		if m.less(&r[0], &l[0]) {
			out[k] = r[0]
			r = r[1:]
		} else {
			out[k] = l[0]
			l = l[1:]
		}
		k++
	}
	copy(out[k:], l)
}
