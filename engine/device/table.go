package device

// This file is the table of ops: what is true of an op wherever it runs. Devices, tensors,
// gradients, Python's functions and the documentation read its rows. The gradients stand in
// rows of their own, by the same ops (autograd/derivatives.go), since they are made of
// operations; what operands and parameters mean is written in ops.md.

// Row is what is true of one op.
type Row struct {
	Name   string // in event logs and errors; GPU kernels are called Name and their type: "exp_f32"
	Family Family

	// What becomes of types that are no plain floats, as in PyTorch 1.13. What only its CPU
	// kernels lack is the library's matter (pylib/torch/dispatch/limits.txt).
	Kernel  string    // PyTorch's name of its CPU kernel, which refusals show; Name + "_cpu" if empty
	Lacks   Types     // no kernel takes these
	Widens  Types     // these are computed as the default float type
	Refuses []Refusal // these are refused in words of their own

	Python Python
	Cost   float64 // what an element takes of a GPU's arithmetic, in operations; 0 means 2
}

// Refusal is what PyTorch says to operands of some types.
type Refusal struct {
	Types Types
	Text  string
}

// Python says which functions of module torch are the op and nothing else. Functions that do
// more stand in the tables of pylib/torch.
type Python struct {
	Names    string // the usual one first: "asin arcsin"
	Params   string // the parameters that are the launch's F, in its order: "beta threshold"
	Autocast Autocast
}

// Autocast is what torch.autocast does to a function's operands.
type Autocast uint8

// The policies of autocast (https://pytorch.org/docs/1.13/amp.html#autocast-op-reference).
const (
	Keep   Autocast = iota // operands stay as they are
	Narrow                 // float32 becomes autocast's smaller type
	Widen                  // 16-bit floats become float32
)

// Row is the op's row of the table.
func (o Op) Row() *Row { return &table[o] }

// String is the op's name in event logs and errors: "log_softmax".
func (o Op) String() string { return table[o].Name }

// Family is the form of the op's operands.
func (o Op) Family() Family { return table[o].Family }

// KernelName is PyTorch's name of the op's CPU kernel, which refusals show.
func (r *Row) KernelName() string {
	if r.Kernel != "" {
		return r.Kernel
	}
	return r.Name + "_cpu"
}

var table = [NumOps]Row{
	// Unary
	OpNeg:         {Name: "neg", Family: Unary, Refuses: []Refusal{{Bools, "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."}}, Python: Python{Names: "neg negative"}},
	OpAbs:         {Name: "abs", Family: Unary, Lacks: Bools, Python: Python{Names: "abs absolute"}},
	OpSign:        {Name: "sign", Family: Unary, Python: Python{Names: "sign"}},
	OpSquare:      {Name: "square", Family: Unary, Python: Python{Names: "square"}},
	OpSqrt:        {Name: "sqrt", Family: Unary, Kernel: "sqrt_vml_cpu", Widens: Whole, Python: Python{Names: "sqrt"}},
	OpRsqrt:       {Name: "rsqrt", Family: Unary, Widens: Whole, Python: Python{Names: "rsqrt", Autocast: Widen}},
	OpReciprocal:  {Name: "reciprocal", Family: Unary, Widens: Whole, Python: Python{Names: "reciprocal", Autocast: Widen}},
	OpExp:         {Name: "exp", Family: Unary, Kernel: "exp_vml_cpu", Widens: Whole, Python: Python{Names: "exp", Autocast: Widen}, Cost: 10},
	OpExp2:        {Name: "exp2", Family: Unary, Kernel: "exp2", Widens: Whole, Lacks: Complexes, Python: Python{Names: "exp2 special_exp2"}},
	OpExpm1:       {Name: "expm1", Family: Unary, Kernel: "expm1_vml_cpu", Widens: Whole, Python: Python{Names: "expm1 special_expm1", Autocast: Widen}},
	OpLog:         {Name: "log", Family: Unary, Kernel: "log_vml_cpu", Widens: Whole, Python: Python{Names: "log", Autocast: Widen}, Cost: 12},
	OpLog2:        {Name: "log2", Family: Unary, Kernel: "log2_vml_cpu", Widens: Whole, Python: Python{Names: "log2", Autocast: Widen}},
	OpLog10:       {Name: "log10", Family: Unary, Kernel: "log10_vml_cpu", Widens: Whole, Python: Python{Names: "log10", Autocast: Widen}},
	OpLog1p:       {Name: "log1p", Family: Unary, Kernel: "log1p_vml_cpu", Widens: Whole, Python: Python{Names: "log1p special_log1p", Autocast: Widen}},
	OpSin:         {Name: "sin", Family: Unary, Kernel: "sin_vml_cpu", Widens: Whole, Python: Python{Names: "sin"}, Cost: 16},
	OpCos:         {Name: "cos", Family: Unary, Kernel: "cos_vml_cpu", Widens: Whole, Python: Python{Names: "cos"}, Cost: 16},
	OpTan:         {Name: "tan", Family: Unary, Kernel: "tan_vml_cpu", Widens: Whole, Python: Python{Names: "tan", Autocast: Widen}, Cost: 20},
	OpAsin:        {Name: "asin", Family: Unary, Kernel: "asin_vml_cpu", Widens: Whole, Python: Python{Names: "asin arcsin", Autocast: Widen}},
	OpAcos:        {Name: "acos", Family: Unary, Kernel: "acos_vml_cpu", Widens: Whole, Python: Python{Names: "acos arccos", Autocast: Widen}},
	OpAtan:        {Name: "atan", Family: Unary, Kernel: "atan_vml_cpu", Widens: Whole, Python: Python{Names: "atan arctan"}},
	OpSinh:        {Name: "sinh", Family: Unary, Widens: Whole, Python: Python{Names: "sinh", Autocast: Widen}},
	OpCosh:        {Name: "cosh", Family: Unary, Widens: Whole, Python: Python{Names: "cosh", Autocast: Widen}},
	OpTanh:        {Name: "tanh", Family: Unary, Kernel: "tanh_vml_cpu", Widens: Whole, Python: Python{Names: "tanh"}, Cost: 16},
	OpAsinh:       {Name: "asinh", Family: Unary, Widens: Whole, Python: Python{Names: "asinh arcsinh"}},
	OpAcosh:       {Name: "acosh", Family: Unary, Widens: Whole, Python: Python{Names: "acosh arccosh"}},
	OpAtanh:       {Name: "atanh", Family: Unary, Widens: Whole, Python: Python{Names: "atanh arctanh"}},
	OpSigmoid:     {Name: "sigmoid", Family: Unary, Widens: Whole, Python: Python{Names: "sigmoid special_expit"}, Cost: 12},
	OpLogSigmoid:  {Name: "log_sigmoid", Family: Unary, Lacks: Whole, Python: Python{Names: "log_sigmoid"}},
	OpErf:         {Name: "erf", Family: Unary, Kernel: "erf_vml_cpu", Widens: Whole, Lacks: Complexes, Python: Python{Names: "erf special_erf"}, Cost: 20},
	OpErfc:        {Name: "erfc", Family: Unary, Kernel: "erfc_vml_cpu", Widens: Whole, Lacks: Complexes, Python: Python{Names: "erfc special_erfc"}},
	OpErfinv:      {Name: "erfinv", Family: Unary, Kernel: "erfinv_vml_cpu", Widens: Whole, Python: Python{Names: "erfinv special_erfinv", Autocast: Widen}},
	OpLgamma:      {Name: "lgamma", Family: Unary, Kernel: "lgamma_vml_cpu", Widens: Whole, Lacks: Complexes, Python: Python{Names: "lgamma special_gammaln"}},
	OpDigamma:     {Name: "digamma", Family: Unary, Kernel: "digamma", Widens: Whole, Lacks: Complexes, Python: Python{Names: "digamma special_digamma special_psi"}},
	OpFloor:       {Name: "floor", Family: Unary, Kernel: "floor_vml_cpu", Lacks: Bools, Refuses: []Refusal{{Complexes, "floor is not supported for complex inputs"}}, Python: Python{Names: "floor"}},
	OpCeil:        {Name: "ceil", Family: Unary, Kernel: "ceil_vml_cpu", Lacks: Bools, Refuses: []Refusal{{Complexes, "ceil is not supported for complex inputs"}}, Python: Python{Names: "ceil"}},
	OpRound:       {Name: "round", Family: Unary, Kernel: "round_vml_cpu"},
	OpTrunc:       {Name: "trunc", Family: Unary, Kernel: "trunc_vml_cpu", Lacks: Bools, Refuses: []Refusal{{Complexes, "trunc is not supported for complex inputs"}}, Python: Python{Names: "trunc fix"}},
	OpFrac:        {Name: "frac", Family: Unary, Lacks: Whole, Python: Python{Names: "frac"}},
	OpBitwiseNot:  {Name: "bitwise_not", Family: Unary, Lacks: Halves | Floats | Complexes, Python: Python{Names: "bitwise_not"}},
	OpRelu:        {Name: "relu", Family: Unary, Kernel: "clamp_min_cpu", Refuses: []Refusal{{Complexes, "clamp is not supported for complex types"}, {Bools, "Boolean inputs not supported for relu"}}, Python: Python{Names: "relu"}},
	OpGelu:        {Name: "gelu", Family: Unary, Kernel: "GeluKernelImpl", Lacks: Whole, Cost: 24},
	OpGeluTanh:    {Name: "gelu_tanh", Family: Unary, Kernel: "GeluKernelImpl", Lacks: Whole},
	OpSilu:        {Name: "silu", Family: Unary, Lacks: Whole, Python: Python{Names: "silu"}},
	OpMish:        {Name: "mish", Family: Unary, Lacks: Whole, Python: Python{Names: "mish"}},
	OpSoftplus:    {Name: "softplus", Family: Unary, Lacks: Whole, Python: Python{Names: "softplus", Params: "beta threshold", Autocast: Widen}},
	OpElu:         {Name: "elu", Family: Unary, Lacks: Whole, Python: Python{Names: "elu", Params: "alpha scale input_scale"}},
	OpLeakyRelu:   {Name: "leaky_relu", Family: Unary, Lacks: Whole, Python: Python{Names: "leaky_relu", Params: "negative_slope"}},
	OpHardswish:   {Name: "hardswish", Family: Unary, Lacks: Whole, Python: Python{Names: "hardswish"}},
	OpHardsigmoid: {Name: "hardsigmoid", Family: Unary, Lacks: Whole, Python: Python{Names: "hardsigmoid"}},
	OpClamp:       {Name: "clamp", Family: Unary, Kernel: "clamp_min_cpu", Refuses: []Refusal{{Complexes, "clamp is not supported for complex types"}}},
	OpNanToNum:    {Name: "nan_to_num", Family: Unary},
	OpThreshold:   {Name: "threshold", Family: Unary},
	OpSinc:        {Name: "sinc", Family: Unary, Widens: Whole, Python: Python{Names: "sinc special_sinc"}},
	OpI0:          {Name: "i0", Family: Unary, Kernel: "i0_vml_cpu", Widens: Whole, Lacks: Complexes, Python: Python{Names: "i0 special_i0"}},
	OpConj:        {Name: "conj", Family: Unary, Python: Python{Names: "conj_physical conj"}},
	OpAngle:       {Name: "angle", Family: Unary, Widens: Whole, Python: Python{Names: "angle"}},
	OpReal:        {Name: "real", Family: Unary},
	OpImag:        {Name: "imag", Family: Unary, Refuses: []Refusal{{^Complexes, "imag is not implemented for tensors with non-complex dtypes."}}},

	// Predicate
	OpLogicalNot: {Name: "logical_not", Family: Predicate, Python: Python{Names: "logical_not"}},
	OpIsnan:      {Name: "isnan", Family: Predicate, Python: Python{Names: "isnan"}},
	OpIsinf:      {Name: "isinf", Family: Predicate, Python: Python{Names: "isinf"}},
	OpIsfinite:   {Name: "isfinite", Family: Predicate, Python: Python{Names: "isfinite"}},
	OpIsposinf:   {Name: "isposinf", Family: Predicate, Refuses: []Refusal{{Complexes, "isposinf does not support complex inputs."}}, Python: Python{Names: "isposinf"}},
	OpIsneginf:   {Name: "isneginf", Family: Predicate, Refuses: []Refusal{{Complexes, "isneginf does not support complex inputs."}}, Python: Python{Names: "isneginf"}},
	OpSignbit:    {Name: "signbit", Family: Predicate, Refuses: []Refusal{{Complexes, "signbit is not implemented for complex tensors."}}, Python: Python{Names: "signbit"}},

	// Binary
	OpAdd:         {Name: "add", Family: Binary},
	OpSub:         {Name: "sub", Family: Binary, Refuses: []Refusal{{Bools, "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead."}}},
	OpMul:         {Name: "mul", Family: Binary, Python: Python{Names: "mul multiply"}},
	OpDiv:         {Name: "div", Family: Binary, Widens: Whole, Python: Python{Names: "true_divide"}},
	OpFloorDivide: {Name: "floor_divide", Family: Binary, Kernel: "div_floor_cpu", Lacks: Bools, Python: Python{Names: "floor_divide"}},
	OpTruncDivide: {Name: "trunc_divide", Family: Binary, Kernel: "div_trunc_cpu", Lacks: Bools},
	OpRemainder:   {Name: "remainder", Family: Binary},
	OpFmod:        {Name: "fmod", Family: Binary, Lacks: Bools, Python: Python{Names: "fmod"}},
	OpPow:         {Name: "pow", Family: Binary, Kernel: "pow", Lacks: Bools, Cost: 30},
	OpMaximum:     {Name: "maximum", Family: Binary, Python: Python{Names: "maximum"}},
	OpMinimum:     {Name: "minimum", Family: Binary, Python: Python{Names: "minimum"}},
	OpFmax:        {Name: "fmax", Family: Binary, Python: Python{Names: "fmax"}},
	OpFmin:        {Name: "fmin", Family: Binary, Python: Python{Names: "fmin"}},
	OpAtan2:       {Name: "atan2", Family: Binary, Widens: Whole, Python: Python{Names: "atan2 arctan2"}},
	OpHypot:       {Name: "hypot", Family: Binary, Lacks: Whole, Python: Python{Names: "hypot"}},
	OpBitwiseAnd:  {Name: "bitwise_and", Family: Binary, Lacks: Halves | Floats | Complexes, Python: Python{Names: "bitwise_and __and__"}},
	OpBitwiseOr:   {Name: "bitwise_or", Family: Binary, Lacks: Halves | Floats | Complexes, Python: Python{Names: "bitwise_or __or__"}},
	OpBitwiseXor:  {Name: "bitwise_xor", Family: Binary, Lacks: Halves | Floats | Complexes, Python: Python{Names: "bitwise_xor __xor__"}},
	OpLeftShift:   {Name: "left_shift", Family: Binary, Kernel: "lshift_cpu", Lacks: ^Integers, Python: Python{Names: "bitwise_left_shift __lshift__"}},
	OpRightShift:  {Name: "right_shift", Family: Binary, Kernel: "rshift_cpu", Lacks: ^Integers, Python: Python{Names: "bitwise_right_shift __rshift__"}},
	OpCopysign:    {Name: "copysign", Family: Binary, Widens: Whole},
	OpNextafter:   {Name: "nextafter", Family: Binary, Lacks: Whole, Python: Python{Names: "nextafter"}},
	OpLogaddexp:   {Name: "logaddexp", Family: Binary, Lacks: Whole, Python: Python{Names: "logaddexp"}},
	OpLogaddexp2:  {Name: "logaddexp2", Family: Binary, Lacks: Whole, Python: Python{Names: "logaddexp2"}},
	OpXlogy:       {Name: "xlogy", Family: Binary, Widens: Whole},
	OpHeaviside:   {Name: "heaviside", Family: Binary},
	OpGcd:         {Name: "gcd", Family: Binary, Lacks: ^Integers, Python: Python{Names: "gcd"}},
	OpLcm:         {Name: "lcm", Family: Binary, Lacks: ^Integers, Python: Python{Names: "lcm"}},
	OpReluGrad:    {Name: "relu_grad", Family: Binary},
	OpSigmoidGrad: {Name: "sigmoid_grad", Family: Binary},
	OpTanhGrad:    {Name: "tanh_grad", Family: Binary},
	OpComplex:     {Name: "complex", Family: Binary},

	// Compare
	OpEq:         {Name: "eq", Family: Compare, Python: Python{Names: "eq"}},
	OpNe:         {Name: "ne", Family: Compare, Python: Python{Names: "ne not_equal"}},
	OpLt:         {Name: "lt", Family: Compare, Lacks: Complexes, Python: Python{Names: "lt less"}},
	OpLe:         {Name: "le", Family: Compare, Lacks: Complexes, Python: Python{Names: "le less_equal"}},
	OpGt:         {Name: "gt", Family: Compare, Lacks: Complexes, Python: Python{Names: "gt greater"}},
	OpGe:         {Name: "ge", Family: Compare, Lacks: Complexes, Python: Python{Names: "ge greater_equal"}},
	OpLogicalAnd: {Name: "logical_and", Family: Compare, Python: Python{Names: "logical_and"}},
	OpLogicalOr:  {Name: "logical_or", Family: Compare, Python: Python{Names: "logical_or"}},
	OpLogicalXor: {Name: "logical_xor", Family: Compare, Python: Python{Names: "logical_xor"}},

	// Ternary
	OpWhere:       {Name: "where", Family: Ternary},
	OpAddcmul:     {Name: "addcmul", Family: Ternary, Kernel: "addcmul_cpu_out"},
	OpAddcdiv:     {Name: "addcdiv", Family: Ternary, Kernel: "addcdiv_cpu_out", Refuses: []Refusal{{Whole, "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all dtypes."}}},
	OpLerp:        {Name: "lerp", Family: Ternary, Kernel: "lerp_kernel"},
	OpClampTensor: {Name: "clamp_tensor", Family: Ternary},

	// Reduce
	OpSum:          {Name: "sum", Family: Reduce},
	OpNansum:       {Name: "nansum", Family: Reduce},
	OpProd:         {Name: "prod", Family: Reduce},
	OpAmax:         {Name: "amax", Family: Reduce, Kernel: "max_values_cpu"},
	OpAmin:         {Name: "amin", Family: Reduce, Kernel: "min_values_cpu"},
	OpAll:          {Name: "all", Family: Reduce},
	OpAny:          {Name: "any", Family: Reduce},
	OpCountNonzero: {Name: "count_nonzero", Family: Reduce},
	OpNorm:         {Name: "norm", Family: Reduce},
	OpVar:          {Name: "var", Family: Reduce},
	OpLogsumexp:    {Name: "logsumexp", Family: Reduce, Kernel: "exp_vml_cpu"},
	OpArgmax:       {Name: "argmax", Family: Reduce, Lacks: Bools},
	OpArgmin:       {Name: "argmin", Family: Reduce, Lacks: Bools},
	OpMaxDim:       {Name: "max_dim", Family: Reduce},
	OpMinDim:       {Name: "min_dim", Family: Reduce},

	// Scan
	OpCumsum:       {Name: "cumsum", Family: Scan, Kernel: "cumsum_out_cpu"},
	OpCumprod:      {Name: "cumprod", Family: Scan, Kernel: "cumprod_out_cpu"},
	OpCummax:       {Name: "cummax", Family: Scan},
	OpCummin:       {Name: "cummin", Family: Scan},
	OpLogcumsumexp: {Name: "logcumsumexp", Family: Scan, Kernel: "logcumsumexp_out_cpu"},

	// Order
	OpSort: {Name: "sort", Family: Order},

	// Softmax
	OpSoftmax:        {Name: "softmax", Family: Softmax, Kernel: "softmax_lastdim_kernel_impl"},
	OpLogSoftmax:     {Name: "log_softmax", Family: Softmax, Kernel: "log_softmax_lastdim_kernel_impl"},
	OpSoftmaxGrad:    {Name: "softmax_grad", Family: Softmax},
	OpLogSoftmaxGrad: {Name: "log_softmax_grad", Family: Softmax},

	// Index
	OpIndex:         {Name: "index", Family: Index},
	OpIndexPut:      {Name: "index_put", Family: Index},
	OpGather:        {Name: "gather", Family: Index},
	OpScatter:       {Name: "scatter", Family: Index},
	OpScatterAdd:    {Name: "scatter_add", Family: Index},
	OpScatterReduce: {Name: "scatter_reduce", Family: Index},

	// Matrix
	OpMatmul:         {Name: "matmul", Family: Matrix, Kernel: "addmm_impl_cpu_"},
	OpConv:           {Name: "conv", Family: Matrix, Kernel: "slow_conv2d_cpu"},
	OpConvGradInput:  {Name: "conv_grad_input", Family: Matrix},
	OpConvGradWeight: {Name: "conv_grad_weight", Family: Matrix},

	// Window
	OpMaxPool:      {Name: "max_pool", Family: Window, Kernel: "max_pool2d"},
	OpMaxPoolGrad:  {Name: "max_pool_grad", Family: Window},
	OpAvgPool:      {Name: "avg_pool", Family: Window, Kernel: "avg_pool2d"},
	OpAvgPoolGrad:  {Name: "avg_pool_grad", Family: Window},
	OpUpsample:     {Name: "upsample", Family: Window, Kernel: "compute_indices_weights_linear"},
	OpUpsampleGrad: {Name: "upsample_grad", Family: Window},

	// Norm
	OpLayerNorm:     {Name: "layer_norm", Family: Norm, Kernel: "LayerNormKernelImpl"},
	OpLayerNormGrad: {Name: "layer_norm_grad", Family: Norm},
	OpBatchNorm:     {Name: "batch_norm", Family: Norm, Kernel: "batch_norm"},
	OpBatchNormGrad: {Name: "batch_norm_grad", Family: Norm},

	// Move
	OpCopy:     {Name: "copy", Family: Move},
	OpArange:   {Name: "arange", Family: Move},
	OpLinspace: {Name: "linspace", Family: Move},
	OpTri:      {Name: "tri", Family: Move},
	OpRandom:   {Name: "random", Family: Move},

	// Step
	OpStepSGD:  {Name: "step_sgd", Family: Step},
	OpStepAdam: {Name: "step_adam", Family: Step},
}
