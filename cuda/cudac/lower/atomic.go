// This file lowers atomics.

package lower

import (
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

func atomicIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{}
	for _, name := range syntax.AtomicNames {
		f := intrinsic{-1, true, func(l *lowering, c *call) value {
			return l.atomic(name, &syntax.Expr{Op: "call", Tok: c.at, Kids: append([]*syntax.Expr{nil}, c.args...)})
		}}
		list[name], list[name+"_block"], list[name+"_system"] = f, f, f
	}
	return list
}

// atomic lowers atomicAdd and its kin: lanes take turns, in order.
func (l *lowering) atomic(name string, e *syntax.Expr) value {
	args := e.Kids[1:]
	want := 2
	if name == "atomicCAS" {
		want = 3
	}
	if len(args) != want {
		l.fail(e.Tok, "", "'%s' takes %d arguments, %s given", name, want, isOrAre(len(args)))
	}
	p := l.rvalue(args[0])
	if pair := "__" + name + "2"; p.typ.Kind == word.Pointer && len(l.unit.Functions[pair]) > 0 && p.typ.Elem.Kind == word.Struct {
		return l.rvalue(&syntax.Expr{Op: "call", Tok: e.Tok, Kids: append([]*syntax.Expr{{Op: "name", Tok: e.Tok, Name: pair}}, args...)})
	}
	if p.typ.Kind != word.Pointer || !p.typ.Elem.IsNumber() {
		l.fail(e.Tok, "pass an address: &x or p + i", "'%s' needs a pointer to a number, not '%s'", name, p.typ)
	}
	t := syntax.Plain(p.typ.Elem)
	k := t.Kind
	a := l.convert(l.rvalue(args[1]), t, args[1].Tok)
	b := value{typ: a.typ, slot: a.slot} // it is evaluated once
	if want == 3 {
		b = l.convert(l.rvalue(args[2]), t, args[2].Tok)
	}
	less := word.Operation("<", k)
	var f func(old, x, y uint64) uint64
	pick := func(op string) { g := word.Operation(op, k); f = func(old, x, _ uint64) uint64 { return g(old, x) } }
	switch name {
	case "atomicAdd":
		if pick("+"); k == word.I32 || k == word.U32 {
			f = func(old, x, _ uint64) uint64 { return old + x } // memory takes the lower half
		}
	case "atomicSub":
		pick("-")
	case "atomicAnd", "atomicOr", "atomicXor":
		if !t.IsInt() {
			l.fail(e.Tok, "", "'%s' needs an integer", name)
		}
		pick(map[string]string{"atomicAnd": "&", "atomicOr": "|", "atomicXor": "^"}[name])
	case "atomicMin":
		f = func(old, x, _ uint64) uint64 { return old + (x-old)*less(x, old) }
	case "atomicMax":
		f = func(old, x, _ uint64) uint64 { return old + (x-old)*less(old, x) }
	case "atomicExch":
		f = func(_, x, _ uint64) uint64 { return x }
	case "atomicCAS":
		f = func(old, x, y uint64) uint64 {
			if old == x {
				return y
			}
			return old
		}
	case "atomicInc":
		f = func(old, x, _ uint64) uint64 { return (old + 1) * word.Bit(old < x) }
	case "atomicDec":
		f = func(old, x, _ uint64) uint64 {
			if old == 0 || old > x {
				return x
			}
			return old - 1
		}
	}
	d := l.reg()
	l.polls = true
	l.swaps = l.swaps || name == "atomicCAS"
	at := l.site(e.Tok, "")
	add := name == "atomicAdd" && (k == word.I32 || k == word.U32)
	change := l.requested(simt.Atomically(p.slot, a.slot, b.slot, d, t, f, add, at), p.slot, a.slot, t, at, true)
	if want == 2 {
		to, v := l.reg(), l.reg()
		l.changes[args[0]] = simt.AtomicChange{Address: to, Value: v, Type: t, Apply: simt.Atomically(to, v, v, l.reg(), t, f, add, at)}
	}
	return value{typ: t, slot: d, run: seq(p.run, seq(a.run, seq(b.run, change)))}
}
