"""Layers with weights in integers, whose inputs are quantised when they come."""

import torch
import torch.nn.intrinsic as nni
from torch import nn
from torch.ao.nn.quantized import modules as nnq
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear

__all__ = ["Linear", "LSTM", "GRU", "LSTMCell", "GRUCell", "RNNCell"]


def _observed(weight, qconfig):
    """Weights as their observer has them: integers, or numbers for 16 bits."""
    observer = qconfig.weight()
    observer(weight)
    return nnq.quantize_weight(weight.float(), observer) if observer.dtype == torch.qint8 else weight.detach().float()


def _apply(x, packed, dtype):
    if dtype == torch.float16:
        return torch.ops.quantized.linear_dynamic_fp16(x, packed)
    return torch.ops.quantized.linear_dynamic(x, packed, reduce_range=True)


class Linear(nnq.Linear):
    _version = 4
    _name = "DynamicQuantizedLinear"

    def forward(self, x):
        return _apply(x, self._packed_params._packed_params, self._packed_params.dtype).to(x.dtype)

    def extra_repr(self):
        s = f"in_features={self.in_features}, out_features={self.out_features}, dtype={self._packed_params.dtype}"
        return s + f", qscheme={self.weight().qscheme()}" if self._packed_params.dtype == torch.qint8 else s

    @classmethod
    def from_float(cls, mod):
        kinds = [nn.Linear, NonDynamicallyQuantizableLinear, nni.LinearReLU]
        assert type(mod) in kinds, f"nn.quantized.dynamic.Linear.from_float only works for one of{[k.__name__ for k in kinds]}"
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        dtype = mod.qconfig.weight().dtype
        assert dtype in (torch.qint8, torch.float16), f"The only supported dtypes for dynamic quantized linear are qint8 and float16 got: {dtype}"
        layer = mod[0] if isinstance(mod, nni.LinearReLU) else mod
        made = cls(layer.in_features, layer.out_features, dtype=dtype)
        made.set_weight_bias(_observed(layer.weight, mod.qconfig), layer.bias)
        return made


class _Packs:
    """A recurrent module whose products of weights are those of integers; the gates are computed in floats."""

    def _pack(self, mod, pairs):
        """Takes over weights and biases by their names, in pairs of them."""
        self.dtype = mod.qconfig.weight().dtype
        if self.dtype not in (torch.qint8, torch.float16):
            raise RuntimeError(f"Unsupported dtype for dynamic RNN quantization: {self.dtype}")
        for at in range(0, len(pairs), 2):  # PyTorch fills the weights at random first, and later random numbers depend on it
            (w1, b1), (w2, b2) = pairs[at:at + 2]
            for name in (b1, b2, w1, w2) if isinstance(self, _Cell) else (w1, w2, b1, b2):
                torch.randn(getattr(mod, name).shape)
        self._packed = {w: torch.ops.quantized.linear_prepack(_observed(getattr(mod, w), mod.qconfig), getattr(mod, b)) for w, b in pairs}

    def get_weight(self):
        return {name: packed.weight for name, packed in self._packed.items()}

    def get_bias(self):
        return {name.replace("weight", "bias"): packed.bias for name, packed in self._packed.items()}

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, packed in self._packed.items():
            destination[prefix + name], destination[prefix + name.replace("weight", "bias")] = packed.weight, packed.bias

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for name in self._packed:
            self._packed[name] = torch.ops.quantized.linear_prepack(state_dict.pop(prefix + name), state_dict.pop(prefix + name.replace("weight", "bias")))

    def _gates(self, name, x):
        return _apply(x, self._packed[name], self.dtype)

    def _get_name(self):
        return "DynamicQuantized" + type(self).__name__

    @classmethod
    def from_float(cls, mod):
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        assert mod.bias is not False, "a module without bias cannot be quantized dynamically"
        made = cls.__new__(cls)
        nn.Module.__init__(made)
        for name in cls._OPTIONS:
            setattr(made, name, getattr(mod, name))
        made._pack(mod, made._names())
        return made.eval()


def _lstm_step(a, b, state):
    i, f, g, o = (a + b).chunk(4, -1)
    c = torch.sigmoid(f) * state[1] + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def _gru_step(a, b, state):
    (ar, az, an), (br, bz, bn) = a.chunk(3, -1), b.chunk(3, -1)
    r, z = torch.sigmoid(ar + br), torch.sigmoid(az + bz)
    n = torch.tanh(an + r * bn)
    return ((state[0] - n) * z + n,)


class _RNN(_Packs):
    _OPTIONS = ("mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional", "proj_size")

    def _suffixes(self, layer):
        return [f"_l{layer}{end}" for end in ("", "_reverse")[:2 if self.bidirectional else 1]]

    def _names(self):
        assert not self.proj_size, "projections cannot be quantized dynamically"
        return [(f"weight_{kind}{s}", f"bias_{kind}{s}") for layer in range(self.num_layers) for s in self._suffixes(layer) for kind in ("ih", "hh")]

    def __repr__(self):
        return f"{self._get_name()}({self.extra_repr()})"

    def forward(self, input, hx=None):
        if not isinstance(input, torch.Tensor):
            raise NotImplementedError("a dynamically quantized recurrent module takes a tensor; pad a packed sequence with pad_packed_sequence")
        if input.dim() != 3:
            raise RuntimeError(f"input must have 3 dimensions, got {input.dim()}")
        if input.size(-1) != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}")
        x = input.transpose(0, 1) if self.batch_first else input
        rows = self.num_layers * (2 if self.bidirectional else 1)
        if hx is None:
            hx = (torch.zeros(rows, x.size(1), self.hidden_size),) * self._states
        hx = hx if isinstance(hx, tuple) else (hx,)
        if hx[0].size() != (rows, x.size(1), self.hidden_size):
            raise RuntimeError(f"Expected hidden size {(rows, x.size(1), self.hidden_size)}, got {list(hx[0].size())}")
        last, row = [], 0
        for layer in range(self.num_layers):
            outs = []
            for suffix in self._suffixes(layer):
                out, state = self._direction(suffix, x, tuple(h[row] for h in hx))
                outs.append(out)
                last.append(state)
                row += 1
            x = torch.cat(outs, -1)
        states = tuple(torch.stack(s) for s in zip(*last))
        return (x.transpose(0, 1) if self.batch_first else x), states if self._states > 1 else states[0]

    def _direction(self, suffix, x, state):
        gates, outs = self._gates("weight_ih" + suffix, x), []
        steps = range(len(x) - 1, -1, -1) if suffix.endswith("reverse") else range(len(x))
        for t in steps:
            state = self._step(gates[t], self._gates("weight_hh" + suffix, state[0]), state)
            outs.append(state[0])
        return torch.stack(outs[::-1] if suffix.endswith("reverse") else outs), state


class LSTM(_RNN, nn.LSTM):
    _states, _step = 2, staticmethod(_lstm_step)


class GRU(_RNN, nn.GRU):
    _states, _step = 1, staticmethod(_gru_step)


class _Cell(_Packs):
    _OPTIONS = ("input_size", "hidden_size", "bias")

    def _names(self):
        return [("weight_ih", "bias_ih"), ("weight_hh", "bias_hh")]

    def forward(self, input, hx=None):
        if hx is None:
            hx = (torch.zeros(input.size(0), self.hidden_size),) * self._states
        hx = hx if isinstance(hx, tuple) else (hx,)
        state = self._step(self._gates("weight_ih", input), self._gates("weight_hh", hx[0]), hx)
        return state if self._states > 1 else state[0]


class LSTMCell(_Cell, nn.LSTMCell):
    _states, _step = 2, staticmethod(_lstm_step)


class GRUCell(_Cell, nn.GRUCell):
    _states, _step = 1, staticmethod(_gru_step)


class RNNCell(_Cell, nn.RNNCell):
    _states = 1
    _OPTIONS = ("input_size", "hidden_size", "bias", "nonlinearity")

    def _step(self, a, b, state):
        return (torch.relu(a + b) if self.nonlinearity == "relu" else torch.tanh(a + b),)
