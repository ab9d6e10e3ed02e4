package flags

import "testing"

func TestBudgetsAreWithinTheMemory(t *testing.T) {
	const gib = 1 << 30
	b := Budgets{SessionMemory: 2 * gib, DeviceMemory: 4 * gib}
	for _, c := range []struct {
		memory          Size
		session, device Size
	}{{0, 2 * gib, 4 * gib}, {64 * gib, 2 * gib, 4 * gib}, {8 * gib, gib, 2 * gib}} {
		got := b.Within(c.memory)
		if got.SessionMemory != c.session || got.DeviceMemory != c.device {
			t.Errorf("within %d: %d and %d", c.memory, got.SessionMemory, got.DeviceMemory)
		}
	}
	if got := (Budgets{}).Within(gib); got.SessionMemory != 0 {
		t.Errorf("no bound becomes %d", got.SessionMemory)
	}
}
