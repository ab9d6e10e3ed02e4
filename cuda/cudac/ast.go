// This file defines the syntax tree.

package cudac

// expr is an expression; op says which: "num", "str", "name", "call", "launch" (a call
// with <<<…>>>), "index", "member", "arrow", "cast", "construct", "sizeof", "typeid", "init", "?:",
// "new", "delete", "designated", "pre", "post" (++ and --), "unary", "lambda", "offsetof", "throw", "=", an
// operator with "=" behind it, or a binary operator.
type expr struct {
	op    string
	tok   token
	name  string // of names, members; the operator of unary, pre and post
	kids  []*expr
	typ   *Type         // that is named; for names, the class before ::
	args  []templateArg // written behind a function's name
	setup []*expr       // of launches: grid, block, shared bytes, stream
	many  bool          // new[], delete[]
	outer bool          // a name behind a namespace: none of a block or a class
	fn    *lambda
}

type templateArg struct {
	typ *Type
	val *expr
}

// lambda is a function without a name, with what it captures.
type lambda struct {
	f        *function
	byCopy   bool // [=]
	byRef    bool // [&]
	captures []capture
}

// capture is an entry of a lambda's brackets.
type capture struct {
	tok  token
	ref  bool
	init *expr // of [name = init]
}

// stmt is a statement; op is the keyword, "block", "expr", "decl", "each" (for over a
// range), "label" or "empty".
type stmt struct {
	op    string
	tok   token
	decls []*decl
	cond  *expr
	init  *stmt
	post  *expr
	body  []*stmt
	known bool  // if constexpr
	other *stmt // else
	end   token
}

// decl declares a variable, a parameter or a member.
type decl struct {
	tok       token
	name      string
	parts     []token // of auto [a, b] = …
	typ       *Type
	ref       bool
	move      bool // &&
	pack      bool // T... name
	init      *expr
	shared    bool
	external  bool
	constant  bool // __constant__
	constexpr bool
	device    bool
	managed   bool
	static    bool
	counter   bool // of a for
}

type templateParam struct {
	name   string
	isType bool
	pack   bool // typename... T
	preset *templateArg
}

// function is a function of the source; a template where template is not nil.
type function struct {
	tok                  token
	name                 string
	ret                  *Type
	retRef               bool
	params               []*decl
	variadic             bool
	body                 *stmt
	global, device, host bool
	template             []templateParam
	special              []templateArg // of template<> T f<args>(…): what it is for
	owner                *Type         // of methods
	inits                []memberInit
	constant, static     bool // of methods
	virtual              bool
	header               bool // CUDA or its headers define it
	preset               bool // = default
	pure                 bool // = 0
	maxThreads           *expr
	closure              *closure          // of lambdas
	packs                map[string]int    // of a template with packs: the length of each
	clones               map[int]*function // of a template with packs, by the length of its packs
	id                   uint64            // as a function pointer's value; 0 where none points to it
	recast               bool              // its name is cast to another function's type
}

// memberInit is an entry behind a constructor's colon.
type memberInit struct {
	tok  token
	args *expr // a construct
}

// generic is a class template: tokens that are read again for each instance.
type generic struct {
	name    string
	params  []templateParam
	toks    []token
	made    map[string]*Type
	header  bool
	uses    int
	alias   bool         // template <…> using
	cases   []special    // partial specialisations
	outside []definition // methods that are defined outside
}

// special is a partial specialisation of a class template.
type special struct {
	params []templateParam
	args   []templateArg
	toks   []token
}

// unit is a whole source.
type unit struct {
	parser    *parser
	functions map[string][]*function
	kernels   []*function
	order     []*function
	globals   []*decl
	taken     map[*function]map[string]bool
	pointed   []*function

	lambdas           int                // that were lowered
	refMembers        bool               // a class has a member that is a reference
	looks             map[*expr]bool     // what conditions read that atomics behind them change
	dynamic           []*Type            // classes with virtual functions
	constantTemplates map[string]bool    // template <…> constexpr T name = …
	classConstants    map[string]bool    // names of constants of classes
	loops             map[*function]bool // functions that call themselves
	barriers          map[string]string  // by function: the barrier that it contains, or ""
	enumAfter         map[string]int64
	constants         map[string]int64 // const integers outside of functions
}

// anyTemplate reports that a name stands for a function template.
func (u *unit) anyTemplate(name string) bool {
	for _, f := range u.functions[name] {
		if f.template != nil {
			return true
		}
	}
	return false
}

// recursive reports that a function was found to call itself.
func (u *unit) recursive(f *function) bool { return u.loops[f] }
