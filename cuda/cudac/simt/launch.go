// This file launches kernels.

package simt

import (
	"cmp"
	"io"
	"runtime"
	"sync"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Launch says how to run a kernel.
type Launch struct {
	Grid, Block   [3]int
	DynamicShared int // bytes
	Args          []Arg
	Memory        []*Buffer // what Bits of pointers point into, as Address gives them
	Stdout        io.Writer
	Stderr        io.Writer    // of host programs; nil is Stdout
	Poll          func() error // asked from time to time, on the caller's goroutine; an error ends the launch
	Steps         int64        // statements of warps that may run; 0 is a default
	Lenient       bool         // a read of what was never written is a finding, and does not end the launch

	Together bool // a cooperative launch: the grid may meet

	// Stuck is called where every thread that runs waits for memory to change; true says to look again.
	// Where it is nil, that is a deadlock. Cores call it.
	Stuck func() bool

	depth int // of kernels that launch kernels

	record *recorder // see Replay

	// For tests:
	Plain bool                          // nothing is computed by rule or put off, and warps are coroutines
	Cores int                           // instead of all
	Keeps int64                         // instead of maxKept
	Plans int64                         // instead of leastPlanned
	Pace  func(block int64, what Event) // hears what cores do, and may hold back a block that begins
}

// Event is what a core does: it begins a block, waits for others, has nothing left to do, or
// runs iterations at once.
type Event int

// The events.
const (
	Begins Event = iota
	Waits
	Leaves
	Sweeps // several iterations at once
	Plans  // blocks as a plan has them
)

func (l *Launch) hears(block int64, what Event) {
	if l.Pace != nil {
		l.Pace(block, what)
	}
}

// DefaultSteps bounds a launch: some minutes on a laptop.
const DefaultSteps = 4_000_000_000

// MaxLocal bounds the local memory of the threads of a block, in bytes.
const MaxLocal = 256 << 20

// Local is the local memory of a block, in bytes; beyond MaxLocal it must not be launched.
func (k *Kernel) Local(block [3]int) int { return k.LocalBytes * block[0] * block[1] * block[2] }

// Launch runs the kernel to its end. The error is a *Fault, or what Poll returned.
func (k *Kernel) Launch(l Launch) (*report.Profile, error) {
	if l.Steps == 0 {
		l.Steps = DefaultSteps
	}
	if l.Together {
		l.Cores = 1
	}
	if l.Cores == 0 {
		l.Cores = runtime.GOMAXPROCS(0)
	}
	g := newGrid(k, &l, min(l.Cores, max(1, MaxLocal/(k.Local(l.Block)+1))))
	p, err := g.run()
	_, failed := err.(*report.Fault)
	repeat := g.cores > 1 && (failed && g.open || err == (again{}))
	g.forget(repeat)
	if repeat {
		g = newGrid(k, &l, 1)
		p, err = g.run()
	}
	if err == nil {
		if err = g.descend(p); err != nil {
			return nil, err
		}
	}
	return p, err
}

// newGrid prepares a launch on so many cores.
func newGrid(k *Kernel, l *Launch, cores int) *Grid {
	g := &Grid{Kernel: k, Launch: l, Ended: map[int64][]Ending{}, attention: make(chan struct{})}
	g.Moved.L = &g.Mu
	g.Blocks = int64(l.Grid[0]) * int64(l.Grid[1]) * int64(l.Grid[2])
	g.cores = int(min(int64(cores), g.Blocks))
	g.batch = g.batchOf(int64(g.cores))
	g.locate()
	return g
}

// run runs the blocks.
func (g *Grid) run() (*report.Profile, error) {
	if g.Launch.Together {
		var runs []*Core
		go func() {
			defer close(g.attention)
			runs = g.together()
		}()
		for range g.attention {
			g.poll()
		}
		return g.outcome(runs)
	}
	runs := make([]*Core, g.cores)
	var cores sync.WaitGroup
	for i := range runs {
		cores.Go(func() {
			if g.next.Load() < g.Blocks { // a short launch is over before the last core has begun
				runs[i] = g.newRun()
				runs[i].work()
			}
			g.Launch.hears(0, Leaves)
		})
	}
	go func() {
		cores.Wait()
		close(g.attention)
	}()
	for range g.attention { // cores ask
		g.poll()
	}
	return g.outcome(runs)
}

// outcome is what the launch says when all is done.
func (g *Grid) outcome(runs []*Core) (*report.Profile, error) {
	if c, ok := g.Err.(*crash); ok {
		panic(c)
	}
	if f, ok := g.Err.(*report.Fault); ok {
		f.Profile = g.profile(runs)
		f.Profile.Findings = append(f.Profile.Findings, f.Finding())
	}
	if g.Err != nil {
		return nil, g.Err
	}
	return g.profile(runs), nil
}

// locate gives the arguments their registers and the allocations their spaces.
func (g *Grid) locate() {
	k, state := g.Kernel, g.Kernel.Module.State
	g.Spaces = []Space{{}, {Buffer: Buffer{Name: "shared memory"}}, {Buffer: Buffer{Name: "local memory"}}, // in the order of package memory's numbers
		{Buffer: Buffer{Name: "string literals", Data: k.Module.Literals}, Size: int64(len(k.Module.Literals))}, {Buffer: Buffer{Name: "host memory", Denied: "a kernel cannot reach host memory: a variable of the host; copy it with cudaMemcpy, or pass it by value"}},
		{Buffer: Buffer{Name: "device variables", Data: state}, Size: int64(len(state)), Grain: 4, Watched: k.Module.Changes}}
	for _, b := range g.Launch.Memory { // addresses count on their order
		g.place(b)
	}
	uses := make([]Use, len(g.Spaces)+len(g.Launch.Args))
	g.Args = make([]uint64, len(g.Launch.Args))
	hidden := k.Module.Hidden // grain of what pointers in memory may point to
	for i, a := range g.Launch.Args {
		g.Args[i] = a.Bits
		t := k.Params[i].Type
		hidden = Finer(hidden, hiddenGrain(t))
		if a.Buffer != nil {
			g.Args[i] = memory.AddressIn(g.space(a.Buffer), a.Offset)
		} else if t.Kind != word.Pointer {
			continue
		}
		if s := memory.SpaceOf(g.Args[i]); s >= memory.FirstBuffer && s < len(g.Spaces) && t.Kind == word.Pointer {
			uses[s] |= k.Uses[i]
			g.Spaces[s].Grain = min(g.Spaces[s].Grain, grainOf(t.Elem))
		}
	}
	for i := memory.FirstBuffer; i < len(g.Spaces); i++ {
		if hidden > 0 || i == g.heap {
			uses[i] |= UseUnknown
			g.Spaces[i].Grain = min(g.Spaces[i].Grain, cmp.Or(hidden, 4))
		}
		g.Spaces[i].Watched = uses[i].racy()
		g.Spaces[i].Turns = uses[i].racy() && (uses[i]&UseChanged != 0 || k.Swaps)
		if uses[i] != 0 {
			g.reach += g.Spaces[i].Size
		}
		g.open = g.open || uses[i].shows()
	}
	if g.open = g.open || g.Kernel.Module.Changes; g.open && g.cores > 1 {
		uses[memory.Global] = UseUnknown // of device variables a kernel does not tell
		g.keepAll(func(i int) bool { return uses[i]&^UseRead != 0 })
	}
}

// hiddenGrain is the grain of what the pointers within a parameter's memory point to: those
// in a struct, and those behind a pointer; 0 where there are none.
func hiddenGrain(t *syntax.Type) int64 {
	if t.Kind == word.Pointer {
		return PointedGrain(t.Elem)
	}
	return PointedGrain(t)
}

// PointedGrain is the grain of what pointers in a variable point to; 0 where it has none.
func PointedGrain(t *syntax.Type) (n int64) {
	switch t.Kind {
	case word.Pointer:
		return grainOf(t.Elem)
	case word.Array:
		return PointedGrain(t.Elem)
	case word.Struct:
		for _, m := range t.Members() {
			n = Finer(n, PointedGrain(m.Type))
		}
	}
	return n
}

// Finer is the smaller of two grains, of which 0 is none.
func Finer(a, b int64) int64 {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// maxGrain is the bytes of the largest elements.
const maxGrain = 8

// grainOf is the bytes of the elements that threads may own one by one.
func grainOf(t *syntax.Type) int64 {
	if t.IsScalar() && t.Kind != word.Void {
		return int64(t.Size())
	}
	return 4
}

// space numbers a buffer; the same memory has one number.
func (g *Grid) space(b *Buffer) int {
	for i := memory.FirstBuffer; i < len(g.Spaces); i++ {
		if s := g.Spaces[i].Data; len(s) == len(b.Data) && len(s) > 0 && &s[0] == &b.Data[0] {
			return i
		}
	}
	return g.place(b)
}

// place gives a buffer a space of its own.
func (g *Grid) place(b *Buffer) int {
	s := Space{Buffer: *b, Size: int64(len(b.Data)), Grain: maxGrain}
	if b.Freed || b.Denied != "" {
		s.Size = 0
	}
	g.Spaces = append(g.Spaces, s)
	if b.Heap != nil {
		g.heap = len(g.Spaces) - 1
	}
	return len(g.Spaces) - 1
}

// PlainShared is the shared memory of a block, in bytes, that a kernel has without asking for more.
const PlainShared = 48 << 10

// Configuration holds a launch against every device's limits ("CUDA C++ Programming Guide", Compute Capabilities), and returns the
// cudaError_t that says what is too much, or 0; shared is what the kernel asked for.
func Configuration(k *Kernel, l *Launch, shared int) int {
	const invalidConfiguration, invalidValue, outOfResources = 9, 1, 701
	threads := 1
	for i, most := range [3]int{1024, 1024, 64} {
		if l.Block[i] < 1 || l.Block[i] > most {
			return invalidConfiguration
		}
		threads *= l.Block[i]
	}
	for i, most := range [3]int{1<<31 - 1, 65535, 65535} {
		if l.Grid[i] < 1 || l.Grid[i] > most {
			return invalidConfiguration
		}
	}
	switch {
	case threads > 1024:
		return invalidConfiguration
	case k.MaxThreads > 0 && threads > k.MaxThreads:
		return outOfResources
	case k.Local(l.Block) > MaxLocal:
		return outOfResources
	case k.SharedBytes+l.DynamicShared > max(PlainShared, shared):
		return invalidValue
	}
	return 0
}
