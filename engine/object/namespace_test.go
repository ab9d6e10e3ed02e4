package object

import (
	"slices"
	"strconv"
	"testing"
)

// Names are found again, in order, in small namespaces and through the index of large ones.
func TestNamespace(t *testing.T) {
	for _, size := range []int{0, 1, scannedNames, scannedNames + 1, 10, 11, 1000} {
		n := NewNamespace()
		var names []string
		for i := range size {
			name := "n" + strconv.Itoa(i*i)
			names = append(names, name)
			n.Set(name, Int(int64(i)))
			if first, again := n.Box(name), n.Box(name); first != again {
				t.Fatalf("%s has two boxes", name)
			}
		}
		for i, name := range names {
			if v, ok := n.Get(name); !ok || v.SmallInt() != int64(i) {
				t.Errorf("%d names: %s is %v, %v", size, name, v, ok)
			}
		}
		if _, ok := n.Get("absent"); ok {
			t.Errorf("%d names: one that was never set", size)
		}
		if !slices.Equal(n.Names(), names) || n.Len() != size {
			t.Errorf("%d names: %d, in order %v", size, n.Len(), n.Names())
		}
		if size == 0 {
			continue
		}
		box := n.Box(names[0])
		if !n.Delete(names[0]) || n.Delete(names[0]) || n.Len() != size-1 {
			t.Errorf("%d names: deleting", size)
		}
		if n.Set(names[0], None); n.Box(names[0]) != box {
			t.Errorf("%d names: a deleted name has another box", size)
		}
	}
}
