package fiber

import (
	"testing"

	"gputour/engine/object"
)

// TestLockHidesNothing: every program with a queue or a pool of threads holds locks, and one object that may lead anywhere makes
// each search for what is alive end without a result.
func TestLockHidesNothing(t *testing.T) {
	v := object.Adopt(&lock{waiters: []*fiber{{}}}, lockClass)
	if object.Opaque(v) || object.Vague(v) {
		t.Error("a lock may refer to anything")
	}
}
