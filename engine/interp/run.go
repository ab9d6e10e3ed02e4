package interp

import (
	"math"
	"math/bits"
	"slices"

	"gputour/engine/breath"
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// run executes frames from entry on until entry is left. If err is not nil it is
// raised where entry stands. The loop is the only large function of the package:
// every case either finishes a common case in place or calls out.
//
// pc, code, consts and regs are those of fr, in locals. What may look at frames (a builtin, a stop, an
// error) needs fr.pc set before it is called; what may change the form of code (see stop.go) or the
// innermost frame has them loaded anew after. The labels below the switch are the ways that several cases end in.
func (m *machine) run(entry *frame, err error) (object.Value, error) {
	if m.nested++; m.nested > maxNested {
		m.nested--
		m.top = entry.back
		m.t.Depth--
		return object.Value{}, errTooDeep()
	}
	if m.nested == 2 {
		m.calledBack = entry.back.at()
	}
	var (
		t      = m.t
		fr     = entry
		regs   = fr.regs
		code   = fr.code.Instrs
		consts = fr.code.consts
		pc     = fr.pc

		a, b       object.Value // operands of the slow paths
		v          object.Value // the value being returned or yielded
		fn         *Function    // the function being called
		base       int          // its first register
		nargs      int
		kind       frameKind
		dst        uint8 // the register for its result
		cond       bool
		gen        *Generator // that a yield from delegates to
		ends       uint8      // of bytecode.Code.Hints
		handed     bool       // the exception has its traceback entry for this frame already
		pastUnpack int        // 1 for a jump to go past the instruction there, which is done already
	)
	if m.profiling != nil {
		if failed := m.toldCall(); failed != nil {
			err = failed
		}
	}
	if err != nil {
		if fr, err = m.unwind(fr, entry, err, false); err != nil {
			m.nested--
			return object.Value{}, err
		}
		regs, code, consts, pc = fr.regs, fr.code.Instrs, fr.code.consts, fr.pc
	}
	for {
		in := &code[pc]
		pc++
	dispatch:
		switch in.Op {
		case bytecode.Move:
			regs[in.A] = regs[in.B]
			continue
		case bytecode.LoadConst:
			if m.following && fr.code.Hints[pc-1]&bytecode.Binds != 0 {
				m.unbind(fr, in.A, consts[in.D])
			}
			regs[in.A] = consts[in.D]
			continue
		case bytecode.LoadNil:
			regs[in.A] = object.Value{}
			continue
		case bytecode.CheckLocal:
			if regs[in.A].IsNil() {
				if err = unboundLocal(fr.code.Locals[in.A]); in.B == 1 {
					err = unboundFree(fr.code.Locals[in.A])
				}
				goto fail
			}
			continue
		case bytecode.DelLocal:
			if regs[in.A].IsNil() {
				err = unboundLocal(fr.code.Locals[in.A])
				goto fail
			}
			if m.following {
				m.unbind(fr, in.A, object.Value{})
			}
			regs[in.A] = object.Value{}
			continue
		case bytecode.MakeCell:
			if in.C == 1 {
				regs[in.A] = newCell(regs[in.B])
			} else {
				regs[in.A] = newCell(object.Value{})
			}
			continue
		case bytecode.LoadCell:
			if v = regs[in.B].Object().(*Cell).v; v.IsNil() {
				err = unboundLocal(fr.code.Cells[in.D].Name)
				goto fail
			}
			regs[in.A] = v
			continue
		case bytecode.StoreCell:
			regs[in.B].Object().(*Cell).v = regs[in.A]
			continue
		case bytecode.DelCell:
			c := regs[in.B].Object().(*Cell)
			if c.v.IsNil() {
				err = unboundLocal(fr.code.Cells[in.D].Name)
				goto fail
			}
			c.v = object.Value{}
			continue
		case bytecode.LoadFree:
			if v = fr.fn.closure[in.D].v; v.IsNil() {
				err = unboundClosure(fr.code.FreeName(int(in.D)))
				goto fail
			}
			regs[in.A] = v
			continue
		case bytecode.StoreFree:
			fr.fn.closure[in.D].v = regs[in.A]
			continue
		case bytecode.DelFree:
			c := fr.fn.closure[in.D]
			if c.v.IsNil() {
				err = unboundClosure(fr.code.FreeName(int(in.D)))
				goto fail
			}
			c.v = object.Value{}
			continue
		case bytecode.LoadGlobal:
			v = fr.code.globals[in.D].Value
			if v.IsNil() {
				if bx := fr.code.builtins[in.D]; bx != nil && !bx.Value.IsNil() {
					regs[in.A] = bx.Take()
					continue
				}
				if v, err = m.loadBuiltin(fr, fr.code.Globals[in.D]); err != nil {
					goto fail
				}
			}
			if m.following && fr.code.Hints[pc-1]&bytecode.Passes == 0 {
				object.Disown(v)
			}
			regs[in.A] = v
			continue
		case bytecode.StoreGlobal:
			if m.following {
				fr.pc = pc
				m.rebind(fr.code.globals[in.D], regs[in.A])
			}
			fr.code.globals[in.D].Value = regs[in.A]
			continue
		case bytecode.DelGlobal:
			bx := fr.code.globals[in.D]
			if bx.Value.IsNil() {
				err = object.NewNameError(bx.Name)
				goto fail
			}
			if m.following {
				fr.pc = pc
				m.rebind(bx, object.Value{})
			}
			bx.Value = object.Value{}
			continue

		case bytecode.LoadAttr:
			c := fr.code.caches[in.D]
			b = regs[in.B]
			if at := object.AttrsOf(b); at != nil && c.kind == slotCache && at.Shape == c.shape && c.class.Version == c.version {
				regs[in.A] = at.Values[c.index]
				continue
			}
			fr.pc = pc
			if fn = c.getter(b); fn != nil {
				nargs, kind, dst = 1, callFrame, in.A
				base = int(fr.code.Tops[pc-1])
				regs[base] = b
				goto call
			}
			if v, err = m.loadAttr(fr.code, in.D, b); err != nil {
				goto fail
			}
			if ends = fr.code.Hints[pc-1]; ends != 0 && b.Class().Makes && (object.AttrsOf(b) == nil || fr.code.caches[in.D].computes(b)) {
				m.consume(fr, ends, in.A, b, b, v)
			} else if m.following {
				m.used(b, v)
			}
			regs[in.A] = v
			continue
		case bytecode.StoreAttr:
			c := fr.code.caches[in.D]
			b = regs[in.B]
			if at := object.AttrsOf(b); at != nil && at.Shape == c.shape && at.Shape != nil && c.class.Version == c.version {
				if c.kind == slotCache {
					at.Values[c.index] = regs[in.A]
					continue
				}
				if c.kind == growCache {
					at.Append(c.next, regs[in.A])
					continue
				}
			}
			fr.pc = pc
			if err = m.storeAttr(fr.code, in.D, b, regs[in.A]); err != nil {
				goto fail
			}
			continue
		case bytecode.DelAttr:
			fr.pc = pc
			if err = object.DelAttr(t, regs[in.B], fr.code.Sites[in.D]); err != nil {
				goto fail
			}
			continue
		case bytecode.LoadMethod:
			c := fr.code.caches[in.D]
			b = regs[in.B]
			if c.kind == methodCache && c.valid(b) && c.unshadowed(b) {
				regs[in.A] = c.value
				regs[in.A+1] = b
				continue
			}
			fr.pc = pc
			if a, b, err = m.loadMethod(fr.code, in.D, b); err != nil {
				goto fail
			}
			if m.following && a.IsNil() {
				object.Disown(regs[in.B])
			}
			regs[in.A], regs[in.A+1] = a, b
			continue

		case bytecode.LoadItem, bytecode.LoadItemK:
			a = regs[in.B]
			if in.Op == bytecode.LoadItem {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if b.IsInt() {
				i := b.SmallInt()
				switch o := a.Object().(type) {
				case *object.List:
					if i < 0 {
						i += int64(len(o.Items))
					}
					if uint64(i) < uint64(len(o.Items)) && a.Class() == object.ListClass {
						regs[in.A] = o.Items[i]
						continue
					}
				case *object.Tuple:
					if i < 0 {
						i += int64(len(o.Items))
					}
					if uint64(i) < uint64(len(o.Items)) && a.Class() == object.TupleClass {
						regs[in.A] = o.Items[i]
						continue
					}
				}
			}
			fr.pc = pc
			if ends = fr.code.Hints[pc-1]; ends != 0 && !a.Class().Makes {
				object.Disown(b)
				ends = 0
			}
			if ends == 0 && !a.Class().Builtin {
				if base = int(fr.code.Tops[pc-1]); base < window-3 { // Tops is below NoReg, and the arguments follow
					if fn = m.itemMethods(a).get; fn != nil {
						nargs, kind, dst = 2, callFrame, in.A
						regs[base], regs[base+1] = a, b
						goto call
					}
				}
			}
			if v, err = object.GetItem(t, a, b); err != nil {
				goto fail
			}
			if ends != 0 {
				m.consume(fr, ends, in.A, a, b, v)
			}
			regs[in.A] = v
			continue
		case bytecode.StoreItem:
			a, b = regs[in.B], regs[in.C]
			if b.IsInt() {
				if o, ok := a.Object().(*object.List); ok && a.Class() == object.ListClass {
					i := b.SmallInt()
					if i < 0 {
						i += int64(len(o.Items))
					}
					if uint64(i) < uint64(len(o.Items)) {
						o.Items[i] = regs[in.A]
						continue
					}
				}
			}
			fr.pc = pc
			if m.following && !a.Class().Makes {
				object.Disown(b)
			}
			if !a.Class().Builtin {
				if base = int(fr.code.Tops[pc-1]); base < window-3 {
					if fn = m.itemMethods(a).set; fn != nil { // what it returns is dead at once
						nargs, kind, dst = 3, callFrame, uint8(base)
						v = regs[in.A]
						regs[base], regs[base+1], regs[base+2] = a, b, v
						goto call
					}
				}
			}
			if err = object.SetItem(t, a, b, regs[in.A]); err != nil {
				goto fail
			}
			continue

		case bytecode.Add, bytecode.AddK:
			a = regs[in.B]
			if in.Op == bytecode.Add {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() {
				x, y := a.SmallInt(), b.SmallInt()
				if s := x + y; (s > x) == (y > 0) {
					regs[in.A] = object.Int(s)
					continue
				}
			} else if a.IsFloat() && b.IsFloat() {
				regs[in.A] = object.Float(a.Float64() + b.Float64())
				continue
			}
			goto arith
		case bytecode.Sub, bytecode.SubK:
			a = regs[in.B]
			if in.Op == bytecode.Sub {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() {
				x, y := a.SmallInt(), b.SmallInt()
				if d := x - y; (d < x) == (y > 0) {
					regs[in.A] = object.Int(d)
					continue
				}
			} else if a.IsFloat() && b.IsFloat() {
				regs[in.A] = object.Float(a.Float64() - b.Float64())
				continue
			}
			goto arith
		case bytecode.Mul, bytecode.MulK:
			a = regs[in.B]
			if in.Op == bytecode.Mul {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() {
				x, y := a.SmallInt(), b.SmallInt()
				if int64(int32(x)) == x && int64(int32(y)) == y {
					regs[in.A] = object.Int(x * y)
					continue
				}
				hi, lo := bits.Mul64(uint64(x), uint64(y)) // unsigned; the next line makes hi that of the signed product
				if hi -= uint64(x>>63&y) + uint64(y>>63&x); int64(hi) == int64(lo)>>63 {
					regs[in.A] = object.Int(int64(lo))
					continue
				}
			} else if a.IsFloat() && b.IsFloat() {
				regs[in.A] = object.Float(a.Float64() * b.Float64())
				continue
			}
			goto arith
		case bytecode.TrueDiv, bytecode.TrueDivK:
			a = regs[in.B]
			if in.Op == bytecode.TrueDiv {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsFloat() && b.IsFloat() && b.Float64() != 0 {
				regs[in.A] = object.Float(a.Float64() / b.Float64())
				continue
			}
			goto arith
		case bytecode.FloorDiv, bytecode.FloorDivK:
			a = regs[in.B]
			if in.Op == bytecode.FloorDiv {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() && b.SmallInt() > 0 { // by nothing that raises, or overflows as the least int by -1 does
				x, y := a.SmallInt(), b.SmallInt()
				q := x / y
				if x < 0 && q*y != x {
					q--
				}
				regs[in.A] = object.Int(q)
				continue
			}
			goto arith
		case bytecode.Mod, bytecode.ModK:
			a = regs[in.B]
			if in.Op == bytecode.Mod {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() && b.SmallInt() > 0 {
				r := a.SmallInt() % b.SmallInt()
				if r < 0 {
					r += b.SmallInt()
				}
				regs[in.A] = object.Int(r)
				continue
			}
			goto arith
		case bytecode.And, bytecode.AndK:
			a = regs[in.B]
			if in.Op == bytecode.And {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() {
				regs[in.A] = object.Int(a.SmallInt() & b.SmallInt())
				continue
			}
			goto arith
		case bytecode.Or, bytecode.OrK:
			a = regs[in.B]
			if in.Op == bytecode.Or {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() {
				regs[in.A] = object.Int(a.SmallInt() | b.SmallInt())
				continue
			}
			goto arith
		case bytecode.Xor, bytecode.XorK:
			a = regs[in.B]
			if in.Op == bytecode.Xor {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() {
				regs[in.A] = object.Int(a.SmallInt() ^ b.SmallInt())
				continue
			}
			goto arith
		case bytecode.RShift, bytecode.RShiftK:
			a = regs[in.B]
			if in.Op == bytecode.RShift {
				b = regs[in.C]
			} else {
				b = consts[in.D]
			}
			if a.IsInt() && b.IsInt() && uint64(b.SmallInt()) < 64 {
				regs[in.A] = object.Int(a.SmallInt() >> uint(b.SmallInt()))
				continue
			}
			goto arith
		case bytecode.MatMul, bytecode.Pow, bytecode.LShift:
			a, b = regs[in.B], regs[in.C]
			goto arith
		case bytecode.MatMulK, bytecode.PowK, bytecode.LShiftK:
			a, b = regs[in.B], consts[in.D]
			goto arith
		case bytecode.Neg:
			a = regs[in.B]
			if a.IsInt() && a.SmallInt() != math.MinInt64 {
				regs[in.A] = object.Int(-a.SmallInt())
				continue
			}
			if a.IsFloat() {
				regs[in.A] = object.Float(-a.Float64())
				continue
			}
			goto unary
		case bytecode.Pos, bytecode.Invert:
			a = regs[in.B]
			goto unary
		case bytecode.Not:
			a = regs[in.B]
			if a.IsBool() {
				regs[in.A] = object.Bool(a == object.False)
				continue
			}
			fr.pc = pc
			if cond, err = object.ToBool(t, a); err != nil {
				goto fail
			}
			regs[in.A] = object.Bool(!cond)
			continue

		case bytecode.Lt, bytecode.Le, bytecode.Eq, bytecode.Ne, bytecode.Gt, bytecode.Ge:
			fr.pc = pc
			a, b = regs[in.B], regs[in.C]
			if ends = fr.code.Hints[pc-1]; ends != 0 && !makes(a, b) {
				object.Disown(a)
				object.Disown(b)
				ends = 0
			}
			if v, err = object.Compare(t, object.CompareOp(in.Op-bytecode.Lt), a, b); err != nil {
				goto fail
			}
			if ends != 0 {
				m.consume(fr, ends, in.A, a, b, v)
			}
			regs[in.A] = v
			continue
		case bytecode.Is:
			regs[in.A] = object.Bool(regs[in.B] == regs[in.C])
			continue
		case bytecode.IsNot:
			regs[in.A] = object.Bool(regs[in.B] != regs[in.C])
			continue
		case bytecode.In, bytecode.NotIn:
			fr.pc = pc
			if cond, err = object.Contains(t, regs[in.C], regs[in.B]); err != nil {
				goto fail
			}
			regs[in.A] = object.Bool(cond == (in.Op == bytecode.In))
			continue

		case bytecode.Jump:
			goto jump
		case bytecode.JumpTrue:
			a = regs[in.A]
			if !a.IsBool() {
				fr.pc = pc
				if cond, err = object.ToBool(t, a); err != nil {
					goto fail
				}
				if cond {
					goto jump
				}
				continue
			}
			if a == object.True {
				goto jump
			}
			continue
		case bytecode.JumpFalse:
			a = regs[in.A]
			if !a.IsBool() {
				fr.pc = pc
				if cond, err = object.ToBool(t, a); err != nil {
					goto fail
				}
				if !cond {
					goto jump
				}
				continue
			}
			if a == object.False {
				goto jump
			}
			continue
		case bytecode.JumpNone:
			if regs[in.A].IsNone() {
				goto jump
			}
			continue
		case bytecode.JumpNotNone:
			if !regs[in.A].IsNone() {
				goto jump
			}
			continue
		case bytecode.JumpLt, bytecode.JumpLtK:
			a = regs[in.A]
			if in.Op == bytecode.JumpLt {
				b = regs[in.B]
			} else {
				b = consts[in.B]
			}
			if a.IsInt() && b.IsInt() {
				cond = a.SmallInt() < b.SmallInt()
			} else if a.IsFloat() && b.IsFloat() {
				cond = a.Float64() < b.Float64()
			} else {
				goto compare
			}
			if cond == (in.C != 0) {
				goto jump
			}
			continue
		case bytecode.JumpLe, bytecode.JumpLeK:
			a = regs[in.A]
			if in.Op == bytecode.JumpLe {
				b = regs[in.B]
			} else {
				b = consts[in.B]
			}
			if a.IsInt() && b.IsInt() {
				cond = a.SmallInt() <= b.SmallInt()
			} else if a.IsFloat() && b.IsFloat() {
				cond = a.Float64() <= b.Float64()
			} else {
				goto compare
			}
			if cond == (in.C != 0) {
				goto jump
			}
			continue
		case bytecode.JumpGt, bytecode.JumpGtK:
			a = regs[in.A]
			if in.Op == bytecode.JumpGt {
				b = regs[in.B]
			} else {
				b = consts[in.B]
			}
			if a.IsInt() && b.IsInt() {
				cond = a.SmallInt() > b.SmallInt()
			} else if a.IsFloat() && b.IsFloat() {
				cond = a.Float64() > b.Float64()
			} else {
				goto compare
			}
			if cond == (in.C != 0) {
				goto jump
			}
			continue
		case bytecode.JumpGe, bytecode.JumpGeK:
			a = regs[in.A]
			if in.Op == bytecode.JumpGe {
				b = regs[in.B]
			} else {
				b = consts[in.B]
			}
			if a.IsInt() && b.IsInt() {
				cond = a.SmallInt() >= b.SmallInt()
			} else if a.IsFloat() && b.IsFloat() {
				cond = a.Float64() >= b.Float64()
			} else {
				goto compare
			}
			if cond == (in.C != 0) {
				goto jump
			}
			continue
		case bytecode.JumpEq, bytecode.JumpEqK:
			a = regs[in.A]
			if in.Op == bytecode.JumpEq {
				b = regs[in.B]
			} else {
				b = consts[in.B]
			}
			if a.IsInt() && b.IsInt() {
				if (a == b) == (in.C != 0) {
					goto jump
				}
				continue
			}
			goto compare
		case bytecode.JumpNe, bytecode.JumpNeK:
			a = regs[in.A]
			if in.Op == bytecode.JumpNe {
				b = regs[in.B]
			} else {
				b = consts[in.B]
			}
			if a.IsInt() && b.IsInt() {
				if (a != b) == (in.C != 0) {
					goto jump
				}
				continue
			}
			goto compare
		case bytecode.JumpIs:
			if (regs[in.A] == regs[in.B]) == (in.C != 0) {
				goto jump
			}
			continue
		case bytecode.JumpIn:
			fr.pc = pc
			if cond, err = object.Contains(t, regs[in.B], regs[in.A]); err != nil {
				goto fail
			}
			if cond == (in.C != 0) {
				goto jump
			}
			continue

		case bytecode.ForPrep:
			fr.pc = pc
			if err = m.forPrep(regs, in); err != nil {
				goto fail
			}
			continue
		case bytecode.ForRange:
			fr.pc = pc
			if err = m.forRange(regs, in); err != nil {
				goto fail
			}
			continue
		case bytecode.ForIter:
			a = regs[in.A]
			if a.IsInt() { // a range: next, stop, step
				i, step := a.SmallInt(), regs[in.A+2].SmallInt()
				if stop := regs[in.A+1].SmallInt(); step > 0 && i < stop || step < 0 && i > stop {
					regs[in.B] = a
					if i += step; (i > a.SmallInt()) != (step > 0) {
						i = stop // the step leads past the largest int
					}
					regs[in.A] = object.Int(i)
					goto jump
				}
				continue
			}
			switch o := a.Object().(type) {
			case *object.List:
				if a.Class() == object.ListClass {
					i := regs[in.A+1].SmallInt()
					if i < int64(len(o.Items)) {
						regs[in.B] = o.Items[i]
						regs[in.A+1] = object.Int(i + 1)
						goto jump
					}
					continue
				}
			case *object.Tuple:
				if a.Class() == object.TupleClass {
					i := regs[in.A+1].SmallInt()
					if i < int64(len(o.Items)) {
						regs[in.B] = o.Items[i]
						regs[in.A+1] = object.Int(i + 1)
						goto jump
					}
					continue
				}
			case *Generator:
				fr.pc = pc
				if o.state == genDone {
					continue
				}
				if fr, err = m.resume(fr, o, object.None, genForFrame, fr.freeBase()); err != nil {
					goto fail
				}
				goto resumed
			}
			fr.pc = pc
			if in.C == 2 { // the target is a pair: no need for a tuple
				var known bool
				if a, b, cond, known, err = object.NextPair(t, a); err != nil {
					goto fail
				}
				if known && cond {
					to := &code[in.D]
					regs[to.A], regs[to.A+1] = a, b
					pastUnpack = 1
					goto jump
				}
				if known {
					continue
				}
				a = regs[in.A]
			}
			if next := a.Class().Slots.Next; next != nil {
				if v, cond, err = next(t, a); err != nil {
					goto fail
				}
			} else {
				err = object.Raise(object.TypeError, "'%s' object is not an iterator", object.TypeName(a))
				goto fail
			}
			if cond {
				regs[in.B] = v
				goto jump
			}
			continue
		case bytecode.YieldVal:
			v = regs[in.B]
			fr.pc = pc
			goto yield
		case bytecode.YieldFrom:
			a = regs[in.B]
			fr.pc = pc
			switch o := a.Object().(type) {
			case *Generator:
				gen = o
			case *Coroutine:
				gen = &o.Generator
			default:
				gen = nil
			}
			if gen != nil && gen.state != genDone {
				if fr, err = m.resume(fr, gen, regs[in.A], genFromFrame, fr.freeBase()); err != nil {
					goto fail
				}
				goto resumed
			}
			if v, cond, err = m.sendTo(a, regs[in.A]); err != nil {
				goto fail
			}
			if cond {
				fr.pc = pc - 1 // comes back here with what is sent
				goto yield
			}
			regs[in.A] = v
			continue

		case bytecode.Call:
			a = regs[in.A]
			nargs = int(in.B)
			base = int(in.A) + 1
			dst = in.C
			fr.pc = pc
			switch f := a.Object().(type) {
			case *Function:
				fn, kind = f, callFrame
				goto call
			case *object.Builtin:
				if m.following && !f.Makes {
					m.disownAll(regs[base : base+nargs])
				}
				if pos := regs[base : base+nargs]; f.Takes(pos) {
					v, err = f.Fn(t, pos)
				} else if f.TakesBound(nargs) { // the register of the callee takes what it is bound to
					regs[base-1] = f.Self
					v, err = f.Fn(t, regs[base-1:base+nargs])
				} else {
					v, err = f.CallWith(t, object.Args{Pos: pos})
				}
				if err != nil {
					goto fail
				}
				if f.Makes {
					m.returned(fr, fr.code.Hints[pc-1], in.C, regs[base:base+nargs], v)
				}
				regs[in.C] = v
				code = fr.code.Instrs // what was called may have begun to watch objects
				continue
			case *object.BoundMethod:
				if g, ok := f.Func.Object().(*Function); ok && a.Class() == object.MethodClass {
					fn, kind = g, callFrame
					base--
					nargs++
					regs[base] = f.Self
					goto call
				}
			}
			goto callObject
		case bytecode.CallMethod:
			nargs = int(in.B)
			dst = in.C
			fr.pc = pc
			a = regs[in.A]
			if a.IsNil() {
				a = regs[in.A+1]
				base = int(in.A) + 2
			} else {
				base = int(in.A) + 1
				nargs++
			}
			switch f := a.Object().(type) {
			case *Function:
				fn, kind = f, callFrame
				goto call
			case *object.Builtin:
				if m.following && !f.Makes {
					m.disownAll(regs[base : base+nargs])
				}
				if pos := regs[base : base+nargs]; f.Takes(pos) {
					v, err = f.Fn(t, pos)
				} else {
					v, err = f.CallWith(t, object.Args{Pos: pos})
				}
				if err != nil {
					goto fail
				}
				if f.Makes {
					m.returned(fr, fr.code.Hints[pc-1], in.C, regs[base:base+nargs], v)
				}
				regs[in.C] = v
				code = fr.code.Instrs
				continue
			case *object.BoundMethod: // in the register of self
				if g, ok := f.Func.Object().(*Function); ok && a.Class() == object.MethodClass && base == int(in.A)+2 {
					fn, kind = g, callFrame
					base--
					nargs++
					regs[base] = f.Self
					goto call
				}
			}
			goto callObject
		case bytecode.Return:
			v = regs[in.A]
			goto ret
		case bytecode.ReturnNone:
			v = object.None
			goto ret

		case bytecode.BuildTuple:
			regs[in.A] = object.CopyTuple(regs[in.B : int(in.B)+int(in.C)])
			if err = m.charge(48 + 16*int(in.C)); err != nil {
				goto fail
			}
			continue
		case bytecode.BuildList:
			regs[in.A] = object.CopyList(regs[in.B : int(in.B)+int(in.C)])
			if err = m.charge(64 + 16*int(in.C)); err != nil {
				goto fail
			}
			continue
		case bytecode.ListAppend:
			l := regs[in.A].Object().(*object.List)
			if n := len(l.Items); n == cap(l.Items) {
				if err = m.charge(24 * (n + 1)); err != nil {
					goto fail
				}
				l.Items = slices.Grow(l.Items, max(n, 4))
			}
			l.Items = append(l.Items, regs[in.B])
			continue
		case bytecode.Unpack:
			if o, ok := regs[in.B].Object().(*object.Tuple); ok && len(o.Items) == int(in.C) {
				copy(regs[in.A:], o.Items)
				continue
			}
			fr.pc = pc
			if err = m.unpack(regs, in); err != nil {
				goto fail
			}
			continue
		case bytecode.MakeFunction:
			regs[in.A] = m.makeFunction(fr, fr.code.child(int(in.D)), in.C, regs[in.B:])
			if err = m.charge(200); err != nil {
				goto fail
			}
			continue

		case bytecode.Raise:
			fr.pc = pc
			handed, err = m.raise(regs, in)
			goto fail
		case bytecode.Reraise:
			fr.pc = pc
			err = regs[in.A].Object().(*object.Exception)
			handed = true
			goto fail
		case bytecode.EndAsyncFor:
			if object.StopAsyncIteration.Is(regs[in.A]) {
				continue
			}
			fr.pc = pc
			err = regs[in.A].Object().(*object.Exception)
			handed = true
			goto fail
		case bytecode.EnterExcept:
			t.Handling = regs[in.A].Object().(*object.Exception)
			continue
		case bytecode.LeaveExcept:
			if in.A == bytecode.NoReg {
				t.Handling = fr.handling
			} else {
				t.Handling = regs[in.A].Object().(*object.Exception)
			}
			continue
		case bytecode.MatchExcept:
			fr.pc = pc
			if cond, err = regs[in.A].Object().(*object.Exception).Matches(regs[in.B]); err != nil {
				goto fail
			}
			if !cond {
				goto jump
			}
			continue
		case bytecode.CallKw, bytecode.CallMethodKw, bytecode.CallEx:
			fr.pc = pc
			if fn, err = m.prepareCall(fr, in); err != nil {
				goto fail
			}
			if fn != nil {
				kind, dst = callFrame, in.C
				base = fr.freeBase()
				nargs = boundArgs
				goto call
			}
			code = fr.code.Instrs
			continue
		default:
			fr.pc = pc
			if in.Op == bytecode.Stop {
				if err = m.stop(fr); err != nil {
					goto fail
				}
				code = fr.code.Instrs
				in = &fr.code.Code.Instrs[pc-1]
				goto dispatch
			}
			if in.Op == bytecode.Tell {
				in = &fr.code.Code.Instrs[pc-1]
				if cond, err = m.tell(fr, in); err != nil {
					goto fail
				}
				if !cond {
					goto dispatch
				}
				code = fr.code.Instrs
				continue
			}
			if err = m.execute(fr, in); err != nil {
				goto fail
			}
			continue
		}

	jump: // to in.D; backwards it counts as the instructions of the loop, and is where a run can be stopped
		if d := int(in.D); d <= pc {
			t.Steps += uint64(pc - d)
			d, pastUnpack = d+pastUnpack, 0
			if t.Steps >= m.stepLimit || !breath.Needed && t.Token.Waiting() {
				fr.pc = pc
				if err = m.poll(); err != nil {
					goto fail
				}
			}
			pc = d
			continue
		}
		pc = int(in.D)
		continue

	arith: // of a and b by in, where the case did not know how
		fr.pc = pc
		if ends = fr.code.Hints[pc-1]; ends != 0 && !makes(a, b) {
			object.Disown(a)
			object.Disown(b)
			ends = 0
		}
		if fn = m.operatorMethod(in, a, b); fn != nil {
			base, nargs, kind, dst = int(fr.code.Tops[pc-1]), 2, operatorFrame, in.A
			regs[base], regs[base+1] = a, b
			goto call
		}
		if v, err = m.arith(in, a, b); err != nil {
			goto fail
		}
		if ends != 0 {
			m.consume(fr, ends, in.A, a, b, v)
		}
		regs[in.A] = v
		continue

	unary:
		fr.pc = pc
		if ends = fr.code.Hints[pc-1]; ends != 0 && !makes(a, a) {
			object.Disown(a)
			ends = 0
		}
		if v, err = object.Unary(t, object.UnaryOp(in.Op-bytecode.Neg), a); err != nil {
			goto fail
		}
		if ends != 0 {
			m.consume(fr, ends, in.A, a, a, v)
		}
		regs[in.A] = v
		continue

	compare:
		fr.pc = pc
		if m.following && !makes(a, b) {
			object.Disown(a)
			object.Disown(b)
		}
		if cond, err = object.CompareBool(t, jumpCompare(in.Op), a, b); err != nil {
			goto fail
		}
		if cond == (in.C != 0) {
			goto jump
		}
		continue

	callObject: // callee a, nargs arguments at base
		{
			c := fr.code.caches[in.D]
			switch c.kind {
			case ctorCache:
				if k := c.class; c.constructs(a) {
					if c.fn == nil && nargs > 0 {
						break // too many
					}
					if c.native {
						m.disownAll(regs[base : base+nargs])
						v, err = k.Slots.New(t, k, object.Args{Pos: regs[base : base+nargs]})
					} else {
						v, err = object.NewInstance(k), m.charge(160)
					}
					if err != nil {
						goto fail
					}
					if c.fn == nil {
						regs[in.C] = v
						continue
					}
					base--
					nargs++
					regs[base] = v
					fn, kind = c.fn, initFrame
					goto call
				}
			case newCache:
				if c.constructs(a) && !c.class.HasSubclasses() {
					base--
					nargs++
					regs[base] = a
					fn, kind = c.fn, callFrame
					goto call
				}
			case raiseCache:
				if a == c.class.Value() {
					m.disownAll(regs[base : base+nargs])
					args := make([]object.Value, nargs)
					copy(args, regs[base:])
					regs[in.C] = object.NewException(c.class, args...).Value()
					continue
				}
			case builtinCache:
				if a == c.class.Value() {
					m.disownAll(regs[base : base+nargs])
					if v, err = c.class.Slots.New(t, c.class, object.Args{Pos: regs[base : base+nargs]}); err != nil {
						goto fail
					}
					regs[in.C] = v
					code = fr.code.Instrs
					continue
				}
			case callCache:
				if c.valid(a) {
					base--
					nargs++
					regs[base] = a
					fn, kind = c.fn, callFrame
					goto call
				}
			case instanceCache:
				if c.constructs(a) {
					m.disownAll(regs[base : base+nargs])
					if v, err = object.Instantiate(t, c.class, object.Args{Pos: regs[base : base+nargs]}); err != nil {
						goto fail
					}
					regs[in.C] = v
					code = fr.code.Instrs
					continue
				}
			}
			if c.kind != otherCache || !c.valid(a) {
				fr.code.own(in.D).fillCall(a)
			}
			if g, self := pythonCallee(a); g != nil && self == a { // Go's stack stays as it is
				base--
				nargs++
				regs[base] = a
				fn, kind = g, callFrame
				goto call
			}
			m.disownAll(regs[base : base+nargs])
			if v, err = object.CallArgs(t, a, object.Args{Pos: regs[base : base+nargs]}); err != nil {
				goto fail
			}
			if a.Class().Makes {
				m.returned(fr, fr.code.Hints[pc-1], in.C, nil, v)
			}
			regs[in.C] = v
			code = fr.code.Instrs
			continue
		}

	call: // function fn with nargs arguments in the registers from base on
		{
			nf := fr.next
			c := fn.code
			if c.epoch != m.state.epoch {
				c = fn.prepared()
			}
			if nargs != boundArgs {
				if nf == nil {
					nf = &frame{back: fr, level: fr.level + 1}
					fr.next = nf
				}
				if stack := fr.stack[base:]; len(stack) >= window {
					if at := (*[window]object.Value)(stack); at != nf.regs {
						nf.stack, nf.chunk, nf.regs = stack, fr.chunk, at
					}
				} else {
					nf.place(m, fr, base)
				}
				if nargs == c.NumArgs && c.plain {
					for i := nargs; i < c.locals; i++ {
						nf.regs[i] = object.Value{}
					}
				} else if err = m.bindSlow(fn, nf.regs, nf.regs[:nargs], nil); err != nil {
					goto fail
				}
			}
			if m.following {
				m.pass(fr, nf, c)
				if m.profiling != nil && c.Flags&bytecode.Generator == 0 {
					if err = m.enterTold(nf, fn, kind, dst); err == nil {
						fr = nf
						goto resumed
					}
					if m.top == nf { // it has begun
						fr, pc = nf, 0
					}
					goto fail
				}
			}
			if c.Flags&bytecode.Generator != 0 {
				regs[dst] = m.newGenerator(fn, nf)
				if c.Flags&bytecode.Coroutine != 0 && fr.code.Hints[pc-1]&bytecode.EndsResult != 0 {
					if err = m.neverAwaited(generatorOf(regs[dst])); err != nil {
						goto fail
					}
				}
				continue
			}
			if t.Depth >= m.state.session.RecursionLimit || t.Depth >= maxFrames {
				err = errTooDeep()
				goto fail
			}
			t.Steps += c.steps
			if t.Steps >= m.stepLimit || !breath.Needed && t.Token.Waiting() {
				if err = m.poll(); err != nil {
					goto fail
				}
			}
			t.Depth++
			nf.code, nf.fn, nf.kind, nf.pc = c, fn, kind, 0
			nf.handling = t.Handling
			if nf.object != nil { // writing a pointer costs the collector's barrier, a look does not
				nf.object = nil
			}
			nf.dst = dst
			if kind == initFrame {
				nf.self = nf.regs[0]
			}
			m.top = nf
			fr = nf
			regs = nf.regs
			code = c.Instrs
			consts = c.consts
			pc = 0
			continue
		}

	resumed: // fr is ready to go on: a generator's frame, or one that a profiler was told of
		if fr.kind >= genEntryFrame && m.profiling != nil {
			if err = m.toldCall(); err != nil {
				pc = fr.pc
				goto fail
			}
		}
		regs = fr.regs
		code = fr.code.Instrs
		consts = fr.code.consts
		pc = fr.pc
		continue

	ret: // fr returns v
		{
			if m.following {
				if m.profiling != nil {
					fr.pc = pc
					if err = m.toldReturn(v); err != nil {
						goto fail
					}
				}
				m.leaving(fr, v)
			}
			t.Depth--
			kind = fr.kind
			if kind == callFrame {
				dst = fr.dst
				fr = fr.back
				m.top = fr
				regs = fr.regs
				regs[dst] = v
				code = fr.code.Instrs
				consts = fr.code.consts
				pc = fr.pc
				continue
			}
			done := fr
			fr = fr.back
			m.top = fr
			switch kind {
			case entryFrame:
				m.nested--
				return v, nil
			case genEntryFrame, genWalkFrame:
				done.gen.finish(m)
				m.nested--
				m.yielded = false
				return v, nil
			}
			regs = fr.regs
			code = fr.code.Instrs
			consts = fr.code.consts
			pc = fr.pc
			switch kind {
			case initFrame:
				regs[done.dst] = done.self
				done.self = object.Value{}
				if !v.IsNone() {
					err = object.Raise(object.TypeError, "__init__() should return None, not '%s'", object.TypeName(v))
					goto fail
				}
			case operatorFrame:
				if v == object.NotImplemented {
					if v, err = m.reflected(fr, &fr.code.Code.Instrs[pc-1]); err != nil {
						goto fail
					}
				}
				regs[done.dst] = v
			case genForFrame: // the loop ends: go on after the ForIter
				done.gen.finish(m)
			case genFromFrame: // the value of the yield from
				done.gen.finish(m)
				regs[code[pc-1].A] = v
			}
			continue
		}

	yield: // the generator frame fr yields v; fr.pc says where it goes on
		if m.profiling != nil {
			if err = m.toldReturn(v); err != nil {
				pc = fr.pc
				goto fail
			}
		}
		if fr.kind == genWalkFrame {
			if err = m.hand(fr, v); err != nil {
				m.nested--
				return object.Value{}, err
			}
			if m.profiling != nil {
				if err = m.toldCall(); err != nil {
					pc = fr.pc
					goto fail
				}
			}
			code = fr.code.Instrs
			pc = fr.pc
			continue
		}
		{
			t.Depth--
			done := fr
			done.gen.suspend(m, done)
			fr = fr.back
			m.top = fr
			if done.kind == genEntryFrame {
				m.nested--
				m.yielded = true
				return v, nil
			}
			regs = fr.regs
			code = fr.code.Instrs
			consts = fr.code.consts
			pc = fr.pc
			in = &code[pc-1]
			if done.kind == genForFrame {
				regs[in.B] = v
				goto jump
			}
			fr.pc = pc - 1 // a yield from passes the value on and stays
			goto yield
		}

	fail: // err is raised by the instruction before pc of frame fr
		{
			fr.pc = pc
			if fr, err = m.unwind(fr, entry, err, handed); err != nil {
				m.nested--
				return object.Value{}, err
			}
			handed = false
			regs = fr.regs
			code = fr.code.Instrs
			consts = fr.code.consts
			pc = fr.pc
		}
	}
}

// boundArgs as the number of arguments says that they are bound already.
const boundArgs = -1
