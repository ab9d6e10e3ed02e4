"""Multi-head attention."""

import math
import warnings

import torch
from torch.nn.functions.activation import dropout, softmax
from torch.nn.functions.norm import linear
from torch.nn.functions.sampling import pad


def _check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether the inputs are batches; complains where they disagree."""
    dims = query.dim()
    if dims not in (2, 3):
        raise AssertionError("query should be unbatched 2D or batched 3D tensor "
                             f"but received {dims}-D query tensor")
    kind = "batched (3-D)" if dims == 3 else "unbatched (2-D)"
    assert key.dim() == dims and value.dim() == dims, (
        f"For {kind} `query`, expected `key` and `value` to be {dims}-D"
        f" but found {key.dim()}-D and {value.dim()}-D tensors respectively")
    if key_padding_mask is not None:
        assert key_padding_mask.dim() == dims - 1, (
            f"For {kind} `query`, expected `key_padding_mask` to be `None` or {dims - 1}-D"
            f" but found {key_padding_mask.dim()}-D tensor instead")
    if attn_mask is not None:
        assert attn_mask.dim() in (2, 3), (
            f"For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D"
            f" but found {attn_mask.dim()}-D tensor instead")
        if dims == 2 and attn_mask.dim() == 3:
            expected = (num_heads, query.shape[0], key.shape[0])
            assert attn_mask.shape == expected, f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}"
    return dims == 3


def _project_packed(q, k, v, w, b):
    """The three input projections from one weight of (3E, E)."""
    width = q.size(-1)
    if q is k and k is v:
        return linear(q, w, b).chunk(3, dim=-1)
    if k is v:
        w_q, w_kv = w.split([width, width * 2])
        b_q, b_kv = (None, None) if b is None else b.split([width, width * 2])
        return (linear(q, w_q, b_q), *linear(k, w_kv, b_kv).chunk(2, dim=-1))
    biases = (None, None, None) if b is None else b.chunk(3)
    return tuple(linear(x, wx, bx) for x, wx, bx in zip((q, k, v), w.chunk(3), biases))


def _checked_mask(mask, batch, heads, targets, sources):
    """attn_mask as a 3-D tensor of bool or float."""
    if mask.dtype == torch.uint8:
        warnings.warn("Byte tensor for attn_mask in nn.MultiheadAttention is deprecated. Use bool tensor instead.")
        mask = mask.to(torch.bool)
    assert mask.is_floating_point() or mask.dtype == torch.bool, \
        f"Only float, byte, and bool types are supported for attn_mask, not {mask.dtype}"
    wanted = {2: (targets, sources), 3: (batch * heads, targets, sources)}.get(mask.dim())
    if wanted is None:
        raise RuntimeError(f"attn_mask's dimension {mask.dim()} is not supported")
    if mask.shape != wanted:
        raise RuntimeError(f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {wanted}.")
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def _merged(mask, padding, batch, heads, sources):
    """The attention mask and the padding mask as one."""
    assert padding.shape == (batch, sources), \
        f"expecting key_padding_mask shape of {(batch, sources)}, but got {padding.shape}"
    padding = padding.view(batch, 1, 1, sources).expand(-1, heads, -1, -1).reshape(batch * heads, 1, sources)
    if mask is None:
        return padding
    if mask.dtype == torch.bool:
        return mask.logical_or(padding)
    return mask.masked_fill(padding, float("-inf"))


def _padded(mask):
    return None if mask is None else pad(mask, (0, 1))


def multi_head_attention_forward(
        query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
        add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None,
        need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None,
        k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True):
    """Attention of (L, N, E) queries over (S, N, E) keys and values, in num_heads parts."""
    batched = _check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        same = key is query, value is key
        query = query.unsqueeze(1)
        key = query if same[0] else key.unsqueeze(1)
        value = key if same[1] else value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    targets, batch, width = query.shape
    sources = key.shape[0]
    if key_padding_mask is not None and key_padding_mask.dtype != torch.bool \
            and not torch.is_floating_point(key_padding_mask):
        raise AssertionError("only bool and floating types of key_padding_mask are supported")
    assert width == embed_dim_to_check, \
        f"was expecting embedding dimension of {embed_dim_to_check}, but got {width}"
    head = width // num_heads
    assert head * num_heads == width, f"embed_dim {width} not divisible by num_heads {num_heads}"
    if use_separate_proj_weight:
        assert key.shape[:2] == value.shape[:2], \
            f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
        biases = (None,) * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        q, k, v = (linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases))
    else:
        assert key.shape == value.shape, f"key shape {key.shape} does not match value shape {value.shape}"
        q, k, v = _project_packed(query, key, value, in_proj_weight, in_proj_bias)
    if attn_mask is not None:
        attn_mask = _checked_mask(attn_mask, batch, num_heads, targets, sources)
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask, key_padding_mask = _padded(attn_mask), _padded(key_padding_mask)

    def heads(x):
        return x.contiguous().view(x.shape[0], batch * num_heads, head).transpose(0, 1)

    q = heads(q)
    k = heads(k) if static_k is None else static_k
    v = heads(v) if static_v is None else static_v
    if add_zero_attn:
        nothing = torch.zeros((batch * num_heads, 1, head), dtype=k.dtype, device=k.device)
        k, v = torch.cat([k, nothing], dim=1), torch.cat([v, nothing], dim=1)
        attn_mask, key_padding_mask = _padded(attn_mask), _padded(key_padding_mask)
    if key_padding_mask is not None:
        attn_mask = _merged(attn_mask, key_padding_mask, batch, num_heads, k.size(1))
    weights = _weights(q, k, attn_mask, dropout_p if training else 0.0)
    out = torch.bmm(weights, v).transpose(0, 1).contiguous().view(targets * batch, width)
    out = linear(out, out_proj_weight, out_proj_bias)
    out = out.view(targets, batch, out.size(1))
    if not batched:
        out = out.squeeze(1)
    if not need_weights:
        return out, None
    weights = weights.view(batch, num_heads, targets, k.size(1))
    if average_attn_weights:
        weights = weights.sum(dim=1) / num_heads
    return out, weights if batched else weights.squeeze(0)


def _weights(q, k, mask, dropout_p):
    """softmax(q kᵀ / √E + mask), after dropout."""
    if mask is not None and mask.dtype == torch.bool:
        mask = torch.zeros_like(mask, dtype=q.dtype).masked_fill_(mask, float("-inf"))
    q = q / math.sqrt(q.shape[-1])
    keys = k.transpose(-2, -1)
    scores = torch.bmm(q, keys) if mask is None else torch.baddbmm(mask, q, keys)
    weights = softmax(scores, dim=-1)
    return dropout(weights, p=dropout_p) if dropout_p > 0.0 else weights


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """softmax(query @ key^T * scale + mask) @ value, over the last two dimensions (PyTorch 2.0).

    Here the table of scores is written; real GPUs have kernels that need none.
    """
    if not any(torch.backends.cuda._sdp.values()):
        raise RuntimeError("No available kernel. Aborting execution.")
    if is_causal and attn_mask is not None:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if not query.dtype == key.dtype == value.dtype:
        raise RuntimeError(f"Expected query, key, and value to have the same dtype, but got query.dtype: {_c_type(query)} key.dtype: {_c_type(key)} and value.dtype: {_c_type(value)} instead.")
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    scores = query @ key.transpose(-2, -1) * (query.size(-1) ** -0.5 if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool, device=query.device).tril()
    if attn_mask is not None:
        scores = scores.masked_fill(attn_mask.logical_not(), float("-inf")) if attn_mask.dtype == torch.bool else scores + attn_mask
    weights = torch.softmax(scores, dim=-1)
    return (torch.dropout(weights, dropout_p, True) if dropout_p > 0 else weights) @ value


def _c_type(x):
    names = {torch.float32: "float", torch.float64: "double", torch.float16: "c10::Half", torch.bfloat16: "c10::BFloat16", torch.int64: "long int", torch.int32: "int"}
    return names.get(x.dtype, str(x.dtype))
