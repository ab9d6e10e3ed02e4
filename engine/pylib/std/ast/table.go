package ast

import (
	"reflect"
	"strings"

	"gputour/engine/syntax"
)

// This file pairs the classes of Python's module ast with the types of package
// syntax: one table, read in both directions.

// nodeKind is one class of ast and the type that holds the same.
type nodeKind struct {
	name   string // of the class
	node   reflect.Type
	fields []nodeField
}

// nodeField is one attribute of the class and the field that holds it; without
// a field the attribute is always None, or 0.
type nodeField struct {
	name, field string
	node        bool // a *syntax.Name that is an expression, not an identifier
	nonempty    bool
	zero        bool
}

// nodeTable: name=Field; Field! marks a name that is an expression, Field+ a list that is never empty;
// name=0 is always 0.
var nodeTable = []struct {
	class  string
	node   any
	fields string
}{
	{"Expr", syntax.ExprStmt{}, "value=Value"},
	{"Assign", syntax.Assign{}, "targets=Targets+ value=Value type_comment="},
	{"AugAssign", syntax.AugAssign{}, "target=Target op=Op value=Value"},
	{"AnnAssign", syntax.AnnAssign{}, "target=Target annotation=Annotation value=Value simple=Simple"},
	{"TypeAlias", syntax.TypeAlias{}, "name=Name! value=Value"},
	{"Return", syntax.Return{}, "value=Value"},
	{"Delete", syntax.Delete{}, "targets=Targets+"},
	{"Pass", syntax.Pass{}, ""},
	{"Break", syntax.Break{}, ""},
	{"Continue", syntax.Continue{}, ""},
	{"Raise", syntax.Raise{}, "exc=Exc cause=Cause"},
	{"Assert", syntax.Assert{}, "test=Test msg=Msg"},
	{"Global", syntax.Global{}, "names=Names+"},
	{"Nonlocal", syntax.Nonlocal{}, "names=Names+"},
	{"Import", syntax.Import{}, "names=Aliases+"},
	{"ImportFrom", syntax.ImportFrom{}, "module=Module names=Aliases+ level=Level"},
	{"If", syntax.If{}, "test=Test body=Body+ orelse=Orelse"},
	{"While", syntax.While{}, "test=Test body=Body+ orelse=Orelse"},
	{"For", syntax.For{}, "target=Target iter=Iter body=Body+ orelse=Orelse type_comment="},
	{"AsyncFor", syntax.For{}, "target=Target iter=Iter body=Body+ orelse=Orelse type_comment="},
	{"With", syntax.With{}, "items=Items+ body=Body+ type_comment="},
	{"AsyncWith", syntax.With{}, "items=Items+ body=Body+ type_comment="},
	{"Try", syntax.Try{}, "body=Body+ handlers=Handlers orelse=Orelse finalbody=Finally"},
	{"TryStar", syntax.Try{}, "body=Body+ handlers=Handlers orelse=Orelse finalbody=Finally"},
	{"FunctionDef", syntax.FunctionDef{}, "name=Name args=Params body=Body+ decorator_list=Decorators returns=Returns type_comment="},
	{"AsyncFunctionDef", syntax.FunctionDef{}, "name=Name args=Params body=Body+ decorator_list=Decorators returns=Returns type_comment="},
	{"ClassDef", syntax.ClassDef{}, "name=Name bases=Bases keywords=Keywords body=Body+ decorator_list=Decorators"},
	{"Match", syntax.Match{}, "subject=Subject cases=Cases+"},

	{"alias", syntax.Alias{}, "name=Path asname=Name"},
	{"withitem", syntax.WithItem{}, "context_expr=Context optional_vars=Target"},
	{"ExceptHandler", syntax.ExceptHandler{}, "type=Type name=Name body=Body+"},
	{"match_case", syntax.MatchCase{}, "pattern=Pattern guard=Guard body=Body+"},
	{"arg", syntax.Param{}, "arg=Name annotation=Annotation type_comment="},
	{"arguments", syntax.Params{}, "posonlyargs=PosOnly args=Args vararg=VarArg kwonlyargs=KwOnly kwarg=KwArg"},
	{"keyword", syntax.Keyword{}, "arg=Name value=Value"},
	{"comprehension", syntax.CompClause{}, "target=Target iter=Iter ifs=Ifs is_async=Async"},

	{"Name", syntax.Name{}, "id=ID ctx=Ctx"},
	{"Constant", syntax.Constant{}, "value=Value kind="},
	{"JoinedStr", syntax.JoinedStr{}, "values=Values"},
	{"FormattedValue", syntax.FormattedValue{}, "value=Value conversion=Conversion format_spec=Spec"},
	{"Attribute", syntax.Attribute{}, "value=Value attr=Attr ctx=Ctx"},
	{"Subscript", syntax.Subscript{}, "value=Value slice=Index ctx=Ctx"},
	{"Slice", syntax.Slice{}, "lower=Lower upper=Upper step=Step"},
	{"Starred", syntax.Starred{}, "value=Value ctx=Ctx"},
	{"Call", syntax.Call{}, "func=Func args=Args keywords=Keywords"},
	{"List", syntax.List{}, "elts=Elts ctx=Ctx"},
	{"Tuple", syntax.Tuple{}, "elts=Elts ctx=Ctx"},
	{"Set", syntax.Set{}, "elts=Elts"},
	{"Dict", syntax.Dict{}, "keys=Keys values=Values"},
	{"BoolOp", syntax.BoolOp{}, "op=Op values=Values"},
	{"BinOp", syntax.BinOp{}, "left=Left op=Op right=Right"},
	{"UnaryOp", syntax.UnaryOp{}, "op=Op operand=Operand"},
	{"Compare", syntax.Compare{}, "left=Left ops=Ops+ comparators=Comparators"},
	{"IfExp", syntax.IfExp{}, "test=Test body=Body orelse=Orelse"},
	{"NamedExpr", syntax.NamedExpr{}, "target=Target! value=Value"},
	{"Lambda", syntax.Lambda{}, "args=Params body=Body"},
	{"ListComp", syntax.Comp{}, "elt=Elt generators=Clauses+"},
	{"SetComp", syntax.Comp{}, "elt=Elt generators=Clauses+"},
	{"DictComp", syntax.Comp{}, "key=Key value=Elt generators=Clauses+"},
	{"GeneratorExp", syntax.Comp{}, "elt=Elt generators=Clauses+"},
	{"Await", syntax.Await{}, "value=Value"},
	{"Yield", syntax.Yield{}, "value=Value"},
	{"YieldFrom", syntax.YieldFrom{}, "value=Value"},

	{"MatchValue", syntax.MatchValue{}, "value=Value"},
	{"MatchSingleton", syntax.MatchSingleton{}, "value=Value"},
	{"MatchSequence", syntax.MatchSequence{}, "patterns=Patterns"},
	{"MatchMapping", syntax.MatchMapping{}, "keys=Keys patterns=Patterns rest=Rest"},
	{"MatchClass", syntax.MatchClass{}, "cls=Cls patterns=Patterns kwd_attrs=KwdAttrs kwd_patterns=KwdPattern"},
	{"MatchStar", syntax.MatchStar{}, "name=Name"},
	{"MatchAs", syntax.MatchAs{}, "pattern=Pattern name=Name"},
	{"MatchOr", syntax.MatchOr{}, "patterns=Patterns"},
}

// nodeOperators are the classes of operators and contexts, in the order of package syntax.
var nodeOperators = map[reflect.Type][]string{
	reflect.TypeFor[syntax.Operator](): {"Add", "Sub", "Mult", "MatMult", "Div", "FloorDiv", "Mod", "Pow",
		"LShift", "RShift", "BitOr", "BitXor", "BitAnd"},
	reflect.TypeFor[syntax.UnaryOperator](): {"Invert", "Not", "UAdd", "USub"},
	reflect.TypeFor[syntax.CmpOperator]():   {"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn"},
	reflect.TypeFor[syntax.BoolOperator]():  {"And", "Or"},
	reflect.TypeFor[syntax.Context]():       {"Load", "Store", "Del"},
}

// compKinds are the classes of comprehensions, in the order of syntax.CompKind.
var compKinds = []string{"ListComp", "SetComp", "DictComp", "GeneratorExp"}

var (
	kindsByName = map[string]*nodeKind{}
	kindsByType = map[reflect.Type]*nodeKind{} // the first of a type
)

func init() {
	for _, row := range nodeTable {
		k := &nodeKind{name: row.class, node: reflect.TypeOf(row.node)}
		for _, spec := range strings.Fields(row.fields) {
			name, field, _ := strings.Cut(spec, "=")
			f := nodeField{name: name, zero: field == "0"}
			f.field, f.node = strings.CutSuffix(strings.TrimSuffix(field, "0"), "!")
			f.field, f.nonempty = strings.CutSuffix(f.field, "+")
			k.fields = append(k.fields, f)
		}
		kindsByName[k.name] = k
		if kindsByType[k.node] == nil {
			kindsByType[k.node] = k
		}
	}
}

// kindOf is the kind of a node of package syntax.
func kindOf(node any) *nodeKind {
	switch n := node.(type) {
	case *syntax.Comp:
		return kindsByName[compKinds[n.Kind]]
	case *syntax.Try:
		if n.Star {
			return kindsByName["TryStar"]
		}
	case *syntax.FunctionDef:
		return kindsByName[asyncName(n.Async, "FunctionDef")]
	case *syntax.For:
		return kindsByName[asyncName(n.Async, "For")]
	case *syntax.With:
		return kindsByName[asyncName(n.Async, "With")]
	}
	return kindsByType[reflect.TypeOf(node).Elem()]
}

// asyncName is the class of a statement that "async" may make another.
func asyncName(async bool, name string) string {
	if async {
		return "Async" + name
	}
	return name
}
