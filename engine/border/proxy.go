package border

import (
	"strings"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// proxy stands on one side for an object of the other.
type proxy struct {
	object.Head
	at *side
	of object.Value
}

// Referent implements object.Holder: what a proxy stands for is in use.
func (p *proxy) Referent(i int) (object.Value, bool) { return p.of, i == 0 }

// proxyClass is the class of proxies; those of a session are of classes below it.
// mirrorClass is the class of the judge's classes for those of the subject.
var (
	proxyClass  = object.NewBuiltin("proxy")
	mirrorClass = object.NewBuiltin("mirror")
)

// kept is what a proxy, with what it keeps alive, is thought to hold, in bytes.
const kept = 1 << 10

// proxy returns the proxy here for an object of the far side. There is one for each object
// that has a class or a definition of its own; methods and iterators come and go.
func (s *side) proxy(v object.Value) (object.Value, error) {
	if w, ok := s.proxies[v]; ok {
		return w, nil
	}
	if err := s.Thread.Charge(kept); err != nil {
		return object.Value{}, err
	}
	w := object.Adopt(&proxy{at: s, of: v}, s.shell(v.Class()))
	if !v.Class().Builtin || v.Class() == interp.FunctionClass || v.Class() == object.TypeClass {
		s.proxies[v] = w
	}
	return w, nil
}

func init() {
	slots := object.Slots{
		Repr: describe, Str: describe,
		Hash: object.ObjectClass.Slots.Hash,
		Bool: func(*object.Thread, object.Value) (bool, error) { return true, nil },
		Call: func(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
			p := v.Object().(*proxy)
			return p.at.call(t, p.of, a)
		},
		GetAttr: getAttr, SetAttr: setAttr,
		Iter: func(t *object.Thread, v object.Value) (object.Value, error) { return forward(t, v, object.Iter) },
		Next: next,
		Len: func(t *object.Thread, v object.Value) (int, error) {
			n, err := forward(t, v, func(t *object.Thread, v object.Value) (object.Value, error) {
				n, err := object.Len(t, v)
				return object.Int(int64(n)), err
			})
			if err != nil {
				return 0, err
			}
			k, _ := object.AsInt(n)
			return int(k), nil
		},
		GetItem: func(t *object.Thread, v, key object.Value) (object.Value, error) {
			p := v.Object().(*proxy)
			return p.at.across(t, []object.Value{v, key}, func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.GetItem(t, a[0], a[1])
			})
		},
		SetItem: setItem,
		Compare: compare,
		Init:    func(*object.Thread, object.Value, object.Args) error { return nil },
	}
	for i := range slots.Binary {
		op := object.BinaryOp(i)
		slots.Binary[i] = func(t *object.Thread, a, b object.Value) (object.Value, error) { return operate(t, op, a, b) }
		slots.Reflected[i] = slots.Binary[i]
	}
	proxyClass.Define(object.Spec{
		Doc: "An object of another session.", OwnLayout: true, NoConstructor: true, Slots: slots,
		Methods: []object.Method{
			{Sig: "__enter__(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return callMethod(t, a[0], "__enter__")
			}},
			{Sig: "__exit__(self, *args)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return callMethod(t, a[0], "__exit__", a[1].Object().(*object.Tuple).Items...)
			}},
		},
		Props: []object.Prop{{Name: "__class__", Get: classOf}},
	})
	mirrorClass.Define(object.Spec{
		Doc: "A class of another session.", Bases: []*object.Class{object.TypeClass},
		Slots: object.Slots{
			GetAttr: mirrorAttr,
			Iter:    func(t *object.Thread, v object.Value) (object.Value, error) { return ofMirror(t, v, object.Iter) },
			GetItem: func(t *object.Thread, v, key object.Value) (object.Value, error) {
				return ofMirror(t, v, func(t *object.Thread, v object.Value) (object.Value, error) { return object.GetItem(t, v, key) })
			},
		},
	})
}

// forward calls f with what a proxy stands for.
func forward(t *object.Thread, v object.Value, f func(*object.Thread, object.Value) (object.Value, error)) (object.Value, error) {
	p := v.Object().(*proxy)
	return p.at.across(t, []object.Value{v}, func(t *object.Thread, a []object.Value) (object.Value, error) { return f(t, a[0]) })
}

// call calls an object of the far side with arguments of this one.
func (s *side) call(t *object.Thread, fn object.Value, a object.Args) (object.Value, error) {
	values := make([]object.Value, 0, len(a.Pos)+len(a.Kw))
	values = append(values, a.Pos...)
	for _, k := range a.Kw {
		values = append(values, k.Value)
	}
	return s.across(t, values, func(t *object.Thread, crossed []object.Value) (object.Value, error) {
		args := object.Args{Pos: crossed[:len(a.Pos)]}
		for i, k := range a.Kw {
			args.Kw = append(args.Kw, object.Keyword{Name: k.Name, Value: crossed[len(a.Pos)+i]})
		}
		return object.CallArgs(t, fn, args)
	})
}

func callMethod(t *object.Thread, v object.Value, name string, args ...object.Value) (object.Value, error) {
	p := v.Object().(*proxy)
	return p.at.across(t, args, func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.CallAttr(t, p.of, name, a...)
	})
}

// claims are the attributes by which an object would answer a test in the judge's place:
// whether it equals, is close, is of a kind. They are those of tensors, arrays, text and sets.
var claims = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(`equal allclose isclose eq ne lt le gt ge all any array_equal
		startswith endswith isdigit isalpha isalnum isnumeric isdecimal isspace isupper islower istitle isidentifier isascii isprintable
		issubset issuperset isdisjoint is_integer
		__array_function__ __array_ufunc__ __array_priority__ __torch_function__ __instancecheck__ __subclasscheck__`) {
		set[name] = true
	}
	return set
}()

// inner are the beginnings of names under which functions, frames and the like show what they are made of.
var inner = []string{"__", "gi_", "cr_", "ag_", "f_", "tb_", "co_"}

// hides reports an attribute that no object of the far side shows here.
func (s *side) hides(name string) bool {
	if s.trusted() {
		return claims[name]
	}
	for _, prefix := range inner {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func getAttr(t *object.Thread, v object.Value, name string) (object.Value, error) {
	p := v.Object().(*proxy)
	if name == "__class__" {
		return classOf(t, v)
	}
	switch {
	case !p.at.hides(name):
	case p.at.trusted():
		return object.Value{}, object.AttrError(v, name)
	case name == "__name__" || name == "__qualname__":
		return object.NewStr(v.Class().Name), nil
	default:
		return object.GenericGetAttr(t, v, name)
	}
	return p.at.across(t, nil, func(t *object.Thread, _ []object.Value) (object.Value, error) { return object.GetAttr(t, p.of, name) })
}

func setAttr(t *object.Thread, v object.Value, name string, x object.Value) error {
	p := v.Object().(*proxy)
	if strings.HasPrefix(name, "__") || p.at.hides(name) {
		return object.AttrError(v, name)
	}
	var values []object.Value
	if !x.IsNil() {
		values = []object.Value{x}
	}
	_, err := p.at.across(t, values, func(t *object.Thread, a []object.Value) (object.Value, error) {
		if len(a) == 0 {
			return object.None, object.DelAttr(t, p.of, name)
		}
		return object.None, object.SetAttr(t, p.of, name, a[0])
	})
	return err
}

func setItem(t *object.Thread, v, key, x object.Value) error {
	p := v.Object().(*proxy)
	values := []object.Value{key}
	if !x.IsNil() {
		values = append(values, x)
	}
	_, err := p.at.across(t, values, func(t *object.Thread, a []object.Value) (object.Value, error) {
		if len(a) == 1 {
			return object.None, object.DelItem(t, p.of, a[0])
		}
		return object.None, object.SetItem(t, p.of, a[0], a[1])
	})
	return err
}

func next(t *object.Thread, v object.Value) (x object.Value, ok bool, err error) {
	x, err = forward(t, v, func(t *object.Thread, v object.Value) (object.Value, error) {
		x, more, err := object.Next(t, v)
		ok = more
		if !more {
			x = object.None
		}
		return x, err
	})
	return x, ok && err == nil, err
}

// classOf is __class__: the class here of what the proxy stands for, whatever that says of itself.
func classOf(_ *object.Thread, v object.Value) (object.Value, error) {
	p := v.Object().(*proxy)
	class := p.of.Class()
	if !p.at.trusted() || class.Builtin {
		return p.at.nearest(class).Value(), nil
	}
	if k := p.at.peer(class); k != nil {
		return k.Value(), nil
	}
	return p.at.classValue(class)
}

// describe is what a proxy prints: its kind, and nothing that the object says.
func describe(_ *object.Thread, v object.Value) (string, error) {
	p := v.Object().(*proxy)
	return "<" + v.Class().Name + " of " + map[bool]string{true: "the answer", false: "the test"}[p.at.trusted()] + ">", nil
}

// compare is identity, but for what a class made for data holds.
func compare(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	p, q, both := twoProxies(a, b)
	if op != object.Eq && op != object.Ne || !both {
		return object.NotImplemented, nil
	}
	same := p.of == q.of
	if !same && p.at.trusted() && p.of.Class() == q.of.Class() {
		var err error
		if same, err = p.at.sameFields(t, p.of, q.of); err != nil {
			return object.Value{}, err
		}
	}
	return object.Bool(same == (op == object.Eq)), nil
}

func twoProxies(a, b object.Value) (p, q *proxy, both bool) {
	p, first := a.Object().(*proxy)
	q, second := b.Object().(*proxy)
	return p, q, first && second && p.at == q.at
}

// sameFields compares two instances of a dataclass by their attributes, as the judge sees those.
func (s *side) sameFields(t *object.Thread, a, b object.Value) (bool, error) {
	if _, ok := a.Class().Lookup("__dataclass_fields__"); !ok {
		return false, nil
	}
	x, y := object.AttrsOf(a), object.AttrsOf(b)
	if x == nil || y == nil || x.Len() != y.Len() || x.Len() == 0 {
		return false, nil
	}
	for _, name := range x.Names() {
		v, _ := x.Get(name)
		w, ok := y.Get(name)
		if !ok {
			return false, nil
		}
		sides, err := newCrossing(s.far, s).carryAll([]object.Value{v, w})
		if err != nil {
			return false, err
		}
		if same, err := object.Equal(t, sides[0], sides[1]); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

// operate is a op b with a proxy among them: an operator of the subject's may make another
// object of its own, but no number or tensor, which would be the answer to a test.
func operate(t *object.Thread, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	p, ok := a.Object().(*proxy)
	if !ok {
		p = b.Object().(*proxy)
	}
	v, err := p.at.across(t, []object.Value{a, b}, func(t *object.Thread, v []object.Value) (object.Value, error) {
		return object.Binary(t, op, v[0], v[1])
	})
	if err != nil {
		return object.Value{}, err
	}
	if _, isProxy := v.Object().(*proxy); !isProxy && p.at.trusted() {
		return object.Value{}, object.Raise(object.TypeError, "%s does not count as a number: what its operator %s gives decides no test", a.Class().Name, op)
	}
	return v, nil
}

// original is the attribute of a mirror that stands for the class itself.
const original = "__original__"

// ofMirror calls f with the class that a mirror stands for.
func ofMirror(t *object.Thread, v object.Value, f func(*object.Thread, object.Value) (object.Value, error)) (object.Value, error) {
	of, ok := v.Object().(*object.Class).Lookup(original)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "'%s' object has no items", object.TypeName(v))
	}
	return forward(t, of, f)
}

// mirrorAttr is an attribute of a class of the subject's.
func mirrorAttr(t *object.Thread, v object.Value, name string) (object.Value, error) {
	if strings.HasPrefix(name, "__") || claims[name] {
		return object.TypeClass.Slots.GetAttr(t, v, name)
	}
	return ofMirror(t, v, func(t *object.Thread, v object.Value) (object.Value, error) { return object.GetAttr(t, v, name) })
}
