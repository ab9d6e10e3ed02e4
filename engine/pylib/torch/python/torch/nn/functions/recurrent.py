"""The recurrences behind RNN, LSTM and GRU, one step after the other.

An input layer is one product for all steps; each step then adds the product
with the hidden state. A packed sequence runs with a batch that shrinks: its
examples are sorted by length, so the ones that end leave at the tail.
"""

import torch
from torch.nn.functions.norm import linear


def _tanh_step(gates, hidden, w, b):
    return torch.tanh(linear(hidden[0], w, b) + gates),


def _relu_step(gates, hidden, w, b):
    return torch.relu(linear(hidden[0], w, b) + gates),


def _lstm_step(gates, hidden, w, b):
    h, c = hidden
    i, f, g, o = (linear(h, w, b) + gates).chunk(4, 1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def _projected_lstm_step(gates, hidden, w, b, projection):
    h, c = _lstm_step(gates, hidden, w, b)
    return linear(h, projection), c


def _gru_step(gates, hidden, w, b):
    h = hidden[0]
    gr, gz, gn = gates.chunk(3, 1)
    hr, hz, hn = linear(h, w, b).chunk(3, 1)
    reset = (hr + gr).sigmoid()
    update = (hz + gz).sigmoid()
    new = (gn + hn * reset).tanh()
    return (h - new) * update + new,


STEPS = {"RNN_TANH": _tanh_step, "RNN_RELU": _relu_step, "LSTM": _lstm_step, "GRU": _gru_step}


def cell(mode, input, hidden, w_ih, w_hh, b_ih, b_hh):
    """One step on (N, input_size) with a tuple of states (N, hidden_size)."""
    return STEPS[mode](linear(input, w_ih, b_ih), hidden, w_hh, b_hh)


def _run_layer(step, input, hidden, w, reverse):
    """All steps of one direction of a layer on (T, N, in): outputs and last states."""
    w_ih, w_hh, b_ih, b_hh, *projection = w
    steps = linear(input, w_ih, b_ih).unbind(0)
    outputs = []
    for gates in reversed(steps) if reverse else steps:
        hidden = step(gates, hidden, w_hh, b_hh, *projection)
        outputs.append(hidden[0])
    if reverse:
        outputs.reverse()
    return torch.stack(outputs, 0), hidden


def _run_packed(step, data, hidden, w, sizes):
    """As _run_layer, forwards on a packed sequence: states of ended examples are set aside."""
    w_ih, w_hh, b_ih, b_hh, *projection = w
    steps = linear(data, w_ih, b_ih).split(sizes)
    outputs, ended = [], []
    for gates, n in zip(steps, sizes):
        before = hidden[0].size(0)
        if n < before:
            ended.append(tuple(s[n:] for s in hidden))
            hidden = tuple(s[:n] for s in hidden)
        hidden = step(gates, hidden, w_hh, b_hh, *projection)
        outputs.append(hidden[0])
    ended.append(hidden)
    last = tuple(torch.cat(parts) for parts in zip(*reversed(ended)))
    return torch.cat(outputs), last


def _run_packed_reverse(step, data, initial, w, sizes):
    """Backwards: the longest example begins, shorter ones join with their initial state."""
    w_ih, w_hh, b_ih, b_hh, *projection = w
    steps = linear(data, w_ih, b_ih).split(sizes)
    hidden = tuple(s[:sizes[-1]] for s in initial)
    outputs = []
    for gates, n in zip(reversed(steps), reversed(sizes)):
        now = hidden[0].size(0)
        if n > now:
            hidden = tuple(torch.cat([s, start[now:n]]) for s, start in zip(hidden, initial))
        hidden = step(gates, hidden, w_hh, b_hh, *projection)
        outputs.append(hidden[0])
    outputs.reverse()
    return torch.cat(outputs), hidden


def _grouped(weights, has_bias, projected):
    """Flat weights as one (w_ih, w_hh, b_ih, b_hh[, w_hr]) per layer and direction."""
    per = 2 + 2 * has_bias + projected
    groups = []
    for i in range(0, len(weights), per):
        w = list(weights[i:i + per])
        if not has_bias:
            w[2:2] = [None, None]
        groups.append(w)
    return groups


def run(mode, input, states, weights, has_bias, layers, dropout, training, bidirectional, sizes=None):
    """Runs all layers. input is (T, N, in), or packed data when sizes are given.

    states are tensors (layers·directions, N, hidden); returns the output and the last states.
    """
    step = STEPS[mode]
    projected = mode == "LSTM" and states[0].size(2) != states[1].size(2)
    if projected:
        step = _projected_lstm_step
    groups = _grouped(weights, has_bias, projected)
    directions = 2 if bidirectional else 1
    starts = list(zip(*(s.unbind(0) for s in states)))
    finals = []
    for layer in range(layers):
        outputs = []
        for direction in range(directions):
            k = layer * directions + direction
            if sizes is None:
                out, last = _run_layer(step, input, starts[k], groups[k], direction == 1)
            else:
                packed = _run_packed_reverse if direction else _run_packed
                out, last = packed(step, input, starts[k], groups[k], sizes)
            outputs.append(out)
            finals.append(last)
        input = torch.cat(outputs, -1) if bidirectional else outputs[0]
        if dropout and training and layer < layers - 1:
            input = torch.dropout(input, dropout, True)
    return input, tuple(torch.stack(parts, 0) for parts in zip(*finals))
