// This file lowers atomics.

package cudac

import (
	"gputour/cuda/cudac/word"
	"slices"
	"strings"
)

var atomicNames = []string{"atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicCAS", "atomicAnd", "atomicOr", "atomicXor", "atomicInc", "atomicDec"}

func atomicIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{}
	for _, name := range atomicNames {
		f := intrinsic{-1, true, func(l *lowering, c *call) value {
			return l.atomic(name, &expr{op: "call", tok: c.at, kids: append([]*expr{nil}, c.args...)})
		}}
		list[name], list[name+"_block"], list[name+"_system"] = f, f, f
	}
	return list
}

// atomicChange is an atomic on registers of its own: it changes what the addresses in one point to by what stands in the other.
type atomicChange struct {
	address, value int
	typ            *Type
	run            step
}

// atomic lowers atomicAdd and its kin: lanes take turns, in order.
func (l *lowering) atomic(name string, e *expr) value {
	args := e.kids[1:]
	want := 2
	if name == "atomicCAS" {
		want = 3
	}
	if len(args) != want {
		l.fail(e.tok, "", "'%s' takes %d arguments, %d are given", name, want, len(args))
	}
	p := l.rvalue(args[0])
	if pair := "__" + name + "2"; p.typ.Kind == word.Pointer && len(l.unit.functions[pair]) > 0 && p.typ.Elem.Kind == word.Struct {
		return l.rvalue(&expr{op: "call", tok: e.tok, kids: append([]*expr{{op: "name", tok: e.tok, name: pair}}, args...)})
	}
	if p.typ.Kind != word.Pointer || !p.typ.Elem.isNumber() {
		l.fail(e.tok, "pass an address: &x or p + i", "'%s' needs a pointer to a number, not '%s'", name, p.typ)
	}
	t := plain(p.typ.Elem)
	k := t.Kind
	a := l.convert(l.rvalue(args[1]), t, args[1].tok)
	b := value{typ: a.typ, slot: a.slot} // it is evaluated once
	if want == 3 {
		b = l.convert(l.rvalue(args[2]), t, args[2].tok)
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
		if !t.isInt() {
			l.fail(e.tok, "", "'%s' needs an integer", name)
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
	default:
		l.fail(e.tok, suggest(name, atomicNames), "use of undeclared identifier '%s'", name)
	}
	d := l.reg()
	l.polls = true
	l.swaps = l.swaps || name == "atomicCAS"
	at := l.site(e.tok, "")
	add := name == "atomicAdd" && (k == word.I32 || k == word.U32)
	change := l.requested(atomically(p.slot, a.slot, b.slot, d, t, f, add, at), p.slot, a.slot, t, at, true)
	if want == 2 {
		to, v := l.reg(), l.reg()
		l.changes[args[0]] = atomicChange{to, v, t, atomically(to, v, v, l.reg(), t, f, add, at)}
	}
	return value{typ: t, slot: d, run: seq(p.run, seq(a.run, seq(b.run, change)))}
}

// lookBefore takes note of what the condition of a statement reads that an atomic within it changes:
// who looks so whether the atomic is worth it lives with the changes of others, which the atomic sees.
func (u *unit) lookBefore(s *stmt) {
	var changed []*expr
	note := func(e *expr) {
		if e.op != "call" || len(e.kids) < 2 || e.kids[0].op != "name" || !isAtomicName(e.kids[0].name) {
			return
		}
		if at := e.kids[1]; at.op == "unary" && at.name == "&" {
			changed = append(changed, at.kids[0])
		} else {
			changed = append(changed, &expr{op: "unary", name: "*", tok: at.tok, kids: []*expr{at}})
		}
	}
	for _, b := range s.body {
		walk(b, note)
	}
	walkExpr(s.post, note)
	if len(changed) == 0 {
		return
	}
	walkExpr(s.cond, func(e *expr) {
		if slices.ContainsFunc(changed, func(c *expr) bool { return alike(e, c) }) {
			u.looks[e] = true
		}
	})
}

func isAtomicName(name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_block"), "_system")
	return slices.Contains(atomicNames, name)
}

// alike reports that two expressions are written alike, with this-> or without.
func alike(a, b *expr) bool {
	a, b = withoutThis(a), withoutThis(b)
	if a.op != b.op || a.name != b.name || a.op == "num" && a.tok.text != b.tok.text {
		return false
	}
	return slices.EqualFunc(a.kids, b.kids, alike)
}

func withoutThis(e *expr) *expr {
	if e.op == "arrow" && e.kids[0].op == "name" && e.kids[0].name == "this" {
		return &expr{op: "name", name: e.name}
	}
	return e
}
