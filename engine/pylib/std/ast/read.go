package ast

import (
	"math/big"
	"reflect"
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/syntax"
	"gputour/engine/syntax/unparse"
)

// This file reads objects of Python's module ast back into nodes of package syntax.

// unparseTree is the text of a module's body (a list), a statement or an expression.
func unparseTree(t *object.Thread, a []object.Value) (object.Value, error) {
	r := treeReader{t}
	var m syntax.Module
	if _, ok := a[0].Object().(*object.List); ok {
		if err := r.set(reflect.ValueOf(&m.Body).Elem(), a[0], nodeField{name: "body"}); err != nil {
			return object.Value{}, err
		}
		return object.NewStr(strings.TrimSuffix(unparse.Module(&m), "\n")), nil
	}
	node, err := r.node(a[0])
	if err != nil {
		return object.Value{}, err
	}
	switch n := node.(type) {
	case syntax.Expr:
		m.Expr = n
	case syntax.Stmt:
		m.Body = []syntax.Stmt{n}
	default:
		return object.Value{}, object.Raise(object.TypeError, "'%s' object has no text of its own", object.TypeName(a[0]))
	}
	return object.NewStr(strings.TrimSuffix(unparse.Module(&m), "\n")), nil
}

// treeReader makes nodes of Python objects.
type treeReader struct{ t *object.Thread }

// kind is the kind of an object: that of the first of its classes which has one.
func (r treeReader) kind(v object.Value) *nodeKind {
	for _, c := range v.Class().MRO {
		if k := kindsByName[c.Name]; k != nil {
			return k
		}
	}
	return nil
}

func (r treeReader) node(v object.Value) (any, error) {
	if err := r.t.Enter(" during ast construction"); err != nil {
		return nil, err
	}
	defer r.t.Leave()
	kind := r.kind(v)
	if kind == nil {
		return nil, object.Raise(object.TypeError, "expected some sort of node, but got '%s'", object.TypeName(v))
	}
	s := reflect.New(kind.node)
	for _, f := range kind.fields {
		if f.field == "" {
			continue
		}
		x, err := object.GetAttr(r.t, v, f.name)
		if err == nil {
			err = r.set(s.Elem().FieldByName(f.field), x, f)
		}
		if err == nil {
			err = r.present(s.Elem().FieldByName(f.field), v, f)
		}
		if err != nil {
			return nil, err
		}
	}
	return s.Interface(), r.finish(kind, s.Interface(), v)
}

// present complains of an empty field that must not be: one for which the class has no None.
func (r treeReader) present(field reflect.Value, v object.Value, f nodeField) error {
	switch {
	case f.nonempty && field.Len() == 0:
		return object.Raise(object.ValueError, "empty %s on %s", f.name, v.Class().Name)
	case field.Kind() == reflect.Pointer, field.Kind() == reflect.Interface && field.NumMethod() > 0, field.Kind() == reflect.String:
		if !field.IsZero() {
			return nil
		}
		_, optional, err := object.GetAttrOpt(r.t, v.Class().Value(), f.name)
		if err != nil || optional {
			return err
		}
		return object.Raise(object.ValueError, "field '%s' is required for %s", f.name, v.Class().Name)
	}
	return nil
}

// finish sets what the class of a node tells, or what Python keeps elsewhere.
func (r treeReader) finish(kind *nodeKind, node any, v object.Value) error {
	switch n := node.(type) {
	case *syntax.Comp:
		n.Kind = syntax.CompKind(slices.Index(compKinds, kind.name))
	case *syntax.Try:
		n.Star = kind.name == "TryStar"
	case *syntax.FunctionDef:
		n.Async = kind.name == "AsyncFunctionDef"
	case *syntax.For:
		n.Async = kind.name == "AsyncFor"
	case *syntax.With:
		n.Async = kind.name == "AsyncWith"
	case *syntax.Alias:
		n.AsName = n.Name != nil
		if n.Name == nil && n.Path != "*" {
			first, _, _ := strings.Cut(n.Path, ".")
			n.Name = &syntax.Name{ID: first}
		}
	case *syntax.Params:
		return r.defaults(n, v)
	}
	return wellFormed(node)
}

// wellFormed complains of lists that do not fit each other, and of texts that are none.
func wellFormed(node any) error {
	pairs := func(a, b int, of string) error {
		if a == b {
			return nil
		}
		return object.Raise(object.ValueError, "%s doesn't have the same number of %s", reflect.TypeOf(node).Elem().Name(), of)
	}
	switch n := node.(type) {
	case *syntax.BoolOp:
		if len(n.Values) < 2 {
			return object.Raise(object.ValueError, "BoolOp with less than 2 values")
		}
	case *syntax.MatchOr:
		if len(n.Patterns) < 2 {
			return object.Raise(object.ValueError, "MatchOr requires at least 2 patterns")
		}
	case *syntax.MatchAs:
		if n.Pattern != nil && n.Name == nil {
			return object.Raise(object.ValueError, "MatchAs must specify a target name if a pattern is given")
		}
	case *syntax.Compare:
		return pairs(len(n.Ops), len(n.Comparators), "comparators and operands")
	case *syntax.Dict:
		return pairs(len(n.Keys), len(n.Values), "keys as values")
	case *syntax.MatchMapping:
		return pairs(len(n.Keys), len(n.Patterns), "keys as patterns")
	case *syntax.MatchClass:
		return pairs(len(n.KwdAttrs), len(n.KwdPattern), "keyword attributes as patterns")
	case *syntax.Try:
		if len(n.Handlers)+len(n.Finally) == 0 {
			return object.Raise(object.ValueError, "Try has neither handlers nor finalbody")
		}
	case *syntax.ImportFrom:
		if n.Level < 0 {
			return object.Raise(object.ValueError, "Negative ImportFrom level")
		}
	case *syntax.JoinedStr:
		for _, part := range n.Values {
			c, constant := part.(*syntax.Constant)
			if constant {
				_, constant = c.Value.(string)
			}
			if _, field := part.(*syntax.FormattedValue); !constant && !field {
				return object.Raise(object.ValueError, "JoinedStr holds what is neither text nor FormattedValue")
			}
		}
	}
	return nil
}

func (r treeReader) defaults(p *syntax.Params, v object.Value) error {
	positional := append(append([]*syntax.Param(nil), p.PosOnly...), p.Args...)
	for _, side := range []struct {
		name   string
		params []*syntax.Param
	}{{"defaults", positional}, {"kw_defaults", p.KwOnly}} {
		x, err := object.GetAttr(r.t, v, side.name)
		if err != nil {
			return err
		}
		var list []syntax.Expr
		if err := r.set(reflect.ValueOf(&list).Elem(), x, nodeField{name: side.name}); err != nil {
			return err
		}
		if len(list) > len(side.params) {
			return object.Raise(object.ValueError, "more %s than arguments", side.name)
		}
		for i, d := range list {
			side.params[len(side.params)-len(list)+i].Default = d
		}
	}
	return nil
}

// set puts what an attribute holds into a field.
func (r treeReader) set(dst reflect.Value, v object.Value, f nodeField) error {
	if names, ok := nodeOperators[dst.Type()]; ok {
		i := slices.Index(names, v.Class().Name)
		if i < 0 {
			return object.Raise(object.TypeError, "expected some sort of %s, but got '%s'", strings.ToLower(dst.Type().Name()), object.TypeName(v))
		}
		dst.SetUint(uint64(i))
		return nil
	}
	switch dst.Kind() {
	case reflect.String:
		return r.setString(dst, v)
	case reflect.Bool, reflect.Int, reflect.Uint8:
		n, ok := object.AsInt(v)
		if !ok && !v.IsNone() {
			return object.Raise(object.ValueError, "invalid integer value: %s", object.TypeName(v))
		}
		switch dst.Kind() {
		case reflect.Bool:
			dst.SetBool(n != 0)
		case reflect.Int:
			dst.SetInt(n)
		default:
			dst.SetUint(uint64(max(n, 0) & 0x7f))
		}
		return nil
	case reflect.Slice:
		return r.setList(dst, v, f)
	}
	if dst.Kind() == reflect.Interface && dst.NumMethod() == 0 {
		return setConstant(dst, v)
	}
	if v.IsNone() {
		return nil
	}
	if dst.Type() == reflect.TypeFor[*syntax.Name]() && !f.node {
		name := &syntax.Name{}
		dst.Set(reflect.ValueOf(name))
		return r.setString(reflect.ValueOf(name).Elem().FieldByName("ID"), v)
	}
	node, err := r.node(v)
	if err != nil {
		return err
	}
	if !reflect.TypeOf(node).AssignableTo(dst.Type()) {
		return object.Raise(object.TypeError, "expected some sort of %s, but got '%s'", nodeWord(dst.Type()), object.TypeName(v))
	}
	dst.Set(reflect.ValueOf(node))
	return nil
}

// nodeWord is what ast calls the nodes that a field takes.
func nodeWord(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return kindsByType[t.Elem()].name
	}
	return strings.ToLower(t.Name())
}

func (r treeReader) setString(dst reflect.Value, v object.Value) error {
	if v.IsNone() {
		return nil
	}
	s, ok := object.AsStr(v)
	if !ok {
		return object.Raise(object.TypeError, "AST identifier must be of type str")
	}
	if s == "" {
		return object.Raise(object.ValueError, "AST identifier must not be empty")
	}
	dst.SetString(s)
	return nil
}

func (r treeReader) setList(dst reflect.Value, v object.Value, f nodeField) error {
	list, ok := v.Object().(*object.List)
	if !ok {
		return object.Raise(object.TypeError, "field must be a list, not a %s", object.TypeName(v))
	}
	items := append([]object.Value(nil), list.Items...)
	dst.Set(reflect.MakeSlice(dst.Type(), len(items), len(items)))
	for i, item := range items {
		if item.IsNone() && f.name != "keys" && f.name != "kw_defaults" {
			return object.Raise(object.ValueError, "None disallowed in list of %s", f.name)
		}
		if err := r.set(dst.Index(i), item, nodeField{}); err != nil {
			return err
		}
	}
	return nil
}

// setConstant puts the value of a literal into a field.
func setConstant(dst reflect.Value, v object.Value) error {
	var c any
	switch o := v.Object().(type) {
	case *object.Str:
		c, _ = object.AsStr(v)
	case *object.Bytes:
		c = syntax.Bytes(o.B)
	case *object.BigInt:
		c = new(big.Int).Set(o.Int)
	case *object.Complex:
		c = o.C
	default:
		switch {
		case v.IsNone():
			return nil
		case object.Is(v, object.True), object.Is(v, object.False):
			c = object.Is(v, object.True)
		case object.Is(v, object.Ellipsis):
			c = syntax.Ellipsis{}
		default:
			n, isInt := object.AsInt(v)
			f, isFloat := object.AsFloat(v)
			if isInt {
				c = n
			} else if isFloat {
				c = f
			} else {
				return object.Raise(object.TypeError, "got an invalid type in Constant: %s", object.TypeName(v))
			}
		}
	}
	dst.Set(reflect.ValueOf(c))
	return nil
}
