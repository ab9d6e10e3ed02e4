package interp

import (
	"gputour/engine/object"
)

// LimitSteps lets t execute n more instructions; then the run ends with an
// *object.Stopped whose Limit is "steps".
func LimitSteps(t *object.Thread, n uint64) {
	m := machineOf(t)
	m.stepLimit = t.Steps + n
	if m.idle() {
		m.release()
	}
}
