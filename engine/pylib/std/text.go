package std

import (
	"math/big"

	"gputour/engine/object"
	"gputour/engine/syntax"
)

// Modules _codecs and _ast: what codecs and ast need of Go.

func initCodecs(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_codecs", "Text as bytes, and back.")
	name := func(v object.Value) string { s, _ := object.AsStr(v); return s }
	m.AddFuncs(
		object.Def("encode(obj, encoding='utf-8', errors='strict', /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Encode(t, a[0], name(a[1]), name(a[2]))
			if err != nil {
				return object.Value{}, err
			}
			return object.NewBytes(b), nil
		}, "The bytes of a text."),
		object.Def("decode(obj, encoding='utf-8', errors='strict', /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Buffer(a[0])
			if err != nil {
				return object.Value{}, err
			}
			return object.Decode(t, b, name(a[1]), name(a[2]))
		}, "The text of some bytes."),
	)
	return m, nil
}

func initAST(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_ast", "Literals of Python.")
	m.AddFuncs(object.Def("literal_eval(text, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		text, _ := object.AsStr(a[0])
		tree, err := syntax.Parse("<unknown>", text, syntax.Options{Mode: syntax.Eval})
		if e, ok := err.(*syntax.Error); ok {
			return object.Value{}, syntaxError(e)
		}
		return literal(t, tree.Expr)
	}, "The value of an expression that consists of literals."))
	return m, nil
}

// syntaxError is the Python exception of a parser's error.
func syntaxError(e *syntax.Error) error {
	x := object.NewException(object.SyntaxError, object.NewStr(e.Msg), object.NewTuple(object.NewStr(e.Filename),
		object.Int(int64(e.Start.Line)), object.Int(int64(e.Start.Col+1)), object.NewStr(e.Text),
		object.Int(int64(e.End.Line)), object.Int(int64(e.End.Col+1))))
	return x
}

func malformed(x syntax.Expr) error {
	return object.Raise(object.ValueError, "malformed node or string on line %d: %s", x.Span().Start.Line, syntax.Unparse(x))
}

// literal evaluates strings, bytes, numbers, tuples, lists, dicts, sets and constants.
func literal(t *object.Thread, x syntax.Expr) (object.Value, error) {
	if err := t.Enter(" during compilation"); err != nil {
		return object.Value{}, err
	}
	defer t.Leave()
	switch x := x.(type) {
	case *syntax.Constant:
		return constantValue(x.Value), nil
	case *syntax.Tuple:
		items, err := literals(t, x.Elts)
		return object.NewTuple(items...), err
	case *syntax.List:
		items, err := literals(t, x.Elts)
		return object.NewList(items), err
	case *syntax.Set:
		items, err := literals(t, x.Elts)
		if err != nil {
			return object.Value{}, err
		}
		return object.Call(t, object.SetClass.Value(), object.NewList(items))
	case *syntax.Dict:
		return literalDict(t, x)
	case *syntax.UnaryOp:
		return literalSigned(t, x)
	case *syntax.BinOp:
		return literalComplex(t, x)
	case *syntax.Call:
		if f, ok := x.Func.(*syntax.Name); ok && f.ID == "set" && len(x.Args)+len(x.Keywords) == 0 {
			return object.Call(t, object.SetClass.Value())
		}
	}
	return object.Value{}, malformed(x)
}

func literals(t *object.Thread, list []syntax.Expr) ([]object.Value, error) {
	var items []object.Value
	for _, x := range list {
		v, err := literal(t, x)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	return items, nil
}

func literalDict(t *object.Thread, x *syntax.Dict) (object.Value, error) {
	d := object.NewDict()
	for i, key := range x.Keys {
		if key == nil {
			return object.Value{}, object.Raise(object.ValueError, "malformed node or string: None")
		}
		pair, err := literals(t, []syntax.Expr{key, x.Values[i]})
		if err == nil {
			err = d.Set(t, pair[0], pair[1])
		}
		if err != nil {
			return object.Value{}, err
		}
	}
	return object.Of(d), nil
}

// literalNumber evaluates a number without a sign.
func literalNumber(t *object.Thread, x syntax.Expr) (object.Value, error) {
	if c, ok := x.(*syntax.Constant); ok {
		switch c.Value.(type) {
		case int64, *big.Int, float64, complex128:
			return constantValue(c.Value), nil
		}
	}
	return object.Value{}, malformed(x)
}

func literalSigned(t *object.Thread, x *syntax.UnaryOp) (object.Value, error) {
	v, err := literalNumber(t, x.Operand)
	switch {
	case err != nil:
		return object.Value{}, malformed(x)
	case x.Op == syntax.USub:
		return object.Unary(t, object.Neg, v)
	case x.Op == syntax.UAdd:
		return v, nil
	}
	return object.Value{}, malformed(x)
}

// literalComplex evaluates 1+2j.
func literalComplex(t *object.Thread, x *syntax.BinOp) (object.Value, error) {
	c, ok := x.Right.(*syntax.Constant)
	if !ok {
		return object.Value{}, malformed(x)
	}
	if _, ok := c.Value.(complex128); !ok {
		return object.Value{}, malformed(x)
	}
	left, err := literalNumber(t, x.Left)
	if u, ok := x.Left.(*syntax.UnaryOp); ok {
		left, err = literalSigned(t, u)
	}
	if err != nil {
		return object.Value{}, err
	}
	switch x.Op {
	case syntax.Add:
		return object.Binary(t, object.Add, left, constantValue(c.Value))
	case syntax.Sub:
		return object.Binary(t, object.Sub, left, constantValue(c.Value))
	}
	return object.Value{}, malformed(x)
}

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
