package webgpu

import "gputour/engine/device"

// This file is the table of what the GPU computes: an op without a row runs on the host, which the log says. Types that a
// row has no code for do so, too.

// row is how the GPU runs an op.
type row struct {
	plan how
	// What an element is made of x, y and z, computed in float32, int32 and bool; "" where there is no kernel.
	float, whole, truth string
	fold                *fold
	rowwise             string // see rows.go
}

// how says which plan makes the commands of a launch; the zero one stands for the host.
type how uint8

const (
	onHost how = iota
	byElement
	byCopy
	byFold
	byRow
	byTile
	byStep
)

// plans make the commands of a launch, and the buffers that they need for themselves; not ok where the GPU cannot.
var plans = [...]func(d *Device, l *device.Launch) (list []work, scratch []device.Buffer, ok bool){
	onHost: nil, byElement: planElements, byCopy: planCopy, byFold: planFold, byRow: planRows, byTile: planMatmul, byStep: planStep,
}

// fold is a reduction: how a row's elements x become one value a.
type fold struct {
	of                     device.DType // in which x is read, where it is not the launch's
	has                    device.DType // the type of a, likewise
	start, step, merge, to string       // merge joins a and b; to is what a becomes in the end
}

var rows = [device.NumOps]row{
	// Unary
	device.OpNeg:         {plan: byElement, float: "-x", whole: "-x"},
	device.OpAbs:         {plan: byElement, float: "abs(x)", whole: "abs(x)"},
	device.OpSign:        {plan: byElement, float: "select(0.0, 1.0, x > 0.0) - select(0.0, 1.0, x < 0.0)", whole: "sign(x)"},
	device.OpSquare:      {plan: byElement, float: "x * x", whole: "x * x"},
	device.OpSqrt:        {plan: byElement, float: "sqrt(x)"},
	device.OpRsqrt:       {plan: byElement, float: "1.0 / sqrt(x)"},
	device.OpReciprocal:  {plan: byElement, float: "1.0 / x"},
	device.OpExp:         {plan: byElement, float: "exponential(x)"},
	device.OpExp2:        {plan: byElement, float: "exponential2(x)"},
	device.OpExpm1:       {plan: byElement, float: "expm1(x)"},
	device.OpLog:         {plan: byElement, float: "logarithm(x)"},
	device.OpLog2:        {plan: byElement, float: "logarithm2(x)"},
	device.OpLog10:       {plan: byElement, float: "logarithm(x) * 0.4342944819"},
	device.OpLog1p:       {plan: byElement, float: "log1p(x)"},
	device.OpSin:         {plan: byElement, float: "sine(x, 0u)"},
	device.OpCos:         {plan: byElement, float: "sine(x, 1u)"},
	device.OpTan:         {plan: byElement, float: "sine(x, 0u) / sine(x, 1u)"},
	device.OpTanh:        {plan: byElement, float: "hyperbolic(x)"},
	device.OpSigmoid:     {plan: byElement, float: "1.0 / (1.0 + exponential(-x))"},
	device.OpLogSigmoid:  {plan: byElement, float: "min(x, 0.0) - log1p(exponential(-abs(x)))"},
	device.OpErf:         {plan: byElement, float: "erf(x)"},
	device.OpFloor:       {plan: byElement, float: "floor(x)", whole: "x"},
	device.OpCeil:        {plan: byElement, float: "ceil(x)", whole: "x"},
	device.OpRound:       {plan: byElement, float: "round(x)", whole: "x"},
	device.OpTrunc:       {plan: byElement, float: "trunc(x)", whole: "x"},
	device.OpFrac:        {plan: byElement, float: "x - trunc(x)"},
	device.OpBitwiseNot:  {plan: byElement, whole: "~x", truth: "!x"},
	device.OpRelu:        {plan: byElement, float: "select(x, 0.0, x <= 0.0)", whole: "max(x, 0)"},
	device.OpGelu:        {plan: byElement, float: "x * 0.5 * (1.0 + erf(x * 0.7071067811865476))"},
	device.OpGeluTanh:    {plan: byElement, float: "0.5 * x * (1.0 + hyperbolic(0.7978845608028654 * (x + 0.044715 * x * x * x)))"},
	device.OpSilu:        {plan: byElement, float: "x / (1.0 + exponential(-x))"},
	device.OpMish:        {plan: byElement, float: "x * hyperbolic(select(log1p(exponential(x)), x, x > 20.0))"},
	device.OpSoftplus:    {plan: byElement, float: "select(log1p(exponential(x * $0)) / $0, x, x * $0 > $1)"},
	device.OpElu:         {plan: byElement, float: "select(x * $1, expm1(x * $2) * $0 * $1, x <= 0.0)"},
	device.OpLeakyRelu:   {plan: byElement, float: "x * select($0, 1.0, x > 0.0)"},
	device.OpHardswish:   {plan: byElement, float: "x * low(high(x + 3.0, 0.0), 6.0) / 6.0"},
	device.OpHardsigmoid: {plan: byElement, float: "low(high(x + 3.0, 0.0), 6.0) / 6.0"},
	device.OpClamp:       {plan: byElement, float: "low(high(x, $0), $1)", whole: "min(max(x, #0), #1)"},
	device.OpThreshold:   {plan: byElement, float: "select(x, $1, x <= $0)"},
	device.OpConj:        {plan: byElement, float: "x", whole: "x", truth: "x"},
	device.OpReal:        {plan: byElement, float: "x", whole: "x", truth: "x"},

	// Predicate
	device.OpLogicalNot: {plan: byElement, float: "x == 0.0", whole: "x == 0", truth: "!x"},
	device.OpIsnan:      {plan: byElement, float: "odd(x)"},
	device.OpIsinf:      {plan: byElement, float: "(bitcast<u32>(x) & 0x7fffffffu) == 0x7f800000u"},
	device.OpIsfinite:   {plan: byElement, float: "(bitcast<u32>(x) & 0x7fffffffu) < 0x7f800000u"},
	device.OpIsposinf:   {plan: byElement, float: "bitcast<u32>(x) == 0x7f800000u"},
	device.OpIsneginf:   {plan: byElement, float: "bitcast<u32>(x) == 0xff800000u"},
	device.OpSignbit:    {plan: byElement, float: "(bitcast<u32>(x) >> 31u) == 1u", whole: "x < 0"},

	// Binary
	device.OpAdd:         {plan: byElement, float: "x + $0 * y", whole: "x + #0 * y", truth: "x || y"},
	device.OpSub:         {plan: byElement, float: "x - $0 * y", whole: "x - #0 * y"},
	device.OpMul:         {plan: byElement, float: "x * y", whole: "x * y", truth: "x && y"},
	device.OpDiv:         {plan: byElement, float: "x / y"},
	device.OpPow:         {plan: byElement, float: "power(x, y)"},
	device.OpMaximum:     {plan: byElement, float: "high(x, y)", whole: "max(x, y)", truth: "x || y"},
	device.OpMinimum:     {plan: byElement, float: "low(x, y)", whole: "min(x, y)", truth: "x && y"},
	device.OpBitwiseAnd:  {plan: byElement, whole: "x & y", truth: "x && y"},
	device.OpBitwiseOr:   {plan: byElement, whole: "x | y", truth: "x || y"},
	device.OpBitwiseXor:  {plan: byElement, whole: "x ^ y", truth: "x != y"},
	device.OpCopysign:    {plan: byElement, float: "bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(y) & 0x80000000u))"},
	device.OpReluGrad:    {plan: byElement, float: "select(0.0, x, y > $0)"},
	device.OpSigmoidGrad: {plan: byElement, float: "x * (1.0 - y) * y"},
	device.OpTanhGrad:    {plan: byElement, float: "x * (1.0 - y * y)"},

	// Compare
	device.OpEq:         {plan: byElement, float: "x == y", whole: "x == y", truth: "x == y"},
	device.OpNe:         {plan: byElement, float: "x != y || odd(x) || odd(y)", whole: "x != y", truth: "x != y"},
	device.OpLt:         {plan: byElement, float: "x < y", whole: "x < y", truth: "!x && y"},
	device.OpLe:         {plan: byElement, float: "x <= y", whole: "x <= y", truth: "!x || y"},
	device.OpGt:         {plan: byElement, float: "x > y", whole: "x > y", truth: "x && !y"},
	device.OpGe:         {plan: byElement, float: "x >= y", whole: "x >= y", truth: "x || !y"},
	device.OpLogicalAnd: {plan: byElement, float: "truth(x) && truth(y)", whole: "x != 0 && y != 0", truth: "x && y"},
	device.OpLogicalOr:  {plan: byElement, float: "truth(x) || truth(y)", whole: "x != 0 || y != 0", truth: "x || y"},
	device.OpLogicalXor: {plan: byElement, float: "truth(x) != truth(y)", whole: "(x != 0) != (y != 0)", truth: "x != y"},

	// Ternary; the first operand of where is its condition
	device.OpWhere:       {plan: byElement, float: "select(z, y, x)", whole: "select(z, y, x)", truth: "select(z, y, x)"},
	device.OpAddcmul:     {plan: byElement, float: "x + $0 * y * z"},
	device.OpAddcdiv:     {plan: byElement, float: "x + $0 * y / z"},
	device.OpLerp:        {plan: byElement, float: "select(y - (y - x) * (1.0 - z), x + z * (y - x), z < 0.5)"},
	device.OpClampTensor: {plan: byElement, float: "low(high(x, y), z)", whole: "min(max(x, y), z)"},

	// Reduce
	device.OpSum:          {plan: byFold, fold: &fold{start: "0.0", step: "a + x", merge: "a + b", to: "a"}},
	device.OpProd:         {plan: byFold, fold: &fold{start: "1.0", step: "a * x", merge: "a * b", to: "a"}},
	device.OpAmax:         {plan: byFold, fold: &fold{start: "bitcast<f32>(lowest)", step: "high(a, x)", merge: "high(a, b)", to: "a"}},
	device.OpAmin:         {plan: byFold, fold: &fold{start: "bitcast<f32>(highest)", step: "low(a, x)", merge: "low(a, b)", to: "a"}},
	device.OpNansum:       {plan: byFold, fold: &fold{start: "0.0", step: "a + select(x, 0.0, odd(x))", merge: "a + b", to: "a"}},
	device.OpAll:          {plan: byFold, fold: &fold{of: device.Bool, has: device.Int32, start: "1", step: "min(a, select(0, 1, x))", merge: "min(a, b)", to: "a"}},
	device.OpAny:          {plan: byFold, fold: &fold{of: device.Bool, has: device.Int32, start: "0", step: "max(a, select(0, 1, x))", merge: "max(a, b)", to: "a"}},
	device.OpCountNonzero: {plan: byFold, fold: counting},
	device.OpNorm:         {plan: byFold, fold: &fold{start: "0.0", step: "a + x * x", merge: "a + b", to: "sqrt(a)"}},
	device.OpVar:          {plan: byRow, rowwise: variance},
	device.OpLogsumexp:    {plan: byRow, rowwise: logSum},
	device.OpArgmax:       {plan: byRow, rowwise: extreme},
	device.OpArgmin:       {plan: byRow, rowwise: extreme},
	device.OpMaxDim:       {plan: byRow, rowwise: extreme},
	device.OpMinDim:       {plan: byRow, rowwise: extreme},

	// Softmax
	device.OpSoftmax:        {plan: byRow, rowwise: softmax},
	device.OpLogSoftmax:     {plan: byRow, rowwise: logSoftmax},
	device.OpSoftmaxGrad:    {plan: byRow, rowwise: softmaxGrad},
	device.OpLogSoftmaxGrad: {plan: byRow, rowwise: logSoftmaxGrad},

	// Norm
	device.OpLayerNorm:     {plan: byRow, rowwise: layerNorm},
	device.OpLayerNormGrad: {plan: byRow, rowwise: layerNormGrad},

	device.OpMatmul: {plan: byTile},
	device.OpCopy:   {plan: byCopy, float: "x", whole: "x", truth: "x"},

	device.OpStepSGD:  {plan: byStep},
	device.OpStepAdam: {plan: byStep},
}

// counting is how many elements are not zero: the sum of bools, too.
var counting = &fold{of: device.Bool, has: device.Int32, start: "0", step: "a + select(0, 1, x)", merge: "a + b", to: "a"}

// Computes reports whether the GPU has a kernel for an elementwise op in a type.
func Computes(op device.Op, compute device.DType) bool { return rows[op].code(compute) != "" }

// code is what an element is in a kernel that computes in a type, or "".
func (r *row) code(compute device.DType) string {
	switch compute {
	case device.Float32:
		return r.float
	case device.Int32:
		return r.whole
	case device.Bool:
		return r.truth
	}
	return ""
}
