package tensor

import "gputour/engine/device"

// This file knows what PyTorch's CPU kernels do not offer, so that a program fails
// here where it would fail there. GPUs have these kernels.

// halfLess names the CPU kernels without a float16 form.
var halfLess = map[device.Op]string{
	device.OpExp: "exp_vml_cpu", device.OpExpm1: "expm1_vml_cpu", device.OpLog: "log_vml_cpu", device.OpLog2: "log2_vml_cpu",
	device.OpLog10: "log10_vml_cpu", device.OpLog1p: "log1p_vml_cpu", device.OpSqrt: "sqrt_vml_cpu", device.OpRsqrt: "rsqrt_cpu",
	device.OpSin: "sin_vml_cpu", device.OpCos: "cos_vml_cpu", device.OpTan: "tan_vml_cpu", device.OpAsin: "asin_vml_cpu",
	device.OpAcos: "acos_vml_cpu", device.OpAtan: "atan_vml_cpu", device.OpSinh: "sinh_cpu", device.OpCosh: "cosh_cpu",
	device.OpTanh: "tanh_vml_cpu", device.OpAsinh: "asinh_cpu", device.OpAcosh: "acosh_cpu", device.OpAtanh: "atanh_cpu",
	device.OpSigmoid: "sigmoid_cpu", device.OpErf: "erf_vml_cpu", device.OpErfc: "erfc_vml_cpu", device.OpErfinv: "erfinv_vml_cpu",
	device.OpLgamma: "lgamma_vml_cpu", device.OpDigamma: "digamma", device.OpFloor: "floor_vml_cpu", device.OpCeil: "ceil_vml_cpu",
	device.OpTrunc: "trunc_vml_cpu", device.OpRound: "round_vml_cpu", device.OpRelu: "clamp_min_cpu", device.OpSinc: "sinc_cpu",
	device.OpI0: "i0_vml_cpu", device.OpProd: "prod_cpu", device.OpLogsumexp: "exp_vml_cpu", device.OpCumsum: "cumsum_out_cpu",
	device.OpCumprod: "cumprod_out_cpu", device.OpGelu: "GeluKernelImpl", device.OpGeluTanh: "GeluKernelImpl", device.OpSilu: "silu_cpu",
	device.OpSoftplus: "softplus_cpu", device.OpMish: "mish_cpu", device.OpElu: "elu_cpu", device.OpLeakyRelu: "leaky_relu_cpu",
	device.OpHardswish: "hardswish_cpu", device.OpHardsigmoid: "hardsigmoid_cpu", device.OpLogSigmoid: "log_sigmoid_cpu",
	device.OpAddcmul: "addcmul_cpu_out", device.OpAddcdiv: "addcdiv_cpu_out", device.OpLayerNorm: "LayerNormKernelImpl",
	device.OpBatchNorm: "batch_norm", device.OpMaxPool: "max_pool2d", device.OpAvgPool: "avg_pool2d", device.OpConv: "slow_conv2d_cpu",
	device.OpUpsample: "compute_indices_weights_linear", device.OpClamp: "clamp_min_cpu",
}

// boolLess names the CPU kernels without a bool form.
var boolLess = map[device.Op]string{
	device.OpAbs: "abs_cpu", device.OpFloorDivide: "div_floor_cpu", device.OpTruncDivide: "div_trunc_cpu", device.OpPow: "pow",
	device.OpArgmax: "argmax_cpu", device.OpArgmin: "argmin_cpu",
}

// complexLess names the CPU kernels without a complex form.
var complexLess = map[device.Op]string{
	device.OpExp2: "exp2", device.OpErf: "erf_vml_cpu", device.OpErfc: "erfc_vml_cpu", device.OpLgamma: "lgamma_vml_cpu",
	device.OpDigamma: "digamma", device.OpI0: "i0_vml_cpu",
}

// complexWords are the messages of functions that refuse complex numbers outright.
var complexWords = map[device.Op]string{
	device.OpFloor: "floor is not supported for complex inputs", device.OpCeil: "ceil is not supported for complex inputs",
	device.OpTrunc: "trunc is not supported for complex inputs", device.OpRelu: "clamp is not supported for complex types",
	device.OpSignbit: "signbit is not implemented for complex tensors.", device.OpClamp: "clamp is not supported for complex types",
}

// limited refuses what x's device has no kernel for, in PyTorch's words.
func limited(op device.Op, x *Tensor) error { return limitedType(op, x.dtype, x.storage.Host != nil) }

func limitedType(op device.Op, d DType, host bool) error {
	switch d {
	case Complex64, Complex128:
		if words := complexWords[op]; words != "" {
			return runtimeErr("%s", words)
		}
		if name := complexLess[op]; name != "" {
			return notImplemented(name, d)
		}
	case Float16:
		if name := halfLess[op]; name != "" && host {
			return notImplemented(name, d)
		}
	case Bool:
		if name := boolLess[op]; name != "" {
			return notImplemented(name, d)
		}
	}
	return nil
}
