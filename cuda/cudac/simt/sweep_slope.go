// This file finds how a value goes from iteration to iteration and from thread to thread: evenly, or a sweep cannot tell.

package simt

import (
	"math"

	"gputour/cuda/cudac/word"
)

// Affine is a whole number, or an address, that is the same in all lanes or rises evenly with
// them, and with the iterations: a constant 'c', a register 'r', the variable of the loop 'k', threadIdx 't',
// A conversion 'x', or an operator on two others.
type Affine struct {
	Op   byte
	Kind word.Kind
	Slot int
	Base int64
	A, B *Affine
}

// Rises reports that a line may depend on the iteration. Where that is a warp's part, threadIdx and the
// kernel's registers do.
func (s *Sweep) Rises(f *Affine) bool {
	return f != nil && (f.Op == 'k' || s.Phase && (f.Op == 't' || f.Op == 'r') || s.Rises(f.A) || s.Rises(f.B))
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
func (r *Core) evenly(d int) (s slope, ok bool) {
	at := func(warp int, x, y int64) int64 {
		return int64(r.Grid.ThreadOf(warp*Lanes + int(y*(r.Rows.maxX+1)+x))[d])
	}
	s.base = at(0, 0, 0)
	if r.Rows.maxX > 0 {
		s.dx = at(0, 1, 0) - s.base
	}
	if r.Rows.maxY > 0 {
		s.dy = at(0, 0, 1) - s.base
	}
	if len(r.warps) > 1 {
		s.dk = at(1, 0, 0) - s.base
	}
	for k := range r.warps {
		for y := range r.Rows.maxY + 1 {
			for x := range r.Rows.maxX + 1 {
				if at(k, x, y) != s.base+x*s.dx+y*s.dy+int64(k)*s.dk {
					return s, false
				}
			}
		}
	}
	return s, true
}

// extent is the least and the greatest of what a slope gives any lane in any iteration.
func (g *sweeping) extent(w *Warp, s slope) (lo, hi int64) {
	lo, hi = s.base, s.base
	for _, d := range [3]int64{s.dx * w.Core.Rows.maxX, s.dy * w.Core.Rows.maxY, s.dk * g.tail} {
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
func (g *sweeping) eval(w *Warp, m uint32, f *Affine) (s slope, ok bool) {
	switch f.Op {
	case 'c':
		return slope{base: f.Base}, true
	case 't':
		s = g.threads[f.Slot-RegThread]
		s.base += g.from * s.dk
		return s, true
	case 'k', 'r':
		slot := f.Slot
		if g.Phase && slot >= RegBlock && slot < RegDim {
			return slope{base: int64(w.Core.block[slot-RegBlock])}, true
		}
		if f.Op == 'k' {
			slot, s.dk = g.Slot, g.step
		} else if g.Inner {
			return g.across(w.Core, slot)
		}
		x := &w.Rules[slot]
		if m&^x.Where != 0 || !x.Small() || int64(x.Dx)+maxSlope>>6 > maxSlope>>5 || int64(x.Dy)+maxSlope>>6 > maxSlope>>5 {
			return s, false
		}
		s.base, s.dx, s.dy = int64(x.Base), int64(x.Dx), int64(x.Dy)
		if m&(m-1) == 0 { // nobody asks for other lanes
			r, i := &w.Core.Rows, First(m)
			s.base, s.dx, s.dy = s.base+int64(r.x[i])*s.dx+int64(r.y[i])*s.dy, 0, 0
		}
		return s, f.Op == 'r' || s.below(maxLoose)
	case 'x':
		if f.Kind.Loose() {
			return g.eval(w, m, f.A)
		}
		s, ok = g.exact(w, m, f.A)
		return s, ok && g.holds(w, s, f.Kind)
	}
	operand := g.exact
	if f.Kind.Loose() && f.Op != '/' && f.Op != '%' {
		operand = g.eval
	}
	x, ok1 := operand(w, m, f.A)
	y, ok2 := operand(w, m, f.B)
	if !ok1 || !ok2 {
		return s, false
	}
	switch f.Op {
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
	if f.Kind.Loose() {
		return s, s.below(maxLoose)
	}
	return s, g.holds(w, s, f.Kind)
}

// exact is eval for what is used as the number that it is.
func (g *sweeping) exact(w *Warp, m uint32, f *Affine) (slope, bool) {
	s, ok := g.eval(w, m, f)
	return s, ok && (!f.Kind.Loose() || g.holds(w, s, f.Kind))
}

// divide is a quotient that is the same in all lanes and iterations, or what remains.
func (g *sweeping) divide(w *Warp, x, y slope, f *Affine) (slope, bool) {
	lo, hi := g.extent(w, x)
	if y.dx|y.dy|y.dk != 0 || y.base <= 0 || lo < 0 || lo/y.base != hi/y.base {
		return x, false
	}
	q := lo / y.base
	if f.Op == '/' {
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
func (g *sweeping) holds(w *Warp, s slope, k word.Kind) bool {
	if s.dx+maxSlope < 0 || s.dx > maxSlope || s.dy+maxSlope < 0 || s.dy > maxSlope || s.dk+maxSlope < 0 || s.dk > maxSlope || s.base > MaxBase || s.base < -MaxBase {
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
