package resolve

import (
	"math/big"

	"gputour/engine/syntax"
)

// This file warns of expressions that can only fail.

// typeName returns the type of an expression where that is plain to see, else "".
func typeName(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Tuple:
		return "tuple"
	case *syntax.List:
		return "list"
	case *syntax.Dict:
		return "dict"
	case *syntax.Set:
		return "set"
	case *syntax.Lambda:
		return "function"
	case *syntax.JoinedStr:
		return "str"
	case *syntax.Comp:
		return [...]string{"list", "set", "dict", "generator"}[e.Kind]
	case *syntax.Constant:
		return constantType(e.Value)
	}
	return ""
}

func constantType(v any) string {
	switch v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case int64, *big.Int:
		return "int"
	case float64:
		return "float"
	case complex128:
		return "complex"
	case string:
		return "str"
	case syntax.Bytes:
		return "bytes"
	}
	return "ellipsis"
}

var notCallable = map[string]bool{
	"tuple": true, "list": true, "dict": true, "set": true, "generator": true, "str": true, "bytes": true,
	"int": true, "float": true, "complex": true, "bool": true, "NoneType": true, "ellipsis": true,
}

func (c *checker) warnCall(e *syntax.Call) {
	if t := typeName(e.Func); notCallable[t] {
		c.warn(e.Span(), "'%s' object is not callable; perhaps you missed a comma?", t)
	}
}

var notSubscriptable = map[string]bool{
	"set": true, "generator": true, "function": true, "int": true, "float": true, "complex": true,
	"bool": true, "NoneType": true, "ellipsis": true,
}

var hasIntegerIndices = map[string]bool{"tuple": true, "list": true, "str": true, "bytes": true}

func (c *checker) warnSubscript(e *syntax.Subscript) {
	t, index := typeName(e.Value), typeName(e.Index)
	switch {
	case notSubscriptable[t]:
		c.warn(e.Span(), "'%s' object is not subscriptable; perhaps you missed a comma?", t)
	case hasIntegerIndices[t] && index != "" && index != "int" && index != "bool":
		c.warn(e.Span(), "%s indices must be integers or slices, not %s; perhaps you missed a comma?", t, index)
	}
}

// warnCompare warns of `is` with a literal, whose identity means nothing.
func (c *checker) warnCompare(e *syntax.Compare) {
	left := isLiteral(e.Left)
	for i, op := range e.Ops {
		right := isLiteral(e.Comparators[i])
		if (op == syntax.Is || op == syntax.IsNot) && (left || right) {
			want := "=="
			if op == syntax.IsNot {
				want = "!="
			}
			c.warn(e.Span(), `"%s" with a literal. Did you mean "%s"?`, op, want)
			return
		}
		left = right
	}
}

// isLiteral tells whether e is a constant that is not the only one of its value.
func isLiteral(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Constant:
		switch e.Value.(type) {
		case nil, bool, syntax.Ellipsis:
			return false
		}
		return true
	case *syntax.UnaryOp:
		return e.Op != syntax.Not && isLiteral(e.Operand)
	case *syntax.Tuple:
		for _, x := range e.Elts {
			if _, ok := x.(*syntax.Constant); !ok {
				return false
			}
		}
		return true
	}
	return false
}
