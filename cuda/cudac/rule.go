// This file keeps registers whose lanes follow a rule as that rule: one value in all lanes,
// or one that rises evenly. Most of what a kernel computes before it gets to its data is
// such: indices, addresses, the counters of loops. What takes 32 additions for lanes takes
// three for their rule, and whether a warp stays within an allocation is seen at its ends.

package cudac

import (
	"math"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/word"
)

// rule says what lanes hold: base + x*dx + y*dy, where x and y are the place of a lane
// in the rows that a warp covers of its block. All of it wraps around as 64 bits do.
type rule struct {
	base, dx, dy uint64
	where        uint32 // the lanes that hold that; 0 where there is no rule
	stale        uint32 // those of them whose value does not stand in the register yet
}

// uniform reports that all lanes of where hold one value.
func (f *rule) uniform() bool { return f.dx|f.dy == 0 }

// rows are how the threads of a warp lie in their block.
type rows struct {
	maxX, maxY int64 // the greatest x and y
	x, y       vec   // of each lane
}

// rowsOf are the rows of a block so many threads wide: where warps have several rows they
// must be alike.
func rowsOf(width int) (r rows) {
	if width >= lanes || width&(width-1) != 0 {
		width = lanes
	}
	r.maxX, r.maxY = int64(width-1), int64(lanes/width-1)
	for i := range r.x {
		r.x[i], r.y[i] = uint64(i%width), uint64(i/width)
	}
	return r
}

// in is a register that is read.
func (w *warp) in(slot int) *vec {
	if w.rules[slot].stale != 0 {
		w.expand(slot)
	}
	return &w.regs[slot]
}

// out is a register that is written; what it held is gone.
func (w *warp) out(slot int) *vec {
	f := &w.rules[slot]
	f.where, f.stale = 0, 0
	return &w.regs[slot]
}

// expand writes the lanes that a register's rule stands for.
func (w *warp) expand(slot int) {
	f := &w.rules[slot]
	z, all := &w.regs[slot], f.stale == lane.Full
	var t vec
	if !all {
		z = &t
	}
	if f.uniform() {
		lane.Fill(z, f.base)
	} else {
		lane.Rise(z, &w.run.rows.x, &w.run.rows.y, f.base, f.dx, f.dy)
	}
	if !all {
		lane.Move(&w.regs[slot], z, f.stale)
	}
	f.stale = 0
}

// fill gives all lanes one value.
func (w *warp) fill(slot int, v uint64) {
	w.give(slot, v, lane.Full)
}

// give leaves one value in the lanes of m of a temporary.
func (w *warp) give(slot int, v uint64, m uint32) {
	if w.run.launch.plain || w.run.host != nil {
		lane.Fill(w.out(slot), v)
		return
	}
	w.rules[slot] = rule{base: v, where: m, stale: m}
}

// findRule finds the rule that a register's lanes follow, if there is one.
func (w *warp) findRule(slot int) {
	r, z := &w.run.rows, w.in(slot)
	f := rule{base: z[0], where: lane.Full}
	if r.maxX > 0 {
		f.dx = z[1] - z[0]
	}
	if r.maxY > 0 {
		f.dy = z[r.maxX+1] - z[0]
	}
	for i, v := range z {
		if v != f.base+r.x[i]*f.dx+r.y[i]*f.dy {
			return
		}
	}
	if !w.run.launch.plain {
		w.rules[slot] = f
	}
}

// assign gives the lanes of m of a variable what another register holds.
func (w *warp) assign(to, from int, m uint32) {
	f, z := &w.rules[from], &w.rules[to]
	if m&^f.where != 0 {
		lane.Move(&w.regs[to], w.in(from), m)
		z.where &^= m
		z.stale &^= m
		return
	}
	if z.stale&^m != 0 {
		w.expand(to)
	}
	*z = rule{f.base, f.dx, f.dy, m, m}
}

// What rules may hold, so that nothing overflows that is computed of them.
const (
	maxBase = 1 << 62
	maxRise = 1 << 56
)

// extent is the least and the greatest of what a rule gives any lane.
func (r *rows) extent(f *rule) (lo, hi int64) {
	lo = int64(f.base)
	hi = lo
	if d := int64(f.dx) * r.maxX; d < 0 {
		lo += d
	} else {
		hi += d
	}
	if d := int64(f.dy) * r.maxY; d < 0 {
		lo += d
	} else {
		hi += d
	}
	return lo, hi
}

// small reports that extent is exact.
func (f *rule) small() bool {
	return f.base+maxBase < 2*maxBase && f.dx+maxRise < 2*maxRise && f.dy+maxRise < 2*maxRise
}

// holds reports that a kind of integer has room for what a rule gives every lane.
func (r *rows) holds(f *rule, k word.Kind) bool {
	if !f.small() {
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
	lo, hi := r.extent(f)
	return lo >= least && hi <= most
}

// combine is an operator on rules; z is not x or y. It reports whether there is a rule for
// the result.
type combine func(r *rows, z, x, y *rule) bool

// combineOf is an operator on rules of a kind of integer; nil where there is none.
func combineOf(op string, k word.Kind) combine {
	switch k {
	case word.I32, word.U32, word.I64, word.U64:
	default:
		return nil
	}
	switch op {
	case "+":
		return func(r *rows, z, x, y *rule) bool {
			z.base, z.dx, z.dy = x.base+y.base, x.dx+y.dx, x.dy+y.dy
			return r.holds(z, k)
		}
	case "-":
		return func(r *rows, z, x, y *rule) bool {
			z.base, z.dx, z.dy = x.base-y.base, x.dx-y.dx, x.dy-y.dy
			return r.holds(z, k)
		}
	case "*":
		return func(r *rows, z, x, y *rule) bool {
			if x.uniform() {
				x, y = y, x
			}
			return y.uniform() && times(z, x, y.base) && r.holds(z, k)
		}
	case "<<":
		width := uint64(k.Size()*8 - 1)
		return func(r *rows, z, x, y *rule) bool {
			n := y.base & width
			return y.uniform() && n < 31 && times(z, x, 1<<n) && r.holds(z, k)
		}
	case ">>", "/", "%", "&":
		return func(r *rows, z, x, y *rule) bool { return r.divide(z, x, y, op) }
	}
	if word.IntegerCompare(op, false) != nil {
		return func(r *rows, z, x, y *rule) bool {
			return (k != word.U64 || r.holds(x, k) && r.holds(y, k)) && r.compare(z, x, y, op)
		}
	}
	return nil
}

// times multiplies a rule; false says that the product may be too large.
func times(z, x *rule, n uint64) bool {
	if n+1<<31 > 1<<32 || x.base+1<<31 > 1<<32 || x.dx+1<<24 > 1<<25 || x.dy+1<<24 > 1<<25 {
		return false
	}
	z.base, z.dx, z.dy = x.base*n, x.dx*n, x.dy*n
	return true
}

// divide divides by a number above zero, or takes the rest, where all lanes have one quotient.
func (r *rows) divide(z, x, y *rule, op string) bool {
	n := int64(y.base)
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
	if !y.uniform() || !x.small() || n <= 0 {
		return false
	}
	lo, hi := r.extent(x)
	q := lo / n
	if lo < 0 || hi/n != q {
		return false
	}
	if op == "%" || op == "&" {
		z.base, z.dx, z.dy = x.base-uint64(q*n), x.dx, x.dy
	} else {
		z.base, z.dx, z.dy = uint64(q), 0, 0
	}
	return true
}

// compare compares rules where all lanes have one answer.
func (r *rows) compare(z, x, y *rule, op string) bool {
	d := rule{base: x.base - y.base, dx: x.dx - y.dx, dy: x.dy - y.dy}
	if !x.small() || !y.small() || !d.small() {
		return false
	}
	lo, hi := r.extent(&d)
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
	z.base, z.dx, z.dy = word.Bit(yes), 0, 0
	return yes || no
}

// ruled makes an operator work on rules where both operands have one, and on lanes
// elsewhere. one computes a lane, combine rules that are not uniform; it may be nil.
func ruled(a, b, d int, one func(a, b uint64) uint64, rules combine, all step) step {
	return func(w *warp, m uint32) {
		x, y := &w.rules[a], &w.rules[b]
		if where := x.where & y.where; m&^where == 0 && m != 0 {
			z := &w.rules[d]
			if x.uniform() && y.uniform() {
				*z = rule{base: one(x.base, y.base), where: where, stale: where}
				return
			}
			if rules != nil && rules(&w.run.rows, z, x, y) {
				z.where, z.stale = where, where
				return
			}
		}
		all(w, m)
	}
}

// ruled1 is ruled for one operand, of which keeps says whether the result has its rule.
func ruled1(a, d int, one func(uint64) uint64, keeps func(r *rows, x *rule) bool, all step) step {
	return func(w *warp, m uint32) {
		x := &w.rules[a]
		if m&^x.where == 0 && m != 0 {
			z := &w.rules[d]
			if x.uniform() {
				*z = rule{base: one(x.base), where: x.where, stale: x.where}
				return
			}
			if keeps != nil && keeps(&w.run.rows, x) {
				*z = rule{x.base, x.dx, x.dy, x.where, x.where}
				return
			}
		}
		all(w, m)
	}
}

// index computes addresses of elements: z = p + q*size.
func index(z, p, q *rule, size uint64) {
	*z = rule{base: p.base + q.base*size, dx: p.dx + q.dx*size, dy: p.dy + q.dy*size, where: p.where & q.where}
	z.stale = z.where
}
