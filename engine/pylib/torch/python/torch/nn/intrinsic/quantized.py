"""Fused layers in integers."""

import torch
import torch.ao.nn.quantized as nnq
import torch.nn.intrinsic as nni
import torch.nn.intrinsic.qat as nniqat


class LinearReLU(nnq.Linear):
    _FLOAT_MODULE, _operation, _name = nni.LinearReLU, "linear_relu", "QuantizedLinearReLU"


def _conv_relu(base, dims):
    return type("ConvReLU" + dims, (base,), {
        "_FLOAT_MODULE": getattr(nni, "ConvReLU" + dims), "_operation": f"conv{dims}_relu", "_name": "QuantizedConvReLU" + dims,
        "_QAT_CONV_BN": getattr(nniqat, "ConvBnReLU" + dims), "__module__": __name__})


ConvReLU1d, ConvReLU2d, ConvReLU3d = _conv_relu(nnq.Conv1d, "1d"), _conv_relu(nnq.Conv2d, "2d"), _conv_relu(nnq.Conv3d, "3d")


class BNReLU2d(nnq.BatchNorm2d):
    _fused = nni.BNReLU2d

    def _get_name(self):
        return "QuantizedBNReLU2d"

    def forward(self, input):
        return torch.ops.quantized.batch_norm2d_relu(
            input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, float(self.scale), int(self.zero_point))
