// Package host runs whole programs: the host's code is lane 0 of a warp of its own, kernels that it launches run on the memory
// of simulated devices, and the runtime's functions and libraries are Go.
package host

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Machine is what a program runs on.
type Machine struct {
	Args           []string // argv behind the program's name
	Stdout, Stderr io.Writer
	Poll           func() error
	Steps          int64 // statements of host code, and of each kernel; 0 is a default
	Strict         bool  // a read of what was never written ends the program; else a note on Stderr tells of it
	Memory         int64 // bytes of this machine that the program may hold, the device's included; 0 is a default
	Device         Device
	Devices        int // like Device, which the program may use; 0 is one
	// KernelTime and CopyTime are how long the device takes, in nanoseconds.
	KernelTime func(*report.Profile) int64
	CopyTime   func(bytes int) int64
	// Launched hears of each launch; it may be nil.
	Launched func(*simt.Kernel, *report.Profile)
	// Open and Save are the files that the program finds and leaves; they may be nil.
	Open func(name string) ([]byte, bool)
	Save func(name string, data []byte)
}

// Device is what a program may ask of the device.
type Device struct {
	Name            string
	Memory          int64 // bytes
	Multiprocessors int
	Major, Minor    int
	ClockKHz        int
	MemoryClockKHz  int
	BusBits         int
	L2Bytes         int
	ThreadsPerSM    int
}

// Result is how a program ended.
type Result struct {
	Exit  int
	Notes []string // such as memory that was never freed
}

// Side is where memory is.
type Side uint8

// The sides.
const (
	OnHost Side = iota
	onDevice
	pinned // on the host, for the device to copy from
	managed
)

var allocators = [...]string{"malloc", "cudaMalloc", "cudaMallocHost", "cudaMallocManaged"}

// allocation is memory that a program asked for.
type allocation struct {
	data  []byte
	size  int
	valid []byte // of device memory
	side  Side
	how   string // new, new[], malloc, …
	name  string
	line  int
	freed int // line, or 0
	quiet bool

	pooled bool // it is of a memory pool
	graphs bool // it is a graph's: whoever frees it, the next launch takes it again
	device int  // whose memory it is, of device memory
}

// host is a program that is running.
type host struct {
	*Machine
	program        *Program
	run            *simt.Core
	heap           []*allocation
	graphs         []*graph
	recording      *graph         // that takes in what is asked for; nil where it is done
	views          []*simt.Buffer // of the heap, as kernels see it: by the numbers of heap
	devices        devices
	pooled         [2]int64 // those of memory pools, now and at most
	err            int      // what cudaGetLastError says
	random         random
	now            int64 // nanoseconds on the model's clock, without the statements that ran
	busy           map[uint64]int64
	streams        uint64
	events         []int64
	sinks          []*Stream               // open files, and strings that programs write to
	written        map[string][]byte       // files of the program
	held           int64                   // bytes of this machine
	spare          []int                   // numbers of allocations that are gone, oldest first
	noted          []report.Finding        // that were told
	sticky         *asserting              // an assertion of a kernel that failed: what every call says from now on; nil where all is well
	heaped         [maxDevices]bool        // devices that have a heap
	heapLimit      int64                   // its bytes; 0 is a default
	told           bool                    // that there is no more memory
	waiting        []*waiting              // launches that wait for the host
	recordedBehind map[uint64]*waiting     // events, by the launches that they wait for
	unblocked      map[uint64]bool         // streams made with cudaStreamNonBlocking
	images         []*image                // that were compiled while it runs
	loaded         map[uint64]*simt.Kernel // kernels of modules, by the values that stand for them
	shared         map[*simt.Kernel]int    // bytes of dynamic shared memory that kernels were promised beyond plainShared
}

// Of is the program whose host code a warp runs.
func Of(w *simt.Warp) *host { return w.Core.Host.(*host) }

const (
	// recordBytes is what an allocation takes beside its data.
	recordBytes = 640
	// mostSpare is how many allocations that are gone are remembered, to tell of their use.
	mostSpare = 1 << 14
)

// hold takes n bytes of this machine; false says that there are none left, and says so once.
func (h *host) hold(n int64, what string, at *simt.Site) bool {
	if n <= h.Memory-h.held {
		h.held += n
		return true
	}
	if !h.told && h.Stderr != nil {
		h.told = true
		fmt.Fprintf(h.Stderr, "note: line %d: %s of %d bytes fails: the session's memory budget leaves this program %d bytes, and it holds %d\n",
			h.run.Grid.Line(at), what, n, h.Memory, h.held)
	}
	return false
}

// exited unwinds a program that calls exit.
type exited struct{ code int }

// MaxMemory is what a program may hold where its host does not say; maxAllocation bounds an
// allocation, whatever there is room for.
const MaxMemory, maxAllocation = 1 << 30, 1 << 36

// Run runs the program's main to its end. The error is a *Fault, or what Poll returned.
func (p *Program) Run(o Machine) (result *Result, err error) {
	h := &host{Machine: &o, program: p, random: newRandom(), busy: map[uint64]int64{}, written: map[string][]byte{}, shared: map[*simt.Kernel]int{}, loaded: map[uint64]*simt.Kernel{}, recordedBehind: map[uint64]*waiting{}, unblocked: map[uint64]bool{}}
	if h.Steps == 0 {
		h.Steps = simt.DefaultSteps
	}
	if h.Memory == 0 {
		h.Memory = MaxMemory
	}
	copy(p.State, p.Globals)
	h.devices.open(h)
	k := p.Main
	k.IsHost = true
	g := &simt.Grid{Kernel: k, Launch: &simt.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}, Stdout: o.Stdout, Stderr: o.Stderr, Poll: o.Poll, Steps: h.Steps, Lenient: !o.Strict}, Ended: map[int64][]simt.Ending{}, Blocks: 1}
	g.Moved.L = &g.Mu
	variables := make([]byte, k.LocalBytes+64)
	copy(variables, p.HostGlobals)
	g.Spaces = []simt.Space{{}, {Buffer: simt.Buffer{Name: "shared memory"}}, {Buffer: simt.Buffer{Name: "local memory"}},
		{Buffer: simt.Buffer{Name: "string literals", Data: p.Literals}, Size: int64(len(p.Literals))},
		{Buffer: simt.Buffer{Name: "the host's variables", Data: variables}, Size: int64(len(variables))},
		{Buffer: simt.Buffer{Name: "device variables", Denied: "host code cannot reach a device variable; use cudaMemcpyFromSymbol or cudaMemcpyToSymbol"}}}
	if p.Managed {
		g.Spaces[memory.Global] = simt.Space{Buffer: simt.Buffer{Name: "managed variables", Data: p.State}, Size: int64(len(p.State))}
	}
	r := &simt.Core{Grid: g, Kernel: k, Launch: g.Launch, Spaces: append([]simt.Space(nil), g.Spaces...), Host: h, Steps: h.Steps, InTurn: true}
	h.run = r
	g.Args = h.arguments(k)
	w := r.NewWarp(0, 1)
	for slot := range w.Regs { // the host's registers have no rules
		w.In(slot)
		w.Rules[slot] = simt.Rule{}
	}
	w.Stack = k.StackBase
	defer func() { h.abandon() }()
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *report.Fault:
			err = e
		case *simt.Thrown:
			err = w.Escaped(e)
		case exited:
			result, err = h.ended(e.code)
		case simt.Stopped:
			if err = e.Err; err == nil {
				err = g.Err
			}
			if err == nil {
				err = errors.New("the program was stopped")
			}
		default:
			panic(e)
		}
	}()
	k.Body(w, 1)
	h.settleAll()
	return h.ended(int(int32(w.In(k.Result)[0])))
}

// arguments puts argc and argv where main finds them.
func (h *host) arguments(k *simt.Kernel) []uint64 {
	if len(k.Arguments) == 0 {
		return nil
	}
	args := append([]string{"./a.out"}, h.Args...)
	list := &allocation{data: make([]byte, 8*(len(args)+1)), quiet: true, name: "argv"} // with the null behind the last
	argv := h.add(list)
	for i, a := range args {
		at := h.add(&allocation{data: append([]byte(a), 0), quiet: true, name: "argv"})
		word.Store(list.data[8*i:], word.U64, at)
	}
	return []uint64{uint64(len(args)), argv, 0}[:min(len(k.Arguments), 3)] // main(argc, argv, envp)
}

// add takes an allocation into the heap and returns its address.
func (h *host) add(a *allocation) uint64 {
	a.size = len(a.data)
	mine := simt.Space{Buffer: simt.Buffer{Name: a.name, Data: a.data}, Size: int64(len(a.data))}
	view := &simt.Buffer{Name: a.name, Data: a.data, Valid: a.valid}
	switch a.side {
	case onDevice:
		mine.Size = 0
		mine.Denied = fmt.Sprintf("host code cannot reach device memory (%s); copy it with cudaMemcpy", h.describe(a))
	case OnHost:
		view = &simt.Buffer{Name: a.name, Denied: fmt.Sprintf("a kernel cannot reach host memory (%s); copy it with cudaMemcpy to memory of cudaMalloc", h.describe(a))}
	}
	if len(h.spare) > mostSpare {
		i := h.spare[0]
		h.spare = h.spare[1:]
		h.heap[i], h.views[i] = a, view
		h.run.Spaces[memory.FirstBuffer+i], h.run.Grid.Spaces[memory.FirstBuffer+i] = mine, mine
		return memory.Address(i, 0)
	}
	h.heap = append(h.heap, a)
	h.run.Spaces = append(h.run.Spaces, mine)
	h.run.Grid.Spaces = append(h.run.Grid.Spaces, mine)
	h.views = append(h.views, view)
	return memory.Address(len(h.heap)-1, 0)
}

// weight is what an allocation of n bytes takes of this machine: of device memory, each byte
// has another that says whether it was written.
func weight(n int64, s Side) int64 {
	if s == onDevice {
		n *= 2
	}
	return n + recordBytes
}

// gone takes back what allocation i held; only what its record tells stays.
func (h *host) gone(i int, why string) {
	a := h.heap[i]
	h.held -= weight(int64(a.size), a.side)
	if a.side == onDevice && a.valid == nil {
		h.held += int64(a.size)
	}
	a.data, a.valid = nil, nil
	for _, s := range []*simt.Space{&h.run.Spaces[memory.FirstBuffer+i], &h.run.Grid.Spaces[memory.FirstBuffer+i]} {
		s.Data, s.Size, s.Denied = nil, 0, why
	}
	h.views[i] = &simt.Buffer{Name: a.name, Denied: why}
	h.spare = append(h.spare, i)
}

// describe names an allocation.
func (h *host) describe(a *allocation) string {
	s := fmt.Sprintf("%d bytes of %s", a.size, a.how)
	if a.name != "" && a.name != a.how {
		s = fmt.Sprintf("'%s', %d bytes of %s", a.name, a.size, a.how)
	}
	if a.line > 0 {
		s += fmt.Sprintf(" in line %d", a.line)
	}
	return s
}

// Allocate is malloc and its kin; 0 says that there is no room.
func (h *host) Allocate(w *simt.Warp, n, size int64, s Side, how string, at *simt.Site) uint64 {
	if n < 0 || size < 0 || size > 0 && n > maxAllocation/size {
		if how[0] == 'n' {
			w.Fail("memcheck", at, 0, "std::bad_alloc: %d elements of %d bytes are more than there is room for", n, size)
		}
		return 0
	}
	n *= size
	if !h.hold(weight(n, s), how, at) {
		if how[0] == 'n' {
			w.Fail("memcheck", at, 0, "std::bad_alloc: %d bytes are more than there is room for", n)
		}
		return 0
	}
	a := &allocation{data: make([]byte, n), side: s, how: how, line: h.run.Grid.Line(at)}
	if s != OnHost {
		a.name = at.What
	}
	if s == onDevice {
		a.valid, a.device = make([]byte, n), h.devices.current
		h.devices.used[a.device] += n
	}
	return h.add(a)
}

// find is the allocation that an address lies in, and how far; nil for none.
func (h *host) find(addr uint64) (*allocation, int64) {
	i, off := memory.Allocation(addr)
	if i < 0 || i >= len(h.heap) {
		return nil, 0
	}
	return h.heap[i], off
}

// Release frees what how allocated.
func (h *host) Release(w *simt.Warp, addr uint64, how string, at *simt.Site) {
	if addr == 0 {
		return
	}
	a, off := h.find(addr)
	switch {
	case a == nil:
		w.Fail("memcheck", at, 0, "this pointer was not allocated by %s", how)
	case off != 0:
		w.Fail("memcheck", at, 0, "this pointer is %d bytes into an allocation (%s): only its beginning can be freed", off, h.describe(a))
	case a.freed != 0:
		w.Fail("memcheck", at, 0, "double free: %s was freed in line %d", h.describe(a), a.freed)
	case !h.Strict && (a.how == "new" && how == "new[]" || a.how == "new[]" && how == "new"): // wrong, and it does no harm
		h.noteFault(h.run.Grid.Fault("memcheck", at, [3]int{}, [3]int{}, "%s is given to %s", h.describe(a), simt.Freeing[how]))
	case a.how != how && !(how == "cudaFree" && a.how == "cudaMallocManaged"):
		w.Fail("memcheck", at, 0, "%s is given to %s", h.describe(a), simt.Freeing[how])
	}
	if a.side == onDevice {
		h.devices.used[a.device] -= int64(len(a.data))
	}
	if a.pooled {
		h.pooled[0] -= int64(len(a.data))
	}
	i, _ := memory.Allocation(addr)
	a.freed = h.run.Grid.Line(at)
	why := fmt.Sprintf("use after free: %s was freed in line %d", h.describe(a), a.freed)
	h.gone(i, why)
}

// result is the end of the program.
func (h *host) result(code int) *Result {
	r := &Result{Exit: code & 0xff}
	for _, a := range h.heap {
		if a.freed == 0 && !a.quiet {
			r.Notes = append(r.Notes, "never freed: "+h.describe(a))
		}
	}
	return r
}

// time is the model's clock on the host: a statement takes two nanoseconds.
func (h *host) time() int64 { return h.now + 2*(h.Steps-h.run.Steps) }

// streamBytes is what the program's memory is charged with for a stream.
const streamBytes = 64

// endedStreams stands for the streams that are destroyed and may have work.
const endedStreams = math.MaxUint64

// wait lets the host's clock go on to t.
func (h *host) wait(t int64) {
	if d := t - h.time(); d > 0 {
		h.now += d
	}
}

// queue puts work on a stream and returns when it ends. The stream 0 waits for all, and
// all for it.
func (h *host) queue(stream uint64, nanos int64) int64 {
	start := max(h.time(), h.busy[stream], h.busy[0])
	if stream == 0 {
		for _, t := range h.busy {
			start = max(start, t)
		}
	}
	h.busy[stream] = start + nanos
	return start + nanos
}

// synchronize waits for every stream.
func (h *host) synchronize() {
	h.settleAll()
	for _, t := range h.busy {
		h.wait(t)
	}
}

// Launch runs a kernel.
func (h *host) Launch(w *simt.Warp, k *simt.Kernel, setup [4]int, args []int, at *simt.Site) {
	l := simt.Launch{Memory: h.views, Stdout: h.Stdout, Poll: h.Poll, Steps: h.Steps, Lenient: !h.Strict}
	dim := func(slot int) (d [3]int) {
		b := w.Block(w.In(slot)[0], 12, 0, at, false)
		for i := range d {
			d[i] = int(word.Load(b[4*i:], word.U32))
		}
		return d
	}
	l.Grid, l.Block = dim(setup[0]), dim(setup[1])
	shared := w.In(setup[2])[0]
	l.DynamicShared = int(min(shared, 1<<30))
	if code := h.checkLaunch(k, &l); code != 0 {
		h.err = code
		return
	}
	for i, slot := range args {
		t := k.Params[i].Type
		if t.Kind == word.Struct {
			data := append([]byte(nil), w.Block(w.In(slot)[0], t.Size(), 0, at, false)...)
			l.Args = append(l.Args, simt.Arg{Buffer: &simt.Buffer{Name: "argument " + k.Params[i].Name, Data: data}})
			continue
		}
		l.Args = append(l.Args, simt.Arg{Bits: w.In(slot)[0]})
	}
	h.holdWork(w, at)
	h.start(k, l, w.In(setup[3])[0])
}

// start runs a kernel whose launch is prepared.
func (h *host) start(k *simt.Kernel, l simt.Launch, stream uint64) {
	if h.sticky != nil {
		return
	}
	if h.devices.streams[stream] != h.devices.current && stream != 0 {
		h.err = invalidHandle
		return
	}
	if h.recorded(kernelNode, func() { h.start(k, l, stream) }) {
		return
	}
	if h.behind(stream, func() { h.start(k, l, stream) }) {
		return
	}
	h.ensureHeap(k)
	l.Memory = h.devices.reach(h)
	finish := func(p *report.Profile, err error) { h.launched(k, p, err, stream) }
	if k.Polls {
		h.launchBeside(k, l, stream, finish)
	} else {
		finish(k.Launch(l))
	}
	runtime.KeepAlive(l.Memory)
}

// launched takes in how a launch ended.
func (h *host) launched(k *simt.Kernel, p *report.Profile, err error, stream uint64) {
	if err != nil {
		if f, ok := err.(*report.Fault); ok {
			if h.asserted(k, f) {
				return
			}
			panic(f)
		}
		panic(simt.Stopped{Err: err})
	}
	for _, f := range p.Findings {
		if f.Kind == "initcheck" {
			h.Note(f)
		}
	}
	nanos := int64(5000) // where nobody has a model of the device
	if h.KernelTime != nil {
		nanos = h.KernelTime(p)
	}
	h.now += 3000 // what a launch costs the host
	h.queue(stream, nanos)
	if h.Launched != nil {
		h.Launched(k, p)
	}
}

// Note tells of a finding, once for each place.
func (h *host) Note(f report.Finding) {
	if !slices.ContainsFunc(h.noted, f.Same) && h.Stderr != nil {
		h.noted = append(h.noted, f)
		fmt.Fprintln(h.Stderr, "note: "+f.Message)
	}
}

// noteFault tells of a fault that does not end the program.
func (h *host) noteFault(f *report.Fault) {
	h.Note(f.Finding())
}

// checkLaunch holds a configuration against the device's limits (CUDA C++ Programming
// Guide, "Technical Specifications per Compute Capability"); it returns an error's number.
func (h *host) checkLaunch(k *simt.Kernel, l *simt.Launch) int {
	const tooLarge = 720 // cudaErrorCooperativeLaunchTooLarge
	if code := simt.Configuration(k, l, h.shared[k]); code != 0 || !l.Together {
		return code
	}
	blocks := l.Grid[0] * l.Grid[1] * l.Grid[2]
	p := &report.Profile{Block: l.Block, SharedBytes: k.SharedBytes + l.DynamicShared, Registers: k.Registers}
	if blocks > simt.MaxTogether || blocks > h.Device.Multiprocessors*simt.LimitsOf(h.Device.Major, h.Device.Minor).Occupancy(p).Blocks {
		return tooLarge
	}
	return 0
}

// launchPointers is cudaLaunchKernel: the arguments stand where a list of pointers says.
func launchPointers(c *Call) uint64 {
	k := c.H.KernelOf(c.A[0])
	if k == nil {
		return c.setLast(98) // cudaErrorInvalidDeviceFunction
	}
	return launchWith(c, k, c.A[6] != 0, func(i int, _ *syntax.Type) uint64 {
		return word.Load(c.W.Block(c.A[3]+uint64(8*i), 8, 0, c.At, false), word.U64)
	})
}

// launchWith launches a kernel whose arguments stand where at says: a call's first arguments are the
// kernel, the grid, the block, the arguments, the shared memory and the stream.
func launchWith(c *Call, k *simt.Kernel, together bool, at func(i int, t *syntax.Type) uint64) uint64 {
	l := simt.Launch{Memory: c.H.views, Stdout: c.H.Stdout, Poll: c.H.Poll, Steps: c.H.Steps, Lenient: !c.H.Strict, Together: together}
	for i, to := range []*[3]int{&l.Grid, &l.Block} {
		b := c.bytes(1+i, 12, false)
		for d := range to {
			to[d] = int(word.Load(b[4*d:], word.U32))
		}
	}
	l.DynamicShared = int(min(c.A[4], 1<<30))
	if code := c.H.checkLaunch(k, &l); code != 0 {
		return c.setLast(code)
	}
	for i, p := range k.Params {
		data := c.W.Block(at(i, p.Type), p.Type.Size(), 0, c.At, false)
		if p.Type.Kind == word.Struct {
			l.Args = append(l.Args, simt.Arg{Buffer: &simt.Buffer{Name: "argument " + p.Name, Data: append([]byte(nil), data...)}})
			continue
		}
		l.Args = append(l.Args, simt.Arg{Bits: word.Load(data, p.Type.Kind)})
	}
	c.H.holdWork(c.W, c.At)
	c.H.start(k, l, c.A[5])
	return 0
}
