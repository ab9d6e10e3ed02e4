package object

import "strings"

// GenericAlias is list[int]; Union is int | str.
type (
	GenericAlias struct {
		Head
		Origin  Value
		Args    []Value
		Starred bool // *tuple[int]: it stands for its arguments
	}
	Union struct {
		Head
		Args []Value
	}
)

// GenericAliasClass is types.GenericAlias, UnionClass types.UnionType.
var (
	GenericAliasClass = NewBuiltin("types.GenericAlias")
	UnionClass        = NewBuiltin("types.UnionType")
)

// NewGenericAlias returns origin[key].
func NewGenericAlias(origin, key Value) Value {
	return Adopt(&GenericAlias{Origin: origin, Args: tupleOrOne(key)}, GenericAliasClass)
}

// aliasIterClass is of iterators that give a generic type with a star.
var aliasIterClass = NewBuiltin("generic_alias_iterator")

func aliasIter(_ *Thread, v Value) (Value, error) {
	a, over := v.Object().(*GenericAlias), false
	return NewIter(aliasIterClass, func(*Thread) (Value, bool, error) {
		if over {
			return Value{}, false, nil
		}
		over = true
		return Adopt(&GenericAlias{Origin: a.Origin, Args: a.Args, Starred: true}, v.Class()), true, nil
	}), nil
}

// classGetItemMethod is the __class_getitem__ of the built-in generics.
func classGetItemMethod() Method {
	return Method{"__class_getitem__(key, /)", func(_ *Thread, a []Value) (Value, error) { return NewGenericAlias(a[0], a[1]), nil }, "See PEP 585"}
}

func initGeneric() {
	GenericAliasClass.Define(Spec{
		Doc:       "Represent a PEP 585 generic type",
		Signature: "GenericAlias(origin, args, /)",
		Make: func(_ *Thread, c *Class, a []Value) (Value, error) {
			return Adopt(&GenericAlias{Origin: a[0], Args: tupleOrOne(a[1])}, c), nil
		},
		Slots: Slots{
			Repr: aliasRepr, Call: aliasCall, GetAttr: aliasGetAttr, Hash: aliasHash, Compare: aliasCompare, Iter: aliasIter,
			Binary: unionSlots(), Reflected: unionSlots(),
			GetItem: func(t *Thread, v, key Value) (Value, error) {
				alias := v.Object().(*GenericAlias)
				args, err := substituted(t, v, alias.Args, key)
				return NewGenericAlias(alias.Origin, NewTuple(args...)), err
			},
		},
		Methods: []Method{
			{"__mro_entries__(self, bases, /)", func(_ *Thread, a []Value) (Value, error) {
				return NewTuple(a[0].Object().(*GenericAlias).Origin), nil
			}, ""},
			{"__reduce__(self, /)", aliasReduce, "Helper for pickle."},
			{"__instancecheck__(self, instance, /)", noAliasCheck("isinstance() argument 2 cannot be a parameterized generic"), ""},
			{"__subclasscheck__(self, cls, /)", noAliasCheck("issubclass() argument 2 cannot be a parameterized generic"), ""},
		},
		Props: []Prop{
			{Name: "__origin__", Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*GenericAlias).Origin, nil }},
			{Name: "__args__", Get: func(_ *Thread, v Value) (Value, error) { return NewTuple(v.Object().(*GenericAlias).Args...), nil }},
			{Name: "__parameters__", Get: func(t *Thread, v Value) (Value, error) { return parametersOf(t, v.Object().(*GenericAlias).Args) }},
			{Name: "__unpacked__", Get: func(_ *Thread, v Value) (Value, error) { return Bool(v.Object().(*GenericAlias).Starred), nil }},
			{Name: "__typing_unpacked_tuple_args__", Get: func(_ *Thread, v Value) (Value, error) {
				if a := v.Object().(*GenericAlias); a.Starred && a.Origin == TupleClass.Value() {
					return NewTuple(a.Args...), nil
				}
				return None, nil
			}},
		},
	})
	aliasIterClass.Define(Spec{NoConstructor: true, OwnLayout: true, Slots: Slots{Iter: selfIter, Next: goNext}})
	UnionClass.Define(Spec{
		Doc: "Represent a PEP 604 union type", NoConstructor: true, OwnLayout: true, Final: true,
		Slots: Slots{Repr: unionRepr, Hash: unionHash, Compare: unionCompare, Binary: unionSlots(), Reflected: unionSlots(), GetItem: unionItem},
		Props: []Prop{
			{Name: "__args__", Get: func(_ *Thread, v Value) (Value, error) { return NewTuple(v.Object().(*Union).Args...), nil }},
			{Name: "__parameters__", Get: func(t *Thread, v Value) (Value, error) { return parametersOf(t, v.Object().(*Union).Args) }},
		},
	})
}

// unionItem is (int | T)[str].
func unionItem(t *Thread, v, key Value) (Value, error) {
	args, err := substituted(t, v, v.Object().(*Union).Args, key)
	if err != nil {
		return Value{}, err
	}
	made := args[0]
	for _, x := range args[1:] {
		if made, err = Binary(t, Or, made, x); err != nil {
			return made, err
		}
	}
	return made, nil
}

// typeText writes a type argument: a class by its name, anything else by its repr.
func typeText(t *Thread, v Value) (string, error) {
	switch {
	case v == Ellipsis:
		return "...", nil
	case v == None:
		return "None", nil
	}
	switch o := v.Object().(type) {
	case *Class:
		if o == NoneClass {
			return "None", nil
		}
		return o.qualified(), nil
	}
	return Repr(t, v)
}

func typeTexts(t *Thread, args []Value, sep string) (string, error) {
	parts := make([]string, len(args))
	for i, v := range args {
		s, err := typeText(t, v)
		if err != nil {
			return "", err
		}
		parts[i] = s
	}
	return strings.Join(parts, sep), nil
}

func aliasRepr(t *Thread, v Value) (string, error) {
	a := v.Object().(*GenericAlias)
	origin, err := typeText(t, a.Origin)
	if err != nil {
		return "", err
	}
	args, err := typeTexts(t, a.Args, ", ")
	if len(a.Args) == 0 {
		args = "()"
	}
	if a.Starred {
		origin = "*" + origin
	}
	return origin + "[" + args + "]", err
}

func noAliasCheck(message string) GoFunc {
	return func(*Thread, []Value) (Value, error) { return Value{}, Raise(TypeError, "%s", message) }
}

// aliasReduce is alias.__reduce__(): with a star, it is what an iterator over one without gives.
func aliasReduce(t *Thread, a []Value) (Value, error) {
	alias := a[0].Object().(*GenericAlias)
	args := NewTuple(alias.Origin, NewTuple(alias.Args...))
	if !alias.Starred {
		return NewTuple(a[0].Class().Value(), args), nil
	}
	next, err := builtinNamed(t, "next")
	if err != nil {
		return Value{}, err
	}
	it, err := aliasIter(t, Adopt(&GenericAlias{Origin: alias.Origin, Args: alias.Args}, a[0].Class()))
	return NewTuple(next, NewTuple(it)), err
}

func aliasCall(t *Thread, v Value, a Args) (Value, error) {
	obj, err := CallArgs(t, v.Object().(*GenericAlias).Origin, a)
	if err == nil {
		if SetAttr(t, obj, "__orig_class__", v) != nil {
			return obj, nil // most built-in objects take no attributes
		}
	}
	return obj, err
}

func aliasGetAttr(t *Thread, v Value, name string) (Value, error) {
	if d, ok := GenericAliasClass.Lookup(name); ok && (isDunder(name) && name != "__name__" && name != "__qualname__" && name != "__doc__" && name != "__module__") {
		return bindTo(t, d, v)
	}
	return GetAttr(t, v.Object().(*GenericAlias).Origin, name)
}

func aliasHash(t *Thread, v Value) (int64, error) {
	a := v.Object().(*GenericAlias)
	h, err := Hash(t, a.Origin)
	if err != nil {
		return 0, err
	}
	k, err := itemsHash(t, a.Args)
	return h ^ k, err
}

func aliasCompare(t *Thread, op CompareOp, x, y Value) (Value, error) {
	a, b := x.Object().(*GenericAlias), (*GenericAlias)(nil)
	b, ok := y.Object().(*GenericAlias)
	if !ok || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	eq, err := Equal(t, a.Origin, b.Origin)
	if err != nil || !eq || a.Starred != b.Starred {
		return Bool(op == Ne), err
	}
	eq, err = CompareBool(t, Eq, NewTuple(a.Args...), NewTuple(b.Args...))
	return Bool(eq == (op == Eq)), err
}

// unionSlots is a table of binary operators that knows only `|`.
func unionSlots() (table [numBinary]func(*Thread, Value, Value) (Value, error)) {
	table[Or] = unionOr
	return table
}

// unionOr is X | Y of types.
func unionOr(t *Thread, a, b Value) (Value, error) {
	if !isTypeArg(a) || !isTypeArg(b) || a == None && b == None {
		return NotImplemented, nil
	}
	var args []Value
	for _, v := range append(unionArgs(a), unionArgs(b)...) {
		dup := false
		for _, have := range args {
			eq, err := Equal(t, have, v)
			if err != nil {
				return Value{}, err
			}
			dup = dup || eq
		}
		if !dup {
			args = append(args, v)
		}
	}
	if len(args) == 1 {
		return args[0], nil
	}
	return Adopt(&Union{Args: args}, UnionClass), nil
}

func isTypeArg(v Value) bool {
	switch v.Object().(type) {
	case *Class, *GenericAlias, *Union:
		return true
	}
	return v == None
}

func unionArgs(v Value) []Value {
	switch o := v.objectOrNil().(type) {
	case *Union:
		return append([]Value(nil), o.Args...)
	}
	if v == None {
		return []Value{NoneClass.Value()}
	}
	return []Value{v}
}

func unionRepr(t *Thread, v Value) (string, error) {
	return typeTexts(t, v.Object().(*Union).Args, " | ")
}

func unionHash(t *Thread, v Value) (int64, error) {
	sum := int64(0)
	for _, x := range v.Object().(*Union).Args {
		h, err := Hash(t, x)
		if err != nil {
			return 0, err
		}
		sum ^= h
	}
	return sum, nil
}

func unionCompare(t *Thread, op CompareOp, x, y Value) (Value, error) {
	b, ok := y.Object().(*Union)
	if !ok || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	a := x.Object().(*Union)
	same := len(a.Args) == len(b.Args)
	for _, v := range a.Args {
		found := false
		for _, w := range b.Args {
			eq, err := Equal(t, v, w)
			if err != nil {
				return Value{}, err
			}
			found = found || eq
		}
		same = same && found
	}
	return Bool(same == (op == Eq)), nil
}
