package object

import (
	"runtime"
	"testing"
)

// TestMemoryOfNeighbours lets one session hold much while another, under the same
// budget, allocates and drops: only the first may run out.
func TestMemoryOfNeighbours(t *testing.T) {
	const budget = 256 << 20
	open := func() *Thread {
		s := NewSession()
		s.Limits.Bytes = budget
		return NewThread(s, nil)
	}
	allocate := func(t *Thread, n int) ([]byte, error) {
		if err := t.Charge(n); err != nil {
			return nil, err
		}
		return make([]byte, n), nil
	}
	churning, holding := open(), open()
	warned := 0
	holding.Session.Near = func(limit string, value, used int64) {
		if warned++; limit != "memory" || value != budget || used < budget/2 {
			t.Errorf("near %s: %d of %d", limit, used, value)
		}
	}
	var kept [][]byte
	for range 14 {
		b, err := allocate(holding, 16<<20)
		if err != nil {
			t.Fatal("the session that holds 224 MiB:", err)
		}
		kept = append(kept, b)
		for range 4 { // 896 MiB in all, none of it kept
			if _, err := allocate(churning, 16<<20); err != nil {
				t.Fatal("the session that keeps nothing:", err)
			}
		}
	}
	for i := 0; ; i++ {
		b, err := allocate(holding, 16<<20)
		if err != nil {
			break
		}
		if kept = append(kept, b); i > 40 {
			t.Fatal("a session may hold three times its budget")
		}
	}
	runtime.KeepAlive(kept)
	kept = nil
	if warned != 1 {
		t.Errorf("warned %d times", warned)
	}
	for range 10 { // what was dropped can be had again
		if _, err := allocate(holding, 16<<20); err != nil {
			t.Fatal(err)
		}
	}
}
