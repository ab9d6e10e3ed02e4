// This file says what a kernel does with memory, as far as its text shows.

package simt

// Use is what happens to memory.
type Use uint8

// What may happen to memory; it adds up.
const (
	UseRead Use = 1 << iota
	UseWritten
	UseChanged // by atomics
	UseUnknown // the address goes elsewhere
)

// racy reports that threads may race for memory that is used so.
func (u Use) racy() bool {
	return u&(UseWritten|UseUnknown) != 0 || u&UseChanged != 0 && u&UseRead != 0
}

// shows reports that threads may see what others write, and when: atomics have an order.
func (u Use) shows() bool {
	return u&UseUnknown != 0 || u&UseWritten != 0 && u&(UseRead|UseChanged) != 0
}
