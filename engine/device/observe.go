package device

import "slices"

// Action is what a device did.
type Action uint8

// The actions a device reports.
const (
	DidAlloc Action = iota
	DidFree
	DidCopy
	DidLaunch
	DidSync
	DidFallback // a launch went through the host for want of a kernel
)

// Record tells of one action of a device.
type Record struct {
	Action   Action
	Device   string
	From, To string // of a copy: device names
	Bytes    int
	Op       Op
	Name     string // of a program's own kernel; "" for the library's
	Shape    []int  // of a launch's first output; valid during the call only
	Nanos    int64  // on the device's clock; 0 where unknown
	Start    int64  // when it began, on the clock of all devices of the machine
	Stream   int64  // the queue that it was on; LinkStream is that of collectives
	Called   int64  // when the host asked for it, on the same clock
	Held     int64  // how long the host was held up by asking, and by waiting for it
	// Buffers are the IDs of the first buffers it used, those that it wrote before the others.
	Buffers [4]uint64
	Address int64 // of an alloc or free: tells buffers apart
	Used    int64 // of an alloc: what buffers take after it, dead ones that nobody has looked for among them
	// InUse, of an alloc on a device that counts, looks for the dead and tells what is left; valid during the call only.
	InUse func() int64
	Count int // how many equal records in a row this one stands for; 0 means one
}

// LinkStream is the stream on which a GPU works together with others, as NCCL has one of its own.
const LinkStream = -1

// What names what was launched: a program's own kernel, or the library's. A copy that reads no buffer writes a
// number everywhere.
func (r Record) What() string {
	switch {
	case r.Name != "":
		return r.Name
	case r.Op == OpCopy && r.Buffers[1] == 0:
		return "fill"
	}
	return r.Op.String()
}

// Observer receives records as they happen. It must return soon.
type Observer func(Record)

// Witness knows the program that uses a device.
type Witness interface {
	// Reach calls alive with buffers that the program can still reach, until alive answers
	// false. It reports whether those were all there are, but for what was made at Now:
	// that may be in the hands of the operation at work.
	Reach(alive func(*Buffer) (more bool)) (all bool)
	// Now tells which operation of the program is at work.
	Now() Moment
}

// Moment is one operation that a program does; equal ones may be the same.
type Moment struct{ Step, Place uint64 }

// Log keeps the last records of some devices. It is a bounded Observer; the zero Log
// keeps 256.
type Log struct {
	Cap     int
	records []Record
	next    int
	dropped int64
}

// Add keeps r, dropping the oldest record when full. Records that differ from the last
// in sizes and times only are merged into it.
func (l *Log) Add(r Record) {
	if l.Cap == 0 {
		l.Cap = 256
	}
	if n := len(l.records); n > 0 && l.records[(l.next+n-1)%n].merge(r) {
		return
	}
	r.Shape = append([]int(nil), r.Shape...)
	if len(l.records) < l.Cap {
		l.records = append(l.records, r)
		return
	}
	l.records[l.next] = r
	l.next = (l.next + 1) % l.Cap
	l.dropped++
}

// merge takes r in if it repeats the same action, and reports whether it did.
func (l *Record) merge(r Record) bool {
	same := l.Action == r.Action && l.Device == r.Device && l.From == r.From && l.To == r.To && l.Op == r.Op && slices.Equal(l.Shape, r.Shape)
	if !same || l.Action == DidAlloc || l.Action == DidFree {
		return false
	}
	l.Count = max(l.Count, 1) + max(r.Count, 1)
	l.Bytes += r.Bytes
	l.Nanos += r.Nanos
	l.Held += r.Held
	return true
}

// Records returns the kept records, oldest first, and how many were dropped.
func (l *Log) Records() ([]Record, int64) {
	return append(append([]Record(nil), l.records[l.next:]...), l.records[:l.next]...), l.dropped
}
