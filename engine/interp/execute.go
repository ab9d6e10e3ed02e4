package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// execute runs the instructions that the dispatch loop leaves out: those whose
// work is in a call anyway. None of them jumps or changes the frame.
func (m *machine) execute(fr *frame, in *bytecode.Instr) (err error) {
	t, regs := m.t, fr.regs
	var v object.Value
	switch in.Op {
	case bytecode.Nop:
		return nil
	case bytecode.LoadName:
		v, err = m.loadName(fr, int(in.D))
	case bytecode.LoadClassDeref:
		v, err = m.loadClassDeref(fr, int(in.D))
	case bytecode.StoreName:
		return m.storeName(fr, fr.code.Globals[in.D], regs[in.A])
	case bytecode.DelName:
		return m.delName(fr, fr.code.Globals[in.D])
	case bytecode.LoadSuper:
		return m.loadSuper(fr, in)
	case bytecode.DelItem:
		return object.DelItem(t, regs[in.B], regs[in.C])
	case bytecode.ForEnd:
		if g, ok := regs[in.A].Object().(*Generator); ok && g.owned {
			return m.closeGenerator(g)
		}
		return nil
	case bytecode.LoadSlice:
		step := object.None
		if in.D == 1 {
			step = regs[in.C+2]
		}
		a := regs[in.B]
		v, err = object.GetSlice(t, a, regs[in.C], regs[in.C+1], step)
		if ends := fr.code.Hints[fr.pc-1]; err == nil && ends != 0 && a.Class().Makes {
			m.consume(fr, ends, in.A, a, a, v)
		}
	case bytecode.StoreSlice:
		return object.SetSlice(t, regs[in.B], regs[in.C], regs[in.C+1], regs[in.A])
	case bytecode.MakeSlice:
		v = object.NewSlice(regs[in.B], regs[in.B+1], regs[in.B+2])
	case bytecode.Spill:
		fr.spill(int(in.D))
		return nil
	case bytecode.GetIter:
		v, err = object.Iter(t, regs[in.B])
	case bytecode.YieldIter:
		v, err = m.yieldIter(fr, regs[in.B])
	case bytecode.GetAwaitable:
		v, err = m.getAwaitable(regs[in.B], in.C)
	case bytecode.GetAIter:
		v, err = m.asyncIter(regs[in.B])
	case bytecode.GetANext:
		v, err = m.asyncNext(regs[in.B])
	case bytecode.BuildSet, bytecode.BuildDict, bytecode.BuildString:
		v, err = m.build(regs, in)
	case bytecode.ListExtend:
		return m.listExtend(regs[in.A].Object().(*object.List), regs[in.B])
	case bytecode.StarArgs:
		v, err = m.starArgs(regs[in.B], regs[in.A-1])
	case bytecode.StarKeywords:
		v, err = m.starKeywords(regs[in.B], regs[in.C])
	case bytecode.ListToTuple:
		v = object.CopyTuple(regs[in.B].Object().(*object.List).Items)
	case bytecode.ListReserve:
		return m.reserve(regs[in.A].Object().(*object.List), regs[in.B], regs[in.B+1], regs[in.B+2])
	case bytecode.SetAdd:
		return regs[in.A].Object().(*object.Set).Add(t, regs[in.B])
	case bytecode.SetUpdate:
		set := regs[in.A].Object().(*object.Set)
		return object.ForEach(t, regs[in.B], func(x object.Value) error { return set.Add(t, x) })
	case bytecode.DictSet:
		return m.dictSet(regs[in.A].Object().(*object.Dict), regs[in.B], regs[in.C])
	case bytecode.DictUpdate:
		return m.dictUpdate(regs[in.A].Object().(*object.Dict), regs[in.B])
	case bytecode.DictMerge:
		return m.dictMerge(regs[in.A].Object().(*object.Dict), regs[in.B], regs[in.C])
	case bytecode.Format:
		v, err = m.format(regs, in)
	case bytecode.UnpackStar:
		items, err := object.UnpackStar(t, regs[in.B], int(in.C), int(in.D))
		copy(regs[in.A:], items)
		return err
	case bytecode.MatchGroup, bytecode.RaiseGroup:
		return m.exceptGroup(regs, in)
	case bytecode.WithEnter:
		return m.withEnter(regs, in)
	case bytecode.ExcInfo:
		e := regs[in.B].Object().(*object.Exception)
		regs[in.A], regs[in.A+1], regs[in.A+2] = e.Class().Value(), e.Value(), tracebackOf(e)
		return nil
	case bytecode.AssertError:
		v = object.AssertionError.Value()
	case bytecode.BuildClass:
		if v, err = m.loadBuiltin(fr, "__build_class__"); err != nil {
			err = object.Raise(object.NameError, "__build_class__ not found")
		}
	case bytecode.ImportName:
		v, err = m.importName(fr, fr.code.Imports[in.D])
	case bytecode.ImportFrom:
		v, err = m.importFrom(regs[in.B], fr.code.Names[in.D])
	case bytecode.ImportStar:
		return m.importStar(fr, regs[in.A])
	case bytecode.Step:
		if m.state.step != nil {
			m.state.step(Call{fr}, int(in.D))
		}
		return nil
	case bytecode.Annotations:
		return m.setupAnnotations(fr)
	case bytecode.MakeTypeParam, bytecode.MakeTypeAlias:
		v, err = m.typeParameter(fr, in)
	default:
		v, err = m.matchPattern(regs, in)
	}
	if err == nil {
		regs[in.A] = v
	}
	return err
}

// binaryOps are the operators of the instructions from Add on.
var binaryOps = [...]object.BinaryOp{
	object.Add, object.Sub, object.Mul, object.MatMul, object.TrueDiv, object.FloorDiv, object.Mod,
	object.Pow, object.LShift, object.RShift, object.Or, object.Xor, object.And,
}

// arith executes an arithmetic instruction whose operands are a and b.
func (m *machine) arith(in *bytecode.Instr, a, b object.Value) (object.Value, error) {
	op, inplace := operator(in)
	if inplace {
		return object.Inplace(m.t, op, a, b)
	}
	return object.Binary(m.t, op, a, b)
}

// jumpCompare is the comparison of a conditional jump.
func jumpCompare(op bytecode.Op) object.CompareOp {
	if op >= bytecode.JumpLtK {
		return object.CompareOp(op - bytecode.JumpLtK)
	}
	return object.CompareOp(op - bytecode.JumpLt)
}

// forRange is forPrep over range(…), without the range where the arguments are small ints.
func (m *machine) forRange(regs *[window]object.Value, in *bytecode.Instr) error {
	a, n := int(in.A), int(in.B)
	args := regs[a+1 : a+1+n]
	small := regs[a] == object.RangeClass.Value()
	for _, v := range args {
		small = small && v.IsInt()
	}
	if !small || n == 3 && args[2].SmallInt() == 0 {
		v, err := object.CallArgs(m.t, regs[a], object.Args{Pos: args})
		if err != nil {
			return err
		}
		regs[a] = v
		return m.forPrep(regs, &bytecode.Instr{A: in.A, B: in.A})
	}
	switch n {
	case 1:
		regs[a], regs[a+1], regs[a+2] = object.Int(0), args[0], object.Int(1)
	case 2:
		regs[a], regs[a+1], regs[a+2] = args[0], args[1], object.Int(1)
	default:
		regs[a], regs[a+1], regs[a+2] = args[0], args[1], args[2]
	}
	return nil
}

// forPrep sets up the state of a loop over R[B]: a list or tuple with an index,
// a range as (next, stop, step), or an iterator.
func (m *machine) forPrep(regs *[window]object.Value, in *bytecode.Instr) error {
	v := regs[in.B]
	switch o := v.Object().(type) {
	case *object.List:
		if v.Class() == object.ListClass {
			regs[in.A], regs[in.A+1], regs[in.A+2] = v, object.Int(0), object.Value{}
			return nil
		}
	case *object.Tuple:
		if v.Class() == object.TupleClass {
			regs[in.A], regs[in.A+1], regs[in.A+2] = v, object.Int(0), object.Value{}
			return nil
		}
	case *object.Range:
		if o.Small {
			regs[in.A], regs[in.A+1], regs[in.A+2] = object.Int(o.Start), object.Int(o.Stop), object.Int(o.Step)
			return nil
		}
	case *Generator: // in.C: the iterable is a call; by and at: this generator is what the call before has made
		o.owned = in.C == 1 && o.by == m.top && o.at == m.top.pc-1
		regs[in.A], regs[in.A+1], regs[in.A+2] = v, object.Value{}, object.Value{}
		return nil
	}
	it, err := object.Iter(m.t, v)
	if err != nil {
		return err
	}
	if it.Class().Slots.Next == nil {
		return object.Raise(object.TypeError, "iter() returned non-iterator of type '%s'", object.TypeName(it))
	}
	regs[in.A], regs[in.A+1], regs[in.A+2] = it, object.Value{}, object.Value{}
	return nil
}

// mostReserved bounds what a comprehension makes room for before it has an element.
const mostReserved = 1 << 12

// reserve makes room in l for one element of each that the loop in this state (see forPrep)
// has before it, if that is known.
func (m *machine) reserve(l *object.List, state, second, step object.Value) error {
	n := uint64(0)
	switch o := state.Object().(type) {
	case nil:
		if first, stop, by := state.SmallInt(), second.SmallInt(), step.SmallInt(); by > 0 && first < stop {
			n = (uint64(stop-first)-1)/uint64(by) + 1
		}
	case *object.List:
		n = uint64(len(o.Items))
	case *object.Tuple:
		n = uint64(len(o.Items))
	}
	if n == 0 || n > mostReserved {
		return nil
	}
	l.Items = make([]object.Value, 0, n)
	return m.charge(16 * int(n))
}

// yieldIter is the iterator of v for a yield from of fr.
func (m *machine) yieldIter(fr *frame, v object.Value) (object.Value, error) {
	switch v.Object().(type) {
	case *Generator:
		return v, nil
	case *Coroutine:
		if fr.code.Flags&bytecode.IterableCoroutine == 0 {
			return object.Value{}, object.Raise(object.TypeError, "cannot 'yield from' a coroutine object in a non-coroutine generator")
		}
		return v, nil
	}
	return object.Iter(m.t, v)
}

func (m *machine) unpack(regs *[window]object.Value, in *bytecode.Instr) error {
	n := int(in.C)
	if l, ok := regs[in.B].Object().(*object.List); ok && len(l.Items) == n {
		copy(regs[in.A:], l.Items)
		return nil
	}
	items, err := object.Unpack(m.t, regs[in.B], n)
	copy(regs[in.A:], items)
	return err
}

func (m *machine) build(regs *[window]object.Value, in *bytecode.Instr) (object.Value, error) {
	t, n := m.t, int(in.C)
	parts := regs[in.B:]
	switch in.Op {
	case bytecode.BuildSet:
		set := object.NewSet()
		for _, v := range parts[:n] {
			if err := set.Add(t, v); err != nil {
				return object.Value{}, err
			}
		}
		return object.Of(set), m.charge(100 + 40*n)
	case bytecode.BuildDict:
		d := object.NewDict()
		d.Reserve(n)
		for i := range n {
			if err := d.Set(t, parts[2*i], parts[2*i+1]); err != nil {
				return object.Value{}, err
			}
		}
		return object.Of(d), m.charge(100 + 60*n)
	}
	return object.Concat(t, parts[:n])
}

func (m *machine) dictSet(d *object.Dict, k, v object.Value) error {
	if err := m.charge(60); err != nil {
		return err
	}
	return d.Set(m.t, k, v)
}

// listExtend appends the elements of R[B]. The list is the argument list of a
// call if the callee lies before it; that matters for the error only.
func (m *machine) listExtend(l *object.List, v object.Value) error {
	switch o := v.Object().(type) {
	case *object.Tuple:
		if v.Class() == object.TupleClass {
			return m.extend(l, o.Items)
		}
	case *object.List:
		if v.Class() == object.ListClass {
			return m.extend(l, o.Items)
		}
	}
	err := l.Extend(m.t, v)
	if err != nil && v.Class().Slots.Iter == nil && v.Class().Slots.GetItem == nil {
		return object.Raise(object.TypeError, "Value after * must be an iterable, not %s", object.TypeName(v))
	}
	return err
}

func (m *machine) extend(l *object.List, items []object.Value) error {
	err := m.charge(24 * len(items))
	if err == nil {
		l.Items = append(l.Items, items...)
	}
	return err
}

func (m *machine) dictUpdate(d *object.Dict, b object.Value) error {
	if other, ok := b.Object().(*object.Dict); ok {
		for k, v := range other.All() {
			if err := m.dictSet(d, k, v); err != nil {
				return err
			}
		}
		return nil
	}
	return eachItem(m.t, b, func(k, v object.Value) error { return m.dictSet(d, k, v) }, func() error {
		return object.Raise(object.TypeError, "'%s' object is not a mapping", object.TypeName(b))
	})
}

// format executes one replacement field of an f-string. A small int stays as it
// is where it has no specification: BuildString writes it.
func (m *machine) format(regs *[window]object.Value, in *bytecode.Instr) (object.Value, error) {
	t, v := m.t, regs[in.B]
	if in.C == 0 && in.D < 0 && (v.IsInt() || v.Class() == object.StrClass) {
		return v, nil
	}
	var s string
	var err error
	switch in.C {
	case 's':
		s, err = object.ToStr(t, v)
	case 'r':
		s, err = object.Repr(t, v)
	case 'a':
		s, err = object.Ascii(t, v)
	}
	if err != nil {
		return object.Value{}, err
	}
	if in.C != 0 {
		v = object.NewStr(s)
	}
	spec := ""
	if in.D >= 0 {
		spec, _ = object.AsStr(regs[in.D])
	}
	return object.FormatValue(t, v, spec)
}

// withEnter looks up __exit__ and __enter__ of a context manager.
func (m *machine) withEnter(regs *[window]object.Value, in *bytecode.Instr) error {
	v := regs[in.B]
	names, protocol := [2]string{"__enter__", "__exit__"}, "context manager protocol"
	if in.C == 1 {
		names, protocol = [2]string{"__aenter__", "__aexit__"}, "asynchronous context manager protocol"
	}
	enter, eself, ok, err := special(m.t, v, names[0])
	if err != nil {
		return err
	}
	if !ok {
		return object.Raise(object.TypeError, "'%s' object does not support the %s", object.TypeName(v), protocol)
	}
	exit, xself, ok, err := special(m.t, v, names[1])
	if err != nil {
		return err
	}
	if !ok {
		return object.Raise(object.TypeError, "'%s' object does not support the %s (missed %s method)", object.TypeName(v), protocol, names[1])
	}
	regs[in.A], regs[in.A+1], regs[in.A+2], regs[in.A+3] = exit, xself, enter, eself
	return nil
}

// special looks up a dunder on v's class, in the form of LoadMethod.
func special(t *object.Thread, v object.Value, name string) (fn, self object.Value, ok bool, err error) {
	k := v.Class()
	d, ok := k.Lookup(name)
	if !ok {
		return fn, self, false, nil
	}
	if d.Class().MethodLike {
		return d, v, true, nil
	}
	if get := d.Class().Slots.DescrGet; get != nil {
		d, err = get(t, d, v, k)
	}
	return object.Value{}, d, err == nil, err
}
