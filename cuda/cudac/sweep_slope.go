// This file finds how a value goes from iteration to iteration and from thread to thread: evenly, or a sweep cannot tell.

package cudac

import (
	"math"

	"gputour/cuda/cudac/word"
)

// affine is a whole number, or an address, that is the same in all lanes or rises evenly with
// them, and with the iterations: a constant 'c', a register 'r', the variable of the loop 'k', threadIdx 't',
// a conversion 'x', or an operator on two others.
type affine struct {
	op   byte
	kind word.Kind
	slot int
	base int64
	a, b *affine
}

// rises reports that a line may depend on the iteration. Where that is a warp's part, threadIdx and the
// kernel's registers do.
func (s *sweep) rises(f *affine) bool {
	return f != nil && (f.op == 'k' || s.phase && (f.op == 't' || f.op == 'r') || s.rises(f.a) || s.rises(f.b))
}

// slope is what a line gives: base + x*dx + y*dy + k*dk in iteration k.
type slope struct{ base, dx, dy, dk int64 }

// settled says what comes of comparing with zero what is from lo to hi: always yes, always no,
// or neither.
func settled(op string, lo, hi int64) (yes, no bool) {
	switch op {
	case "<":
		return hi < 0, lo >= 0
	case "<=":
		return hi <= 0, lo > 0
	case ">":
		return lo > 0, hi <= 0
	case ">=":
		return lo >= 0, hi < 0
	case "==":
		return lo == 0 && hi == 0, lo > 0 || hi < 0
	}
	return lo > 0 || hi < 0, lo == 0 && hi == 0
}

// evenly is how a coordinate of threadIdx rises with lanes and warps; false says that it does
// not rise evenly.
func (r *run) evenly(d int) (s slope, ok bool) {
	at := func(warp int, x, y int64) int64 {
		return int64(r.grid.threadOf(warp*lanes + int(y*(r.rows.maxX+1)+x))[d])
	}
	s.base = at(0, 0, 0)
	if r.rows.maxX > 0 {
		s.dx = at(0, 1, 0) - s.base
	}
	if r.rows.maxY > 0 {
		s.dy = at(0, 0, 1) - s.base
	}
	if len(r.warps) > 1 {
		s.dk = at(1, 0, 0) - s.base
	}
	for k := range r.warps {
		for y := range r.rows.maxY + 1 {
			for x := range r.rows.maxX + 1 {
				if at(k, x, y) != s.base+x*s.dx+y*s.dy+int64(k)*s.dk {
					return s, false
				}
			}
		}
	}
	return s, true
}

// extent is the least and the greatest of what a slope gives any lane in any iteration.
func (g *sweeping) extent(w *warp, s slope) (lo, hi int64) {
	lo, hi = s.base, s.base
	for _, d := range [3]int64{s.dx * w.run.rows.maxX, s.dy * w.run.rows.maxY, s.dk * g.tail} {
		if d < 0 {
			lo += d
		} else {
			hi += d
		}
	}
	return lo, hi
}

// Numbers of lines are small, so that nothing overflows that is computed of them.
const (
	maxSlope  = 1 << 44
	maxLoose  = 1 << 52
	maxFactor = 1 << 31
)

// eval is what a line gives, but for multiples of 2³² in 32-bit numbers; false says that it is
// not known to be a line.
func (g *sweeping) eval(w *warp, m uint32, f *affine) (s slope, ok bool) {
	switch f.op {
	case 'c':
		return slope{base: f.base}, true
	case 't':
		s = g.threads[f.slot-regThread]
		s.base += g.from * s.dk
		return s, true
	case 'k', 'r':
		slot := f.slot
		if g.phase && slot >= regBlock && slot < regDim {
			return slope{base: int64(w.run.block[slot-regBlock])}, true
		}
		if f.op == 'k' {
			slot, s.dk = g.slot, g.step
		} else if g.inner {
			return g.across(w.run, slot)
		}
		x := &w.rules[slot]
		if m&^x.where != 0 || !x.small() || int64(x.dx)+maxSlope>>6 > maxSlope>>5 || int64(x.dy)+maxSlope>>6 > maxSlope>>5 {
			return s, false
		}
		s.base, s.dx, s.dy = int64(x.base), int64(x.dx), int64(x.dy)
		if m&(m-1) == 0 { // nobody asks for other lanes
			r, i := &w.run.rows, first(m)
			s.base, s.dx, s.dy = s.base+int64(r.x[i])*s.dx+int64(r.y[i])*s.dy, 0, 0
		}
		return s, f.op == 'r' || s.below(maxLoose)
	case 'x':
		if f.kind.Loose() {
			return g.eval(w, m, f.a)
		}
		s, ok = g.exact(w, m, f.a)
		return s, ok && g.holds(w, s, f.kind)
	}
	operand := g.exact
	if f.kind.Loose() && f.op != '/' && f.op != '%' {
		operand = g.eval
	}
	x, ok1 := operand(w, m, f.a)
	y, ok2 := operand(w, m, f.b)
	if !ok1 || !ok2 {
		return s, false
	}
	switch f.op {
	case '+':
		s = slope{x.base + y.base, x.dx + y.dx, x.dy + y.dy, x.dk + y.dk}
	case '-':
		s = slope{x.base - y.base, x.dx - y.dx, x.dy - y.dy, x.dk - y.dk}
	case '/', '%':
		return g.divide(w, x, y, f)
	default:
		if x.dx|x.dy|x.dk == 0 {
			x, y = y, x
		}
		n := y.base
		if y.dx|y.dy|y.dk != 0 || n+maxFactor < 0 || n > maxFactor || !x.below(maxFactor) {
			return s, false
		}
		s = slope{x.base * n, x.dx * n, x.dy * n, x.dk * n}
	}
	if f.kind.Loose() {
		return s, s.below(maxLoose)
	}
	return s, g.holds(w, s, f.kind)
}

// exact is eval for what is used as the number that it is.
func (g *sweeping) exact(w *warp, m uint32, f *affine) (slope, bool) {
	s, ok := g.eval(w, m, f)
	return s, ok && (!f.kind.Loose() || g.holds(w, s, f.kind))
}

// divide is a quotient that is the same in all lanes and iterations, or what remains.
func (g *sweeping) divide(w *warp, x, y slope, f *affine) (slope, bool) {
	lo, hi := g.extent(w, x)
	if y.dx|y.dy|y.dk != 0 || y.base <= 0 || lo < 0 || lo/y.base != hi/y.base {
		return x, false
	}
	q := lo / y.base
	if f.op == '/' {
		return slope{base: q}, true
	}
	x.base -= q * y.base
	return x, true
}

// below reports that all numbers of a slope are small.
func (s *slope) below(n int64) bool {
	for _, v := range [4]int64{s.base, s.dx, s.dy, s.dk} {
		if v > n || v < -n {
			return false
		}
	}
	return true
}

// holds reports that a kind has room for what a slope gives.
func (g *sweeping) holds(w *warp, s slope, k word.Kind) bool {
	if s.dx+maxSlope < 0 || s.dx > maxSlope || s.dy+maxSlope < 0 || s.dy > maxSlope || s.dk+maxSlope < 0 || s.dk > maxSlope || s.base > maxBase || s.base < -maxBase {
		return false
	}
	lo, hi := g.extent(w, s)
	switch k {
	case word.I32:
		return lo >= math.MinInt32 && hi <= math.MaxInt32
	case word.U32:
		return lo >= 0 && hi <= math.MaxUint32
	case word.U64:
		return lo >= 0
	}
	return true
}
