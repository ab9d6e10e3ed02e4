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
