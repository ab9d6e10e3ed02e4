package syntax

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// This file writes a tree as text, field by field in the order of Python's ast
// module, so that testdata/dump.py can write the same from CPython's tree.

type dumper struct{ strings.Builder }

func dumpStmts(list []Stmt) string {
	var d dumper
	for i, s := range list {
		if i > 0 {
			d.WriteByte('\n')
		}
		d.any(s)
	}
	return d.String()
}

func (d *dumper) node(kind string, n Node, fields ...any) {
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

func nameOpt(n *Name) any {
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
	case Context:
		d.WriteString(ctxNames[x])
	case Operator:
		d.WriteString(opNames[x])
	case UnaryOperator:
		d.WriteString(unaryNames[x])
	case CmpOperator:
		d.WriteString(cmpNames[x])
	case BoolOperator:
		d.WriteString(boolNames[x])
	case []Expr:
		dumpList(d, x)
	case []Stmt:
		dumpList(d, x)
	case []Pattern:
		dumpList(d, x)
	case []CmpOperator:
		dumpList(d, x)
	case []string:
		dumpList(d, x)
	case []*Keyword:
		dumpList(d, x)
	case []*Alias:
		dumpList(d, x)
	case []*Param:
		dumpList(d, x)
	case []*CompClause:
		dumpList(d, x)
	case []*WithItem:
		dumpList(d, x)
	case []*ExceptHandler:
		dumpList(d, x)
	case []*MatchCase:
		dumpList(d, x)
	case Stmt:
		d.stmt(x)
	case Expr:
		d.expr(x)
	case Pattern:
		d.pattern(x)
	default:
		d.part(x)
	}
}

func (d *dumper) part(x any) {
	switch x := x.(type) {
	case *Keyword:
		d.node("keyword", x, opt(x.Name), x.Value)
	case *Alias:
		as := opt("")
		if x.AsName {
			as = opt(x.Name.ID)
		}
		d.node("alias", x, x.Path, as)
	case *Param:
		if x == nil {
			d.WriteString("nil")
			return
		}
		d.node("arg", x, x.Name.ID, x.Annotation)
	case *Params:
		d.params(x)
	case *CompClause:
		async := 0
		if x.Async {
			async = 1
		}
		d.node("comprehension", nil, x.Target, x.Iter, x.Ifs, async)
	case *WithItem:
		d.node("withitem", nil, x.Context, x.Target)
	case *ExceptHandler:
		d.node("ExceptHandler", x, x.Type, nameOpt(x.Name), x.Body)
	case *MatchCase:
		d.node("match_case", nil, x.Pattern, x.Guard, x.Body)
	default:
		panic(fmt.Sprintf("%T", x))
	}
}

func (d *dumper) params(x *Params) {
	var kwDefaults, defaults []Expr
	for _, a := range x.KwOnly {
		kwDefaults = append(kwDefaults, a.Default)
	}
	for _, list := range [][]*Param{x.PosOnly, x.Args} {
		for _, a := range list {
			if a.Default != nil {
				defaults = append(defaults, a.Default)
			}
		}
	}
	d.node("arguments", nil, x.PosOnly, x.Args, x.VarArg, x.KwOnly, kwDefaults, x.KwArg, defaults)
}

func (d *dumper) stmt(s Stmt) {
	switch s := s.(type) {
	case *ExprStmt:
		d.node("Expr", s, s.Value)
	case *Assign:
		d.node("Assign", s, s.Targets, s.Value)
	case *AugAssign:
		d.node("AugAssign", s, s.Target, s.Op, s.Value)
	case *AnnAssign:
		simple := 0
		if s.Simple {
			simple = 1
		}
		d.node("AnnAssign", s, s.Target, s.Annotation, s.Value, simple)
	case *Return:
		d.node("Return", s, s.Value)
	case *Delete:
		d.node("Delete", s, s.Targets)
	case *Pass:
		d.node("Pass", s)
	case *Break:
		d.node("Break", s)
	case *Continue:
		d.node("Continue", s)
	case *Raise:
		d.node("Raise", s, s.Exc, s.Cause)
	case *Assert:
		d.node("Assert", s, s.Test, s.Msg)
	case *Global:
		d.node("Global", s, s.Names)
	case *Nonlocal:
		d.node("Nonlocal", s, s.Names)
	case *Import:
		d.node("Import", s, s.Aliases)
	case *ImportFrom:
		d.node("ImportFrom", s, opt(s.Module), s.Aliases, s.Level)
	case *If:
		d.node("If", s, s.Test, s.Body, s.Orelse)
	case *While:
		d.node("While", s, s.Test, s.Body, s.Orelse)
	case *For:
		d.node(async(s.Async, "For"), s, s.Target, s.Iter, s.Body, s.Orelse)
	case *With:
		d.node(async(s.Async, "With"), s, s.Items, s.Body)
	case *Try:
		kind := "Try"
		if s.Star {
			kind = "TryStar"
		}
		d.node(kind, s, s.Body, s.Handlers, s.Orelse, s.Finally)
	case *FunctionDef:
		d.node(async(s.Async, "FunctionDef"), s, s.Name.ID, s.Params, s.Body, s.Decorators, s.Returns)
	case *ClassDef:
		d.node("ClassDef", s, s.Name.ID, s.Bases, s.Keywords, s.Body, s.Decorators)
	case *Match:
		d.node("Match", s, s.Subject, s.Cases)
	}
}

func (d *dumper) expr(e Expr) {
	switch e := e.(type) {
	case *Name:
		d.node("Name", e, e.ID, e.Ctx)
	case *Constant:
		d.node("Constant", e, constantText(e.Value))
	case *JoinedStr:
		if e == nil {
			d.WriteString("nil")
			return
		}
		d.node("JoinedStr", e, e.Values)
	case *FormattedValue:
		conv := opt("")
		if e.Conversion != 0 {
			conv = opt(rune(e.Conversion))
		}
		d.node("FormattedValue", nil, e.Value, conv, e.Spec)
	case *Attribute:
		d.node("Attribute", e, e.Value, e.Attr, e.Ctx)
	case *Subscript:
		d.node("Subscript", e, e.Value, e.Index, e.Ctx)
	case *Slice:
		d.node("Slice", e, e.Lower, e.Upper, e.Step)
	case *Starred:
		d.node("Starred", e, e.Value, e.Ctx)
	case *Call:
		d.node("Call", e, e.Func, e.Args, e.Keywords)
	case *List:
		d.node("List", e, e.Elts, e.Ctx)
	case *Tuple:
		d.node("Tuple", e, e.Elts, e.Ctx)
	case *Set:
		d.node("Set", e, e.Elts)
	case *Dict:
		d.node("Dict", e, e.Keys, e.Values)
	case *BoolOp:
		d.node("BoolOp", e, e.Op, e.Values)
	case *BinOp:
		d.node("BinOp", e, e.Left, e.Op, e.Right)
	case *UnaryOp:
		d.node("UnaryOp", e, e.Op, e.Operand)
	case *Compare:
		d.node("Compare", e, e.Left, e.Ops, e.Comparators)
	case *IfExp:
		d.node("IfExp", e, e.Test, e.Body, e.Orelse)
	case *NamedExpr:
		d.node("NamedExpr", e, e.Target, e.Value)
	case *Lambda:
		d.node("Lambda", e, e.Params, e.Body)
	case *Await:
		d.node("Await", e, e.Value)
	case *Yield:
		d.node("Yield", e, e.Value)
	case *YieldFrom:
		d.node("YieldFrom", e, e.Value)
	case *Comp:
		d.comp(e)
	}
}

func (d *dumper) comp(e *Comp) {
	switch e.Kind {
	case ListComp:
		d.node("ListComp", e, e.Elt, e.Clauses)
	case SetComp:
		d.node("SetComp", e, e.Elt, e.Clauses)
	case DictComp:
		d.node("DictComp", e, e.Key, e.Elt, e.Clauses)
	case GeneratorExp:
		d.node("GeneratorExp", e, e.Elt, e.Clauses)
	}
}

func (d *dumper) pattern(p Pattern) {
	switch p := p.(type) {
	case *MatchValue:
		d.node("MatchValue", p, p.Value)
	case *MatchSingleton:
		d.node("MatchSingleton", p, constantText(p.Value))
	case *MatchSequence:
		d.node("MatchSequence", p, p.Patterns)
	case *MatchMapping:
		d.node("MatchMapping", p, p.Keys, p.Patterns, nameOpt(p.Rest))
	case *MatchClass:
		d.node("MatchClass", p, p.Cls, p.Patterns, p.KwdAttrs, p.KwdPattern)
	case *MatchStar:
		d.node("MatchStar", p, nameOpt(p.Name))
	case *MatchAs:
		d.node("MatchAs", p, p.Pattern, nameOpt(p.Name))
	case *MatchOr:
		d.node("MatchOr", p, p.Patterns)
	}
}

func constantText(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case Ellipsis:
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
	case Bytes:
		return fmt.Sprintf("b%x", string(v))
	case string:
		return fmt.Sprintf("s%x", v)
	}
	return fmt.Sprintf("%T", v)
}
