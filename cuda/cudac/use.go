// This file says what a kernel does with memory, as far as its text shows.

package cudac

// use is what happens to memory.
type use uint8

const (
	useRead use = 1 << iota
	useWritten
	useChanged // by atomics
	useUnknown // the address goes elsewhere
)

// racy reports that threads may race for memory that is used so.
func (u use) racy() bool {
	return u&(useWritten|useUnknown) != 0 || u&useChanged != 0 && u&useRead != 0
}

// shows reports that threads may see what others write, and when: atomics have an order.
func (u use) shows() bool {
	return u&useUnknown != 0 || u&useWritten != 0 && u&(useRead|useChanged) != 0
}
