// This file launches kernels.

package cudac

import (
	"cmp"
	"io"
	"runtime"
	"sync"

	"gputour/cuda/cudac/memory"
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
	plain bool                          // nothing is computed by rule or put off, and warps are coroutines
	cores int                           // instead of all
	keeps int64                         // instead of maxKept
	plans int64                         // instead of leastPlanned
	pace  func(block int64, what event) // hears what cores do, and may hold back a block that begins
}

// event is what a core does: it begins a block, waits for others, has nothing left to do, or
// runs iterations at once.
type event int

const (
	begins event = iota
	waits
	leaves
	sweeps // several iterations at once
	plans  // blocks as a plan has them
)

func (l *Launch) hears(block int64, what event) {
	if l.pace != nil {
		l.pace(block, what)
	}
}

// defaultSteps bounds a launch: some minutes on a laptop.
const defaultSteps = 4_000_000_000

// MaxLocal bounds the local memory of the threads of a block, in bytes.
const MaxLocal = 256 << 20

// Local is the local memory of a block, in bytes; beyond MaxLocal it must not be launched.
func (k *Kernel) Local(block [3]int) int { return k.localBytes * block[0] * block[1] * block[2] }

// Launch runs the kernel to its end. The error is a *Fault, or what Poll returned.
func (k *Kernel) Launch(l Launch) (*Profile, error) {
	if l.Steps == 0 {
		l.Steps = defaultSteps
	}
	if l.Together {
		l.cores = 1
	}
	if l.cores == 0 {
		l.cores = runtime.GOMAXPROCS(0)
	}
	g := newGrid(k, &l, min(l.cores, max(1, MaxLocal/(k.Local(l.Block)+1))))
	p, err := g.run()
	_, failed := err.(*Fault)
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
func newGrid(k *Kernel, l *Launch, cores int) *grid {
	g := &grid{kernel: k, launch: l, ended: map[int64][]ending{}, attention: make(chan struct{})}
	g.moved.L = &g.mu
	g.blocks = int64(l.Grid[0]) * int64(l.Grid[1]) * int64(l.Grid[2])
	g.cores = int(min(int64(cores), g.blocks))
	g.batch = g.batchOf(int64(g.cores))
	g.locate()
	return g
}

// run runs the blocks.
func (g *grid) run() (*Profile, error) {
	if g.launch.Together {
		var runs []*run
		go func() {
			defer close(g.attention)
			runs = g.together()
		}()
		for range g.attention {
			g.poll()
		}
		return g.outcome(runs)
	}
	runs := make([]*run, g.cores)
	var cores sync.WaitGroup
	for i := range runs {
		cores.Go(func() {
			if g.next.Load() < g.blocks { // a short launch is over before the last core has begun
				runs[i] = g.newRun()
				runs[i].work()
			}
			g.launch.hears(0, leaves)
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
func (g *grid) outcome(runs []*run) (*Profile, error) {
	if c, ok := g.err.(*crash); ok {
		panic(c)
	}
	if f, ok := g.err.(*Fault); ok {
		f.Profile = g.profile(runs)
		f.Profile.Findings = append(f.Profile.Findings, f.finding())
	}
	if g.err != nil {
		return nil, g.err
	}
	return g.profile(runs), nil
}

// locate gives the arguments their registers and the allocations their spaces.
func (g *grid) locate() {
	k, state := g.kernel, g.kernel.module.state
	g.spaces = []space{{}, {Buffer: Buffer{Name: "shared memory"}}, {Buffer: Buffer{Name: "local memory"}},

		{Buffer: Buffer{Name: "string literals", Data: k.module.literals}, size: int64(len(k.module.literals))}, {Buffer: Buffer{Name: "host memory", Denied: "a kernel cannot reach host memory: a variable of the host; copy it with cudaMemcpy, or pass it by value"}},
		{Buffer: Buffer{Name: "device variables", Data: state}, size: int64(len(state)), grain: 4, watched: k.module.changes}}
	for _, b := range g.launch.Memory { // addresses count on their order
		g.place(b)
	}
	uses := make([]use, len(g.spaces)+len(g.launch.Args))
	g.args = make([]uint64, len(g.launch.Args))
	hidden := k.module.hidden // grain of what pointers in memory may point to
	for i, a := range g.launch.Args {
		g.args[i] = a.Bits
		t := k.Params[i].Type
		hidden = finer(hidden, hiddenGrain(t))
		if a.Buffer != nil {
			g.args[i] = memory.AddressIn(g.space(a.Buffer), a.Offset)
		} else if t.Kind != word.Pointer {
			continue
		}
		if s := memory.SpaceOf(g.args[i]); s >= memory.FirstBuffer && s < len(g.spaces) && t.Kind == word.Pointer {
			uses[s] |= k.uses[i]
			g.spaces[s].grain = min(g.spaces[s].grain, grainOf(t.Elem))
		}
	}
	for i := memory.FirstBuffer; i < len(g.spaces); i++ {
		if hidden > 0 || i == g.heap {
			uses[i] |= useUnknown
			g.spaces[i].grain = min(g.spaces[i].grain, cmp.Or(hidden, 4))
		}
		g.spaces[i].watched = uses[i].racy()
		g.spaces[i].turns = uses[i].racy() && (uses[i]&useChanged != 0 || k.swaps)
		if uses[i] != 0 {
			g.reach += g.spaces[i].size
		}
		g.open = g.open || uses[i].shows()
	}
	if g.open = g.open || g.kernel.module.changes; g.open && g.cores > 1 {
		uses[memory.Global] = useUnknown // of device variables a kernel does not tell
		g.keepAll(func(i int) bool { return uses[i]&^useRead != 0 })
	}
}

// hiddenGrain is the grain of what the pointers within a parameter's memory point to: those
// in a struct, and those behind a pointer; 0 where there are none.
func hiddenGrain(t *syntax.Type) int64 {
	if t.Kind == word.Pointer {
		return pointedGrain(t.Elem)
	}
	return pointedGrain(t)
}

// pointedGrain is the grain of what pointers in a variable point to; 0 where it has none.
func pointedGrain(t *syntax.Type) (n int64) {
	switch t.Kind {
	case word.Pointer:
		return grainOf(t.Elem)
	case word.Array:
		return pointedGrain(t.Elem)
	case word.Struct:
		for _, m := range t.Members() {
			n = finer(n, pointedGrain(m.Type))
		}
	}
	return n
}

// finer is the smaller of two grains, of which 0 is none.
func finer(a, b int64) int64 {
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
func (g *grid) space(b *Buffer) int {
	for i := memory.FirstBuffer; i < len(g.spaces); i++ {
		if s := g.spaces[i].Data; len(s) == len(b.Data) && len(s) > 0 && &s[0] == &b.Data[0] {
			return i
		}
	}
	return g.place(b)
}

// place gives a buffer a space of its own.
func (g *grid) place(b *Buffer) int {
	s := space{Buffer: *b, size: int64(len(b.Data)), grain: maxGrain}
	if b.Freed || b.Denied != "" {
		s.size = 0
	}
	g.spaces = append(g.spaces, s)
	if b.heap != nil {
		g.heap = len(g.spaces) - 1
	}
	return len(g.spaces) - 1
}

// plainShared is the shared memory of a block, in bytes, that a kernel has without asking for more.
const plainShared = 48 << 10

// configuration holds a launch against every device's limits; shared is what the kernel asked for.
func configuration(k *Kernel, l *Launch, shared int) int {
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
	case k.SharedBytes+l.DynamicShared > max(plainShared, shared):
		return invalidValue
	}
	return 0
}
