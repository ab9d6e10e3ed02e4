// This file lowers functions that end with '...': what a call gives beyond the parameters stands in slots of eight bytes, and a
// va_list is the address of the next one.

package lower

import (
	"strings"

	"gputour/cuda/cudac/printf"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// variadicSlot is what an argument takes at least.
const variadicSlot = 8

// passRest gives a variadic function that is lowered in place what stands behind its parameters.
func (l *lowering) passRest(in *inlined, args []operand) simt.Op {
	if !in.f.Variadic {
		return nil
	}
	list := l.rest(in.f, args)
	in.rest = &list
	return list.run
}

// rest stores the arguments behind a function's parameters; it is their address.
func (l *lowering) rest(f *syntax.Function, args []operand) value {
	var values []value
	var offsets []int
	size := variadicSlot
	for _, o := range args[min(len(f.Params), len(args)):] {
		v := l.promoted(o)
		values, offsets = append(values, v), append(offsets, size-variadicSlot)
		size += (v.typ.Size() + variadicSlot - 1) / variadicSlot * variadicSlot
	}
	bytes := &syntax.Type{Kind: word.Array, Elem: syntax.Basic[word.U64], N: size / variadicSlot}
	list := l.allot(bytes)
	slots := &place{typ: bytes, reg: -1, addr: list, at: l.site(f.Tok, "")}
	for i, v := range values {
		to := l.part(slots, offsets[i], syntax.Plain(v.typ))
		list.run = seq(list.run, seq(v.run, l.assign(to, v)))
	}
	return list
}

// promoted is an argument as '...' takes it.
func (l *lowering) promoted(o operand) value {
	if o.list {
		l.fail(o.e.Tok, "", "a list in braces cannot stand for '...'")
	}
	switch v := o.v; {
	case v.typ.IsFloat():
		return l.cast(v, syntax.Basic[word.F64])
	case v.typ.IsInt() && syntax.Promoted(v.typ).Size() < variadicSlot:
		return l.cast(l.cast(v, syntax.Promoted(v.typ)), syntax.Basic[word.I64])
	case v.typ.Kind == word.Array:
		return l.convert(v, syntax.PointerTo(v.typ.Elem), o.e.Tok)
	default:
		return v
	}
}

func variadicIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{
		"__variadic": {0, false, func(l *lowering, c *call) value {
			if l.call == nil || l.call.rest == nil {
				l.fail(c.at, "", "va_start stands in a function that ends with '...'")
			}
			return l.convert(*l.call.rest, syntax.PointerTo(syntax.Basic[word.Void]), c.at)
		}},
		"vprintf": {2, false, func(l *lowering, c *call) value {
			return l.printing(l.listFormatter(c, 0), func(w *simt.Warp, lane int, s string) uint64 {
				w.Write(1, s)
				return uint64(len(s))
			})
		}},
		"vfprintf": {3, false, func(l *lowering, c *call) value {
			file := l.rvalue(c.args[0])
			f := l.listFormatter(c, 1)
			f.run = seq(file.run, f.run)
			return l.printing(f, func(w *simt.Warp, lane int, s string) uint64 {
				w.Write(int(w.In(file.slot)[lane]), s)
				return uint64(len(s))
			})
		}},
		"vsprintf":  {3, false, formatInto},
		"vsnprintf": {4, false, formatInto},
	}
}

// listFormatter lowers the format at argument i, and the va_list behind it.
func (l *lowering) listFormatter(c *call, i int) *formatter {
	f := l.format(c, i)
	list := l.convert(l.rvalue(c.args[i+1]), syntax.PointerTo(syntax.Basic[word.Void]), c.at)
	f.list, f.run = &list, seq(f.run, list.run)
	return f
}

// listed gives the arguments of a va_list one after the other, of the type that a directive says.
func (f *formatter) listed(w *simt.Warp, lane int) func(*printf.Directive) (value, uint64, bool) {
	at := w.In(f.list.slot)[lane]
	return func(d *printf.Directive) (value, uint64, bool) {
		bytes := w.Block(at, variadicSlot, lane, f.at, false)
		at += variadicSlot
		var x uint64
		for i, b := range bytes {
			x |= uint64(b) << (8 * i)
		}
		return value{typ: argumentOf(d)}, x, true
	}
}

// argumentOf is the type of what a directive of an unknown list takes.
func argumentOf(d *printf.Directive) *syntax.Type {
	switch {
	case d == nil:
		return syntax.Basic[word.I64]
	case d.Verb == 's' || d.Verb == 'p':
		return syntax.PointerTo(syntax.Basic[word.I8])
	case strings.IndexByte("feEgGaAF", d.Verb) >= 0:
		return syntax.Basic[word.F64]
	}
	return syntax.Basic[word.I64]
}
