"""Recurrent layers: RNN, LSTM, GRU and their cells."""

import math
import numbers
import warnings

import torch
from torch.nn import init
from torch.nn.functions import recurrent
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _check_options(dropout, num_layers, proj_size, hidden_size, mode):
    if not isinstance(dropout, numbers.Number) or isinstance(dropout, bool) or not 0 <= dropout <= 1:
        raise ValueError("dropout should be a number in range [0, 1] "
                         "representing the probability of an element being zeroed")
    if dropout > 0 and num_layers == 1:
        warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero "
                      "dropout expects num_layers greater than 1, but got "
                      f"dropout={dropout} and num_layers={num_layers}")
    if proj_size < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if proj_size >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")
    if mode not in _GATES:
        raise ValueError("Unrecognized RNN mode: " + mode)


class RNNBase(Module):
    """num_layers recurrent layers over (T, N, input_size), or (N, T, input_size) if batch_first."""

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False,
                 dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        _check_options(dropout, num_layers, proj_size, hidden_size, mode)
        self._all_weights = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse")[:self._directions]:
                self._add_weights(layer, suffix, device, dtype)
        self._flat_weights_names = [name for names in self._all_weights for name in names]
        self.reset_parameters()

    @property
    def _directions(self):
        return 2 if self.bidirectional else 1

    def _add_weights(self, layer, suffix, device, dtype):
        gates = _GATES[self.mode] * self.hidden_size
        out = self.proj_size or self.hidden_size
        shapes = {"weight_ih": (gates, self.input_size if layer == 0 else out * self._directions),
                  "weight_hh": (gates, out)}
        if self.bias:
            shapes["bias_ih"] = shapes["bias_hh"] = (gates,)
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        names = []
        for name, shape in shapes.items():
            names.append(f"{name}_l{layer}{suffix}")
            setattr(self, names[-1], Parameter(torch.empty(shape, device=device, dtype=dtype)))
        self._all_weights.append(names)

    @property
    def _flat_weights(self):
        return [getattr(self, name) for name in self._flat_weights_names]

    def __getstate__(self):
        # Files have the list as well, which PyTorch keeps.
        return {**self.__dict__, "_flat_weights": self._flat_weights}

    def __setstate__(self, state):
        super().__setstate__({name: value for name, value in state.items() if name != "_flat_weights"})

    @property
    def all_weights(self):
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self):
        """Nothing to do: the kernels take the weights as they lie."""

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def check_input(self, input, batch_sizes):
        dims = 2 if batch_sizes is not None else 3
        if input.dim() != dims:
            raise RuntimeError(f"input must have {dims} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError("input.size(-1) must be equal to input_size. "
                               f"Expected {self.input_size}, got {input.size(-1)}")

    def _state_sizes(self, n):
        """The shape of each state for a batch of n."""
        return ((self.num_layers * self._directions, n, self.proj_size or self.hidden_size),)

    def _check_states(self, states, sizes):
        for state, size in zip(states, sizes):
            if state.size() != size:
                raise RuntimeError(f"Expected hidden size {size}, got {list(state.size())}")

    def _check_state_dims(self, states, batched):
        for state in states:
            if batched and state.dim() != 3:
                raise RuntimeError(f"For batched 3-D input, hx should also be 3-D but got {state.dim()}-D tensor")
            if not batched and state.dim() != 2:
                raise RuntimeError(f"For unbatched 2-D input, hx should also be 2-D but got {state.dim()}-D tensor")

    def _run(self, input, states):
        """The output and the last states for states given as a tuple, or None."""
        if isinstance(input, PackedSequence):
            return self._run_packed(input, states)
        batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if states is not None:
            self._check_state_dims(states, batched)
        if not batched:
            input = input.unsqueeze(batch_dim)
            states = None if states is None else tuple(s.unsqueeze(1) for s in states)
        states = self._checked(input, None, states, input.size(batch_dim))
        steps = input.transpose(0, 1) if self.batch_first else input
        out, last = recurrent.run(self.mode, steps, states, self._flat_weights, self.bias,
                                  self.num_layers, self.dropout, self.training, self.bidirectional)
        if self.batch_first:
            out = out.transpose(0, 1)
            if self.mode != "LSTM":  # which PyTorch turns in place
                out = torch._C._rename("TransposeBackward1", out)
        if not batched:
            out, last = out.squeeze(batch_dim), tuple(s.squeeze(1) for s in last)
        return out, last

    def _checked(self, input, batch_sizes, states, n):
        sizes = self._state_sizes(n)
        if states is None:
            states = tuple(torch.zeros(size, dtype=input.dtype, device=input.device) for size in sizes)
        self.check_input(input, batch_sizes)
        self._check_states(states, sizes)
        return states

    def _run_packed(self, packed, states):
        data, batch_sizes, order, back = packed
        if states is not None and order is not None:
            states = tuple(s.index_select(1, order) for s in states)
        sizes = batch_sizes.tolist()
        states = self._checked(data, batch_sizes, states, sizes[0])
        out, last = recurrent.run(self.mode, data, states, self._flat_weights, self.bias, self.num_layers,
                                  self.dropout, self.training, self.bidirectional, sizes)
        if back is not None:
            last = tuple(s.index_select(1, back) for s in last)
        return PackedSequence(out, batch_sizes, order, back), last

    def forward(self, input, hx=None):
        out, last = self._run(input, None if hx is None else (hx,))
        return out, last[0]

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            s += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            s += f", num_layers={self.num_layers}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if self.batch_first is not False:
            s += f", batch_first={self.batch_first}"
        if self.dropout != 0:
            s += f", dropout={self.dropout}"
        if self.bidirectional is not False:
            s += f", bidirectional={self.bidirectional}"
        return s


def _no_projection(kwargs):
    if "proj_size" in kwargs:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")


class RNN(RNNBase):
    """hₜ = tanh(W_ih xₜ + b_ih + W_hh hₜ₋₁ + b_hh), or with ReLU."""

    def __init__(self, *args, **kwargs):
        _no_projection(kwargs)
        nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'")
        super().__init__("RNN_" + nonlinearity.upper(), *args, **kwargs)
        self.nonlinearity = nonlinearity


class LSTM(RNNBase):
    """Long short-term memory; the state is the pair (h, c)."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def _state_sizes(self, n):
        rows = self.num_layers * self._directions
        return (rows, n, self.proj_size or self.hidden_size), (rows, n, self.hidden_size)

    def _check_states(self, states, sizes):
        for i, (state, size) in enumerate(zip(states, sizes)):
            if state.size() != size:
                raise RuntimeError(f"Expected hidden[{i}] size {size}, got {list(state.size())}")

    def _check_state_dims(self, states, batched):
        dims = 3 if batched else 2
        if any(s.dim() != dims for s in states):
            kind = "batched 3-D" if batched else "unbatched 2-D"
            raise RuntimeError(f"For {kind} input, hx and cx should also be {dims}-D but got "
                               f"({states[0].dim()}-D, {states[1].dim()}-D) tensors")

    def forward(self, input, hx=None):
        return self._run(input, hx)


class GRU(RNNBase):
    """Gated recurrent unit."""

    def __init__(self, *args, **kwargs):
        _no_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """The weights of one step on (N, input_size) or (input_size)."""

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        where = {"device": device, "dtype": dtype}
        self.weight_ih = Parameter(torch.empty((rows, input_size), **where))
        self.weight_hh = Parameter(torch.empty((rows, hidden_size), **where))
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, Parameter(torch.empty(rows, **where)) if bias else None)
        self.reset_parameters()

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if self.__dict__.get("nonlinearity", "tanh") != "tanh":
            s += f", nonlinearity={self.nonlinearity}"
        return s

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _step(self, mode, input, hx, states):
        """One step; hx is a tuple of states or None."""
        assert input.dim() in (1, 2), (
            f"{type(self).__name__}: Expected input to be 1-D or 2-D but received {input.dim()}-D tensor")
        batched = input.dim() == 2
        if not batched:
            input = input.unsqueeze(0)
            hx = None if hx is None else tuple(h.unsqueeze(0) for h in hx)
        if hx is None:
            zeros = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
            hx = (zeros,) * states
        self._check(input, hx)
        out = recurrent.cell(mode, input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return out if batched else tuple(h.squeeze(0) for h in out)

    def _check(self, input, hx):
        if input.size(1) != self.input_size:
            raise RuntimeError("input has inconsistent input_size: "
                               f"got {input.size(1)} expected {self.input_size}")
        for i, h in enumerate(hx):
            if input.size(0) != h.size(0):
                raise RuntimeError(f"Input batch size {input.size(0)} doesn't match hidden{i} batch size {h.size(0)}")
            if h.size(1) != self.hidden_size:
                raise RuntimeError(f"hidden{i} has inconsistent hidden_size: "
                                   f"got {h.size(1)}, expected {self.hidden_size}")


class RNNCell(RNNCellBase):
    """One step of an RNN: input (N, input_size) and hidden (N, hidden_size) to the next hidden."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        mode = "RNN_" + self.nonlinearity.upper()
        return self._step(mode, input, None if hx is None else (hx,), 1)[0]


class LSTMCell(RNNCellBase):
    """One step of an LSTM: returns (h, c)."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        return self._step("LSTM", input, hx, 2)


class GRUCell(RNNCellBase):
    """One step of a GRU: input (N, input_size) and hidden (N, hidden_size) to the next hidden."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return self._step("GRU", input, None if hx is None else (hx,), 1)[0]
