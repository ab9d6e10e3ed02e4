"""Sequences of different lengths: padded and packed."""

from collections import abc, namedtuple

import torch

__all__ = ["PackedSequence", "invert_permutation", "pack_padded_sequence", "pad_packed_sequence", "pad_sequence",
           "unpad_sequence", "pack_sequence", "unpack_sequence"]

PackedSequence_ = namedtuple("PackedSequence_", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])


class PackedSequence(PackedSequence_):
    """Steps of sorted sequences, one after the other: data and the batch size of each step."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            assert isinstance(data, (list, tuple)) and len(data) == 2
            data, batch_sizes = data
        elif batch_sizes.device.type != "cpu":
            raise ValueError(
                "batch_sizes should always be on CPU. "
                "Instances of PackedSequence should never be created manually. "
                "They should be instantiated by functions like pack_sequence "
                "and pack_padded_sequences in nn.utils.rnn. "
                "https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence")
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        """The sequence with its data moved or cast."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        moved = [None if t is None else t.to(data.device) for t in (self.sorted_indices, self.unsorted_indices)]
        return type(self)(data, self.batch_sizes, *moved)

    def cuda(self, *args, **kwargs):
        return self.to(*args, device="cuda", **kwargs)

    def cpu(self, *args, **kwargs):
        return self.to(*args, device="cpu", **kwargs)

    def double(self):
        return self.to(dtype=torch.double)

    def float(self):
        return self.to(dtype=torch.float)

    def half(self):
        return self.to(dtype=torch.half)

    def long(self):
        return self.to(dtype=torch.long)

    def int(self):
        return self.to(dtype=torch.int)

    @property
    def is_cuda(self):
        return self.data.is_cuda

    def is_pinned(self):
        return self.data.is_pinned()


def invert_permutation(permutation):
    """The permutation that undoes permutation."""
    if permutation is None:
        return None
    out = torch.empty_like(permutation, memory_format=torch.legacy_contiguous_format)
    return out.scatter_(0, permutation, torch.arange(0, permutation.numel(), device=permutation.device))


def _pack(input, lengths):
    """(T, N, *) with falling lengths as packed data and batch sizes."""
    sizes = lengths.tolist()
    if any(n <= 0 for n in sizes):
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element "
                           "in 'lengths' that is <= 0")
    if any(a < b for a, b in zip(sizes, sizes[1:])):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is "
                           "True. You can pass `enforce_sorted=False` to pack_padded_sequence and/or "
                           "pack_sequence to sidestep this requirement if you do not need ONNX exportability.")
    if len(sizes) != input.size(1):
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got {len(sizes)} "
                           f"(batch_size={input.size(1)})")
    batch = [sum(n > t for n in sizes) for t in range(sizes[0])]
    return torch.cat([input[t, :n] for t, n in enumerate(batch)]), torch.tensor(batch)


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Packs a padded batch (T, N, *)."""
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    order = None
    if not enforce_sorted:
        lengths, order = torch.sort(lengths, descending=True)
        order = order.to(input.device)
        input = input.index_select(0 if batch_first else 1, order)
    data, batch_sizes = _pack(input.transpose(0, 1) if batch_first else input, lengths)
    return PackedSequence(data, batch_sizes, order, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded batch of a packed sequence, and the lengths."""
    sizes = sequence.batch_sizes.tolist()
    steps = len(sizes)
    if total_length is not None:
        if total_length < steps:
            raise ValueError("Expected total_length to be at least the length of the longest sequence in "
                             f"input, but got total_length={total_length} and max sequence length being {steps}")
        steps = total_length
    data = sequence.data
    lengths = torch.tensor([sum(n > i for n in sizes) for i in range(sizes[0])])
    rows = []
    for part in data.split(sizes):
        missing = sizes[0] - part.size(0)
        if missing:
            part = torch.cat([part, part.new_full((missing, *part.shape[1:]), padding_value)])
        rows.append(part)
    empty = data.new_full((sizes[0], *data.shape[1:]), padding_value)
    out = torch.stack(rows + [empty] * (steps - len(rows)))
    if batch_first:
        out = out.transpose(0, 1)
    back = sequence.unsorted_indices
    if back is not None:
        return out.index_select(0 if batch_first else 1, back), lengths[back.cpu()]
    return out, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    """Stacks sequences (L, *) into (T, N, *), the shorter ones padded."""
    if not isinstance(sequences, abc.Iterable):
        raise RuntimeError("pad_sequence: Expected iterable for input sequences, "
                           f"but got arg of type: {type(sequences)}")
    return torch._C._nn.pad_sequence(tuple(sequences), batch_first, padding_value)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences of a padded batch."""
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [seq[:int(n)] for seq, n in zip(padded_sequences, lengths)]


def pack_sequence(sequences, enforce_sorted=True):
    """Packs sequences (L, *)."""
    lengths = torch.as_tensor([v.size(0) for v in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """The sequences of a packed one."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
