// This file lowers what threads do together: barriers, shuffles, votes, printf.

package cudac

import (
	"fmt"
	"io"
	"strings"
)

// cooperative lowers functions of warps and blocks.
func (l *lowering) cooperative(name string, e *expr) value {
	args := e.kids[1:]
	at := l.site(e.tok, "")
	void := func(f step) value { return value{typ: basic[Void], run: f} }
	switch name {
	case "__syncthreads":
		l.barriers = true
		return void(func(w *warp, m uint32) { w.barrier(m, at) })
	case "__syncwarp":
		return void(func(w *warp, m uint32) { w.synced() })
	case "__activemask":
		d := l.reg()
		return value{typ: basic[U32], slot: d, run: func(w *warp, m uint32) {
			for i := range lanes {
				w.r[d][i] = uint64(m)
			}
		}}
	case "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync":
		return l.shuffle(name, e)
	case "__ballot_sync", "__any_sync", "__all_sync":
		if len(args) != 2 {
			l.fail(e.tok, "", "'%s' takes 2 arguments, %d are given", name, len(args))
		}
		c := l.truth(args[1])
		d := l.reg()
		t := basic[I32]
		if name == "__ballot_sync" {
			t = basic[U32]
		}
		return value{typ: t, slot: d, run: seq(c.run, func(w *warp, m uint32) {
			w.synced()
			yes := w.truth(c.slot, m)
			v := uint64(yes)
			switch name {
			case "__any_sync":
				v = bit(yes != 0)
			case "__all_sync":
				v = bit(yes == m)
			}
			for i := range lanes {
				w.r[d][i] = v
			}
		})}
	case "printf":
		return l.printf(e)
	case "assert":
		if len(args) != 1 {
			l.fail(e.tok, "", "assert takes one condition")
		}
		c := l.truth(args[0])
		return void(seq(c.run, func(w *warp, m uint32) {
			if bad := m &^ w.truth(c.slot, m); bad != 0 {
				w.fail("assert", at, first(bad), "Assertion failed")
			}
		}))
	}
	var known []string
	for f := range l.unit.functions {
		known = append(known, f)
	}
	known = append(known, "__syncthreads", "__syncwarp", "__shfl_sync", "__shfl_down_sync", "__shfl_up_sync", "__shfl_xor_sync", "__ballot_sync", "printf", "sqrtf", "expf", "logf", "powf", "fminf", "fmaxf", "fabsf", "atomicAdd")
	l.fail(e.tok, suggest(name, known), "use of undeclared identifier '%s'", name)
	return value{}
}

// shuffle lowers __shfl_*_sync(mask, value, lane[, width]).
func (l *lowering) shuffle(name string, e *expr) value {
	args := e.kids[1:]
	if len(args) != 3 && len(args) != 4 {
		l.fail(e.tok, "", "'%s' takes 3 or 4 arguments, %d are given", name, len(args))
	}
	mask, v, k := l.rvalue(args[0]), l.rvalue(args[1]), l.convert(l.rvalue(args[2]), basic[I32], args[2].tok)
	width := l.constant(lanes, basic[I32])
	if len(args) == 4 {
		width = l.convert(l.rvalue(args[3]), basic[I32], args[3].tok)
	}
	d, at := l.reg(), l.site(e.tok, "")
	run := seq(seq(mask.run, v.run), seq(k.run, width.run))
	return value{typ: v.typ, slot: d, run: seq(run, func(w *warp, m uint32) {
		w.synced()
		from := w.r[v.slot]
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			n := int(int32(w.r[width.slot][i]))
			if n < 1 || n > lanes || n&(n-1) != 0 {
				w.fail("memcheck", at, i, "the width of a shuffle must be a power of two up to 32, not %d", n)
			}
			if w.r[mask.slot][i]>>i&1 == 0 {
				w.fail("memcheck", at, i, "this thread is not in the mask of the shuffle it takes part in")
			}
			base, delta := i&^(n-1), int(int32(w.r[k.slot][i]))
			j := i
			switch name {
			case "__shfl_sync":
				j = base + delta&(n-1)
			case "__shfl_up_sync":
				if i-delta >= base {
					j = i - delta
				}
			case "__shfl_down_sync":
				if i+delta < base+n {
					j = i + delta
				}
			default:
				if x := i ^ delta; x < base+n {
					j = x
				}
			}
			if j < 0 || j >= lanes {
				j = i
			}
			w.r[d][i] = from[j]
		}
	})}
}

// printf lowers a call of printf: threads print in order.
func (l *lowering) printf(e *expr) value {
	args := e.kids[1:]
	if len(args) == 0 || args[0].op != "str" {
		l.fail(e.tok, "", "printf needs a format in quotes")
	}
	list := make([]value, len(args)-1)
	var run step
	for i, a := range args[1:] {
		list[i] = l.rvalue(a)
		if list[i].typ.Kind == F32 {
			list[i] = l.cast(list[i], basic[F64])
		}
		run = seq(run, list[i].run)
	}
	format := args[0].name
	return value{typ: basic[I32], slot: l.constant(0, basic[I32]).slot, run: seq(run, func(w *warp, m uint32) {
		if w.run.launch.Stdout == nil {
			return
		}
		w.run.turn()
		for i := range lanes {
			if m>>i&1 != 0 {
				io.WriteString(w.run.launch.Stdout, formatC(format, list, w, i))
			}
		}
	})}
}

// formatC formats as C's printf.
func formatC(format string, args []value, w *warp, lane int) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		from := i
		for i++; i < len(format) && strings.IndexByte("-+ #0123456789.hlzjt", format[i]) >= 0; i++ {
		}
		if i >= len(format) {
			b.WriteString(format[from:])
			break
		}
		spec := "%" + strings.Map(func(r rune) rune {
			if strings.ContainsRune("hlzjt", r) {
				return -1
			}
			return r
		}, format[from+1:i])
		verb := format[i]
		if verb == '%' {
			b.WriteByte('%')
			continue
		}
		if len(args) == 0 {
			b.WriteString(format[from : i+1])
			continue
		}
		v := args[0]
		args = args[1:]
		x := w.r[v.slot][lane]
		switch {
		case verb == 's':
			fmt.Fprintf(&b, spec+"s", v.text)
		case verb == 'c':
			b.WriteByte(byte(x))
		case strings.IndexByte("feEgGF", verb) >= 0:
			if verb == 'g' && !strings.Contains(spec, ".") {
				spec += ".6"
			}
			f := f64(x)
			if v.typ.isInt() {
				f = float64(int64(x))
			}
			fmt.Fprintf(&b, spec+string(verb), f)
		case verb == 'p':
			fmt.Fprintf(&b, "0x%x", x)
		case v.typ.Kind == F64:
			fmt.Fprintf(&b, spec+"d", int64(f64(x)))
		case verb == 'u':
			if v.typ.Kind == I32 {
				x = uint64(uint32(x))
			}
			fmt.Fprintf(&b, spec+"d", x)
		case verb == 'x' || verb == 'X' || verb == 'o':
			if v.typ.Kind == I32 {
				x = uint64(uint32(x))
			}
			fmt.Fprintf(&b, spec+string(verb), x)
		default:
			fmt.Fprintf(&b, spec+"d", int64(x))
		}
	}
	return b.String()
}
