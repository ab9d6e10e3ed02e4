package containers

import (
	"slices"
	"strings"
	"sync"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

var operatorLibrary = sync.OnceValue(func() []*object.Builtin {
	list := slices.Clone(operatorFuncs)
	for name, op := range binaryOperators {
		list = append(list, object.Def(name+"(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Binary(t, op, a[0], a[1])
		}, "a "+name+" b."))
		list = append(list, object.Def("i"+strings.TrimSuffix(name, "_")+"(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Inplace(t, op, a[0], a[1])
		}, "In-place "+name+"."))
	}
	for name, op := range compareOperators {
		list = append(list, object.Def(name+"(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Compare(t, op, a[0], a[1])
		}, ""))
	}
	for name, op := range unaryOperators {
		list = append(list, object.Def(name+"(a, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Unary(t, op, a[0])
		}, ""))
	}
	return object.Library("_operator", list...)
})

func InitOperator(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_operator", "The operators as functions.")
	m.AddFuncs(operatorLibrary()...)
	for _, c := range []*object.Class{itemGetterClass, attrGetterClass, methodCallerClass} {
		m.Dict.Set(c.Name, c.Value())
	}
	return m, nil
}

var binaryOperators = map[string]object.BinaryOp{
	"add": object.Add, "sub": object.Sub, "mul": object.Mul, "truediv": object.TrueDiv, "floordiv": object.FloorDiv,
	"mod": object.Mod, "pow": object.Pow, "lshift": object.LShift, "rshift": object.RShift, "and_": object.And,
	"or_": object.Or, "xor": object.Xor, "matmul": object.MatMul,
}

var compareOperators = map[string]object.CompareOp{
	"lt": object.Lt, "le": object.Le, "eq": object.Eq, "ne": object.Ne, "gt": object.Gt, "ge": object.Ge,
}

var unaryOperators = map[string]object.UnaryOp{
	"neg": object.Neg, "pos": object.Pos, "invert": object.Invert, "inv": object.Invert, "abs": object.Abs,
}

var operatorFuncs = []*object.Builtin{
	object.Def("not_(a, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		b, err := object.ToBool(t, a[0])
		return object.Bool(!b), err
	}, "not a."),
	object.Def("truth(a, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		b, err := object.ToBool(t, a[0])
		return object.Bool(b), err
	}, "Whether a is true."),
	object.Def("is_(a, b, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.Bool(object.Is(a[0], a[1])), nil
	}, "a is b."),
	object.Def("is_not(a, b, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.Bool(!object.Is(a[0], a[1])), nil
	}, "a is not b."),
	object.Def("contains(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		in, err := object.Contains(t, a[0], a[1])
		return object.Bool(in), err
	}, "b in a."),
	object.Def("concat(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		if _, ok := a[0].Class().Lookup("__getitem__"); !ok {
			return object.Value{}, object.Raise(object.TypeError, "'%s' object can't be concatenated", object.TypeName(a[0]))
		}
		return object.Binary(t, object.Add, a[0], a[1])
	}, "a + b, for sequences."),
	object.Def("iconcat(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.Inplace(t, object.Add, a[0], a[1])
	}, "a += b, for sequences."),
	object.Def("getitem(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.GetItem(t, a[0], a[1])
	}, "a[b]."),
	object.Def("setitem(a, b, c, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.None, object.SetItem(t, a[0], a[1], a[2])
	}, "a[b] = c."),
	object.Def("delitem(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.None, object.DelItem(t, a[0], a[1])
	}, "del a[b]."),
	object.Def("index(a, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.Index(t, a[0])
	}, "a as an int, by __index__."),
	object.Def("call(obj, /, *args, **kwargs)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		args := object.Args{Pos: a[1].Object().(*object.Tuple).Items}
		for k, v := range a[2].Object().(*object.Dict).All() {
			name, _ := object.AsStr(k)
			args.Kw = append(args.Kw, object.Keyword{Name: name, Value: v})
		}
		return object.CallArgs(t, a[0], args)
	}, "obj(*args, **kwargs)."),
	object.Def("countOf(a, b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		n := int64(0)
		err := object.ForEach(t, a[0], func(x object.Value) error {
			same, err := object.Equal(t, x, a[1])
			if same {
				n++
			}
			return err
		})
		return object.Int(n), err
	}, "How often b is in a."),
	object.Def("indexOf(a, b, /)", indexOf, "The first index of b in a."),
	object.Def("length_hint(obj, default=0, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		otherwise, isInt := object.AsInt(a[1])
		if !isInt {
			return object.Value{}, object.Raise(object.TypeError, "'%s' object cannot be interpreted as an integer", object.TypeName(a[1]))
		}
		n, err := object.LengthHint(t, a[0], int(otherwise))
		return object.Int(int64(n)), err
	}, "An estimate of len(obj)."),
}

func indexOf(t *object.Thread, a []object.Value) (object.Value, error) {
	i, found := int64(0), int64(-1)
	err := object.ForEach(t, a[0], func(x object.Value) error {
		same, err := object.Equal(t, x, a[1])
		if same && found < 0 {
			found = i
		}
		i++
		return err
	})
	if err == nil && found < 0 {
		err = object.Raise(object.ValueError, "sequence.index(x): x not in sequence")
	}
	return object.Int(found), err
}

// getter is itemgetter, attrgetter or methodcaller: what it looks up, and the
// arguments of the call.
type getter struct {
	object.Head
	keys []object.Value
	args object.Args
}

// Referent implements object.Holder.
func (g *getter) Referent(i int) (object.Value, bool) {
	for _, list := range [][]object.Value{g.keys, g.args.Pos} {
		if i < len(list) {
			return list[i], true
		}
		i -= len(list)
	}
	if i < len(g.args.Kw) {
		return g.args.Kw[i].Value, true
	}
	return object.Value{}, false
}

func getterClass(name string, call func(t *object.Thread, g *getter, x object.Value) (object.Value, error)) *object.Class {
	short := strings.TrimPrefix(name, "operator.")
	return binding.Class(name).Define(object.Spec{
		OwnLayout: true,
		Slots: object.Slots{
			New: func(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
				return newGetter(c, short, a)
			},
			Init: func(*object.Thread, object.Value, object.Args) error { return nil },
			Call: func(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
				if len(a.Pos) != 1 || len(a.Kw) > 0 {
					return object.Value{}, object.Raise(object.TypeError, "%s expected 1 argument, got %d", short, len(a.Pos)+len(a.Kw))
				}
				return call(t, v.Object().(*getter), a.Pos[0])
			},
			Repr: func(t *object.Thread, v object.Value) (string, error) {
				return getterRepr(t, name, v.Object().(*getter))
			},
		},
		Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: reduceGetter, Doc: ""}},
	})
}

func newGetter(c *object.Class, short string, a object.Args) (object.Value, error) {
	if len(a.Pos) == 0 {
		if short == "methodcaller" {
			return object.Value{}, object.Raise(object.TypeError, "methodcaller needs at least one argument, the method name")
		}
		least := ""
		if short == "attrgetter" {
			least = "at least "
		}
		return object.Value{}, object.Raise(object.TypeError, "%s expected %s1 argument, got 0", short, least)
	}
	if short != "methodcaller" && len(a.Kw) > 0 {
		return object.Value{}, object.Raise(object.TypeError, "%s() takes no keyword arguments", short)
	}
	g := &getter{keys: append([]object.Value(nil), a.Pos...)}
	if short != "itemgetter" {
		for _, k := range g.keys {
			if _, ok := object.AsStr(k); !ok {
				if short == "methodcaller" {
					return object.Value{}, object.Raise(object.TypeError, "method name must be a string")
				}
				return object.Value{}, object.Raise(object.TypeError, "attribute name must be a string")
			}
			if short == "methodcaller" {
				break
			}
		}
	}
	if short == "methodcaller" {
		g.args = object.Args{Pos: g.keys[1:], Kw: append([]object.Keyword(nil), a.Kw...)}
		g.keys = g.keys[:1]
	}
	return object.Adopt(g, c), nil
}

// reduceGetter gives what copy and pickle need: the class, wrapped in a partial where
// there are keyword arguments, and what it was called with.
func reduceGetter(t *object.Thread, a []object.Value) (object.Value, error) {
	g := a[0].Object().(*getter)
	if len(g.args.Kw) == 0 {
		return object.NewTuple(a[0].Class().Value(), object.NewTuple(append(g.keys[:len(g.keys):len(g.keys)], g.args.Pos...)...)), nil
	}
	again, err := newPartial(t, partialClass, object.Args{Pos: []object.Value{a[0].Class().Value(), g.keys[0]}, Kw: g.args.Kw})
	return object.NewTuple(again, object.CopyTuple(g.args.Pos)), err
}

// gather looks up one key, or all of them into a tuple.
func (g *getter) gather(lookup func(key object.Value) (object.Value, error)) (object.Value, error) {
	if len(g.keys) == 1 {
		return lookup(g.keys[0])
	}
	row := make([]object.Value, len(g.keys))
	for i, k := range g.keys {
		v, err := lookup(k)
		if err != nil {
			return object.Value{}, err
		}
		row[i] = v
	}
	return object.NewTuple(row...), nil
}

var itemGetterClass = getterClass("operator.itemgetter", func(t *object.Thread, g *getter, x object.Value) (object.Value, error) {
	return g.gather(func(k object.Value) (object.Value, error) { return object.GetItem(t, x, k) })
})

var attrGetterClass = getterClass("operator.attrgetter", func(t *object.Thread, g *getter, x object.Value) (object.Value, error) {
	return g.gather(func(k object.Value) (object.Value, error) {
		path, _ := object.AsStr(k)
		v := x
		for _, name := range strings.Split(path, ".") {
			var err error
			if v, err = object.GetAttr(t, v, name); err != nil {
				return v, err
			}
		}
		return v, nil
	})
})

var methodCallerClass = getterClass("operator.methodcaller", func(t *object.Thread, g *getter, x object.Value) (object.Value, error) {
	name, _ := object.AsStr(g.keys[0])
	fn, err := object.GetAttr(t, x, name)
	if err != nil {
		return object.Value{}, err
	}
	return object.CallArgs(t, fn, g.args)
})

func getterRepr(t *object.Thread, name string, g *getter) (string, error) {
	var parts []string
	for _, v := range append(append([]object.Value(nil), g.keys...), g.args.Pos...) {
		s, err := object.Repr(t, v)
		if err != nil {
			return "", err
		}
		parts = append(parts, s)
	}
	for _, k := range g.args.Kw {
		s, err := object.Repr(t, k.Value)
		if err != nil {
			return "", err
		}
		parts = append(parts, k.Name+"="+s)
	}
	return name + "(" + strings.Join(parts, ", ") + ")", nil
}
