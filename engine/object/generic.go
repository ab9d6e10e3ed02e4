package object

import (
	"slices"
	"strings"
)

// GenericAlias is list[int]; Union is int | str.
type (
	GenericAlias struct {
		Head
		Origin Value
		Args   []Value
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
	args := []Value{key}
	if tuple, ok := key.Object().(*Tuple); ok {
		args = tuple.Items
	}
	return Adopt(&GenericAlias{Origin: origin, Args: args}, GenericAliasClass)
}

// classGetItemMethod is the __class_getitem__ of the built-in generics.
func classGetItemMethod() Method {
	return Method{"__class_getitem__(key, /)", func(_ *Thread, a []Value) (Value, error) { return NewGenericAlias(a[0], a[1]), nil }, "See PEP 585"}
}

func initGeneric() {
	GenericAliasClass.Define(Spec{
		Doc:       "Represent a PEP 585 generic type",
		Signature: "GenericAlias(origin, args, /)",
		Make:      func(_ *Thread, _ *Class, a []Value) (Value, error) { return NewGenericAlias(a[0], a[1]), nil },
		Slots: Slots{
			Repr: aliasRepr, Call: aliasCall, GetAttr: aliasGetAttr, Hash: aliasHash, Compare: aliasCompare,
			Binary: unionSlots(), Reflected: unionSlots(),
			GetItem: func(t *Thread, v, key Value) (Value, error) {
				alias := v.Object().(*GenericAlias)
				args, err := substituted(t, v, alias.Args, key)
				return NewGenericAlias(alias.Origin, NewTuple(args...)), err
			},
		},
		Methods: []Method{{"__mro_entries__(self, bases, /)", func(_ *Thread, a []Value) (Value, error) {
			return NewTuple(a[0].Object().(*GenericAlias).Origin), nil
		}, ""}},
		Props: []Prop{
			{Name: "__origin__", Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*GenericAlias).Origin, nil }},
			{Name: "__args__", Get: func(_ *Thread, v Value) (Value, error) { return NewTuple(v.Object().(*GenericAlias).Args...), nil }},
			{Name: "__parameters__", Get: func(t *Thread, v Value) (Value, error) { return parametersOf(t, v.Object().(*GenericAlias).Args) }},
		},
	})
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

// variables are the type variables that an argument of a generic type holds, itself perhaps.
func variables(t *Thread, x Value) ([]Value, error) {
	if isVariable(x) {
		return []Value{x}, nil
	}
	if _, isClass := x.Object().(*Class); isClass {
		return nil, nil
	}
	v, ok, err := GetAttrOpt(t, x, "__parameters__")
	if err != nil || !ok {
		return nil, err
	}
	if tuple, ok := v.Object().(*Tuple); ok {
		return tuple.Items, nil
	}
	return nil, nil
}

func isVariable(x Value) bool {
	name := TypeName(x)
	return name == "TypeVar" || name == "ParamSpec"
}

// parametersOf are the type variables of some arguments, each once.
func parametersOf(t *Thread, args []Value) (Value, error) {
	var params []Value
	for _, x := range args {
		found, err := variables(t, x)
		if err != nil {
			return Value{}, err
		}
		for _, p := range found {
			if !slices.ContainsFunc(params, func(q Value) bool { return Is(p, q) }) {
				params = append(params, p)
			}
		}
	}
	return NewTuple(params...), nil
}

// substituted are the arguments of a generic type with its variables replaced by what key gives.
func substituted(t *Thread, alias Value, args []Value, key Value) ([]Value, error) {
	v, err := parametersOf(t, args)
	if err != nil {
		return nil, err
	}
	params, given := v.Object().(*Tuple).Items, []Value{key}
	if tuple, ok := key.Object().(*Tuple); ok {
		given = tuple.Items
	}
	if len(params) == 0 || len(given) != len(params) {
		text, err := Repr(t, alias)
		if err != nil {
			return nil, err
		}
		if len(params) == 0 {
			return nil, Raise(TypeError, "%s is not a generic class", text)
		}
		word := map[bool]string{true: "many", false: "few"}[len(given) > len(params)]
		return nil, Raise(TypeError, "Too %s arguments for %s; actual %d, expected %d", word, text, len(given), len(params))
	}
	known := func(p Value) Value { return given[slices.IndexFunc(params, func(q Value) bool { return Is(p, q) })] }
	made := make([]Value, len(args))
	for i, x := range args {
		made[i] = x
		inner, err := variables(t, x)
		if err != nil {
			return nil, err
		}
		if isVariable(x) {
			made[i] = known(x)
		} else if len(inner) > 0 {
			values := make([]Value, len(inner))
			for j, p := range inner {
				values[j] = known(p)
			}
			if made[i], err = GetItem(t, x, NewTuple(values...)); err != nil {
				return nil, err
			}
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
	case *List:
		s, err := typeTexts(t, o.Items, ", ")
		return "[" + s + "]", err
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
	return origin + "[" + args + "]", err
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
	if err != nil || !eq {
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
	return v == None || TypeName(v) == "TypeVar"
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
