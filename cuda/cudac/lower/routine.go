// This file lowers functions that call themselves. Such a function has registers, masks
// and a frame of its own; a call saves what an outer call of it has there.

package lower

import (
	"fmt"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// relower unwinds a lowering that found a recursion: it starts again, knowing it.
type relower struct{}

// routine is a recursive function that is lowered once.
type routine struct {
	in             *inlined
	body           simt.Action
	regsFrom, regs int // its registers
	maskFrom       int
	masks          int
	params         []int // registers of the arguments
	this           int
	frame          []local
	size           int // bytes of its frame
	space          int
}

// local is a variable in a routine's frame: its address stands in a register.
type local struct{ slot, offset int }

// frameBytes are what a call takes at least; stackBytes what a thread has.
const (
	deviceFrame, deviceStack = 64, 8 << 10
	hostFrame, hostStack     = 256, 4 << 20
)

// allot takes room in the frame.
func (r *routine) allot(l *lowering, t *syntax.Type) value {
	a := max(t.Alignment(), 1)
	r.size = (r.size + a - 1) / a * a
	v := value{typ: syntax.PointerTo(t), slot: l.reg()}
	r.frame = append(r.frame, local{v.slot, r.size})
	if r.size += t.Size(); r.size > 1<<19 {
		l.fail(l.call.f.Tok, "", "function '%s' needs more than 512 KiB of local memory in each thread", l.call.f.Name)
	}
	return v
}

// inProgress reports that f is being lowered with the same binding.
func (l *lowering) inProgress(f *syntax.Function, b binding) bool {
	key := b.key()
	for in := l.call; in != nil; in = in.up {
		if in.f == f && in.key == key {
			return true
		}
	}
	return false
}

// key names a binding.
func (b binding) key() string {
	if len(b.types)+len(b.values) == 0 {
		return ""
	}
	return fmt.Sprint(b.types, b.values)
}

// callRoutine lowers a call of a recursive function.
func (l *lowering) callRoutine(f *syntax.Function, this *value, args []operand, b binding, at lex.Token) value {
	key := fmt.Sprintf("%p%s", f, b.key())
	r := l.routines[key]
	if r == nil {
		r = l.lowerRoutine(key, f, this, b, at)
	}
	var run simt.Op
	slots := make([]int, 0, len(f.Params)+2)
	give := func(v value) {
		run = seq(run, v.run)
		d := l.reg()
		run = seq(run, l.move(v.slot, d))
		slots = append(slots, d)
	}
	var after simt.Op
	for i, d := range f.Params {
		v, back := l.routineArgument(f, i, d, args, r.in, at)
		give(v)
		after = seq(after, back)
	}
	params := r.params
	if this != nil {
		give(*this)
		params = append(params[:len(params):len(params)], r.this)
	}
	if f.Variadic {
		give(l.rest(f, args))
		params = append(params[:len(params):len(params)], r.in.rest.slot)
	}
	result := value{typ: r.in.ret, slot: l.reg(), fresh: true, ref: f.RetRef}
	run = seq(run, r.call(slots, params, result.slot, l.site(at, "")))
	if r.in.ret.Kind == word.Struct && !f.RetRef {
		own := l.allot(r.in.ret)
		run = seq(run, seq(l.copyBytes(own.slot, result.slot, r.in.ret.Size(), 1, l.site(at, "")), own.run))
		result.slot = own.slot
	}
	result.run = seq(run, after)
	if !result.ref {
		result.typ = syntax.Plain(result.typ)
	}
	return result
}

// routineArgument is what a parameter's register is given: a value or an address. What a
// register holds is put into memory for the call, and fetched back.
func (l *lowering) routineArgument(f *syntax.Function, i int, d *syntax.Decl, args []operand, in *inlined, at lex.Token) (value, simt.Op) {
	var o operand
	switch {
	case i < len(args):
		o = args[i]
	case d.Init != nil:
		o = l.operand(d.Init)
	default:
		l.fail(at, "it is "+f.Signature(), "too few arguments to '%s'", f.Name)
	}
	typ := l.paramType(d, in, l.valuesOf(in.bound))
	if !d.Ref {
		return l.initialFrom(o, typ), nil
	}
	if o.list || o.p == nil || !syntax.Same(o.v.typ, typ) && typ.Kind != word.Array {
		v := l.initialFrom(o, typ)
		if typ.InMemory() {
			return v, nil
		}
		m := &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(at, "")}
		return value{typ: syntax.PointerTo(typ), slot: m.addr.slot, run: seq(v.run, l.assign(m, v))}, nil
	}
	if o.p.reg < 0 {
		return o.p.addr, nil
	}
	m := &place{typ: syntax.Plain(o.p.typ), reg: -1, addr: l.allot(o.p.typ), at: l.site(at, "")}
	back := l.read(m)
	return value{typ: syntax.PointerTo(typ), slot: m.addr.slot, run: seq(o.p.before, l.assign(m, value{slot: o.p.reg}))},
		seq(back.run, l.move(back.slot, o.p.reg))
}

// lowerRoutine lowers the body of a recursive function.
func (l *lowering) lowerRoutine(key string, f *syntax.Function, this *value, b binding, at lex.Token) *routine {
	if l.depth++; l.depth > maxInline {
		l.fail(at, "", "calls are nested too deeply")
	}
	defer func() { l.depth-- }()
	r := &routine{regsFrom: l.regs, maskFrom: l.masks, space: memory.Local}
	if l.host {
		r.space = memory.Host
	}
	l.routines[key] = r
	scopes, breaks, continues, outer, call := l.scopes, l.breaks, l.continues, l.routine, l.call
	defer func() { l.scopes, l.breaks, l.continues, l.routine, l.call = scopes, breaks, continues, outer, call }()
	in := l.entered(f, b, at)
	names := l.valuesOf(b)
	r.in, l.routine = in, r
	l.scopes, l.breaks, l.continues, l.call = []*scope{{names: names}}, nil, nil, in
	if this != nil {
		r.this = l.reg()
		in.this = &value{typ: this.typ, slot: r.this}
	}
	if f.Variadic {
		in.rest = &value{typ: syntax.PointerTo(syntax.Basic[word.Void]), slot: l.reg()}
	}
	var prologue simt.Op
	for _, d := range f.Params {
		typ := l.resolve(d.Type, d.Tok)
		slot := l.reg()
		r.params = append(r.params, slot)
		s := &symbol{decl: d, typ: typ}
		switch {
		case d.Ref:
			s.place = &place{typ: typ, reg: -1, addr: value{typ: syntax.PointerTo(typ), slot: slot}, at: l.site(d.Tok, d.Name)}
		case typ.InMemory() || in.taken[d.Name]:
			s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.Tok, d.Name)}
			prologue = seq(prologue, l.assign(s.place, value{typ: typ, slot: slot}))
		default:
			s.place = &place{typ: typ, reg: slot, at: l.site(d.Tok, d.Name)}
		}
		names[d.Name] = s
	}
	l.result(in)
	if in.ret == nil {
		l.fail(f.Tok, "name its type", "a function that calls itself cannot return auto")
	}
	body := l.functionBody(f, in)
	r.body = func(w *simt.Warp, m uint32) uint32 {
		if prologue != nil {
			prologue(w, m)
		}
		if body == nil {
			return m
		}
		return body(w, m)
	}
	r.regs, r.masks = l.regs, l.masks
	return r
}

// call runs a routine's body with registers of its own.
func (r *routine) call(args, params []int, result int, at *simt.Site) simt.Op {
	return func(w *simt.Warp, m uint32) {
		base := w.Stack
		w.Core.Spend(1)
		push(w, r, m, at)
		given := make([]simt.Vec, len(args))
		for i, a := range args {
			given[i] = *w.In(a)
		}
		saved := append([]simt.Vec(nil), w.Regs[r.regsFrom:r.regs]...)
		rules := append([]simt.Rule(nil), w.Rules[r.regsFrom:r.regs]...)
		masks := append([]uint32(nil), w.Masks[r.maskFrom:r.masks]...)
		for i, p := range params {
			*w.Out(p) = given[i]
		}
		for _, f := range r.frame {
			for lane := range simt.Lanes {
				w.Out(f.slot)[lane] = memory.AddressIn(r.space, base+f.offset)
			}
		}
		w.Masks[r.in.retMask] = 0
		r.body(w, m)
		got := *w.In(r.in.retSlot)
		copy(w.Regs[r.regsFrom:r.regs], saved)
		copy(w.Rules[r.regsFrom:r.regs], rules)
		copy(w.Masks[r.maskFrom:r.masks], masks)
		w.Stack = base
		for lane := range simt.Lanes {
			if m>>lane&1 != 0 {
				w.Out(result)[lane] = got[lane]
			}
		}
	}
}

// push takes a frame from the stack of every lane.
func push(w *simt.Warp, r *routine, m uint32, at *simt.Site) {
	least, most := deviceFrame, w.Core.Kernel.StackBase+deviceStack
	if r.space == memory.Host {
		least, most = hostFrame, w.Core.Kernel.StackBase+hostStack
	}
	w.Stack += (max(r.size, least) + 15) / 16 * 16
	if w.Stack > most {
		w.Fail("memcheck", at, simt.First(m), "stack overflow: '%s' calls itself too often; is there an end to the recursion?", r.in.f.Name)
	}
}
