package session

// NewOutput gives tests the Output of a run and the function that ends it.
func NewOutput(rid string, limit int64, clock Clock, send func(Op)) (Output, func()) {
	o := newOutput(rid, limit, clock, send)
	return o, o.end
}
