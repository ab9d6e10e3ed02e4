// Package syntax is the tree of a Python source.
//
// It has the syntax of Python 3.12 and follows the shape of Python's own ast module, so a reader
// who knows one knows the other. Package scan cuts a source into tokens, parse makes the tree of
// them, unparse writes it as text again. What a name refers to is decided by package resolve,
// which fills in the Binding and Block fields declared here.
package syntax

import "gputour/engine/diag"

// Node is any part of the tree that stands at one place in the source.
type Node interface {
	// Span is the half-open range that the node's text covers.
	Span() diag.Span
}

// Range is embedded in every node and says where its text starts and ends.
// Columns count code points from 0, lines from 1.
type Range struct {
	Start, End diag.Pos
}

// Span returns the range as a diag.Span.
func (r *Range) Span() diag.Span { return diag.Span{Start: r.Start, End: r.End} }

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Pattern is the pattern of a case.
type Pattern interface {
	Node
	pattern()
}

// Module is one parsed source: a file, a cell, or one expression.
type Module struct {
	Range
	Filename string
	// Source is the text, with "\n" at the end of every line; FirstLine is the
	// number of its first line.
	Source    string
	FirstLine int
	// Body holds the statements (Exec mode).
	Body []Stmt
	// Expr is the expression (Eval mode), else nil.
	Expr Expr
	// FutureAnnotations is set by `from __future__ import annotations`:
	// annotations are then not evaluated, Unparse gives their text.
	FutureAnnotations bool
	// Warnings are findings that do not stop the program, such as an invalid
	// escape sequence; Code is the warning's class ("DeprecationWarning").
	Warnings diag.List
	// Block is the module's symbol table, filled by package resolve.
	Block *Block
}

type (
	// ExprStmt is an expression that stands alone.
	ExprStmt struct {
		Range
		Value Expr
		// Semicolon tells that a ';' follows, by which a notebook user asks
		// not to display the value.
		Semicolon bool
	}

	// Assign is `target = … = value`.
	Assign struct {
		Range
		Targets []Expr
		Value   Expr
	}

	// AugAssign is `target op= value`. Target is a Name, Attribute or Subscript in Store context.
	AugAssign struct {
		Range
		Target Expr
		Op     Operator
		Value  Expr
	}

	// AnnAssign is `target: annotation [= value]`. Value may be nil.
	AnnAssign struct {
		Range
		Target     Expr
		Annotation Expr
		Value      Expr
		// Simple tells that the target is a name without parentheses:
		// only those are recorded in __annotations__.
		Simple bool
	}

	// TypeAlias is PEP 695's `type Name[params] = value`.
	TypeAlias struct {
		Range
		Name       *Name
		TypeParams []*TypeParam
		Value      Expr
		// Block is the scope that Value is evaluated in (lazily).
		Block *Block
		// ParamBlock is the scope of TypeParams, nil if there are none.
		ParamBlock *Block
	}

	// Return is `return [value]`. Value may be nil.
	Return struct {
		Range
		Value Expr
	}

	// Delete is `del targets`.
	Delete struct {
		Range
		Targets []Expr
	}

	// Pass is `pass`.
	Pass struct{ Range }

	// Break is `break`.
	Break struct{ Range }

	// Continue is `continue`.
	Continue struct{ Range }

	// Raise is `raise [exc [from cause]]`. Both may be nil.
	Raise struct {
		Range
		Exc, Cause Expr
	}

	// Assert is `assert test [, msg]`. Msg may be nil.
	Assert struct {
		Range
		Test, Msg Expr
	}

	// Global is `global names`.
	Global struct {
		Range
		Names []string
	}

	// Nonlocal is `nonlocal names`.
	Nonlocal struct {
		Range
		Names []string
	}

	// Import is `import aliases`.
	Import struct {
		Range
		Aliases []*Alias
	}

	// ImportFrom is `from …module import aliases`. A star import has one alias
	// whose Path is "*" and whose Name is nil.
	ImportFrom struct {
		Range
		// Module is the dotted path, "" in `from . import x`.
		Module string
		// Level is the number of leading dots.
		Level   int
		Aliases []*Alias
	}

	// If is `if test: body else: orelse`; an elif is an If alone in Orelse.
	If struct {
		Range
		Test   Expr
		Body   []Stmt
		Orelse []Stmt
	}

	// While is `while test: body else: orelse`.
	While struct {
		Range
		Test   Expr
		Body   []Stmt
		Orelse []Stmt
	}

	// For is `[async] for target in iter: body else: orelse`.
	For struct {
		Range
		Async  bool
		Target Expr
		Iter   Expr
		Body   []Stmt
		Orelse []Stmt
	}

	// With is `[async] with items: body`.
	With struct {
		Range
		Async bool
		Items []*WithItem
		Body  []Stmt
	}

	// Try is `try: … except …: … else: … finally: …`.
	Try struct {
		Range
		Body     []Stmt
		Handlers []*ExceptHandler
		Orelse   []Stmt
		Finally  []Stmt
		// Star tells that the handlers are `except*`.
		Star bool
	}

	// FunctionDef is `[async] def name(params) -> returns: body`. Its range starts
	// there, not at the decorators.
	FunctionDef struct {
		Range
		Async      bool
		Name       *Name
		TypeParams []*TypeParam
		Params     *Params
		// Returns is the annotation of the result, or nil.
		Returns    Expr
		Body       []Stmt
		Decorators []Expr
		// Block is the function's symbol table.
		Block *Block
		// ParamBlock is the scope of TypeParams, nil if there are none.
		ParamBlock *Block
	}

	// ClassDef is `class name(bases, keywords): body`.
	ClassDef struct {
		Range
		Name       *Name
		TypeParams []*TypeParam
		// Bases may hold Starred expressions.
		Bases      []Expr
		Keywords   []*Keyword
		Body       []Stmt
		Decorators []Expr
		// Block is the class body's symbol table.
		Block *Block
		// ParamBlock is the scope of TypeParams, nil if there are none.
		ParamBlock *Block
	}

	// Match is `match subject: cases`.
	Match struct {
		Range
		Subject Expr
		Cases   []*MatchCase
	}
)

type (
	// Alias is `path [as name]` of an import.
	Alias struct {
		Range
		// Path is the dotted path (Import) or the attribute's name (ImportFrom).
		Path string
		// AsName tells whether there is an `as`.
		AsName bool
		// Name is the variable that is bound: the one after `as`, or else the
		// first component of Path. It is nil for a star import.
		Name *Name
	}

	// WithItem is `context [as target]`. Target may be nil.
	WithItem struct {
		Context Expr
		Target  Expr
	}

	// ExceptHandler is `except type as name: body`. Type and Name may be nil.
	ExceptHandler struct {
		Range
		Type Expr
		Name *Name
		Body []Stmt
	}

	// MatchCase is `case pattern if guard: body`. Guard may be nil.
	MatchCase struct {
		Pattern Pattern
		Guard   Expr
		Body    []Stmt
	}

	// Param is one formal parameter. Annotation and Default may be nil.
	Param struct {
		Range
		Name       *Name
		Annotation Expr
		Default    Expr
	}

	// Params are the formal parameters of a function or lambda.
	Params struct {
		PosOnly []*Param
		Args    []*Param
		// VarArg is `*name`, or nil.
		VarArg *Param
		KwOnly []*Param
		// KwArg is `**name`, or nil.
		KwArg *Param
	}

	// TypeParam is one of PEP 695's type parameters: `T: bound`, `*Ts`, `**P`.
	TypeParam struct {
		Range
		Kind TypeParamKind
		Name *Name
		// Bound may be nil; a tuple stands for constraints.
		Bound Expr
		// Block is the scope that Bound is evaluated in (lazily), nil without one.
		Block *Block
	}
)

// TypeParamKind tells the three kinds of type parameter apart.
type TypeParamKind uint8

const (
	TypeVar TypeParamKind = iota
	TypeVarTuple
	ParamSpec
)

func (*ExprStmt) stmt()    {}
func (*Assign) stmt()      {}
func (*AugAssign) stmt()   {}
func (*AnnAssign) stmt()   {}
func (*TypeAlias) stmt()   {}
func (*Return) stmt()      {}
func (*Delete) stmt()      {}
func (*Pass) stmt()        {}
func (*Break) stmt()       {}
func (*Continue) stmt()    {}
func (*Raise) stmt()       {}
func (*Assert) stmt()      {}
func (*Global) stmt()      {}
func (*Nonlocal) stmt()    {}
func (*Import) stmt()      {}
func (*ImportFrom) stmt()  {}
func (*If) stmt()          {}
func (*While) stmt()       {}
func (*For) stmt()         {}
func (*With) stmt()        {}
func (*Try) stmt()         {}
func (*FunctionDef) stmt() {}
func (*ClassDef) stmt()    {}
func (*Match) stmt()       {}

// All returns every parameter in the order of the function's first local slots:
// positional-only, positional, keyword-only, *args, **kwargs.
func (p *Params) All() []*Param {
	all := make([]*Param, 0, len(p.PosOnly)+len(p.Args)+len(p.KwOnly)+2)
	all = append(all, p.PosOnly...)
	all = append(all, p.Args...)
	all = append(all, p.KwOnly...)
	if p.VarArg != nil {
		all = append(all, p.VarArg)
	}
	if p.KwArg != nil {
		all = append(all, p.KwArg)
	}
	return all
}

// Docstring returns the documentation string that a body begins with, if it does.
func Docstring(body []Stmt) (string, bool) {
	if len(body) == 0 {
		return "", false
	}
	s, ok := body[0].(*ExprStmt)
	if !ok {
		return "", false
	}
	c, ok := s.Value.(*Constant)
	if !ok {
		return "", false
	}
	doc, ok := c.Value.(string)
	return doc, ok
}
