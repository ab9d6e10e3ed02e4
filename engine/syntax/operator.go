package syntax

// Operator is a binary arithmetic operator, also of an augmented assignment.
type Operator uint8

const (
	Add Operator = iota
	Sub
	Mult
	MatMult
	Div
	FloorDiv
	Mod
	Pow
	LShift
	RShift
	BitOr
	BitXor
	BitAnd
)

var operatorText = [...]string{"+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "|", "^", "&"}

func (o Operator) String() string { return operatorText[o] }

// UnaryOperator is a prefix operator.
type UnaryOperator uint8

const (
	Invert UnaryOperator = iota
	Not
	UAdd
	USub
)

var unaryText = [...]string{"~", "not", "+", "-"}

func (o UnaryOperator) String() string { return unaryText[o] }

// CmpOperator is a comparison.
type CmpOperator uint8

const (
	Eq CmpOperator = iota
	NotEq
	Lt
	LtE
	Gt
	GtE
	Is
	IsNot
	In
	NotIn
)

var cmpText = [...]string{"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"}

func (o CmpOperator) String() string { return cmpText[o] }

// BoolOperator is `and` or `or`.
type BoolOperator uint8

const (
	And BoolOperator = iota
	Or
)

var boolText = [...]string{"and", "or"}

func (o BoolOperator) String() string { return boolText[o] }
