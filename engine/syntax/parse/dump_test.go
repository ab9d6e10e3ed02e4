package parse

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"gputour/engine/syntax"
)

// This file writes a tree as text, field by field in the order of Python's ast
// module, so that testdata/dump.py can write the same from CPython's tree.

type dumper struct{ strings.Builder }

func dumpStmts(list []syntax.Stmt) string {
	var d dumper
	for i, s := range list {
		if i > 0 {
			d.WriteByte('\n')
		}
		d.any(s)
	}
	return d.String()
}

func (d *dumper) node(kind string, n syntax.Node, fields ...any) {
	d.WriteString("(" + kind)
	if n != nil {
		s := n.Span()
		fmt.Fprintf(d, " %d:%d-%d:%d", s.Start.Line, s.Start.Col, s.End.Line, s.End.Col)
	}
	for _, f := range fields {
		d.WriteByte(' ')
		d.any(f)
	}
	d.WriteByte(')')
}

func dumpList[T any](d *dumper, list []T) {
	d.WriteByte('[')
	for i, x := range list {
		if i > 0 {
			d.WriteByte(' ')
		}
		d.any(x)
	}
	d.WriteByte(']')
}

// opt is an identifier that may be missing.
type opt string

var ctxNames = []string{"Load", "Store", "Del"}
var opNames = []string{"Add", "Sub", "Mult", "MatMult", "Div", "FloorDiv", "Mod", "Pow", "LShift", "RShift", "BitOr", "BitXor", "BitAnd"}
var unaryNames = []string{"Invert", "Not", "UAdd", "USub"}
var cmpNames = []string{"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn"}
var boolNames = []string{"And", "Or"}

// async is the name of a node that "async" may make another.
func async(meant bool, kind string) string {
	if meant {
		return "Async" + kind
	}
	return kind
}

func nameOpt(n *syntax.Name) any {
	if n == nil {
		return opt("")
	}
	return opt(n.ID)
}

func (d *dumper) any(x any) {
	switch x := x.(type) {
	case nil:
		d.WriteString("nil")
	case string:
		d.WriteString(x)
	case opt:
		if x == "" {
			x = "nil"
		}
		d.WriteString(string(x))
	case int:
		d.WriteString(strconv.Itoa(x))
	case syntax.Context:
		d.WriteString(ctxNames[x])
	case syntax.Operator:
		d.WriteString(opNames[x])
	case syntax.UnaryOperator:
		d.WriteString(unaryNames[x])
	case syntax.CmpOperator:
		d.WriteString(cmpNames[x])
	case syntax.BoolOperator:
		d.WriteString(boolNames[x])
	case []syntax.Expr:
		dumpList(d, x)
	case []syntax.Stmt:
		dumpList(d, x)
	case []syntax.Pattern:
		dumpList(d, x)
	case []syntax.CmpOperator:
		dumpList(d, x)
	case []string:
		dumpList(d, x)
	case []*syntax.Keyword:
		dumpList(d, x)
	case []*syntax.Alias:
		dumpList(d, x)
	case []*syntax.Param:
		dumpList(d, x)
	case []*syntax.CompClause:
		dumpList(d, x)
	case []*syntax.WithItem:
		dumpList(d, x)
	case []*syntax.ExceptHandler:
		dumpList(d, x)
	case []*syntax.MatchCase:
		dumpList(d, x)
	case syntax.Stmt:
		d.stmt(x)
	case syntax.Expr:
		d.expr(x)
	case syntax.Pattern:
		d.pattern(x)
	default:
		d.part(x)
	}
}

func (d *dumper) part(x any) {
	switch x := x.(type) {
	case *syntax.Keyword:
		d.node("keyword", x, opt(x.Name), x.Value)
	case *syntax.Alias:
		as := opt("")
		if x.AsName {
			as = opt(x.Name.ID)
		}
		d.node("alias", x, x.Path, as)
	case *syntax.Param:
		if x == nil {
			d.WriteString("nil")
			return
		}
		d.node("arg", x, x.Name.ID, x.Annotation)
	case *syntax.Params:
		d.params(x)
	case *syntax.CompClause:
		async := 0
		if x.Async {
			async = 1
		}
		d.node("comprehension", nil, x.Target, x.Iter, x.Ifs, async)
	case *syntax.WithItem:
		d.node("withitem", nil, x.Context, x.Target)
	case *syntax.ExceptHandler:
		d.node("ExceptHandler", x, x.Type, nameOpt(x.Name), x.Body)
	case *syntax.MatchCase:
		d.node("match_case", nil, x.Pattern, x.Guard, x.Body)
	default:
		panic(fmt.Sprintf("%T", x))
	}
}

func (d *dumper) params(x *syntax.Params) {
	var kwDefaults, defaults []syntax.Expr
	for _, a := range x.KwOnly {
		kwDefaults = append(kwDefaults, a.Default)
	}
	for _, list := range [][]*syntax.Param{x.PosOnly, x.Args} {
		for _, a := range list {
			if a.Default != nil {
				defaults = append(defaults, a.Default)
			}
		}
	}
	d.node("arguments", nil, x.PosOnly, x.Args, x.VarArg, x.KwOnly, kwDefaults, x.KwArg, defaults)
}

func (d *dumper) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		d.node("Expr", s, s.Value)
	case *syntax.Assign:
		d.node("Assign", s, s.Targets, s.Value)
	case *syntax.AugAssign:
		d.node("AugAssign", s, s.Target, s.Op, s.Value)
	case *syntax.AnnAssign:
		simple := 0
		if s.Simple {
			simple = 1
		}
		d.node("AnnAssign", s, s.Target, s.Annotation, s.Value, simple)
	case *syntax.Return:
		d.node("Return", s, s.Value)
	case *syntax.Delete:
		d.node("Delete", s, s.Targets)
	case *syntax.Pass:
		d.node("Pass", s)
	case *syntax.Break:
		d.node("Break", s)
	case *syntax.Continue:
		d.node("Continue", s)
	case *syntax.Raise:
		d.node("Raise", s, s.Exc, s.Cause)
	case *syntax.Assert:
		d.node("Assert", s, s.Test, s.Msg)
	case *syntax.Global:
		d.node("Global", s, s.Names)
	case *syntax.Nonlocal:
		d.node("Nonlocal", s, s.Names)
	case *syntax.Import:
		d.node("Import", s, s.Aliases)
	case *syntax.ImportFrom:
		d.node("ImportFrom", s, opt(s.Module), s.Aliases, s.Level)
	case *syntax.If:
		d.node("If", s, s.Test, s.Body, s.Orelse)
	case *syntax.While:
		d.node("While", s, s.Test, s.Body, s.Orelse)
	case *syntax.For:
		d.node(async(s.Async, "For"), s, s.Target, s.Iter, s.Body, s.Orelse)
	case *syntax.With:
		d.node(async(s.Async, "With"), s, s.Items, s.Body)
	case *syntax.Try:
		kind := "Try"
		if s.Star {
			kind = "TryStar"
		}
		d.node(kind, s, s.Body, s.Handlers, s.Orelse, s.Finally)
	case *syntax.FunctionDef:
		d.node(async(s.Async, "FunctionDef"), s, s.Name.ID, s.Params, s.Body, s.Decorators, s.Returns)
	case *syntax.ClassDef:
		d.node("ClassDef", s, s.Name.ID, s.Bases, s.Keywords, s.Body, s.Decorators)
	case *syntax.Match:
		d.node("Match", s, s.Subject, s.Cases)
	}
}

func (d *dumper) expr(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		d.node("Name", e, e.ID, e.Ctx)
	case *syntax.Constant:
		d.node("Constant", e, constantText(e.Value))
	case *syntax.JoinedStr:
		if e == nil {
			d.WriteString("nil")
			return
		}
		d.node("JoinedStr", e, e.Values)
	case *syntax.FormattedValue:
		conv := opt("")
		if e.Conversion != 0 {
			conv = opt(rune(e.Conversion))
		}
		d.node("FormattedValue", nil, e.Value, conv, e.Spec)
	case *syntax.Attribute:
		d.node("Attribute", e, e.Value, e.Attr, e.Ctx)
	case *syntax.Subscript:
		d.node("Subscript", e, e.Value, e.Index, e.Ctx)
	case *syntax.Slice:
		d.node("Slice", e, e.Lower, e.Upper, e.Step)
	case *syntax.Starred:
		d.node("Starred", e, e.Value, e.Ctx)
	case *syntax.Call:
		d.node("Call", e, e.Func, e.Args, e.Keywords)
	case *syntax.List:
		d.node("List", e, e.Elts, e.Ctx)
	case *syntax.Tuple:
		d.node("Tuple", e, e.Elts, e.Ctx)
	case *syntax.Set:
		d.node("Set", e, e.Elts)
	case *syntax.Dict:
		d.node("Dict", e, e.Keys, e.Values)
	case *syntax.BoolOp:
		d.node("BoolOp", e, e.Op, e.Values)
	case *syntax.BinOp:
		d.node("BinOp", e, e.Left, e.Op, e.Right)
	case *syntax.UnaryOp:
		d.node("UnaryOp", e, e.Op, e.Operand)
	case *syntax.Compare:
		d.node("Compare", e, e.Left, e.Ops, e.Comparators)
	case *syntax.IfExp:
		d.node("IfExp", e, e.Test, e.Body, e.Orelse)
	case *syntax.NamedExpr:
		d.node("NamedExpr", e, e.Target, e.Value)
	case *syntax.Lambda:
		d.node("Lambda", e, e.Params, e.Body)
	case *syntax.Await:
		d.node("Await", e, e.Value)
	case *syntax.Yield:
		d.node("Yield", e, e.Value)
	case *syntax.YieldFrom:
		d.node("YieldFrom", e, e.Value)
	case *syntax.Comp:
		d.comp(e)
	}
}

func (d *dumper) comp(e *syntax.Comp) {
	switch e.Kind {
	case syntax.ListComp:
		d.node("ListComp", e, e.Elt, e.Clauses)
	case syntax.SetComp:
		d.node("SetComp", e, e.Elt, e.Clauses)
	case syntax.DictComp:
		d.node("DictComp", e, e.Key, e.Elt, e.Clauses)
	case syntax.GeneratorExp:
		d.node("GeneratorExp", e, e.Elt, e.Clauses)
	}
}

func (d *dumper) pattern(p syntax.Pattern) {
	switch p := p.(type) {
	case *syntax.MatchValue:
		d.node("MatchValue", p, p.Value)
	case *syntax.MatchSingleton:
		d.node("MatchSingleton", p, constantText(p.Value))
	case *syntax.MatchSequence:
		d.node("MatchSequence", p, p.Patterns)
	case *syntax.MatchMapping:
		d.node("MatchMapping", p, p.Keys, p.Patterns, nameOpt(p.Rest))
	case *syntax.MatchClass:
		d.node("MatchClass", p, p.Cls, p.Patterns, p.KwdAttrs, p.KwdPattern)
	case *syntax.MatchStar:
		d.node("MatchStar", p, nameOpt(p.Name))
	case *syntax.MatchAs:
		d.node("MatchAs", p, p.Pattern, nameOpt(p.Name))
	case *syntax.MatchOr:
		d.node("MatchOr", p, p.Patterns)
	}
}

func constantText(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case syntax.Ellipsis:
		return "..."
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int64:
		return fmt.Sprintf("%#x", v)
	case *big.Int:
		return fmt.Sprintf("%#x", v)
	case float64:
		return fmt.Sprintf("f%016x", math.Float64bits(v))
	case complex128:
		return fmt.Sprintf("j%016x", math.Float64bits(imag(v)))
	case syntax.Bytes:
		return fmt.Sprintf("b%x", string(v))
	case string:
		return fmt.Sprintf("s%x", v)
	}
	return fmt.Sprintf("%T", v)
}
