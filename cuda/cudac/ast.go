// This file defines the syntax tree.

package cudac

// expr is an expression; op says which: "num", "str", "name", "call", "index", "member",
// "arrow", "cast", "construct", "sizeof", "init", "?:", "pre", "post" (++ and --),
// "unary", "=", an operator with "=" behind it, or a binary operator.
type expr struct {
	op   string
	tok  token
	name string // of names, members; the operator of unary, pre and post
	kids []*expr
	typ  *Type
	args []templateArg // written behind a function's name
}

type templateArg struct {
	typ *Type
	val *expr
}

// stmt is a statement; op is the keyword, "block", "expr", "decl" or "empty".
type stmt struct {
	op    string
	tok   token
	decls []*decl
	cond  *expr
	init  *stmt
	post  *expr
	body  []*stmt
	other *stmt // else
	end   token
}

// decl declares a variable, a parameter or a member.
type decl struct {
	tok       token
	name      string
	typ       *Type
	ref       bool
	init      *expr
	shared    bool
	external  bool
	constant  bool // __constant__
	constexpr bool
	device    bool
	static    bool
}

type templateParam struct {
	name   string
	isType bool
	preset *templateArg
}

// function is a function of the source; a template where params stand before it.
type function struct {
	tok                  token
	name                 string
	ret                  *Type
	retRef               bool
	params               []*decl
	body                 *stmt
	global, device, host bool
	template             []templateParam
	owner                *Type // of methods
	maxThreads           *expr
}

// unit is a whole source.
type unit struct {
	functions map[string][]*function
	kernels   []*function
	order     []*function
	globals   []*decl
	enums     map[string]*expr
	enumAfter map[string]int64
}
