package object

import "slices"

// This file is what becomes of a generic type when its type variables are given: tuple[T, int][str]. The variables say
// themselves what may stand for them, by their __typing_subst__ and __typing_prepare_subst__.

// variables are the type variables that an argument of a generic type is or holds.
func variables(t *Thread, x Value) ([]Value, error) {
	if _, isClass := x.objectOrNil().(*Class); isClass {
		return nil, nil
	}
	if _, is, err := GetAttrOpt(t, x, "__typing_subst__"); err != nil || is {
		return []Value{x}, err
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

// substitution is what stands for each type variable.
type substitution struct{ params, given []Value }

// substituted are the arguments of a generic type with its variables replaced by what key gives.
func substituted(t *Thread, alias Value, args []Value, key Value) ([]Value, error) {
	s, err := bindVariables(t, alias, args, key)
	if err != nil {
		return nil, err
	}
	var made []Value
	for _, x := range args {
		if _, isClass := x.objectOrNil().(*Class); isClass {
			made = append(made, x)
			continue
		}
		y, err := s.apply(t, x)
		if err != nil {
			return nil, err
		}
		several, _, err := GetAttrOpt(t, x, "__typing_is_unpacked_typevartuple__")
		if err != nil {
			return nil, err
		}
		if several != True {
			made = append(made, y)
			continue
		}
		tuple, ok := y.Object().(*Tuple)
		if !ok {
			return nil, Raise(TypeError, "expected __typing_subst__ of %s objects to return a tuple, not %s", TypeName(x), TypeName(y))
		}
		made = append(made, tuple.Items...)
	}
	return made, nil
}

// bindVariables finds out what of key stands for each variable of alias.
func bindVariables(t *Thread, alias Value, args []Value, key Value) (substitution, error) {
	v, err := parametersOf(t, args)
	if err != nil {
		return substitution{}, err
	}
	s := substitution{params: v.Object().(*Tuple).Items}
	if len(s.params) == 0 {
		text, err := Repr(t, alias)
		if err == nil {
			err = Raise(TypeError, "%s is not a generic class", text)
		}
		return s, err
	}
	if s.given, err = unpackedArgs(t, key); err != nil {
		return s, err
	}
	for _, p := range s.params {
		prepare, ok, err := GetAttrOpt(t, p, "__typing_prepare_subst__")
		if err != nil {
			return s, err
		}
		if !ok || prepare.IsNone() {
			continue
		}
		res, err := Call(t, prepare, alias, NewTuple(s.given...))
		if err != nil {
			return s, err
		}
		s.given = tupleOrOne(res)
	}
	if len(s.given) != len(s.params) {
		text, err := Repr(t, alias)
		if err != nil {
			return s, err
		}
		word := map[bool]string{true: "many", false: "few"}[len(s.given) > len(s.params)]
		return s, Raise(TypeError, "Too %s arguments for %s; actual %d, expected %d", word, text, len(s.given), len(s.params))
	}
	return s, nil
}

func tupleOrOne(v Value) []Value {
	if tuple, ok := v.Object().(*Tuple); ok {
		return tuple.Items
	}
	return []Value{v}
}

// unpackedArgs are the arguments of a subscript, with those of *tuple[int, str] in its place.
func unpackedArgs(t *Thread, key Value) ([]Value, error) {
	var args []Value
	for _, x := range tupleOrOne(key) {
		if _, isClass := x.objectOrNil().(*Class); !isClass {
			v, ok, err := GetAttrOpt(t, x, "__typing_unpacked_tuple_args__")
			if err != nil {
				return nil, err
			}
			if tuple, isTuple := v.objectOrNil().(*Tuple); ok && isTuple {
				if n := len(tuple.Items); n == 0 || tuple.Items[n-1] != Ellipsis {
					args = append(args, tuple.Items...)
					continue
				}
			}
		}
		args = append(args, x)
	}
	return args, nil
}

// apply is an argument with its variables replaced.
func (s substitution) apply(t *Thread, x Value) (Value, error) {
	subst, is, err := GetAttrOpt(t, x, "__typing_subst__")
	if err != nil {
		return Value{}, err
	}
	if is {
		return Call(t, subst, s.of(x))
	}
	inner, err := variables(t, x)
	if err != nil || len(inner) == 0 {
		return x, err
	}
	var values []Value
	for _, p := range inner {
		y := s.of(p)
		if tuple, ok := y.Object().(*Tuple); ok {
			if _, several := p.Class().Lookup("__iter__"); several {
				values = append(values, tuple.Items...)
				continue
			}
		}
		values = append(values, y)
	}
	return GetItem(t, x, NewTuple(values...))
}

// of is what stands for a variable; the variable itself where nothing does.
func (s substitution) of(p Value) Value {
	if i := slices.IndexFunc(s.params, func(q Value) bool { return Is(p, q) }); i >= 0 {
		return s.given[i]
	}
	return p
}
