package markup

import (
	"fmt"
	"io"
	"reflect"
	"text/template/parse"
)

// execution writes a template for a value. What goes wrong in it ends it with a fault.
type execution struct {
	set       *Set
	w         io.Writer
	variables []variable
}

type variable struct {
	name  string
	value reflect.Value
}

type fault struct{ error }

func fail(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }

func (e *execution) write(text string) {
	if _, err := io.WriteString(e.w, text); err != nil {
		panic(fault{err})
	}
}

func (e *execution) list(list *parse.ListNode, dot reflect.Value) {
	if list == nil {
		return
	}
	for _, node := range list.Nodes {
		e.node(node, dot)
	}
}

func (e *execution) node(node parse.Node, dot reflect.Value) {
	switch n := node.(type) {
	case *parse.TextNode:
		e.write(string(n.Text))
	case *parse.ActionNode:
		e.action(n, dot)
	case *parse.IfNode:
		e.scope(func() { e.choose(&n.BranchNode, dot, func(reflect.Value) reflect.Value { return dot }) })
	case *parse.WithNode:
		e.scope(func() { e.choose(&n.BranchNode, dot, func(v reflect.Value) reflect.Value { return v }) })
	case *parse.RangeNode:
		e.scope(func() { e.each(n, dot) })
	case *parse.TemplateNode:
		e.call(n, dot)
	}
}

// scope forgets the variables that are made in it.
func (e *execution) scope(do func()) {
	depth := len(e.variables)
	do()
	e.variables = e.variables[:depth]
}

func (e *execution) action(n *parse.ActionNode, dot reflect.Value) {
	value := e.pipe(n.Pipe, dot)
	escape := e.set.escapers[n]
	if escape == nil { // a variable was set
		return
	}
	var given any
	if value = inner(value); value.IsValid() {
		given = value.Interface()
	}
	text, err := escape(given)
	if err != nil {
		fail("line %d: %s: %w", n.Line, n, err)
	}
	e.write(text)
}

func (e *execution) choose(n *parse.BranchNode, dot reflect.Value, within func(reflect.Value) reflect.Value) {
	value := e.pipe(n.Pipe, dot)
	if truth(value) {
		e.list(n.List, within(value))
	} else {
		e.list(n.ElseList, dot)
	}
}

// each writes a list once for each element.
func (e *execution) each(n *parse.RangeNode, dot reflect.Value) {
	depth := len(e.variables)
	value := inner(e.evaluate(n.Pipe, dot))
	turns := 0
	turn := func(key, element reflect.Value) {
		turns++
		names := n.Pipe.Decl
		if len(names) > 1 {
			e.variables = append(e.variables, variable{names[0].Ident[0], key})
		}
		if len(names) > 0 {
			e.variables = append(e.variables, variable{names[len(names)-1].Ident[0], element})
		}
		e.list(n.List, element)
		e.variables = e.variables[:depth]
	}
	switch {
	case !value.IsValid():
	case value.Kind() == reflect.Slice || value.Kind() == reflect.Array:
		for i := range value.Len() {
			turn(reflect.ValueOf(i), value.Index(i))
		}
	case value.Kind() == reflect.Map:
		for _, key := range sorted(value.MapKeys()) {
			turn(key, value.MapIndex(key))
		}
	default:
		fail("line %d: range over a %s", n.Line, value.Type())
	}
	if turns == 0 {
		e.list(n.ElseList, dot)
	}
}

func (e *execution) call(n *parse.TemplateNode, dot reflect.Value) {
	tree := e.set.trees[n.Name]
	if tree == nil {
		fail("line %d: there is no template %s", n.Line, n.Name)
	}
	var data reflect.Value
	if n.Pipe != nil {
		data = e.pipe(n.Pipe, dot)
	}
	other := &execution{set: e.set, w: e.w, variables: []variable{{"$", data}}}
	other.list(tree.Root, data)
}

// pipe is the value of a pipe, which it also gives to the variables that it names.
func (e *execution) pipe(n *parse.PipeNode, dot reflect.Value) reflect.Value {
	value := e.evaluate(n, dot)
	for _, v := range n.Decl {
		if n.IsAssign {
			*e.variable(v.Ident[0]) = value
		} else {
			e.variables = append(e.variables, variable{v.Ident[0], value})
		}
	}
	return value
}

func (e *execution) variable(name string) *reflect.Value {
	for i := len(e.variables) - 1; i >= 0; i-- {
		if e.variables[i].name == name {
			return &e.variables[i].value
		}
	}
	fail("there is no variable %s", name) // which parsing excludes
	return nil
}
