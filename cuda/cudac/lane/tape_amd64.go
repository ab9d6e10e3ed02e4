package lane

// runTapeAVX2 runs operations from at on, for what is left of n iterations. It returns nil
// at the end of them, or a Call that is to be made and the iterations that are left.
//
//go:noescape
func runTapeAVX2(first, from *op, n int) (at *op, left int)

// tapeHandlers is where the addresses of the operations stand, in their order.
func tapeHandlers() *[codes]uintptr

func handler(c Code) uintptr { return tapeHandlers()[c] }
