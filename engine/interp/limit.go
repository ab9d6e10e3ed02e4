package interp

import (
	"gputour/engine/breath"
	"gputour/engine/object"
)

// LimitSteps lets t execute n more instructions; then the run ends with an
// *object.Stopped whose Limit is "steps".
func LimitSteps(t *object.Thread, n uint64) {
	m := machineOf(t)
	m.budget = t.Steps + n
	m.pace()
	if m.idle() {
		m.release()
	}
}

// pace sets the step at which the evaluator polls next: at the end of its budget, and
// before that wherever messages arrive only when it does.
func (m *machine) pace() {
	m.stepLimit = m.budget
	if breath.Needed {
		m.stepLimit = min(m.budget, m.t.Steps+breath.Steps)
	}
}
