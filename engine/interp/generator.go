package interp

import (
	"gputour/engine/breath"
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// Generator is a suspended frame: while it does not run, its registers lie in saved.
type Generator struct {
	object.Head
	fn       *Function
	saved    []object.Value
	pc       int
	sent     uint8 // while suspended: the register that receives what is sent
	state    genState
	handling *object.Exception // being handled inside, while it is suspended in an except clause
	names    *names            // nil: those of the definition
	by       *frame            // the frame whose call made it, to be compared only: records are used again
	at       int               // its pc then, which is that of the instruction after the call: see forPrep
	owned    bool              // by the loop that runs it: nothing else refers to it
	watch    *Watched          // once it has been suspended where its end matters
}

// names are a generator's __name__ and __qualname__.
type names struct{ name, qualName string }

func (g *Generator) named() names {
	if g.names != nil {
		return *g.names
	}
	return names{g.fn.def.Name, g.fn.def.QualName}
}

type genState uint8

const (
	genFresh genState = iota
	genSuspended
	genRunning
	genDone
)

// GeneratorClass is the class of generators.
var GeneratorClass = object.NewBuiltin("generator")

func (f *Function) isGenerator() bool { return f.def.Flags&bytecode.Generator != 0 }

// newGenerator makes what a call of fn, whose arguments are bound in nf, gives: its suspended frame.
func (m *machine) newGenerator(fn *Function, nf *frame) object.Value {
	g := newSuspended(fn.code.Flags)
	g.fn, g.by, g.at = fn, m.top, m.top.pc
	if fn.own != nil {
		g.names = &names{fn.name(), fn.qualName()}
	}
	n := fn.code.locals
	g.saved = m.savedRegs(fn.code.NumRegs)[:n]
	for i := range g.saved {
		g.saved[i] = nf.regs[uint8(i)]
	}
	if fn.code.Flags&bytecode.Coroutine != 0 {
		m.state.remind(g)
	}
	return object.Of(g)
}

// Registers of generators that are over are used again, if they are few: most generators live
// for one loop.
const (
	maxSpareRegs = 16
	maxSpares    = 32
)

// savedRegs makes room for n registers, all empty.
func (m *machine) savedRegs(n int) []object.Value {
	if n <= maxSpareRegs {
		if spares := m.spares[n]; len(spares) > 0 {
			last := len(spares) - 1
			regs := spares[last][:n]
			spares[last], m.spares[n] = nil, spares[:last] // what a generator that is dropped holds is held by nobody
			return regs
		}
	}
	return make([]object.Value, n)
}

// resume makes g's frame the innermost one, above fr, with what is sent in place.
func (m *machine) resume(fr *frame, g *Generator, sent object.Value, kind frameKind, base int) (*frame, error) {
	switch g.state {
	case genRunning:
		return fr, object.Raise(object.ValueError, "%s already executing", g.kind())
	case genFresh:
		if !sent.IsNone() {
			return fr, object.Raise(object.TypeError, "can't send non-None value to a just-started %s", g.kind())
		}
	}
	if m.t.Depth >= m.state.session.RecursionLimit {
		return fr, errTooDeep()
	}
	if g.fn.code.epoch != m.state.epoch {
		g.fn.prepared()
	}
	nf := m.above(fr, base)
	regs := nf.regs
	for i, v := range g.saved { // few: cheaper than copy, which looks at the collector's state first
		regs[uint8(i)] = v
	}
	nf.code, nf.fn, nf.kind, nf.gen, nf.pc = g.fn.code, g.fn, kind, g, g.pc
	nf.handling, nf.object = m.t.Handling, nil
	if g.handling != nil {
		m.t.Handling = g.handling
	}
	if g.state == genSuspended {
		regs[g.sent] = sent
	}
	g.state = genRunning
	m.top = nf
	m.t.Depth++
	return nf, nil
}

// sentReg is the register that receives what is sent to a generator that goes on at
// pc: that of the yield before, or of the yield from there.
func (l *linked) sentReg(pc int) uint8 {
	if in := l.Code.Instrs[pc]; in.Op == bytecode.YieldFrom {
		return in.A
	}
	return l.Code.Instrs[pc-1].A
}

// delegate returns the iterator that the suspended generator's yield from is at, or zero.
func (g *Generator) delegate() object.Value {
	if g.state == genSuspended {
		if in := g.fn.code.Code.Instrs[g.pc]; in.Op == bytecode.YieldFrom {
			return g.saved[in.B]
		}
	}
	return object.Value{}
}

// suspend takes the registers of g's frame back.
func (g *Generator) suspend(m *machine, fr *frame) {
	pc := fr.pc
	in := &fr.code.Code.Instrs[pc]
	if in.Op != bytecode.YieldFrom {
		pc--
		in = &fr.code.Code.Instrs[pc]
	}
	g.sent = in.A
	live := int(fr.code.Tops[pc])
	old := len(g.saved)
	saved, regs := g.saved[:live], fr.regs
	for i := range saved {
		saved[i] = regs[uint8(i)]
	}
	if live < old {
		clear(g.saved[live:])
	}
	g.saved = saved
	g.pc = fr.pc
	g.state = genSuspended
	g.handling = nil
	if m.t.Handling != fr.handling || in.C == 1 {
		g.handling = m.t.Handling
	}
	m.t.Handling = fr.handling
	fr.gen = nil
	if len(fr.code.Handlers) > 0 {
		m.watchGenerator(g)
	}
}

// finish marks g as exhausted and drops what it held.
func (g *Generator) finish(m *machine) {
	if n := cap(g.saved); n > 0 && n <= maxSpareRegs && g.watch == nil && len(m.spares[n]) < maxSpares {
		clear(g.saved)
		m.spares[n] = append(m.spares[n], g.saved)
	}
	g.state = genDone
	g.saved, g.handling = nil, nil
}

// fail ends g by an exception; a StopIteration becomes a RuntimeError, which is returned.
func (g *Generator) fail(m *machine, e *object.Exception) *object.Exception {
	g.finish(m)
	if e == nil {
		return nil
	}
	var raised string
	switch {
	case object.StopIteration.Is(e.Value()):
		raised = "StopIteration"
	case object.StopAsyncIteration.Is(e.Value()) && g.fn.code.Flags&bytecode.AsyncGenerator != 0:
		raised = "StopAsyncIteration"
	default:
		return nil
	}
	r := object.NewException(object.RuntimeError, object.NewStr(g.kind()+" raised "+raised))
	r.Cause, r.Context, r.SuppressContext = e, e, true
	return r
}

// step resumes g from Go: with a value sent, or with an exception thrown. ok is
// false at the end; v is then the value returned.
func (m *machine) step(g *Generator, sent object.Value, thrown error) (v object.Value, ok bool, err error) {
	if g.state == genDone {
		if g.fn.code.Flags&bytecode.Coroutine != 0 {
			return object.Value{}, false, object.Raise(object.RuntimeError, "cannot reuse already awaited coroutine")
		}
		return object.None, false, thrown
	}
	if thrown != nil && g.state == genFresh {
		g.finish(m)
		if e, ok := thrown.(*object.Exception); ok {
			m.addEntry(e, g.fn.code, 0)
		}
		return object.Value{}, false, thrown
	}
	outermost := m.begin()
	nf, err := m.resume(m.top, g, sent, genEntryFrame, m.top.freeBase())
	if err != nil {
		return object.Value{}, false, err
	}
	if thrown != nil && nf.pc < len(nf.code.Instrs) && nf.code.Code.Instrs[nf.pc].Op == bytecode.YieldFrom {
		nf.pc++
	}
	if e, ok := thrown.(*object.Exception); ok {
		e.SetContext(m.t.Handling)
	}
	v, err = m.run(nf, thrown)
	if outermost {
		m.release()
	}
	return v, m.yielded && err == nil, err
}

// Walk calls f with what the generator yields, in its frame, which needs no
// suspending. It is suspended when f fails, with the rest still to come.
func (g *Generator) Walk(t *object.Thread, f func(object.Value) error) error {
	m := machineOf(t)
	if g.state == genDone {
		return nil
	}
	outermost := m.begin()
	nf, err := m.resume(m.top, g, object.None, genWalkFrame, m.top.freeBase())
	if err != nil {
		return err
	}
	nf.visit = f
	_, err = m.run(nf, nil)
	nf.visit = nil
	if outermost {
		m.release()
	}
	return err
}

// hand gives v, which the generator of frame fr yields, to the walker. If that is
// fine fr is ready to go on, else it has been left.
func (m *machine) hand(fr *frame, v object.Value) error {
	handling := m.t.Handling
	m.t.Handling = fr.handling
	err := fr.visit(v)
	if m.t.Steps++; err == nil && (m.t.Steps >= m.stepLimit || !breath.Needed && m.t.Token.Waiting()) {
		err = m.poll() // yield from an iterator in Go has no jump that would
	}
	m.t.Handling = handling
	if err != nil {
		m.t.Depth--
		fr.gen.suspend(m, fr)
		m.top = fr.back
		return err
	}
	fr.regs[fr.code.sentReg(fr.pc)] = object.None
	return nil
}

// sendTo advances an iterator that is no generator for yield from; ok is false at
// the end, with v the value of the yield from.
func (m *machine) sendTo(it, sent object.Value) (v object.Value, ok bool, err error) {
	m.t.StopValue = object.Value{}
	switch {
	case sent.IsNone():
		if g := generatorOf(it); g != nil {
			return m.step(g, sent, nil)
		}
		v, ok, err = object.Next(m.t, it)
	default:
		v, err = object.CallAttr(m.t, it, "send", sent)
		ok = err == nil
		if e, isExc := err.(*object.Exception); isExc && object.StopIteration.Is(e.Value()) {
			return e.Field("value"), false, nil
		}
	}
	if err == nil && !ok {
		v = m.t.StopValue
		m.t.StopValue = object.Value{}
		if v.IsNil() {
			v = object.None
		}
	}
	return v, ok, err
}

func init() {
	GeneratorClass.Define(object.Spec{
		NoConstructor: true, Final: true, OwnLayout: true,
		Slots: object.Slots{
			Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
			Next: generatorNext,
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				return "<generator object " + v.Object().(*Generator).named().qualName + " at " + object.Address(v) + ">", nil
			},
		},
		Methods: suspendedMethods("generator"),
		Props:   append(suspendedProps("gi"), object.Prop{Name: "gi_yieldfrom", Get: getDelegate}),
	})
}

// suspendedMethods are those of generators and coroutines.
func suspendedMethods(kind string) []object.Method {
	return []object.Method{
		{Sig: "send(self, arg, /)", Fn: generatorSend, Doc: "send(arg) -> send 'arg' into " + kind + ",\nreturn next yielded value or raise StopIteration."},
		{Sig: "throw(self, typ, val=None, tb=None, /)", Fn: generatorThrow, Doc: "Raise exception in " + kind + ", return next yielded value or raise\nStopIteration."},
		{Sig: "close(self)", Fn: generatorClose, Doc: "close() -> raise GeneratorExit inside " + kind + "."},
	}
}

func generatorNext(t *object.Thread, v object.Value) (object.Value, bool, error) {
	return nextOf(t, v.Object().(*Generator))
}

// nextOf is the next value of a frame, with what it returns in t at the end.
func nextOf(t *object.Thread, g *Generator) (object.Value, bool, error) {
	x, ok, err := machineOf(t).step(g, object.None, nil)
	if err == nil && !ok {
		t.StopValue = x
	}
	return x, ok, err
}

// stopOr turns the end of a generator into StopIteration with its value.
func stopOr(v object.Value, ok bool, err error) (object.Value, error) {
	if err != nil || ok {
		return v, err
	}
	if v.IsNil() || v.IsNone() {
		return v, object.NewException(object.StopIteration)
	}
	return v, object.NewException(object.StopIteration, v)
}

func generatorSend(t *object.Thread, a []object.Value) (object.Value, error) {
	return stopOr(machineOf(t).step(generatorOf(a[0]), a[1], nil))
}

func generatorClose(t *object.Thread, a []object.Value) (object.Value, error) {
	return object.None, machineOf(t).closeGenerator(generatorOf(a[0]))
}

// suspendedProps are the attributes of generators, coroutines and asynchronous generators.
func suspendedProps(prefix string) []object.Prop {
	of := generatorOf
	return []object.Prop{
		generatorName("__name__", func(n *names) *string { return &n.name }),
		generatorName("__qualname__", func(n *names) *string { return &n.qualName }),
		{Name: prefix + "_running", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			if a, ok := v.Object().(*AsyncGenerator); ok {
				return object.Bool(a.busy), nil
			}
			return object.Bool(of(v).state == genRunning), nil
		}},
		{Name: prefix + "_suspended", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(of(v).state == genSuspended), nil
		}},
		{Name: prefix + "_code", Field: true, Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return codeValue(of(v).fn.code), nil }},
		{Name: prefix + "_frame", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			g := of(v)
			if g.state == genDone {
				return object.None, nil
			}
			return newFrameObject(g.fn.code, g.pc, object.Value{}), nil
		}},
	}
}

// getDelegate is what a yield from or an await is at.
func getDelegate(_ *object.Thread, v object.Value) (object.Value, error) {
	return orNone(generatorOf(v).delegate()), nil
}

// generatorName is the attribute __name__ or __qualname__.
func generatorName(attr string, field func(*names) *string) object.Prop {
	return object.Prop{Name: attr,
		Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			n := generatorOf(v).named()
			return object.NewStr(*field(&n)), nil
		},
		Set: func(_ *object.Thread, v, x object.Value) error {
			if !x.IsNil() {
				if s, ok := object.AsStr(x); ok {
					g := generatorOf(v)
					n := g.named()
					*field(&n) = s
					g.names = &n
					return nil
				}
			}
			return object.Raise(object.TypeError, "%s must be set to a string object", attr)
		}}
}
