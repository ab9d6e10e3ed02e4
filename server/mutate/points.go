package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// This file finds what can be changed in a source.

// finder walks one file.
type finder struct {
	*program
	file   string
	stack  []ast.Node // from the file to the node
	found  []*mutant
	source []byte
	lines  []string
}

func (p *program) mutants(name string, file *ast.File) []*mutant {
	f := &finder{program: p, file: name, source: p.sources[name], lines: strings.Split(string(p.sources[name]), "\n")}
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			f.stack = f.stack[:len(f.stack)-1]
			return false
		}
		deeper := f.visit(n)
		if deeper {
			f.stack = append(f.stack, n)
		}
		return deeper
	})
	return f.found
}

// visit notes the changes of a node, and says whether there are any within it.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.ArrayType:
		return false
	case *ast.GenDecl:
		if n.Tok == token.CONST {
			f.constants(n)
			return false
		}
	case *ast.Field:
		return false // names, types and tags
	case *ast.KeyValueExpr:
		f.keyValue(n)
	case *ast.CompositeLit:
		f.composite(n)
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
		f.cases(n)
	case *ast.IfStmt:
		f.wrap("condition negated", n.Cond, "!("+f.text(n.Cond)+")", "((%[2]s) != (_mutant == %[1]d))")
		f.wrap("branch never taken", n.Cond, "false", "((%[2]s) && _mutant != %[1]d)")
	case *ast.ReturnStmt:
		f.returned(n)
	case ast.Expr:
		return f.expression(n)
	}
	return true
}

// wrap adds a change of a node whose woven form is a format of the mutant's number and the source before.
func (f *finder) wrap(kind string, n ast.Node, after, format string) {
	f.add(kind, n, after, func(id int, before string) string { return fmt.Sprintf(format, id, before) })
}

func (f *finder) add(kind string, n ast.Node, after string, weave func(id int, before string) string) {
	start, end := f.fset.Position(n.Pos()), f.fset.Position(n.End())
	f.found = append(f.found, &mutant{file: f.file, line: start.Line, start: start.Offset, end: end.Offset, kind: kind, text: f.lines[start.Line-1], before: f.text(n), after: after, weave: weave})
}

// pick adds a change of an expression to another of a type.
func (f *finder) pick(kind string, n ast.Expr, t, after string) {
	f.add(kind, n, after, func(id int, before string) string {
		return fmt.Sprintf("_pick[%s](_mutant == %d, %s, %s)", t, id, after, before)
	})
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.fset.Position(n.Pos()).Offset:f.fset.Position(n.End()).Offset])
}

// typeName writes a type as this file would.
func (f *finder) typeName(t types.Type) string {
	return types.TypeString(types.Default(t), func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		return p.Name()
	})
}

func (f *finder) parent() ast.Node { return f.stack[len(f.stack)-1] }

// constants changes the numbers of a declaration, each in a build of its own.
func (f *finder) constants(d *ast.GenDecl) {
	for _, s := range d.Specs {
		for _, e := range s.(*ast.ValueSpec).Values {
			if tv := f.info.Types[e]; isNumber(tv) && !strings.Contains(f.text(e), "iota") {
				f.add("constant", e, f.other(e, tv), nil)
			}
		}
	}
}

func isNumber(tv types.TypeAndValue) bool {
	return tv.Value != nil && (tv.Value.Kind() == constant.Int || tv.Value.Kind() == constant.Float)
}

// other is a number beside the one that an expression is.
func (f *finder) other(e ast.Expr, tv types.TypeAndValue) string {
	b, _ := tv.Type.Underlying().(*types.Basic)
	fraction := b != nil && b.Info()&types.IsFloat != 0 || tv.Value.Kind() == constant.Float
	switch zero := constant.Sign(tv.Value) == 0; {
	case !zero && (fraction || tv.Type.String() == "time.Duration"):
		return "(" + f.text(e) + ") * 2"
	case zero, f.fset.Position(e.Pos()).Offset%2 == 0:
		return "(" + f.text(e) + ") + 1"
	default:
		return "(" + f.text(e) + ") - 1"
	}
}

// expression changes numbers, named values, truths and operators.
func (f *finder) expression(e ast.Expr) bool {
	tv := f.info.Types[e]
	if tv.IsType() {
		_, function := e.(*ast.FuncType)
		return !function && tv.Value == nil && isLiteral(e)
	}
	if f.isKeyOrName(e) {
		return false
	}
	if tv.Value != nil {
		return f.constantExpression(e, tv)
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		f.operator(e, tv)
	case *ast.SelectorExpr:
		return isLiteral(e) || !isIdent(e.X)
	}
	return true
}

func isLiteral(e ast.Expr) bool { _, is := e.(*ast.CompositeLit); return is }
func isIdent(e ast.Expr) bool   { _, is := e.(*ast.Ident); return is }

// isKeyOrName is true of the fields' names and indices of a literal, which are no expressions.
func (f *finder) isKeyOrName(e ast.Expr) bool {
	kv, is := f.parent().(*ast.KeyValueExpr)
	if !is || kv.Key != e {
		return false
	}
	lit, is := f.stack[len(f.stack)-2].(*ast.CompositeLit)
	return is && !isMap(f.info.TypeOf(lit))
}

func isMap(t types.Type) bool { _, is := t.Underlying().(*types.Map); return is }

// constantExpression changes what the compiler knows the value of.
func (f *finder) constantExpression(e ast.Expr, tv types.TypeAndValue) bool {
	named, _ := tv.Type.(*types.Named)
	ours := named != nil && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), "gputour/")
	switch name, selected := e.(*ast.Ident); {
	case selected && (name.Name == "true" || name.Name == "false"):
		f.pick("truth", e, f.typeName(tv.Type), "!"+name.Name)
	case isName(e) && ours:
		if other := f.sibling(e, named, tv.Value); other != "" {
			f.pick("named value", e, f.typeName(tv.Type), other)
		}
	case isName(e) || !isNumber(tv):
		return false
	case ours:
		if _, literal := e.(*ast.BasicLit); !literal {
			return true // what it is made of may be names
		}
		f.pick("number", e, f.typeName(tv.Type), f.other(e, tv))
	default:
		f.pick("number", e, f.typeName(tv.Type), f.other(e, tv))
	}
	return false
}

func isName(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isIdent(e.X)
	}
	return false
}

// sibling is the name of another constant of a type, the next in order of names.
func (f *finder) sibling(e ast.Expr, t *types.Named, value constant.Value) string {
	scope, prefix := t.Obj().Pkg().Scope(), ""
	self := e
	if s, is := e.(*ast.SelectorExpr); is {
		prefix, self = f.text(s.X)+".", s.Sel
		if p, is := f.info.Uses[s.X.(*ast.Ident)].(*types.PkgName); is { // which may name another's constants anew
			scope = p.Imported().Scope()
		}
	}
	var names []string
	for _, n := range scope.Names() {
		c, is := scope.Lookup(n).(*types.Const)
		if is && c.Type() == types.Type(t) && (prefix == "" || c.Exported()) && (n == f.text(self) || c.Val().ExactString() != value.ExactString()) {
			names = append(names, n)
		}
	}
	at := slices.Index(names, f.text(self))
	if at < 0 || len(names) < 2 {
		return ""
	}
	return prefix + names[(at+1)%len(names)]
}

var operators = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.AND, token.AND_NOT: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN, token.QUO_ASSIGN: token.MUL_ASSIGN,
	token.AND_ASSIGN: token.OR_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.AND_ASSIGN, token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
}

func (f *finder) operator(e *ast.BinaryExpr, tv types.TypeAndValue) {
	other, is := operators[e.Op]
	t, basic := tv.Type.Underlying().(*types.Basic)
	if !is || !basic || t.Info()&types.IsString != 0 {
		return
	}
	after := f.text(e.X) + " " + other.String() + " " + f.text(e.Y)
	if t.Info()&types.IsBoolean != 0 {
		kind := "comparison"
		if e.Op == token.LAND || e.Op == token.LOR {
			kind = "and, or"
		}
		f.add(kind, e, after, func(id int, before string) string {
			return fmt.Sprintf("(_mutant == %d && (%s) || _mutant != %[1]d && (%[3]s))", id, after, before)
		})
		return
	}
	f.add("arithmetic", e, after, func(id int, before string) string {
		return fmt.Sprintf("_compute(_mutant == %d, func() %s { return %s }, func() %[2]s { return %[4]s })", id, f.typeName(tv.Type), after, before)
	})
}

// statements drops statements that stand alone, and turns their operators round.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
			if other, is := operators[s.Tok]; is && f.info.TypeOf(s.Lhs[0]).Underlying() != types.Typ[types.String] {
				after := f.text(s.Lhs[0]) + " " + other.String() + " " + f.text(s.Rhs[0])
				f.add("arithmetic", s, after, func(id int, before string) string {
					return fmt.Sprintf("if _mutant == %d { %s } else { %s }", id, after, before)
				})
			}
		case *ast.IncDecStmt:
		case *ast.ExprStmt:
			if !f.droppable(s) {
				continue
			}
		default:
			continue
		}
		f.wrap("statement dropped", s, "", "if _mutant != %d { %s }")
	}
}

// droppable is false of what ends a function, and of locks, without which tests hang rather than fail.
func (f *finder) droppable(s *ast.ExprStmt) bool {
	call, is := s.X.(*ast.CallExpr)
	return is && !slices.Contains([]string{"panic", "delete"}, f.text(call.Fun)) && !strings.HasSuffix(f.text(call.Fun), "ock")
}

// cases makes texts that a switch asks for ones that do not come.
func (f *finder) cases(c *ast.CaseClause) {
	for _, e := range c.List {
		if tv := f.info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String && !isName(e) {
			f.pick("key", e, f.typeName(tv.Type), f.text(e)+` + "'"`)
		}
	}
}

// keyValue changes the text that a map has a row under.
func (f *finder) keyValue(kv *ast.KeyValueExpr) {
	lit, is := f.parent().(*ast.CompositeLit)
	tv := f.info.Types[kv.Key]
	if is && isMap(f.info.TypeOf(lit)) && tv.Value != nil && tv.Value.Kind() == constant.String && !isName(kv.Key) {
		f.pick("key", kv.Key, f.typeName(tv.Type), f.text(kv.Key)+` + "'"`)
	}
}

// returned makes errors nil.
func (f *finder) returned(r *ast.ReturnStmt) {
	if len(r.Results) == 0 {
		return
	}
	last := r.Results[len(r.Results)-1]
	t := f.info.TypeOf(last)
	if _, several := t.(*types.Tuple); several || f.text(last) == "nil" || !types.Implements(t, errorType) || !f.returnsError() {
		return
	}
	f.pick("error", last, "error", "nil")
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// returnsError is true within a function whose last result is an error, and of no type of our own.
func (f *finder) returnsError() bool {
	for _, n := range slices.Backward(f.stack) {
		var t *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncLit:
			t = n.Type
		case *ast.FuncDecl:
			t = n.Type
		default:
			continue
		}
		return t.Results != nil && f.text(t.Results.List[len(t.Results.List)-1].Type) == "error"
	}
	return false
}
