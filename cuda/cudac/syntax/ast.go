// Package syntax parses tokens to the tree of a program: its types, declarations, statements and expressions.
package syntax

import "gputour/cuda/cudac/lex"

// Expr is an expression; op says which: "num", "str", "name", "call", "launch" (a call
// with <<<…>>>), "index", "member", "arrow", "cast", "construct", "sizeof", "typeid", "init", "?:",
// "new", "delete", "designated", "pre", "post" (++ and --), "unary", "lambda", "offsetof", "throw", "=", an
// operator with "=" behind it, or a binary operator.
type Expr struct {
	Op     string
	Tok    lex.Token
	Name   string // of names, members; the operator of unary, pre and post
	Kids   []*Expr
	Type   *Type         // that is named; for names, the class before ::
	Args   []TemplateArg // written behind a function's name
	Setup  []*Expr       // of launches: grid, block, shared bytes, stream
	Many   bool          // new[], delete[]
	Outer  bool          // a name behind a namespace: none of a block or a class
	Lambda *lambda
}

// TemplateArg is an argument of a template: a type or a value.
type TemplateArg struct {
	Type *Type
	Val  *Expr
}

// lambda is a function without a name, with what it captures.
type lambda struct {
	F        *Function
	ByCopy   bool // [=]
	ByRef    bool // [&]
	Captures []capture
}

// capture is an entry of a lambda's brackets.
type capture struct {
	Tok  lex.Token
	Ref  bool
	Init *Expr // of [name = init]
}

// Stmt is a statement; op is the keyword, "block", "expr", "decl", "each" (for over a
// range), "label" or "empty".
type Stmt struct {
	Op    string
	Tok   lex.Token
	Decls []*Decl
	Cond  *Expr
	Init  *Stmt
	Post  *Expr
	Body  []*Stmt
	Known bool  // if constexpr
	Other *Stmt // else
	End   lex.Token
}

// Decl declares a variable, a parameter or a member.
type Decl struct {
	Tok       lex.Token
	Name      string
	Parts     []lex.Token // of auto [a, b] = …
	Type      *Type
	Ref       bool
	Move      bool // &&
	pack      bool // T... name
	Init      *Expr
	Shared    bool
	External  bool
	Constant  bool // __constant__
	Constexpr bool
	Device    bool
	Managed   bool
	Static    bool
	Counter   bool // of a for
}

// TemplateParam is a parameter of a template.
type TemplateParam struct {
	Name   string
	IsType bool // or a class template
	pack   bool // typename... T
	Preset *TemplateArg
}

// Function is a function of the source; a template where template is not nil.
type Function struct {
	Tok                  lex.Token
	Name                 string
	Result               *Type
	RetRef               bool
	Params               []*Decl
	Variadic             bool
	deduced              bool // a specialisation whose arguments its signature says
	Body                 *Stmt
	Global, Device, Host bool
	Template             []TemplateParam
	Special              []TemplateArg // of template<> T f<args>(…): what it is for
	Owner                *Type         // of methods
	Inits                []MemberInit
	Constant, Static     bool // of methods
	Virtual              bool
	Header               bool // CUDA or its headers define it
	Preset               bool // = default
	Pure                 bool // = 0
	MaxThreads           *Expr
	Closure              any               // of lambdas: what the body sees, for who lowers it
	Packs                map[string]int    // of a template with packs: the length of each
	clones               map[int]*Function // of a template with packs, by the length of its packs
	Id                   uint64            // as a function pointer's value; 0 where none points to it
	Recast               bool              // its name is cast to another function's type
}

// MemberInit is an entry behind a constructor's colon.
type MemberInit struct {
	Tok  lex.Token
	Args *Expr // a construct
}

// generic is a class template: tokens that are read again for each instance.
type generic struct {
	name    string
	params  []TemplateParam
	toks    []lex.Token
	made    map[string]*Type
	header  bool
	uses    int
	alias   bool         // template <…> using
	unknown bool         // a template's parameter, which stands for a class template
	cases   []special    // partial specialisations
	outside []definition // methods that are defined outside
}

// special is a partial specialisation of a class template.
type special struct {
	params []TemplateParam
	args   []TemplateArg
	toks   []lex.Token
}

// Unit is a whole source.
type Unit struct {
	parser    *parser
	Functions map[string][]*Function
	Kernels   []*Function
	Order     []*Function
	Globals   []*Decl
	Taken     map[*Function]map[string]bool
	pointed   []*Function

	Lambdas           int                // that were lowered
	RefMembers        bool               // a class has a member that is a reference
	Looks             map[*Expr]bool     // what conditions read that atomics behind them change
	Dynamic           []*Type            // classes with virtual functions
	constantTemplates map[string]bool    // template <…> constexpr T name = …
	ClassConstants    map[string]bool    // names of constants of classes
	Loops             map[*Function]bool // functions that call themselves
	Barriers          map[string]string  // by function: the barrier that it contains, or ""
	EnumAfter         map[string]int64
	constants         map[string]int64 // const integers outside of functions
}

// anyTemplate reports that a name stands for a function template.
func (u *Unit) anyTemplate(name string) bool {
	for _, f := range u.Functions[name] {
		if f.Template != nil {
			return true
		}
	}
	return false
}

// Recursive reports that a function was found to call itself.
func (u *Unit) Recursive(f *Function) bool { return u.Loops[f] }
