package device

// DType is the type of a tensor's elements. The zero DType, NoDType, means "not
// given" wherever an argument is optional.
type DType uint8

// The element types, in the order of PyTorch's promotion categories: bool,
// integers, floats, complex. Floats of 8 bits stand last: they are promoted with nothing,
// and kernels are compiled with the others' numbers.
const (
	NoDType DType = iota
	Bool
	Uint8
	Int8
	Int16
	Int32
	Int64
	Float16
	BFloat16
	Float32
	Float64
	Complex64
	Complex128
	Float8E4M3
	Float8E5M2
	NumDTypes
)

// dtypeInfo holds what PyTorch calls each type: its dtype's name, the scalar
// type's name in error messages, and the legacy tensor class.
var dtypeInfo = [NumDTypes]struct {
	size                 int
	name, scalar, legacy string
}{
	NoDType:    {0, "undefined", "Undefined", "UndefinedTensor"},
	Bool:       {1, "bool", "Bool", "BoolTensor"},
	Uint8:      {1, "uint8", "Byte", "ByteTensor"},
	Int8:       {1, "int8", "Char", "CharTensor"},
	Int16:      {2, "int16", "Short", "ShortTensor"},
	Int32:      {4, "int32", "Int", "IntTensor"},
	Int64:      {8, "int64", "Long", "LongTensor"},
	Float16:    {2, "float16", "Half", "HalfTensor"},
	BFloat16:   {2, "bfloat16", "BFloat16", "BFloat16Tensor"},
	Float32:    {4, "float32", "Float", "FloatTensor"},
	Float64:    {8, "float64", "Double", "DoubleTensor"},
	Complex64:  {8, "complex64", "ComplexFloat", "ComplexFloatTensor"},
	Complex128: {16, "complex128", "ComplexDouble", "ComplexDoubleTensor"},
	Float8E4M3: {1, "float8_e4m3fn", "Float8_e4m3fn", "Float8_e4m3fnTensor"},
	Float8E5M2: {1, "float8_e5m2", "Float8_e5m2", "Float8_e5m2Tensor"},
}

// Size is the size of one element in bytes.
func (d DType) Size() int { return dtypeInfo[d].size }

// Name is the name without its module: "float32".
func (d DType) Name() string { return dtypeInfo[d].name }

// String is the name PyTorch prints: "torch.float32".
func (d DType) String() string { return "torch." + dtypeInfo[d].name }

// Scalar is the name error messages use: "Float".
func (d DType) Scalar() string { return dtypeInfo[d].scalar }

// Legacy is the name of the legacy tensor class: "FloatTensor".
func (d DType) Legacy() string { return dtypeInfo[d].legacy }

// IsFloat reports a real floating type.
func (d DType) IsFloat() bool { return d >= Float16 && d <= Float64 || d.IsFloat8() }

// IsFloat8 reports a float of 8 bits, which is stored and converted, and multiplied in
// products with results of other types, but has no arithmetic of its own.
func (d DType) IsFloat8() bool { return d == Float8E4M3 || d == Float8E5M2 }

// IsComplex reports a complex type.
func (d DType) IsComplex() bool { return d == Complex64 || d == Complex128 }

// IsIntegral reports an integer type; bool is not one.
func (d DType) IsIntegral() bool { return d >= Uint8 && d <= Int64 }

// IsHalf reports a 16-bit float, which kernels compute in float32.
func (d DType) IsHalf() bool { return d == Float16 || d == BFloat16 }

// IsSigned reports whether the type has negative values.
func (d DType) IsSigned() bool { return d >= Int8 }

// Differentiable reports whether a tensor of the type may require gradients.
func (d DType) Differentiable() bool { return d >= Float16 }

// Real is the type of a complex type's parts, and any other type itself.
func (d DType) Real() DType {
	switch d {
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	}
	return d
}

// Complex is the complex type whose parts are of this type.
func (d DType) Complex() DType {
	switch d {
	case Float64, Complex128:
		return Complex128
	}
	return Complex64
}

// Compute is the type in which kernels compute values of this type.
func (d DType) Compute() DType {
	if d.IsHalf() {
		return Float32
	}
	return d
}

// DTypes lists every element type.
func DTypes() []DType {
	list := make([]DType, 0, NumDTypes-1)
	for d := Bool; d < NumDTypes; d++ {
		list = append(list, d)
	}
	return list
}

// Types is a set of element types.
type Types uint16

// The sets that operations tell apart.
const (
	Bools     Types = 1 << Bool
	Integers  Types = 1<<Uint8 | 1<<Int8 | 1<<Int16 | 1<<Int32 | 1<<Int64
	Whole           = Bools | Integers
	Halves    Types = 1 << Float16
	Floats    Types = 1<<BFloat16 | 1<<Float32 | 1<<Float64
	Complexes Types = 1<<Complex64 | 1<<Complex128
	Float8s   Types = 1<<Float8E4M3 | 1<<Float8E5M2
)

// Has reports whether d is in the set.
func (t Types) Has(d DType) bool { return t>>d&1 != 0 }
