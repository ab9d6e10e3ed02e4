// This file lowers a program: every kernel, and the checks of functions that nobody calls.

package lower

import (
	"cmp"
	"slices"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
	"gputour/engine/diag"
)

// compilation is the state of compiling a program.
type compilation struct {
	*host.Program
	c         *source.Text
	work      int            // expressions lowered so far
	dynamic   []*syntax.Decl // variables of the host that are made when main begins
	instances map[string]*simt.Kernel
}

// Program compiles a source.
func Program(c *source.Text, text string, more ...source.File) (*host.Program, error) {
	toks := lex.Tokens(c, text, more, syntax.Condition)
	if c.Failed() {
		return nil, c.Problems
	}
	u := syntax.Parse(c, toks)
	made := &host.Program{Module: simt.Module{Source: c, Placed: map[string]int{}}, Symbols: map[string]host.Extent{}, Named: map[uint64]*simt.Kernel{}}
	made.Compile = func(c *source.Text, text string) (*host.Program, error) { return Program(c, text) }
	made.Marked = func(kernel string) (*simt.Kernel, error) { return recorded(c, text, kernel) }
	if c.Failed() {
		return nil, c.Problems
	}
	(&compilation{Program: made, c: c, instances: map[string]*simt.Kernel{}}).lower(u)
	slices.SortStableFunc(c.Problems, func(a, b *diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Line, b.Span.Start.Line), cmp.Compare(a.Span.Start.Col, b.Span.Start.Col))
	})
	if c.Failed() {
		return nil, c.Problems
	}
	made.Warnings = c.Problems
	made.State = append([]byte(nil), made.Globals...)
	return made, nil
}

// lower lowers every kernel, and checks the functions that none calls.
func (p *compilation) lower(u *syntax.Unit) {
	globals := map[string]*symbol{}
	if p.c.Whole {
		p.Words()
	}
	p.lowering(u, globals, false).declareGlobals()
	p.Changes = changesVariables(u)
	for _, f := range u.Order {
		if f.Template != nil || f.Body == nil || f.Header || p.work > maxWork {
			continue
		}
		switch {
		case f.Global, f.Device:
			if k := p.lowerFunction(u, globals, f, binding{}, false); f.Global && k != nil {
				p.Kernels = append(p.Kernels, k)
				p.instances[instanceKey(f, binding{})] = k
			}
		case p.c.Whole && f.Name == "main":
			p.Main = p.lowerFunction(u, globals, f, binding{}, true)
		case p.c.Whole:
			p.lowerFunction(u, globals, f, binding{}, true)
		}
	}
	p.checkWhole(u)
}

// checkWhole fails where a cell is not what its first line says.
func (p *compilation) checkWhole(u *syntax.Unit) {
	switch {
	case p.c.Failed():
	case p.c.Whole && p.Main == nil && !p.c.Module:
		p.c.Report(diag.Pos{Line: 1}, 1, "the program has no main function", "write int main() { … }, or leave --run away to launch its kernels from Python")
	case !p.c.Whole && len(u.Kernels) > 0 && len(p.Kernels) == 0:
		t := u.Kernels[0].Tok
		p.c.Report(t.Pos, len(t.Text), "a kernel template cannot be launched by name", "write a __global__ function without template that calls it as __device__")
	}
	if p.c.Whole || p.c.Failed() {
		return
	}
	for _, f := range u.Functions["main"] {
		if !f.Header {
			p.c.Warn(f.Tok.Pos, f.Tok.Width(), "begin the cell with %%cuda --run to run it", "main is not run: the kernels of this cell are launched from Python")
		}
	}
}

func instanceKey(f *syntax.Function, b binding) string {
	return f.Name + "|" + f.Signature() + "|" + b.key()
}

// lowerFunction lowers a function that stands on its own; nil where it has errors.
func (p *compilation) lowerFunction(u *syntax.Unit, globals map[string]*symbol, f *syntax.Function, b binding, host bool) (k *simt.Kernel) {
	for range min(len(u.Order)+2, 100) { // each try finds one more function that calls itself
		if p.tryLower(u, globals, f, b, host, &k) {
			return k
		}
	}
	return nil
}

// tryLower lowers a function; false says that a recursion was found, and to try again.
func (p *compilation) tryLower(u *syntax.Unit, globals map[string]*symbol, f *syntax.Function, b binding, host bool, k **simt.Kernel) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(relower); !ok {
				panic(r)
			}
		}
	}()
	syntax.Guard(func() {
		l := p.lowering(u, globals, host)
		*k = l.kernel(f, b)
	})
	return true
}

// kernel lowers one function that stands on its own.
func (l *lowering) kernel(f *syntax.Function, b binding) *simt.Kernel {
	k := &simt.Kernel{Name: f.Name, Module: &l.program.Module}
	l.call = l.entered(f, b, f.Tok)
	l.call.via = nil
	l.push()
	for name, s := range l.valuesOf(b) {
		l.bind(name, s)
	}
	l.result(l.call)
	var prologue simt.Op
	for _, d := range f.Params {
		prologue = seq(prologue, l.kernelParam(k, f, d))
	}
	prologue = seq(prologue, l.passRest(l.call, nil))
	if l.host && f.Name == "main" {
		prologue = seq(prologue, l.makeGlobals())
	}
	if f.Body == nil {
		l.fail(f.Tok, "", "function '%s' is declared but has no body", f.Name)
	}
	body := l.functionBody(f, l.call)
	if f.Global {
		l.checkKernel(f)
		k.Phase = l.phaseOf(f)
	}
	if f.MaxThreads != nil {
		n, _ := syntax.Constant(f.MaxThreads, l)
		k.MaxThreads = int(n)
	}
	retMask := l.call.retMask
	k.FirstLine, k.LastLine = l.c.Outer(f.Tok.Pos.Line), l.c.Outer(f.Body.End.Pos.Line)
	ends := l.recorded()
	k.Body = func(w *simt.Warp, m uint32) uint32 {
		w.Masks[retMask] = 0
		if prologue != nil {
			prologue(w, m)
		}
		if body != nil {
			m = body(w, m)
		}
		if ends {
			w.Mark(k.LastLine, w.Live, false, nil)
		}
		return m
	}
	k.Script = l.scriptOf(f, retMask, prologue)
	k.Outline = l.outlineOf(f)
	k.Variables = l.variables
	k.Regs, k.Masks, k.LocalBytes, k.SharedBytes, k.InShared = l.regs, l.masks, (l.local+15)/16*16, l.shared, l.inShared
	if k.StackBase = k.LocalBytes; len(l.routines) > 0 {
		k.LocalBytes += deviceStack
		if l.host {
			k.LocalBytes += hostStack - deviceStack
		}
	}
	k.Result, k.IsHost = l.call.retSlot, l.host
	k.Preset, k.PresetAt, k.Extern, k.Barriers, k.Polls, k.Sites = l.preset, l.presetAt, l.extern, l.barriers, l.polls, l.sites
	k.Swaps, k.Fences, k.Sweeps = l.swaps, l.fences, l.sweeps
	k.Uses = usesOf(f, l.unit)
	k.Registers = min(255, 10+2*len(l.scopes)+len(k.Params)*2)
	return k
}

// kernelParam declares a parameter. A struct's bytes stand in a buffer of the launch.
func (l *lowering) kernelParam(k *simt.Kernel, f *syntax.Function, d *syntax.Decl) simt.Op {
	typ := l.resolve(d.Type, d.Tok)
	slot := l.reg()
	k.Arguments = append(k.Arguments, slot)
	given := typ
	if f.Global && d.Ref {
		given = syntax.PointerTo(typ)
	}
	k.Params = append(k.Params, simt.Param{Name: d.Name, Type: given})
	s := &symbol{decl: d, typ: typ}
	if d.Ref {
		s.place = &place{typ: typ, reg: -1, addr: value{typ: syntax.PointerTo(typ), slot: slot}, at: l.site(d.Tok, d.Name)}
		l.bind(d.Name, s)
		return nil
	}
	if typ.Kind == word.Struct {
		l.complete(typ, d.Tok)
		s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.Tok, d.Name)}
		l.bind(d.Name, s)
		to, n, at := s.place.addr.slot, typ.Size(), s.place.at
		return l.each(func(w *simt.Warp, lane int) {
			copy(w.Block(w.In(to)[lane], n, lane, at, true), w.Block(w.In(slot)[lane], n, lane, at, false))
		})
	}
	in := value{typ: typ, slot: slot}
	run := l.declareWith(d, s, typ, &in)
	if s.place.reg >= 0 {
		l.given[s.place.reg] = slot
	}
	return run
}
