package markup

import (
	"reflect"
	"text/template/parse"
)

// evaluate is the value of a pipe. Each command after the first gets what the one before it gave as its last argument.
func (e *execution) evaluate(n *parse.PipeNode, dot reflect.Value) (value reflect.Value) {
	for i, command := range n.Cmds {
		var last []reflect.Value
		if i > 0 {
			last = []reflect.Value{value}
		}
		value = e.command(command, dot, last)
	}
	return value
}

func (e *execution) command(n *parse.CommandNode, dot reflect.Value, last []reflect.Value) reflect.Value {
	args := func() (values []reflect.Value) {
		for _, arg := range n.Args[1:] {
			values = append(values, e.operand(arg, dot))
		}
		return append(values, last...)
	}
	switch head := n.Args[0].(type) {
	case *parse.IdentifierNode:
		if short, ok := shortcuts[head.Ident]; ok && last == nil {
			return e.shortcut(short, n.Args[1:], dot)
		}
		return invoke(e.set.funcs[head.Ident], head.Ident, args())
	case *parse.FieldNode:
		return e.fields(dot, head.Ident, args())
	case *parse.VariableNode:
		return e.fields(*e.variable(head.Ident[0]), head.Ident[1:], args())
	case *parse.ChainNode:
		return e.fields(e.operand(head.Node, dot), head.Field, args())
	}
	if len(n.Args)+len(last) > 1 {
		fail("%s is no function", n.Args[0])
	}
	return e.operand(n.Args[0], dot)
}

// operand is the value of what stands alone.
func (e *execution) operand(node parse.Node, dot reflect.Value) reflect.Value {
	switch n := node.(type) {
	case *parse.DotNode:
		return dot
	case *parse.PipeNode:
		return e.evaluate(n, dot)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	case *parse.BoolNode:
		return reflect.ValueOf(n.True)
	case *parse.NilNode:
		return reflect.Value{}
	case *parse.NumberNode:
		if n.IsInt {
			return reflect.ValueOf(int(n.Int64))
		}
		return reflect.ValueOf(n.Float64)
	}
	return e.command(&parse.CommandNode{Args: []parse.Node{node}}, dot, nil)
}

// shortcuts are the functions that look at no more arguments than they need: or stops at the first that is true.
var shortcuts = map[string]bool{"or": true, "and": false}

func (e *execution) shortcut(stop bool, args []parse.Node, dot reflect.Value) (value reflect.Value) {
	for _, arg := range args {
		if value = e.operand(arg, dot); truth(value) == stop {
			break
		}
	}
	return value
}

// fields follows names from a value; the last may be a method, which gets the arguments.
func (e *execution) fields(value reflect.Value, names []string, args []reflect.Value) reflect.Value {
	for i, name := range names {
		var given []reflect.Value
		if i == len(names)-1 {
			given = args
		}
		value = e.field(value, name, given)
	}
	if len(names) == 0 && len(args) > 0 {
		fail("a value is no function")
	}
	return value
}

func (e *execution) field(value reflect.Value, name string, args []reflect.Value) reflect.Value {
	for value.IsValid() {
		if call, ok := e.set.methods[method{value.Type(), name}]; ok {
			return invoke(call, name, append([]reflect.Value{value}, args...))
		}
		if value.Kind() != reflect.Pointer && value.Kind() != reflect.Interface {
			break
		}
		value = value.Elem()
	}
	switch {
	case !value.IsValid():
		fail("%s of nothing", name)
	case len(args) > 0:
		fail("%s has no method %s", value.Type(), name)
	case value.Kind() == reflect.Map:
		return value.MapIndex(reflect.ValueOf(name).Convert(value.Type().Key())) // no value where there is none
	case value.Kind() == reflect.Struct:
		if field, ok := value.Type().FieldByName(name); ok && field.IsExported() {
			return value.FieldByIndex(field.Index)
		}
	}
	fail("%s has no %s", value.Type(), name)
	return reflect.Value{}
}

// invoke calls a function whose last result may be an error.
func invoke(call reflect.Value, name string, args []reflect.Value) reflect.Value {
	kind := call.Type()
	if n := kind.NumIn(); len(args) != n && !(kind.IsVariadic() && len(args) >= n-1) {
		fail("%s takes %d arguments and not %d", name, n, len(args))
	}
	for i := range args {
		want := kind.In(min(i, kind.NumIn()-1))
		if kind.IsVariadic() && i >= kind.NumIn()-1 {
			want = want.Elem()
		}
		args[i] = fit(args[i], want, name)
	}
	results := call.Call(args)
	if len(results) > 1 && !results[1].IsNil() {
		panic(fault{results[1].Interface().(error)})
	}
	if value, ok := results[0].Interface().(reflect.Value); ok {
		return value
	}
	return results[0]
}

// fit is a value as a function wants it.
func fit(value reflect.Value, want reflect.Type, name string) reflect.Value {
	if want == reflect.TypeFor[reflect.Value]() {
		return reflect.ValueOf(value)
	}
	if !value.IsValid() {
		return reflect.Zero(want)
	}
	if value.Type().AssignableTo(want) {
		return value
	}
	if v := inner(value); v.IsValid() && v.Type().AssignableTo(want) {
		return v
	} else if v.IsValid() && v.CanInt() && reflect.Zero(want).CanInt() {
		return v.Convert(want)
	}
	fail("%s takes a %s and no %s", name, want, value.Type())
	return value
}

// inner is what an interface or a pointer holds; of nil it is no value.
func inner(value reflect.Value) reflect.Value {
	for value.Kind() == reflect.Interface || value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	return value
}
