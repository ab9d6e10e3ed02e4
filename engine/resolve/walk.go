package resolve

import (
	"fmt"
	"strings"

	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// This file opens scopes and notes how each uses its names: the first pass,
// over statements.

// iteratorName is the parameter by which a comprehension gets its iterator.
const iteratorName = ".0"

func (r *resolver) walkModule() {
	m := r.module
	m.Block = &syntax.Block{Kind: syntax.ModuleBlock, Name: "<module>", QualName: "<module>", Line: 1}
	r.top = r.open(m.Block)
	r.stmts(m.Body)
	if m.Expr != nil {
		r.expr(m.Expr)
	}
	r.close()
}

// open enters a new scope inside the current one.
func (r *resolver) open(b *syntax.Block) *scope {
	s := &scope{block: b, parent: r.cur, symbols: make(map[string]*symbol)}
	if r.cur != nil {
		b.Parent = r.cur.block
		r.cur.children = append(r.cur.children, s)
	}
	r.cur = s
	return s
}

func (r *resolver) close() { r.cur = r.cur.parent }

// newBlock makes the block of a function, class or comprehension called name.
func (r *resolver) newBlock(kind syntax.BlockKind, name string, line int) *syntax.Block {
	b := &syntax.Block{Kind: kind, Name: name, QualName: name, Line: line, ClassCell: -1}
	s := r.cur
	if y := s.symbols[r.mangle(name)]; y != nil && y.use&useGlobal != 0 {
		return b
	}
	for s.block.Kind == syntax.TypeParamBlock {
		s = s.parent
	}
	switch s.block.Kind {
	case syntax.ModuleBlock:
	case syntax.ClassBlock, syntax.CompBlock:
		b.QualName = s.block.QualName + "." + name
	default:
		b.QualName = s.block.QualName + ".<locals>." + name
	}
	return b
}

// mangle returns the name that a private identifier has inside a class.
func (r *resolver) mangle(name string) string {
	if r.private == "" || !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || strings.Contains(name, ".") {
		return name
	}
	class := strings.TrimLeft(r.private, "_")
	if class == "" {
		return name
	}
	return "_" + class + name
}

// note records a use of a name in the current scope, at n.
func (r *resolver) note(n *syntax.Name, u use) *symbol {
	y := r.cur.lookup(r.mangle(n.ID))
	if u&useParam != 0 && y.use&useParam != 0 {
		fail(n.Span(), fmt.Sprintf("duplicate argument '%s' in function definition", n.ID))
	}
	y.use |= u
	r.cur.refs = append(r.cur.refs, ref{n, y})
	return y
}

// define records that the current scope binds n.
func (r *resolver) define(n *syntax.Name) {
	if n != nil {
		r.note(n, useLocal)
	}
}

func (r *resolver) stmts(list []syntax.Stmt) {
	for _, s := range list {
		r.stmt(s)
	}
}

func (r *resolver) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		r.expr(s.Value)
	case *syntax.Assign:
		r.exprs(s.Targets)
		r.expr(s.Value)
	case *syntax.AugAssign:
		r.expr(s.Target)
		r.expr(s.Value)
	case *syntax.AnnAssign:
		r.annAssign(s)
	case *syntax.TypeAlias:
		r.typeAlias(s)
	case *syntax.Return:
		r.expr(s.Value)
	case *syntax.Delete:
		r.exprs(s.Targets)
	case *syntax.Raise:
		r.expr(s.Exc)
		r.expr(s.Cause)
	case *syntax.Assert:
		r.expr(s.Test)
		r.expr(s.Msg)
	case *syntax.Global:
		r.directive(s.Names, s.Span(), useGlobal)
	case *syntax.Nonlocal:
		r.directive(s.Names, s.Span(), useNonlocal)
	case *syntax.Import:
		for _, a := range s.Aliases {
			r.note(a.Name, useImport)
		}
	case *syntax.ImportFrom:
		r.importFrom(s)
	case *syntax.FunctionDef:
		r.function(s)
	case *syntax.ClassDef:
		r.class(s)
	default:
		r.compound(s)
	}
}

// compound walks the statements that hold blocks without opening a scope.
func (r *resolver) compound(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.If:
		r.expr(s.Test)
		r.stmts(s.Body)
		r.stmts(s.Orelse)
	case *syntax.While:
		r.expr(s.Test)
		r.stmts(s.Body)
		r.stmts(s.Orelse)
	case *syntax.For:
		r.asyncStmt(s.Async)
		r.expr(s.Target)
		r.expr(s.Iter)
		r.stmts(s.Body)
		r.stmts(s.Orelse)
	case *syntax.With:
		r.asyncStmt(s.Async)
		for _, w := range s.Items {
			r.expr(w.Context)
			r.expr(w.Target)
		}
		r.stmts(s.Body)
	case *syntax.Try:
		r.stmts(s.Body)
		r.stmts(s.Orelse)
		for _, h := range s.Handlers {
			r.expr(h.Type)
			r.define(h.Name)
			r.stmts(h.Body)
		}
		r.stmts(s.Finally)
	case *syntax.Match:
		r.expr(s.Subject)
		for _, c := range s.Cases {
			r.pattern(c.Pattern)
			r.expr(c.Guard)
			r.stmts(c.Body)
		}
	}
}

// asyncStmt notes that the current scope has a statement which may be async.
func (r *resolver) asyncStmt(async bool) {
	if async {
		r.waits()
	}
}

// directive records a global or nonlocal declaration.
func (r *resolver) directive(list []string, span diag.Span, u use) {
	s := r.cur
	for _, id := range list {
		name := r.mangle(id)
		y := s.lookup(name)
		r.checkDirective(y, id, span, u)
		y.use |= u
		if u == useGlobal {
			s.module().lookup(name).use |= useGlobal // so it is one variable where exec has other locals
		}
		if s.directives == nil {
			s.directives = make(map[string]diag.Span)
		}
		if _, ok := s.directives[name]; !ok {
			s.directives[name] = span
		}
	}
}

var directiveWord = map[use]string{useGlobal: "global", useNonlocal: "nonlocal"}

// checkDirective refuses a declaration that comes after another use of the name.
func (r *resolver) checkDirective(y *symbol, id string, span diag.Span, u use) {
	word := directiveWord[u]
	switch {
	case y.use&useParam != 0:
		fail(span, fmt.Sprintf("name '%s' is parameter and %s", id, word))
	case y.use&useAnnot != 0:
		fail(span, fmt.Sprintf("annotated name '%s' can't be %s", id, word))
	case y.use&useLocal != 0:
		fail(span, fmt.Sprintf("name '%s' is assigned to before %s declaration", id, word))
	case y.use&useLoad != 0:
		fail(span, fmt.Sprintf("name '%s' is used prior to %s declaration", id, word))
	}
}

func (r *resolver) annAssign(s *syntax.AnnAssign) {
	if n, ok := s.Target.(*syntax.Name); ok {
		y := r.cur.lookup(r.mangle(n.ID))
		if s.Simple && y.use&(useGlobal|useNonlocal) != 0 && r.cur.block.Kind != syntax.ModuleBlock {
			word := directiveWord[y.use&(useGlobal|useNonlocal)]
			fail(s.Span(), fmt.Sprintf("annotated name '%s' can't be %s", n.ID, word))
		}
		switch {
		case s.Simple:
			r.note(n, useAnnot|useLocal)
		case s.Value != nil:
			r.note(n, useLocal)
		default:
			r.note(n, 0)
		}
	} else {
		r.expr(s.Target)
	}
	r.annotationExpr(s.Annotation)
	r.expr(s.Value)
}

func (r *resolver) importFrom(s *syntax.ImportFrom) {
	for _, a := range s.Aliases {
		if a.Path == "*" && r.cur.block.Kind != syntax.ModuleBlock {
			fail(a.Span(), "import * only allowed at module level")
		}
		if a.Name != nil {
			r.note(a.Name, useImport)
		}
	}
}

// function walks a def: what its header evaluates belongs to the current scope.
func (r *resolver) function(s *syntax.FunctionDef) {
	r.define(s.Name)
	r.defaults(s.Params)
	s.ParamBlock = r.openTypeParams(s.TypeParams, s.Name)
	r.annotations(s.Params, s.Returns)
	if s.ParamBlock == nil {
		r.exprs(s.Decorators)
	}
	line := s.Start.Line
	if len(s.Decorators) > 0 {
		line = s.Decorators[0].Span().Start.Line
	}
	s.Block = r.newBlock(syntax.FunctionBlock, s.Name.ID, line)
	s.Block.IsCoroutine = s.Async
	r.open(s.Block)
	r.params(s.Params)
	r.inBody(func() { r.stmts(s.Body) })
	r.close()
	if s.ParamBlock != nil {
		r.close()
		r.exprs(s.Decorators)
	}
}

// inBody walks the body of a function, in which the limits of what surrounds
// it do not hold.
func (r *resolver) inBody(walk func()) {
	iter := r.inIterable
	r.inIterable = 0
	walk()
	r.inIterable = iter
}

func (r *resolver) defaults(ps *syntax.Params) {
	for _, a := range ps.All() {
		r.expr(a.Default)
	}
}

func (r *resolver) annotations(ps *syntax.Params, returns syntax.Expr) {
	for _, a := range ps.All() {
		r.annotationExpr(a.Annotation)
	}
	r.annotationExpr(returns)
}

func (r *resolver) annotationExpr(e syntax.Expr) {
	if r.module.FutureAnnotations {
		checkUnevaluated(e)
		return
	}
	r.expr(e)
}

// params declares the parameters in the order of their slots.
func (r *resolver) params(ps *syntax.Params) {
	for _, a := range ps.All() {
		r.note(a.Name, useParam)
	}
}

func (r *resolver) class(s *syntax.ClassDef) {
	r.define(s.Name)
	s.ParamBlock = r.openTypeParams(s.TypeParams, s.Name)
	r.exprs(s.Bases)
	r.keywords(s.Keywords)
	if s.ParamBlock == nil {
		r.exprs(s.Decorators)
	}
	line := s.Start.Line
	if len(s.Decorators) > 0 {
		line = s.Decorators[0].Span().Start.Line
	}
	s.Block = r.newBlock(syntax.ClassBlock, s.Name.ID, line)
	outer := r.private
	r.private = s.Name.ID
	r.open(s.Block)
	r.inBody(func() { r.stmts(s.Body) })
	r.close()
	r.private = outer
	if s.ParamBlock != nil {
		r.close()
		r.exprs(s.Decorators)
	}
}

// openTypeParams opens the scope of PEP 695 type parameters, if there are any.
func (r *resolver) openTypeParams(list []*syntax.TypeParam, of *syntax.Name) *syntax.Block {
	if len(list) == 0 {
		return nil
	}
	b := r.newBlock(syntax.TypeParamBlock, "<generic parameters of "+of.ID+">", of.Start.Line)
	r.open(b)
	for _, t := range list {
		if y := r.cur.symbols[r.mangle(t.Name.ID)]; y != nil {
			fail(t.Span(), fmt.Sprintf("duplicate type parameter '%s'", t.Name.ID))
		}
		r.define(t.Name)
		if t.Bound != nil {
			t.Block = r.newBlock(syntax.LazyBlock, t.Name.ID, t.Start.Line)
			r.lazy(t.Block, t.Bound)
		}
	}
	return b
}

// lazy walks an expression that is evaluated in a scope of its own, later.
func (r *resolver) lazy(b *syntax.Block, e syntax.Expr) {
	r.open(b)
	r.expr(e)
	r.close()
}

func (r *resolver) typeAlias(s *syntax.TypeAlias) {
	r.define(s.Name)
	s.ParamBlock = r.openTypeParams(s.TypeParams, s.Name)
	s.Block = r.newBlock(syntax.LazyBlock, s.Name.ID, s.Start.Line)
	r.lazy(s.Block, s.Value)
	if s.ParamBlock != nil {
		r.close()
	}
}
