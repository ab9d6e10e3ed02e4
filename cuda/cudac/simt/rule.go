// This file keeps registers whose lanes follow a rule as that rule: one value in all lanes,
// or one that rises evenly. Most of what a kernel computes before it gets to its data is
// such: indices, addresses, the counters of loops. What takes 32 additions for lanes takes
// three for their rule, and whether a warp stays within an allocation is seen at its ends.

package simt

import (
	"math"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/word"
)

// Rule says what lanes hold: base + x*dx + y*dy, where x and y are the place of a lane
// in the rows that a warp covers of its block. All of it wraps around as 64 bits do.
type Rule struct {
	Base, Dx, Dy uint64
	Where        uint32 // the lanes that hold that; 0 where there is no rule
	Stale        uint32 // those of them whose value does not stand in the register yet
}

// Uniform reports that all lanes of where hold one value.
func (f *Rule) Uniform() bool { return f.Dx|f.Dy == 0 }

// Rows are how the threads of a warp lie in their block.
type Rows struct {
	maxX, maxY int64 // the greatest x and y
	x, y       Vec   // of each lane
}

// rowsOf are the rows of a block so many threads wide: where warps have several rows they
// must be alike.
func rowsOf(width int) (r Rows) {
	if width >= Lanes || width&(width-1) != 0 {
		width = Lanes
	}
	r.maxX, r.maxY = int64(width-1), int64(Lanes/width-1)
	for i := range r.x {
		r.x[i], r.y[i] = uint64(i%width), uint64(i/width)
	}
	return r
}

// In is a register that is read.
func (w *Warp) In(slot int) *Vec {
	if w.Rules[slot].Stale != 0 {
		w.expand(slot)
	}
	return &w.Regs[slot]
}

// Out is a register that is written; what it held is gone.
func (w *Warp) Out(slot int) *Vec {
	f := &w.Rules[slot]
	f.Where, f.Stale = 0, 0
	return &w.Regs[slot]
}

// expand writes the lanes that a register's rule stands for.
func (w *Warp) expand(slot int) {
	f := &w.Rules[slot]
	z, all := &w.Regs[slot], f.Stale == lane.Full
	var t Vec
	if !all {
		z = &t
	}
	if f.Uniform() {
		lane.Fill(z, f.Base)
	} else {
		lane.Rise(z, &w.Core.Rows.x, &w.Core.Rows.y, f.Base, f.Dx, f.Dy)
	}
	if !all {
		lane.Move(&w.Regs[slot], z, f.Stale)
	}
	f.Stale = 0
}

// fill gives all lanes one value.
func (w *Warp) fill(slot int, v uint64) {
	w.Give(slot, v, lane.Full)
}

// Give leaves one value in the lanes of m of a temporary.
func (w *Warp) Give(slot int, v uint64, m uint32) {
	if w.Core.Launch.Plain || w.Core.Host != nil && w.Scalar == nil {
		lane.Fill(w.Out(slot), v)
		return
	}
	w.Rules[slot] = Rule{Base: v, Where: m, Stale: m}
}

// findRule finds the rule that a register's lanes follow, if there is one.
func (w *Warp) findRule(slot int) {
	r, z := &w.Core.Rows, w.In(slot)
	f := Rule{Base: z[0], Where: lane.Full}
	if r.maxX > 0 {
		f.Dx = z[1] - z[0]
	}
	if r.maxY > 0 {
		f.Dy = z[r.maxX+1] - z[0]
	}
	for i, v := range z {
		if v != f.Base+r.x[i]*f.Dx+r.y[i]*f.Dy {
			return
		}
	}
	if !w.Core.Launch.Plain {
		w.Rules[slot] = f
	}
}

// Assign gives the lanes of m of a variable what another register holds.
func (w *Warp) Assign(to, from int, m uint32) {
	f, z := &w.Rules[from], &w.Rules[to]
	if m&^f.Where != 0 {
		lane.Move(&w.Regs[to], w.In(from), m)
		z.Where &^= m
		z.Stale &^= m
		return
	}
	if z.Stale&^m != 0 {
		w.expand(to)
	}
	*z = Rule{f.Base, f.Dx, f.Dy, m, m}
}

// What rules may hold, so that nothing overflows that is computed of them.
const (
	MaxBase = 1 << 62
	maxRise = 1 << 56
)

// Extent is the least and the greatest of what a rule gives any lane.
func (r *Rows) Extent(f *Rule) (lo, hi int64) {
	lo = int64(f.Base)
	hi = lo
	if d := int64(f.Dx) * r.maxX; d < 0 {
		lo += d
	} else {
		hi += d
	}
	if d := int64(f.Dy) * r.maxY; d < 0 {
		lo += d
	} else {
		hi += d
	}
	return lo, hi
}

// Small reports that Extent is exact.
func (f *Rule) Small() bool {
	return f.Base+MaxBase < 2*MaxBase && f.Dx+maxRise < 2*maxRise && f.Dy+maxRise < 2*maxRise
}

// Holds reports that a kind of integer has room for what a rule gives every lane.
func (r *Rows) Holds(f *Rule, k word.Kind) bool {
	if !f.Small() {
		return false
	}
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	switch k {
	case word.I32:
		least, most = math.MinInt32, math.MaxInt32
	case word.U32:
		least, most = 0, math.MaxUint32
	case word.I64:
	case word.U64:
		least = 0
	default:
		return false
	}
	lo, hi := r.Extent(f)
	return lo >= least && hi <= most
}

// combine is an operator on rules; z is not x or y. It reports whether there is a rule for
// the result.
type combine func(r *Rows, z, x, y *Rule) bool

// CombineOf is an operator on rules of a kind of integer; nil where there is none.
func CombineOf(op string, k word.Kind) combine {
	switch k {
	case word.I32, word.U32, word.I64, word.U64:
	default:
		return nil
	}
	switch op {
	case "+":
		return func(r *Rows, z, x, y *Rule) bool {
			z.Base, z.Dx, z.Dy = x.Base+y.Base, x.Dx+y.Dx, x.Dy+y.Dy
			return r.Holds(z, k)
		}
	case "-":
		return func(r *Rows, z, x, y *Rule) bool {
			z.Base, z.Dx, z.Dy = x.Base-y.Base, x.Dx-y.Dx, x.Dy-y.Dy
			return r.Holds(z, k)
		}
	case "*":
		return func(r *Rows, z, x, y *Rule) bool {
			if x.Uniform() {
				x, y = y, x
			}
			return y.Uniform() && times(z, x, y.Base) && r.Holds(z, k)
		}
	case "<<":
		width := uint64(k.Size()*8 - 1)
		return func(r *Rows, z, x, y *Rule) bool {
			n := y.Base & width
			return y.Uniform() && n < 31 && times(z, x, 1<<n) && r.Holds(z, k)
		}
	case ">>", "/", "%", "&":
		return func(r *Rows, z, x, y *Rule) bool { return r.divide(z, x, y, op) }
	}
	if word.IntegerCompare(op, false) != nil {
		return func(r *Rows, z, x, y *Rule) bool {
			return (k != word.U64 || r.Holds(x, k) && r.Holds(y, k)) && r.compare(z, x, y, op)
		}
	}
	return nil
}

// times multiplies a rule; false says that the product may be too large.
func times(z, x *Rule, n uint64) bool {
	if n+1<<31 > 1<<32 || x.Base+1<<31 > 1<<32 || x.Dx+1<<24 > 1<<25 || x.Dy+1<<24 > 1<<25 {
		return false
	}
	z.Base, z.Dx, z.Dy = x.Base*n, x.Dx*n, x.Dy*n
	return true
}

// divide divides by a number above zero, or takes the rest, where all lanes have one quotient.
func (r *Rows) divide(z, x, y *Rule, op string) bool {
	n := int64(y.Base)
	switch op {
	case ">>":
		if n < 0 || n > 30 {
			return false
		}
		n = 1 << n
	case "&":
		if n++; n&(n-1) != 0 {
			return false
		}
	}
	if !y.Uniform() || !x.Small() || n <= 0 {
		return false
	}
	lo, hi := r.Extent(x)
	q := lo / n
	if lo < 0 || hi/n != q {
		return false
	}
	if op == "%" || op == "&" {
		z.Base, z.Dx, z.Dy = x.Base-uint64(q*n), x.Dx, x.Dy
	} else {
		z.Base, z.Dx, z.Dy = uint64(q), 0, 0
	}
	return true
}

// compare compares rules where all lanes have one answer.
func (r *Rows) compare(z, x, y *Rule, op string) bool {
	d := Rule{Base: x.Base - y.Base, Dx: x.Dx - y.Dx, Dy: x.Dy - y.Dy}
	if !x.Small() || !y.Small() || !d.Small() {
		return false
	}
	lo, hi := r.Extent(&d)
	var yes, no bool
	switch op {
	case "<":
		yes, no = hi < 0, lo >= 0
	case "<=":
		yes, no = hi <= 0, lo > 0
	case ">":
		yes, no = lo > 0, hi <= 0
	case ">=":
		yes, no = lo >= 0, hi < 0
	case "==":
		yes, no = lo == 0 && hi == 0, lo > 0 || hi < 0
	case "!=":
		yes, no = lo > 0 || hi < 0, lo == 0 && hi == 0
	}
	z.Base, z.Dx, z.Dy = word.Bit(yes), 0, 0
	return yes || no
}

// Ruled makes an operator work on rules where both operands have one, and on lanes
// elsewhere. one computes a lane, combine rules that are not uniform; it may be nil.
func Ruled(a, b, d int, one func(a, b uint64) uint64, rules combine, all Op) Op {
	return func(w *Warp, m uint32) {
		x, y := &w.Rules[a], &w.Rules[b]
		if where := x.Where & y.Where; m&^where == 0 && m != 0 {
			z := &w.Rules[d]
			if x.Uniform() && y.Uniform() {
				*z = Rule{Base: one(x.Base, y.Base), Where: where, Stale: where}
				return
			}
			if rules != nil && rules(&w.Core.Rows, z, x, y) {
				z.Where, z.Stale = where, where
				return
			}
		}
		all(w, m)
	}
}

// Ruled1 is ruled for one operand, of which keeps says whether the result has its rule.
func Ruled1(a, d int, one func(uint64) uint64, keeps func(r *Rows, x *Rule) bool, all Op) Op {
	return func(w *Warp, m uint32) {
		x := &w.Rules[a]
		if m&^x.Where == 0 && m != 0 {
			z := &w.Rules[d]
			if x.Uniform() {
				*z = Rule{Base: one(x.Base), Where: x.Where, Stale: x.Where}
				return
			}
			if keeps != nil && keeps(&w.Core.Rows, x) {
				*z = Rule{x.Base, x.Dx, x.Dy, x.Where, x.Where}
				return
			}
		}
		all(w, m)
	}
}

// Index computes addresses of elements: z = p + q*size.
func Index(z, p, q *Rule, size uint64) {
	*z = Rule{Base: p.Base + q.Base*size, Dx: p.Dx + q.Dx*size, Dy: p.Dy + q.Dy*size, Where: p.Where & q.Where}
	z.Stale = z.Where
}
