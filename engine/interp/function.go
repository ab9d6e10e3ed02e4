package interp

import (
	"slices"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// Function is a function defined in Python. A session with torch has 1500 of them.
type Function struct {
	object.Head
	code       *linked // of def, or unlinked before the first call
	def        *definition
	closure    []*Cell
	defaults   *object.Tuple // of the last positional parameters; nil for none
	kwDefaults *object.Dict  // nil for none
	own        *functionAttrs
}

// functionAttrs are the attributes of a function that its definition does not tell;
// most functions have none.
type functionAttrs struct {
	name, qualName string
	doc, module    object.Value
	annotations    *object.Dict
	typeParams     object.Value
}

// attrs returns the attributes to change them.
func (f *Function) attrs() *functionAttrs {
	if f.own == nil {
		f.own = &functionAttrs{name: f.def.Name, qualName: f.def.QualName, doc: f.doc(), module: f.module()}
	}
	return f.own
}

func (f *Function) name() string {
	if f.own != nil {
		return f.own.name
	}
	return f.def.Name
}

func (f *Function) qualName() string {
	if f.own != nil {
		return f.own.qualName
	}
	return f.def.QualName
}

func (f *Function) doc() object.Value {
	switch {
	case f.own != nil:
		return f.own.doc
	case f.def.HasDoc:
		return object.NewStr(f.def.Doc)
	}
	return object.None
}

func (f *Function) module() object.Value {
	if f.own != nil {
		return f.own.module
	}
	v, _ := f.def.module.Get("__name__")
	return orNone(v)
}

func (f *Function) defaultValues() []object.Value {
	if f.defaults == nil {
		return nil
	}
	return f.defaults.Items
}

// linked returns the code, perhaps not prepared yet.
func (f *Function) linked() *linked {
	if f.code == unlinked {
		f.code = f.def.link()
	}
	return f.code
}

// prepared returns the code, ready to run.
func (f *Function) prepared() *linked {
	c := f.linked()
	if c.epoch != c.state.epoch {
		c.prepare()
	}
	return c
}

// Cell is a variable that a function shares with those inside it.
type Cell struct {
	object.Head
	v object.Value
}

// SetClass fills the __class__ cell of a class body.
func (c *Cell) SetClass(k *object.Class) { c.v = k.Value() }

func newCell(v object.Value) object.Value {
	c := &Cell{v: v}
	return object.Adopt(c, cellClass)
}

// The classes of the evaluator's own objects.
var (
	FunctionClass = object.NewBuiltin("function")
	cellClass     = object.NewBuiltin("cell")
	codeClass     = object.NewBuiltin("code")
)

// newFunctionOf returns the function of a definition, not adopted yet.
func newFunctionOf(d *definition) *Function {
	f := &Function{def: d, code: d.linked}
	if f.code == nil {
		f.code = unlinked
	}
	return f
}

// makeFunction builds the function of child code; parts lie at parts and follow flags.
func (m *machine) makeFunction(fr *frame, child *definition, flags uint8, parts []object.Value) object.Value {
	f := newFunctionOf(child)
	if flags&bytecode.HasDefaults != 0 {
		f.defaults = parts[0].Object().(*object.Tuple)
		parts = parts[1:]
	}
	if flags&bytecode.HasKwDefaults != 0 {
		f.kwDefaults = parts[0].Object().(*object.Dict)
		parts = parts[1:]
	}
	if flags&bytecode.HasAnnotations != 0 {
		f.attrs().annotations = parts[0].Object().(*object.Dict)
	}
	if n := len(child.Frees); n > 0 {
		f.closure = make([]*Cell, n)
		for i, free := range child.Frees {
			if free.FromFree {
				f.closure[i] = fr.fn.closure[free.Index]
			} else {
				f.closure[i] = fr.regs[free.Index].Object().(*Cell)
			}
		}
	}
	return object.Adopt(f, FunctionClass)
}

// newFunction is types.FunctionType(…).
func newFunction(t *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
	code, ok := a[0].Object().(*CodeObject)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "function() argument 'code' must be code, not %s", object.ArgName(a[0]))
	}
	globals, ok := a[1].Object().(*object.Dict)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "function() argument 'globals' must be dict, not %s", object.ArgName(a[1]))
	}
	name, ok := object.AsStr(a[2])
	if !ok && !a[2].IsNone() {
		return object.Value{}, object.Raise(object.TypeError, "arg 3 (name) must be None or string")
	}
	f := newFunctionOf(&definition{Code: code.code, module: object.NamespaceOf(globals), state: stateOf(t.Session)})
	f.linked().extra().object = code
	if ok {
		f.attrs().name, f.attrs().qualName = name, name
	}
	if defaults, ok := a[3].Object().(*object.Tuple); ok {
		f.defaults = defaults
	} else if !a[3].IsNone() {
		return object.Value{}, object.Raise(object.TypeError, "arg 4 (defaults) must be None or tuple")
	}
	var err error
	if f.closure, err = closureOf(code.code, a[4]); err != nil {
		return object.Value{}, err
	}
	return object.Adopt(f, FunctionClass), nil
}

// closureOf is the closure that a function with that code gets from a tuple of cells.
func closureOf(code *bytecode.Code, v object.Value) ([]*Cell, error) {
	n := len(code.Frees)
	tuple, ok := v.Object().(*object.Tuple)
	switch {
	case !ok && n > 0:
		return nil, object.Raise(object.TypeError, "arg 5 (closure) must be tuple")
	case !ok && !v.IsNone():
		return nil, object.Raise(object.TypeError, "arg 5 (closure) must be None or tuple")
	case !ok:
		return nil, nil
	case len(tuple.Items) != n:
		return nil, object.Raise(object.ValueError, "%s requires closure of length %d, not %d", code.Name, n, len(tuple.Items))
	}
	cells := make([]*Cell, n)
	for i, x := range tuple.Items {
		if cells[i], ok = x.Object().(*Cell); !ok {
			return nil, object.Raise(object.TypeError, "arg 5 (closure) expected cell, found %s", object.TypeName(x))
		}
	}
	return cells, nil
}

// spill gives the activation a closure of its own, with n more cells: the function itself is shared by all its activations.
func (f *frame) spill(n int) {
	fn := *f.fn
	fn.closure = slices.Clone(fn.closure)
	for range n {
		fn.closure = append(fn.closure, newCell(object.Value{}).Object().(*Cell))
	}
	f.fn = &fn
	if f.gen != nil {
		f.gen.fn = &fn
	}
}

func init() {
	FunctionClass.Define(object.Spec{
		Doc: "Create a function object.", Signature: "function(code, globals, name=None, argdefs=None, closure=None)", Make: newFunction,
		Final: true, HasDict: true,
		Slots: object.Slots{
			Call:     callFunctionSlot,
			DescrGet: functionGet,
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				return "<function " + v.Object().(*Function).qualName() + " at " + object.Address(v) + ">", nil
			},
		},
		Props: functionProps(),
	})
	FunctionClass.MethodLike = true
	cellClass.Define(object.Spec{
		Doc: "Create a new cell object.", Final: true, Signature: "cell(contents=?, /)", Unhashable: true,
		Make: func(_ *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
			return newCell(a[0]), nil
		},
		Slots: object.Slots{Compare: compareCells},
		Props: []object.Prop{{Name: "cell_contents",
			Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if x := v.Object().(*Cell).v; !x.IsNil() {
					return x, nil
				}
				return object.Value{}, object.Raise(object.ValueError, "Cell is empty")
			},
			Set: func(_ *object.Thread, v, x object.Value) error { v.Object().(*Cell).v = x; return nil },
		}},
	})
}

// compareCells compares what the cells hold; an empty cell is less than a full one.
func compareCells(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	x, xOK := a.Object().(*Cell)
	y, yOK := b.Object().(*Cell)
	switch {
	case !xOK || !yOK:
		return object.NotImplemented, nil
	case x.v.IsNil() || y.v.IsNil():
		return object.Compare(t, op, object.Bool(!x.v.IsNil()), object.Bool(!y.v.IsNil()))
	}
	return object.Compare(t, op, x.v, y.v)
}

// functionGet binds a function to the instance it was looked up on.
func functionGet(_ *object.Thread, d, obj object.Value, _ *object.Class) (object.Value, error) {
	if obj.IsNil() {
		return d, nil
	}
	return object.NewBoundMethod(d, obj), nil
}

// callFunctionSlot is a call from Go code.
func callFunctionSlot(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
	return machineOf(t).call(v.Object().(*Function), a)
}

// call runs fn in a dispatch loop of its own.
func (m *machine) call(fn *Function, a object.Args) (object.Value, error) {
	outermost := m.idle()
	if m.t.Depth >= m.t.Session.RecursionLimit || m.t.Depth >= maxFrames {
		return object.Value{}, errTooDeep()
	}
	fr := m.top
	nf := m.above(fr, fr.freeBase())
	m.disownAll(a.Pos) // Go code may hold them after fn is done
	m.disownKeywords(a.Kw)
	if err := m.bind(fn, nf.regs, a.Pos, a.Kw); err != nil {
		return object.Value{}, err
	}
	if fn.isGenerator() {
		return m.newGenerator(fn, nf), nil
	}
	m.enter(nf, fn, entryFrame)
	v, err := m.run(nf, nil)
	if outermost {
		m.release()
	}
	return v, err
}

// enter makes nf, whose registers hold the arguments, the innermost frame.
func (m *machine) enter(nf *frame, fn *Function, kind frameKind) {
	nf.code, nf.fn, nf.kind, nf.pc = fn.prepared(), fn, kind, 0
	nf.handling = m.t.Handling
	nf.object = nil
	m.top = nf
	m.t.Depth++
}
