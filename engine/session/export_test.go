package session

// NewOutput gives tests the merging Output before next and the function that ends it.
func NewOutput(next Output, limit int64, clock Clock) (Output, func()) {
	o := newOutput(next, limit, clock)
	return o, o.end
}
