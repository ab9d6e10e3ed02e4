package interp

import (
	"gputour/engine/object"
)

// window is the number of registers that an instruction can name.
const window = 256

// Stack chunks, in values of 16 bytes: a frame whose registers might not fit the current chunk starts a new
// one. The first is what an idle session keeps.
const (
	firstChunk = 1024 + window
	laterChunk = 16*1024 + window
)

// frameKind says what becomes of the value that a frame returns. Those from genEntryFrame on are generators' (see unwind).
type frameKind uint8

const (
	// callFrame: the value goes to register dst of the frame below.
	callFrame frameKind = iota
	// entryFrame: Go code called; the loop ends and hands it the value.
	entryFrame
	// initFrame runs __init__ of a new instance, which goes to dst.
	initFrame
	// operatorFrame runs the method of a binary operator, which may give NotImplemented.
	operatorFrame
	// genEntryFrame is a generator resumed by Go code.
	genEntryFrame
	// genWalkFrame is a generator that Go code walks: each value goes to visit.
	genWalkFrame
	// genForFrame is a generator resumed by a for loop of the frame below.
	genForFrame
	// genFromFrame is a generator resumed by a yield from of the frame below.
	genFromFrame
)

// frame is one activation of a Code. Frames are linked and used again: back is
// the frame below, next the one above that was made earlier.
type frame struct {
	code  *linked
	regs  *[window]object.Value
	stack []object.Value // from the first register to the end of the chunk
	chunk int            // index in machine.chunks
	fn    *Function      // nil for a module or a class body without closure
	back  *frame
	next  *frame
	level int // how many records are below
	// pc is the index after the instruction that is running, up to date
	// whenever other code can look.
	pc       int
	kind     frameKind
	dst      uint8
	handling *object.Exception // the exception being handled around the frame
	gen      *Generator
	locals   object.Value             // the namespace of a class body or of exec with locals
	self     object.Value             // the new instance of an initFrame
	visit    func(object.Value) error // of a genWalkFrame
	object   *Frame                   // what Python code knows the frame as, once it has asked
}

// machine is the evaluator's state of one thread.
type machine struct {
	t     *object.Thread
	top   *frame // the innermost frame; the bottom one is a sentinel
	state *state
	// chunks hold the registers; chunks[0] is the session's, the others are made
	// when recursion goes deep.
	chunks [][]object.Value
	// stepLimit is the value of Thread.Steps at which the evaluator polls, budget the one
	// at which the run ends.
	stepLimit, budget uint64
	// operators remembers methods of binary operators.
	operators [64]operatorEntry
	// items remembers those of subscripts.
	items [16]itemEntry
	// allocated counts bytes of small objects since they were last charged.
	allocated int
	// keywords are those of the calls that are being made.
	keywords []object.Keyword
	// spares are the empty registers of generators that are over, by their number.
	spares [maxSpareRegs + 1][][]object.Value
	// nested counts dispatch loops on the Go stack, and calledBack is the place where
	// Go code last called Python code from the outermost.
	nested     int
	calledBack spot
	// yielded tells, after run has returned from a genEntryFrame, that the
	// generator yielded and did not return.
	yielded bool
	// live is the first dead register of the innermost frame while it is at a stop,
	// else unknownLive.
	live int
	// following tells that some object has been held by a register: see temporary.go.
	following bool
	// outer is the machine whose run this one's interrupts, to answer a question.
	outer *machine
	// profiling is the thread's profiler at work, nil for none; main tells that later runs inherit it.
	profiling *profiling
	main      bool
}

// spot is an instruction of a frame.
type spot struct {
	code      *linked
	level, pc int
}

func (f *frame) at() spot { return spot{f.code, f.level, f.pc} }

// keptFrames is the number of frame records that a session keeps between runs.
const keptFrames = 32

// maxNested bounds the dispatch loops on the Go stack, whatever the recursion limit: past the largest stack
// Go ends the process (runtime/debug.SetMaxStack), and no recover helps.
const maxNested = 20_000

// maxFrames bounds Python frames, whatever the recursion limit: they live on the heap, which sys.setrecursionlimit(10**9) must not fill.
const maxFrames = 1 << 18

// machineOf returns the evaluator's state of t, made on first use.
func machineOf(t *object.Thread) *machine {
	m, ok := t.Frame.(*machine)
	if !ok {
		m = newMachine(t)
		m.inherit()
	}
	if m.top == nil {
		m.top = m.state.bottom
		m.state.bottom = nil
		if m.top == nil {
			stack := make([]object.Value, firstChunk)
			m.top = &frame{code: sentinel, stack: stack, regs: (*[window]object.Value)(stack)}
		}
		m.chunks = append(m.chunks[:0], m.top.stack)
		m.following = m.following || m.state.naming
		m.outer, m.state.current = m.state.current, m
	}
	return m
}

func newMachine(t *object.Thread) *machine {
	m := &machine{t: t, state: stateOf(t.Session), budget: ^uint64(0), live: unknownLive}
	m.pace()
	t.Frame = m
	return m
}

// idle tells whether no Python code runs in the thread.
func (m *machine) idle() bool { return m.top.code == sentinel && m.nested == 0 }

// begin is idle for a machine that may have given its stack back since machineOf.
func (m *machine) begin() (outermost bool) {
	if m.top == nil {
		machineOf(m.t)
	}
	return m.idle()
}

// release gives the stack back to the session when the outermost call is over.
func (m *machine) release() {
	if !m.main {
		m.profile(nil)
	}
	clear(m.top.stack)
	f := m.top
	for range keptFrames {
		if f.next == nil {
			break
		}
		f = f.next
		f.forget()
	}
	f.next = nil
	m.chunks = m.chunks[:0]
	clear(m.chunks[:cap(m.chunks)])
	m.state.bottom = m.top
	m.top = nil
	if m.state.current == m {
		m.state.current = m.outer
	}
	m.outer = nil
}

// above returns the frame record above fr with its registers starting at register base of fr.
func (m *machine) above(fr *frame, base int) *frame {
	nf := fr.next
	if nf == nil {
		nf = &frame{back: fr, level: fr.level + 1}
		fr.next = nf
	}
	nf.place(m, fr, base)
	return nf
}

// place puts the frame's registers at register base of fr, or at the start of the
// next chunk, with the values that lie there copied.
func (f *frame) place(m *machine, fr *frame, base int) {
	stack := fr.stack[base:]
	f.chunk = fr.chunk
	if len(stack) < window {
		f.chunk++
		if f.chunk == len(m.chunks) {
			m.chunks = append(m.chunks, make([]object.Value, laterChunk))
		}
		rest := stack
		stack = m.chunks[f.chunk]
		copy(stack, rest)
	}
	if regs := (*[window]object.Value)(stack); regs != f.regs {
		f.stack, f.regs = stack, regs
	}
}

// freeBase is the first register that no instruction of the frame's code uses.
func (f *frame) freeBase() int { return f.code.NumRegs }

// line is the source line of the running instruction, 0 of the sentinel.
func (f *frame) line() int {
	if f.code == sentinel {
		return 0
	}
	return int(f.code.Spans[max(f.pc-1, 0)].Line)
}

// ClearDead empties every register of t's frames that holds a value no longer
// needed, so that only what the program can reach stays alive.
func ClearDead(t *object.Thread) {
	if m, ok := t.Frame.(*machine); ok {
		m.ClearDead()
	}
}

// ClearDead is the function of that name for the machine's thread.
func (m *machine) ClearDead() {
	for _, w := range m.state.watch.list {
		w.weaken()
	}
	above := m.top
	clear(above.stack[m.liveOf(above):])
	for f := above.back; f != nil; f = f.back {
		n := len(f.stack) - len(above.stack)
		if n < 0 || n > window || &f.stack[n:][0] != &above.stack[0] {
			n = window // the frame above lies in another chunk
			clear(f.stack[min(f.liveTop(), n):])
		} else if top := f.liveTop(); top < n {
			clear(f.stack[top:n])
		}
		above = f
	}
	for f := m.top.next; f != nil; f = f.next {
		f.forget()
	}
}

// forget drops what a frame record still refers to after its activation.
func (f *frame) forget() {
	f.fn, f.handling, f.gen, f.visit, f.object = nil, nil, nil, nil, nil
	f.locals, f.self = object.Value{}, object.Value{}
}

// liveTop is the first dead register while the frame's instruction runs.
func (f *frame) liveTop() int {
	if f.code == sentinel {
		return 0
	}
	return int(f.code.Tops[max(f.pc-1, 0)])
}
