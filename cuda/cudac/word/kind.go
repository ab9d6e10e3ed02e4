// Package word computes on the words of registers. A word is 64 bits: an integer extended by its sign, the bits of a
// float, or an address.
package word

// Kind is a sort of type.
type Kind uint8

// The kinds, arithmetic ones in the order of C's conversion rank.
const (
	Void Kind = iota
	Bool
	I8
	U8
	I16
	U16
	I32
	U32
	I64
	U64
	F16
	BF16
	F32
	F64
	Pointer
	Array
	Struct
	Func      // what a function pointer points to; Elem is what it returns
	Parameter // a template's type parameter, until it is known
	Auto      // what the initializer has
)

// kindNames are the kinds as a programmer calls them.
var kindNames = [...]string{"void", "bool", "char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long", "unsigned long long", "__half", "__nv_bfloat16", "float", "double", "pointer", "array", "struct", "function", "type parameter", "auto"}

// kindSizes are their bytes; those of arrays and structs depend on the type.
var kindSizes = [...]int{1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 8, 0, 0, 0, 0, 0}

// String is what a programmer calls the kind.
func (k Kind) String() string { return kindNames[k] }

// Size is the bytes of a value of the kind in memory; 0 for arrays and structs, whose types say it.
func (k Kind) Size() int { return kindSizes[k] }

// Integer reports a kind of integer; bool is one.
func (k Kind) Integer() bool { return k >= Bool && k <= U64 }

// Unsigned reports a kind without sign.
func (k Kind) Unsigned() bool {
	return k == Bool || k == U8 || k == U16 || k == U32 || k == U64 || k == Pointer
}

// Loose kinds wrap around: sums and products of numbers that are off by multiples of 2³² are,
// too. Whether a number is exact matters where it is compared, divided or made longer.
func (k Kind) Loose() bool { return k == I32 || k == U32 }
