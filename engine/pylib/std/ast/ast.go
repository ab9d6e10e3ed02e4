// Package ast is Python's trees of programs: those of package syntax as objects of module
// ast, and back to text.
package ast

import (
	"math/big"
	"reflect"
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// Module _ast: the trees of package syntax as objects of Python's module ast, and back to text.

func Init(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_ast", "Trees of programs.")
	m.AddFuncs(
		object.Def("parse(source, filename, mode, classes, /)", parseTree, "The tree of a text, of objects of the given classes."),
		object.Def("unparse(tree, /)", unparseTree, "The text of a tree."),
	)
	return m, nil
}

// parseTree gives the statements, or in mode eval the expression, of a text.
func parseTree(t *object.Thread, a []object.Value) (object.Value, error) {
	text, _ := object.AsStr(a[0])
	name, _ := object.AsStr(a[1])
	mode, _ := object.AsStr(a[2])
	opt := parse.Options{}
	if mode == "eval" {
		opt.Mode = parse.Eval
		text = strings.TrimLeft(text, " \t")
	}
	if err := t.ChargeItems(len(text), treeShare); err != nil {
		return object.Value{}, err
	}
	tree, err := parse.Source(name, text, opt)
	if err != nil {
		return object.Value{}, interp.SyntaxException(err)
	}
	w := &treeWriter{t: t, classes: a[3], lines: strings.Split(tree.Source, "\n")}
	if tree.Expr != nil {
		return w.node(tree.Expr)
	}
	return w.value(reflect.ValueOf(tree.Body), nodeField{})
}

// treeShare is about how many bytes of tree one byte of a source takes.
const treeShare = 512

// treeWriter makes Python objects of nodes.
type treeWriter struct {
	t       *object.Thread
	classes object.Value // name → class
	lines   []string
}

// make is an instance of a class of ast, without attributes.
func (w *treeWriter) make(class string) (object.Value, error) {
	c, err := object.GetItem(w.t, w.classes, object.NewStr(class))
	if err != nil {
		return c, err
	}
	return object.Call(w.t, c)
}

// node is the object of a node, with its place.
func (w *treeWriter) node(node any) (object.Value, error) {
	if err := w.t.Enter(" during ast construction"); err != nil {
		return object.Value{}, err
	}
	defer w.t.Leave()
	kind := kindOf(node)
	o, err := w.make(kind.name)
	if err != nil {
		return o, err
	}
	s := reflect.ValueOf(node).Elem()
	for _, f := range kind.fields {
		v := object.None
		switch {
		case f.zero:
			v = object.Int(0)
		case f.field != "":
			if v, err = w.value(s.FieldByName(f.field), f); err != nil {
				return v, err
			}
		}
		if alias, ok := node.(*syntax.Alias); ok && f.name == "asname" && !alias.AsName {
			v = object.None
		}
		if err := object.SetAttr(w.t, o, f.name, v); err != nil {
			return o, err
		}
	}
	if p, ok := node.(*syntax.Params); ok {
		return o, w.defaults(o, p)
	}
	if n, ok := node.(syntax.Node); ok {
		return o, w.place(o, n.Span())
	}
	return o, nil
}

// defaults sets the defaults of parameters, which Python keeps apart from them.
func (w *treeWriter) defaults(o object.Value, p *syntax.Params) error {
	var positional, keyword []syntax.Expr
	for _, param := range append(append([]*syntax.Param(nil), p.PosOnly...), p.Args...) {
		if param.Default != nil {
			positional = append(positional, param.Default)
		}
	}
	for _, param := range p.KwOnly {
		keyword = append(keyword, param.Default)
	}
	for name, list := range map[string][]syntax.Expr{"defaults": positional, "kw_defaults": keyword} {
		v, err := w.value(reflect.ValueOf(list), nodeField{})
		if err == nil {
			err = object.SetAttr(w.t, o, name, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *treeWriter) place(o object.Value, s diag.Span) error {
	for _, a := range []struct {
		name string
		n    int
	}{{"lineno", s.Start.Line}, {"col_offset", w.offset(s.Start)}, {"end_lineno", s.End.Line}, {"end_col_offset", w.offset(s.End)}} {
		if err := object.SetAttr(w.t, o, a.name, object.Int(int64(a.n))); err != nil {
			return err
		}
	}
	return nil
}

// offset is a column in bytes, as ast counts.
func (w *treeWriter) offset(p diag.Pos) int {
	if p.Line < 1 || p.Line > len(w.lines) {
		return p.Col
	}
	line, n := w.lines[p.Line-1], 0
	for range p.Col {
		_, size := utf8.DecodeRuneInString(line[n:])
		n += size
	}
	return n
}

// value is what an attribute holds.
func (w *treeWriter) value(v reflect.Value, f nodeField) (object.Value, error) {
	if names, ok := nodeOperators[v.Type()]; ok {
		return w.make(names[v.Uint()])
	}
	if v.Kind() == reflect.Interface && v.NumMethod() == 0 {
		return constantValue(v.Interface()), nil
	}
	switch x := v.Interface().(type) {
	case string:
		if x == "" {
			return object.None, nil
		}
		return object.NewStr(x), nil
	case int:
		return object.Int(int64(x)), nil
	case bool:
		return object.Int(map[bool]int64{true: 1}[x]), nil
	case byte: // a conversion
		if x == 0 {
			return object.Int(-1), nil
		}
		return object.Int(int64(x)), nil
	case *syntax.Name:
		if x != nil && v.Kind() == reflect.Pointer && !f.node {
			return object.NewStr(x.ID), nil
		}
	}
	switch v.Kind() {
	case reflect.Slice:
		items := make([]object.Value, v.Len())
		for i := range items {
			item, err := w.value(v.Index(i), nodeField{})
			if err != nil {
				return item, err
			}
			items[i] = item
		}
		return object.NewList(items), nil
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return object.None, nil
		}
	}
	return w.node(v.Interface())
}

// constantValue is the value of a literal of package syntax.
func constantValue(v any) object.Value {
	switch v := v.(type) {
	case bool:
		return object.Bool(v)
	case int64:
		return object.Int(v)
	case *big.Int:
		return object.NewBig(v)
	case float64:
		return object.Float(v)
	case complex128:
		return object.NewComplex(v)
	case string:
		return object.NewStr(v)
	case syntax.Bytes:
		return object.NewBytes([]byte(v))
	case syntax.Ellipsis:
		return object.Ellipsis
	}
	return object.None
}
