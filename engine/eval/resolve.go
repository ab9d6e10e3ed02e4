package eval

import (
	"strings"

	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// This file finds the object that an expression in an unfinished cell stands for.
// It makes no call: names, attributes, subscripts of built-in containers and
// literals are followed, and the call of a class stands for the class. A property or a
// __getattr__ runs all the same, within lookSteps and lookTime.

// resolve evaluates an expression.
func (e *Evaluator) resolve(t *object.Thread, expression string) (object.Value, bool) {
	m, err := parse.Source("<completion>", strings.TrimSpace(expression), parse.Options{Mode: parse.Eval})
	if err != nil {
		return object.Value{}, false
	}
	return e.follow(t, m.Expr)
}

func (e *Evaluator) follow(t *object.Thread, x syntax.Expr) (object.Value, bool) {
	switch x := x.(type) {
	case *syntax.Name:
		if v, ok := e.assumed[x.ID]; ok {
			return v, true
		}
		if v, ok := e.main.Get(x.ID); ok {
			return v, true
		}
		return e.session.Builtins.Get(x.ID)
	case *syntax.Attribute:
		if v, ok := e.follow(t, x.Value); ok {
			v, err := object.GetAttr(t, v, x.Attr)
			return v, err == nil
		}
	case *syntax.Subscript:
		return e.followItem(t, x)
	case *syntax.Call:
		if v, ok := e.follow(t, x.Func); ok {
			_, isClass := v.Object().(*object.Class)
			return v, isClass
		}
	case *syntax.Constant:
		return literal(x.Value)
	case *syntax.JoinedStr:
		return object.NewStr(""), true
	case *syntax.List:
		return object.NewList(nil), true
	case *syntax.Dict:
		return object.Of(object.NewDict()), true
	}
	return object.Value{}, false
}

// followItem reads an item of a built-in container at a literal index.
func (e *Evaluator) followItem(t *object.Thread, x *syntax.Subscript) (object.Value, bool) {
	v, ok := e.follow(t, x.Value)
	c, isConstant := x.Index.(*syntax.Constant)
	if !ok || !isConstant {
		return v, false
	}
	index, ok := literal(c.Value)
	if !ok {
		return v, false
	}
	switch v.Object().(type) {
	case *object.List, *object.Tuple, *object.Dict, *object.Str:
		v, err := object.GetItem(t, v, index)
		return v, err == nil
	}
	return v, false
}

func literal(v any) (object.Value, bool) {
	switch v := v.(type) {
	case string:
		return object.NewStr(v), true
	case int64:
		return object.Int(v), true
	case float64:
		return object.Float(v), true
	case syntax.Bytes:
		return object.NewBytes([]byte(v)), true
	}
	return object.Value{}, false
}

// importSteps are the instructions that an import may take while somebody looks.
const importSteps = 20_000_000

// resolveIn is resolve in a text whose imports may not have run. Only modules of the library are imported for it.
func (e *Evaluator) resolveIn(t *object.Thread, code, expression string) (object.Value, bool) {
	if v, ok := e.resolve(t, expression); ok {
		return v, true
	}
	root := cell.FirstName(expression)
	from, ok := cell.Imports(code)[root]
	if !ok || e.defined(root) || !inLibrary(from.Module) {
		return object.Value{}, false
	}
	interp.LimitSteps(t, importSteps)
	v, err := interp.Import(t, from.Module)
	if err == nil && from.Name != "" {
		v, err = object.GetAttr(t, v, from.Name)
		if err != nil && inLibrary(from.Module+"."+from.Name) {
			v, err = interp.Import(t, from.Module+"."+from.Name)
		}
	}
	if err != nil {
		return object.Value{}, false
	}
	e.assumed = map[string]object.Value{root: v}
	defer func() { e.assumed = nil }()
	return e.resolve(t, expression)
}

func inLibrary(module string) bool {
	for _, m := range library() {
		if m.Name == module {
			return true
		}
	}
	return false
}
