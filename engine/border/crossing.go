package border

import (
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/numpy"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

// crossing takes values from one side to the other. Within one an object crosses once, so
// that what was one object before is one afterwards.
type crossing struct {
	from, to *side
	known    map[object.Value]object.Value // what stands on the other side for what has crossed
	back     map[object.Value]object.Value // and the other way round
	lends    bool                          // containers are brought up to date later
}

func newCrossing(from, to *side) *crossing {
	return &crossing{from: from, to: to, known: map[object.Value]object.Value{}, back: map[object.Value]object.Value{}}
}

// reversed is the way back, on which all that has crossed becomes what it was.
func (c *crossing) reversed() *crossing {
	return &crossing{from: c.to, to: c.from, known: c.back, back: c.known}
}

func (c *crossing) know(v, w object.Value) { c.known[v], c.back[w] = w, v }

// opaque are other packages' built-in classes whose instances hold nothing of a session.
var opaque = map[string]bool{
	"torch.dtype": true, "torch.device": true, "torch.layout": true, "torch.memory_format": true, "torch.finfo": true, "torch.iinfo": true,
	"torch._C.Generator": true, "numpy.dtype": true, "gputour.cuda.Kernel": true, "gputour.cuda.ConfiguredKernel": true,
}

// plain are other built-in classes whose instances cross as they are.
var plain = map[*object.Class]bool{
	object.NoneClass: true, object.BoolClass: true, object.IntClass: true, object.FloatClass: true, object.ComplexClass: true,
	object.StrClass: true, object.BytesClass: true, object.RangeClass: true, object.EllipsisClass: true, object.NotImplementedClass: true,
}

// carry returns what stands for v on the other side.
func (c *crossing) carry(v object.Value) (object.Value, error) {
	class := v.Class()
	if plain[class] {
		return v, nil
	}
	if w, ok := c.known[v]; ok {
		return w, nil
	}
	if p, ok := v.Object().(*proxy); ok && p.at == c.from {
		return p.of, nil
	}
	for _, l := range c.from.loans {
		if w, ok := l.otherEnd(c.from, v); ok {
			return w, nil
		}
	}
	if err := c.from.Thread.Enter(""); err != nil {
		return object.Value{}, err
	}
	defer c.from.Thread.Leave()
	w, err := c.make(v, class)
	if err == nil {
		c.know(v, w)
	}
	return w, err
}

// make is carry for what has not crossed yet.
func (c *crossing) make(v object.Value, class *object.Class) (object.Value, error) {
	switch o := v.Object().(type) {
	case *object.List:
		return c.list(v, o)
	case *object.Tuple:
		return c.tuple(o, class)
	case *object.Dict:
		return c.dict(v, o, class)
	case *object.Set:
		return c.set(v, o, class)
	case *object.ByteArray:
		return c.bytearray(v, o)
	case *object.Slice:
		parts, err := c.carryAll([]object.Value{o.Start, o.Stop, o.Step})
		if err != nil {
			return object.Value{}, err
		}
		return object.NewSlice(parts[0], parts[1], parts[2]), nil
	case *values.Tensor:
		return c.tensor(v, class), nil
	case *object.Class:
		return c.to.classValue(o)
	case *object.Exception:
		return c.exception(o).Value(), nil
	case *object.Module:
		if m, ok := c.module(o); ok {
			return m, nil
		}
	case *object.Builtin:
		if f, ok := c.builtin(v, o); ok {
			return f, nil
		}
	}
	if w, ok := valueOf(v); ok {
		return w, nil
	}
	if a, ok := numpy.Across(v); ok {
		return a, nil
	}
	if class.Builtin && (numpy.IsScalar(v) || opaque[class.Module+"."+class.Name]) {
		return v, nil
	}
	if w, ok := c.rebuild(v, class); ok {
		return w, nil
	}
	return c.to.proxy(v)
}

func (c *crossing) carryAll(values []object.Value) ([]object.Value, error) {
	if err := c.to.Thread.ChargeItems(len(values), 16); err != nil {
		return nil, err
	}
	list := make([]object.Value, len(values))
	for i, v := range values {
		w, err := c.carry(v)
		if err != nil {
			return nil, err
		}
		list[i] = w
	}
	return list, nil
}

// valueOf is the number or text that an instance of a subclass is. The class may lie about
// it; what it holds does not.
func valueOf(v object.Value) (object.Value, bool) {
	switch o := v.Object().(type) {
	case *object.BigInt:
		return object.NewBig(o.Int), true
	case *object.FloatObject:
		if v.Class().Builtin { // numpy.float64
			return object.Value{}, false
		}
		return object.Float(o.F), true
	case *object.Complex:
		return object.NewComplex(o.C), true
	case *object.Str:
		text, _ := object.AsStr(v)
		return object.NewStr(text), true
	case *object.Bytes:
		return object.NewBytes(o.B), true
	}
	return object.Value{}, false
}

// tensor takes a tensor over, as a parameter where it is one.
func (c *crossing) tensor(v object.Value, class *object.Class) object.Value {
	there := values.TensorClass
	if k := c.to.peer(class); k != nil && k.IsSubclassOf(values.TensorClass) {
		there = k
	}
	return state.Across(c.to.Thread, v, there)
}

// module is the library's module of the same name.
func (c *crossing) module(m *object.Module) (object.Value, bool) {
	name, ok := m.Dict.Get("__name__")
	text, isStr := object.AsStr(name)
	if !ok || !isStr || text == "__main__" {
		return object.Value{}, false
	}
	v, err := interp.Import(c.to.Thread, text)
	return v, err == nil
}

// builtin is the library's function of the same name, if it is the same. The judge is given
// none: exec runs in the session that it belongs to.
func (c *crossing) builtin(v object.Value, f *object.Builtin) (object.Value, bool) {
	if f.Module == "" || c.to.trusted() {
		return object.Value{}, false
	}
	m, err := interp.Import(c.to.Thread, f.Module)
	if err != nil {
		return object.Value{}, false
	}
	w, ok, err := object.GetAttrOpt(c.to.Thread, m, f.Name)
	return w, ok && err == nil && w == v
}

// rebuilt are the library's classes of values that are neither numbers nor text: what
// __reduce__ says makes another.
var rebuilt = map[string]bool{
	"fractions.Fraction": true, "decimal.Decimal": true, "uuid.UUID": true, "pathlib.PosixPath": true, "pathlib.PurePosixPath": true,
	"datetime.date": true, "datetime.time": true, "datetime.datetime": true, "datetime.timedelta": true,
}

// rebuild makes such a value anew.
func (c *crossing) rebuild(v object.Value, class *object.Class) (object.Value, bool) {
	if !rebuilt[class.Module+"."+class.QualName] {
		return object.Value{}, false
	}
	there := c.to.peer(class)
	if class.Builtin {
		there = class
	}
	if there == nil {
		return object.Value{}, false
	}
	reduced, err := object.CallAttr(c.from.Thread, v, "__reduce_ex__", object.Int(2))
	if err != nil {
		return object.Value{}, false
	}
	parts, ok := reduced.Object().(*object.Tuple)
	if !ok || len(parts.Items) < 2 || parts.Items[0] != class.Value() {
		return object.Value{}, false
	}
	args, ok := parts.Items[1].Object().(*object.Tuple)
	if !ok {
		return object.Value{}, false
	}
	crossed, err := c.carryAll(args.Items)
	if err != nil {
		return object.Value{}, false
	}
	made, err := object.Call(c.to.Thread, there.Value(), crossed...)
	return made, err == nil
}
