package state

import "gputour/engine/pylib/torch/profiler"

// EnterOp begins an operation that is written as an operator; -1 when nothing is recorded.
func (s *Session) EnterOp(name string) int {
	if s.Profile == nil {
		return -1
	}
	return s.Profile.Enter(profiler.OperationName(name), profiler.Op)
}

// LeaveOp ends it.
func (s *Session) LeaveOp(number int) {
	if number >= 0 {
		s.Profile.Leave(number)
	}
}
