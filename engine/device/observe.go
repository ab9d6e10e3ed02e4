package device

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
	Start    int64  // when it began, in nanoseconds on the clock of all devices of the machine
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
