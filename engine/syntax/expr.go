package syntax

import "gputour/engine/diag"

// This file defines the expressions and the patterns of the tree.

// Context tells what is done with a Name, Attribute, Subscript, Starred, List or Tuple.
type Context uint8

const (
	Load Context = iota
	Store
	Del
)

type (
	// Name is an identifier, also where a statement binds one (the name of a
	// function, an import, a handler, a capture). Identifiers are NFKC.
	Name struct {
		Range
		ID  string
		Ctx Context
		// Binding says which variable it is; package resolve fills it in.
		Binding Binding
	}

	// Constant is a literal. The dynamic type of Value is one of: nil (None),
	// bool, int64, *big.Int (outside int64), float64, complex128 (imaginary
	// literals), string, Bytes, Ellipsis. Adjacent literals are joined. A string
	// is UTF-8, and a lone surrogate from an escape stands as its three bytes (WTF-8).
	Constant struct {
		Range
		Value any
	}

	// JoinedStr is an f-string. Values are Constants (strings) and FormattedValues.
	JoinedStr struct {
		Range
		Values []Expr
	}

	// FormattedValue is `{value!conversion:spec}`. For `{value=}` the text up to
	// and with the `=` stands in the Constant before it, as in CPython.
	FormattedValue struct {
		Range
		Value Expr
		// Conversion is 's', 'r', 'a', or 0.
		Conversion byte
		// Spec is nil where there is no format specification.
		Spec *JoinedStr
	}

	// Attribute is `value.attr`.
	Attribute struct {
		Range
		Value Expr
		Attr  string
		Ctx   Context
	}

	// Subscript is `value[index]`. Index may be a Slice or a Tuple of them.
	Subscript struct {
		Range
		Value Expr
		Index Expr
		Ctx   Context
	}

	// Slice is `lower:upper:step` inside a subscript. Each may be nil.
	Slice struct {
		Range
		Lower, Upper, Step Expr
	}

	// Starred is `*value` in a call, a display, or a target.
	Starred struct {
		Range
		Value Expr
		Ctx   Context
	}

	// Call is `func(args, keywords)`. Args may hold Starred expressions.
	Call struct {
		Range
		Func     Expr
		Args     []Expr
		Keywords []*Keyword
	}

	// Keyword is `name=value` of a call or a class; Name is "" for `**value`.
	Keyword struct {
		Range
		Name  string
		Value Expr
	}

	// List is `[elts]`.
	List struct {
		Range
		Elts []Expr
		Ctx  Context
	}

	// Tuple is `elts,` with or without parentheses; the range includes them.
	Tuple struct {
		Range
		Elts          []Expr
		Ctx           Context
		Parenthesized bool
	}

	// Set is `{elts}`, never empty.
	Set struct {
		Range
		Elts []Expr
	}

	// Dict is `{key: value, **mapping}`. A nil key stands for `**`.
	Dict struct {
		Range
		Keys, Values []Expr
	}

	// BoolOp is `value and value …` or `value or value …`.
	BoolOp struct {
		Range
		Op     BoolOperator
		Values []Expr
	}

	// BinOp is `left op right`.
	BinOp struct {
		Range
		Op          Operator
		OpPos       diag.Pos
		Left, Right Expr
	}

	// UnaryOp is `op operand`.
	UnaryOp struct {
		Range
		Op      UnaryOperator
		Operand Expr
	}

	// Compare is `left op comparator op comparator …`.
	Compare struct {
		Range
		Left        Expr
		Ops         []CmpOperator
		Comparators []Expr
	}

	// IfExp is `body if test else orelse`.
	IfExp struct {
		Range
		Test, Body, Orelse Expr
	}

	// NamedExpr is `target := value`.
	NamedExpr struct {
		Range
		Target *Name
		Value  Expr
	}

	// Lambda is `lambda params: body`.
	Lambda struct {
		Range
		Params *Params
		Body   Expr
		Block  *Block
	}

	// Comp is a comprehension or a generator expression. Key is nil but for a
	// DictComp. Clauses has at least one element; the first one's Iter belongs
	// to the enclosing scope, all the rest to Block.
	Comp struct {
		Range
		Kind    CompKind
		Key     Expr
		Elt     Expr
		Clauses []*CompClause
		Block   *Block
	}

	// CompClause is `[async] for target in iter if … if …`.
	CompClause struct {
		Async  bool
		Target Expr
		Iter   Expr
		Ifs    []Expr
	}

	// Yield is `yield [value]`. Value may be nil.
	Yield struct {
		Range
		Value Expr
	}

	// Await is `await value`.
	Await struct {
		Range
		Value Expr
	}

	// YieldFrom is `yield from value`.
	YieldFrom struct {
		Range
		Value Expr
	}
)

// CompKind tells the comprehensions apart.
type CompKind uint8

const (
	ListComp CompKind = iota
	SetComp
	DictComp
	GeneratorExp
)

// Bytes is the value of a bytes literal.
type Bytes string

// Ellipsis is the value of the literal `...`.
type Ellipsis struct{}

// The patterns of match.
type (
	// MatchValue compares with a literal or a dotted name.
	MatchValue struct {
		Range
		Value Expr
	}

	// MatchSingleton is None, True or False (nil, true, false), compared by identity.
	MatchSingleton struct {
		Range
		Value any
	}

	// MatchSequence is `[p, *rest, q]`.
	MatchSequence struct {
		Range
		Patterns []Pattern
	}

	// MatchMapping is `{key: pattern, **rest}`. Rest may be nil.
	MatchMapping struct {
		Range
		Keys     []Expr
		Patterns []Pattern
		Rest     *Name
	}

	// MatchClass is `cls(patterns, attr=pattern)`.
	MatchClass struct {
		Range
		Cls        Expr
		Patterns   []Pattern
		KwdAttrs   []string
		KwdPattern []Pattern
	}

	// MatchStar is `*name` inside a sequence; Name is nil for `*_`.
	MatchStar struct {
		Range
		Name *Name
	}

	// MatchAs is `pattern as name`, a capture (Pattern nil) or `_` (both nil).
	MatchAs struct {
		Range
		Pattern Pattern
		Name    *Name
	}

	// MatchOr is `p | q`.
	MatchOr struct {
		Range
		Patterns []Pattern
	}
)

func (*Name) expr()           {}
func (*Constant) expr()       {}
func (*JoinedStr) expr()      {}
func (*FormattedValue) expr() {}
func (*Attribute) expr()      {}
func (*Subscript) expr()      {}
func (*Slice) expr()          {}
func (*Starred) expr()        {}
func (*Call) expr()           {}
func (*List) expr()           {}
func (*Tuple) expr()          {}
func (*Set) expr()            {}
func (*Dict) expr()           {}
func (*BoolOp) expr()         {}
func (*BinOp) expr()          {}
func (*UnaryOp) expr()        {}
func (*Compare) expr()        {}
func (*IfExp) expr()          {}
func (*NamedExpr) expr()      {}
func (*Lambda) expr()         {}
func (*Comp) expr()           {}
func (*Await) expr()          {}
func (*Yield) expr()          {}
func (*YieldFrom) expr()      {}

func (*MatchValue) pattern()     {}
func (*MatchSingleton) pattern() {}
func (*MatchSequence) pattern()  {}
func (*MatchMapping) pattern()   {}
func (*MatchClass) pattern()     {}
func (*MatchStar) pattern()      {}
func (*MatchAs) pattern()        {}
func (*MatchOr) pattern()        {}
