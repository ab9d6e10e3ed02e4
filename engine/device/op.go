package device

// Op names a kernel. What its operands and parameters mean is written in ops.md beside this file.
type Op uint16

// Family groups ops whose operands have the same form.
type Family uint8

// The families of ops.
const (
	Unary     Family = iota // elementwise of one operand; the output has the compute type
	Predicate               // elementwise of one operand; the output is bool
	Binary                  // elementwise of two operands; the output has the compute type
	Compare                 // elementwise of two operands; the output is bool
	Ternary                 // elementwise of three operands
	Reduce                  // reduces the trailing I[0] dimensions of the input; the output has the dimensions before them
	Scan                    // runs along the last dimension
	Order                   // works along the last dimension
	Softmax                 // works along the last dimension
	Index                   // reads or writes at positions that int64 operands give
	Matrix                  // products of matrices
	Window                  // pooling and resampling
	Norm                    // normalisation
	Move                    // data movement and creation
	Step                    // optimiser steps over many tensors at once
)

// The ops, family by family.
const (
	NoOp Op = iota

	// Unary: elementwise of one operand; the output has the compute type.
	OpNeg
	OpAbs
	OpSign
	OpSquare
	OpSqrt
	OpRsqrt
	OpReciprocal
	OpExp
	OpExp2
	OpExpm1
	OpLog
	OpLog2
	OpLog10
	OpLog1p
	OpSin
	OpCos
	OpTan
	OpAsin
	OpAcos
	OpAtan
	OpSinh
	OpCosh
	OpTanh
	OpAsinh
	OpAcosh
	OpAtanh
	OpSigmoid
	OpLogSigmoid
	OpErf
	OpErfc
	OpErfinv
	OpLgamma
	OpDigamma
	OpFloor
	OpCeil
	OpRound
	OpTrunc
	OpFrac
	OpBitwiseNot
	OpRelu
	OpGelu
	OpGeluTanh
	OpSilu
	OpMish
	OpSoftplus
	OpElu
	OpLeakyRelu
	OpHardswish
	OpHardsigmoid
	OpClamp
	OpNanToNum
	OpThreshold
	OpSinc
	OpI0
	OpConj
	OpAngle
	OpReal
	OpImag

	// Predicate: elementwise of one operand; the output is bool.
	OpLogicalNot
	OpIsnan
	OpIsinf
	OpIsfinite
	OpIsposinf
	OpIsneginf
	OpSignbit

	// Binary: elementwise of two operands; the output has the compute type.
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpFloorDivide
	OpTruncDivide
	OpRemainder
	OpFmod
	OpPow
	OpMaximum
	OpMinimum
	OpFmax
	OpFmin
	OpAtan2
	OpHypot
	OpBitwiseAnd
	OpBitwiseOr
	OpBitwiseXor
	OpLeftShift
	OpRightShift
	OpCopysign
	OpNextafter
	OpLogaddexp
	OpLogaddexp2
	OpXlogy
	OpHeaviside
	OpGcd
	OpLcm
	OpReluGrad
	OpSigmoidGrad
	OpTanhGrad
	OpComplex

	// Compare: elementwise of two operands; the output is bool.
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpLogicalAnd
	OpLogicalOr
	OpLogicalXor

	// Ternary: elementwise of three operands.
	OpWhere
	OpAddcmul
	OpAddcdiv
	OpLerp
	OpClampTensor

	// Reduce: reduces the trailing I[0] dimensions of the input; the output has the dimensions before them.
	OpSum
	OpNansum
	OpProd
	OpAmax
	OpAmin
	OpAll
	OpAny
	OpCountNonzero
	OpNorm
	OpVar
	OpLogsumexp
	OpArgmax
	OpArgmin
	OpMaxDim
	OpMinDim

	// Scan: runs along the last dimension.
	OpCumsum
	OpCumprod
	OpCummax
	OpCummin
	OpLogcumsumexp

	// Order: works along the last dimension.
	OpSort

	// Softmax: works along the last dimension.
	OpSoftmax
	OpLogSoftmax
	OpSoftmaxGrad
	OpLogSoftmaxGrad

	// Index: reads or writes at positions that int64 operands give.
	OpIndex
	OpIndexPut
	OpGather
	OpScatter
	OpScatterAdd
	OpScatterReduce

	// Matrix: products of matrices.
	OpMatmul
	OpConv
	OpConvGradInput
	OpConvGradWeight

	// Window: pooling and resampling.
	OpMaxPool
	OpMaxPoolGrad
	OpAvgPool
	OpAvgPoolGrad
	OpUpsample
	OpUpsampleGrad

	// Norm: normalisation.
	OpLayerNorm
	OpLayerNormGrad
	OpBatchNorm
	OpBatchNormGrad

	// Move: data movement and creation.
	OpCopy
	OpArange
	OpLinspace
	OpTri
	OpRandom

	// Step: optimiser steps over many tensors at once.
	OpStepSGD
	OpStepAdam

	NumOps
)

var opInfo = [NumOps]struct {
	name   string
	family Family
}{
	NoOp:             {"none", Move},
	OpNeg:            {"neg", Unary},
	OpAbs:            {"abs", Unary},
	OpSign:           {"sign", Unary},
	OpSquare:         {"square", Unary},
	OpSqrt:           {"sqrt", Unary},
	OpRsqrt:          {"rsqrt", Unary},
	OpReciprocal:     {"reciprocal", Unary},
	OpExp:            {"exp", Unary},
	OpExp2:           {"exp2", Unary},
	OpExpm1:          {"expm1", Unary},
	OpLog:            {"log", Unary},
	OpLog2:           {"log2", Unary},
	OpLog10:          {"log10", Unary},
	OpLog1p:          {"log1p", Unary},
	OpSin:            {"sin", Unary},
	OpCos:            {"cos", Unary},
	OpTan:            {"tan", Unary},
	OpAsin:           {"asin", Unary},
	OpAcos:           {"acos", Unary},
	OpAtan:           {"atan", Unary},
	OpSinh:           {"sinh", Unary},
	OpCosh:           {"cosh", Unary},
	OpTanh:           {"tanh", Unary},
	OpAsinh:          {"asinh", Unary},
	OpAcosh:          {"acosh", Unary},
	OpAtanh:          {"atanh", Unary},
	OpSigmoid:        {"sigmoid", Unary},
	OpLogSigmoid:     {"log_sigmoid", Unary},
	OpErf:            {"erf", Unary},
	OpErfc:           {"erfc", Unary},
	OpErfinv:         {"erfinv", Unary},
	OpLgamma:         {"lgamma", Unary},
	OpDigamma:        {"digamma", Unary},
	OpFloor:          {"floor", Unary},
	OpCeil:           {"ceil", Unary},
	OpRound:          {"round", Unary},
	OpTrunc:          {"trunc", Unary},
	OpFrac:           {"frac", Unary},
	OpBitwiseNot:     {"bitwise_not", Unary},
	OpRelu:           {"relu", Unary},
	OpGelu:           {"gelu", Unary},
	OpGeluTanh:       {"gelu_tanh", Unary},
	OpSilu:           {"silu", Unary},
	OpMish:           {"mish", Unary},
	OpSoftplus:       {"softplus", Unary},
	OpElu:            {"elu", Unary},
	OpLeakyRelu:      {"leaky_relu", Unary},
	OpHardswish:      {"hardswish", Unary},
	OpHardsigmoid:    {"hardsigmoid", Unary},
	OpClamp:          {"clamp", Unary},
	OpNanToNum:       {"nan_to_num", Unary},
	OpThreshold:      {"threshold", Unary},
	OpSinc:           {"sinc", Unary},
	OpI0:             {"i0", Unary},
	OpConj:           {"conj", Unary},
	OpAngle:          {"angle", Unary},
	OpReal:           {"real", Unary},
	OpImag:           {"imag", Unary},
	OpLogicalNot:     {"logical_not", Predicate},
	OpIsnan:          {"isnan", Predicate},
	OpIsinf:          {"isinf", Predicate},
	OpIsfinite:       {"isfinite", Predicate},
	OpIsposinf:       {"isposinf", Predicate},
	OpIsneginf:       {"isneginf", Predicate},
	OpSignbit:        {"signbit", Predicate},
	OpAdd:            {"add", Binary},
	OpSub:            {"sub", Binary},
	OpMul:            {"mul", Binary},
	OpDiv:            {"div", Binary},
	OpFloorDivide:    {"floor_divide", Binary},
	OpTruncDivide:    {"trunc_divide", Binary},
	OpRemainder:      {"remainder", Binary},
	OpFmod:           {"fmod", Binary},
	OpPow:            {"pow", Binary},
	OpMaximum:        {"maximum", Binary},
	OpMinimum:        {"minimum", Binary},
	OpFmax:           {"fmax", Binary},
	OpFmin:           {"fmin", Binary},
	OpAtan2:          {"atan2", Binary},
	OpHypot:          {"hypot", Binary},
	OpBitwiseAnd:     {"bitwise_and", Binary},
	OpBitwiseOr:      {"bitwise_or", Binary},
	OpBitwiseXor:     {"bitwise_xor", Binary},
	OpLeftShift:      {"left_shift", Binary},
	OpRightShift:     {"right_shift", Binary},
	OpCopysign:       {"copysign", Binary},
	OpNextafter:      {"nextafter", Binary},
	OpLogaddexp:      {"logaddexp", Binary},
	OpLogaddexp2:     {"logaddexp2", Binary},
	OpXlogy:          {"xlogy", Binary},
	OpHeaviside:      {"heaviside", Binary},
	OpGcd:            {"gcd", Binary},
	OpLcm:            {"lcm", Binary},
	OpReluGrad:       {"relu_grad", Binary},
	OpSigmoidGrad:    {"sigmoid_grad", Binary},
	OpTanhGrad:       {"tanh_grad", Binary},
	OpComplex:        {"complex", Binary},
	OpEq:             {"eq", Compare},
	OpNe:             {"ne", Compare},
	OpLt:             {"lt", Compare},
	OpLe:             {"le", Compare},
	OpGt:             {"gt", Compare},
	OpGe:             {"ge", Compare},
	OpLogicalAnd:     {"logical_and", Compare},
	OpLogicalOr:      {"logical_or", Compare},
	OpLogicalXor:     {"logical_xor", Compare},
	OpWhere:          {"where", Ternary},
	OpAddcmul:        {"addcmul", Ternary},
	OpAddcdiv:        {"addcdiv", Ternary},
	OpLerp:           {"lerp", Ternary},
	OpClampTensor:    {"clamp_tensor", Ternary},
	OpSum:            {"sum", Reduce},
	OpNansum:         {"nansum", Reduce},
	OpProd:           {"prod", Reduce},
	OpAmax:           {"amax", Reduce},
	OpAmin:           {"amin", Reduce},
	OpAll:            {"all", Reduce},
	OpAny:            {"any", Reduce},
	OpCountNonzero:   {"count_nonzero", Reduce},
	OpNorm:           {"norm", Reduce},
	OpVar:            {"var", Reduce},
	OpLogsumexp:      {"logsumexp", Reduce},
	OpArgmax:         {"argmax", Reduce},
	OpArgmin:         {"argmin", Reduce},
	OpMaxDim:         {"max_dim", Reduce},
	OpMinDim:         {"min_dim", Reduce},
	OpCumsum:         {"cumsum", Scan},
	OpCumprod:        {"cumprod", Scan},
	OpCummax:         {"cummax", Scan},
	OpCummin:         {"cummin", Scan},
	OpLogcumsumexp:   {"logcumsumexp", Scan},
	OpSort:           {"sort", Order},
	OpSoftmax:        {"softmax", Softmax},
	OpLogSoftmax:     {"log_softmax", Softmax},
	OpSoftmaxGrad:    {"softmax_grad", Softmax},
	OpLogSoftmaxGrad: {"log_softmax_grad", Softmax},
	OpIndex:          {"index", Index},
	OpIndexPut:       {"index_put", Index},
	OpGather:         {"gather", Index},
	OpScatter:        {"scatter", Index},
	OpScatterAdd:     {"scatter_add", Index},
	OpScatterReduce:  {"scatter_reduce", Index},
	OpMatmul:         {"matmul", Matrix},
	OpConv:           {"conv", Matrix},
	OpConvGradInput:  {"conv_grad_input", Matrix},
	OpConvGradWeight: {"conv_grad_weight", Matrix},
	OpMaxPool:        {"max_pool", Window},
	OpMaxPoolGrad:    {"max_pool_grad", Window},
	OpAvgPool:        {"avg_pool", Window},
	OpAvgPoolGrad:    {"avg_pool_grad", Window},
	OpUpsample:       {"upsample", Window},
	OpUpsampleGrad:   {"upsample_grad", Window},
	OpLayerNorm:      {"layer_norm", Norm},
	OpLayerNormGrad:  {"layer_norm_grad", Norm},
	OpBatchNorm:      {"batch_norm", Norm},
	OpBatchNormGrad:  {"batch_norm_grad", Norm},
	OpCopy:           {"copy", Move},
	OpArange:         {"arange", Move},
	OpLinspace:       {"linspace", Move},
	OpTri:            {"tri", Move},
	OpRandom:         {"random", Move},
	OpStepSGD:        {"step_sgd", Step},
	OpStepAdam:       {"step_adam", Step},
}

// String is the op's name in event logs and errors: "log_softmax".
func (o Op) String() string { return opInfo[o].name }

// Family is the form of the op's operands.
func (o Op) Family() Family { return opInfo[o].family }
