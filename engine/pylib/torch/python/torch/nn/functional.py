"""nn.functional: layers as functions. The definitions stand in torch.nn.functions."""

import torch
from torch import native_channel_shuffle
from torch.nn.functions.activation import (
    alpha_dropout, celu, celu_, dropout, dropout1d, dropout2d, dropout3d, elu, elu_,
    feature_alpha_dropout, gelu, glu, gumbel_softmax, hardshrink, hardsigmoid, hardswish, hardtanh,
    hardtanh_, leaky_relu, leaky_relu_, log_softmax, logsigmoid, mish, prelu, relu, relu6, relu_,
    rrelu, rrelu_, selu, selu_, sigmoid, silu, softmax, softmin, softplus, softshrink, softsign,
    tanh, tanhshrink, threshold, threshold_)
from torch.nn.functions.attention import multi_head_attention_forward, scaled_dot_product_attention
from torch.nn.functions.loss import (
    binary_cross_entropy, binary_cross_entropy_with_logits, cosine_embedding_loss, cross_entropy,
    ctc_loss, gaussian_nll_loss, hinge_embedding_loss, huber_loss, kl_div, l1_loss,
    margin_ranking_loss, mse_loss, multi_margin_loss, multilabel_margin_loss,
    multilabel_soft_margin_loss, nll_loss, poisson_nll_loss, smooth_l1_loss, soft_margin_loss,
    triplet_margin_loss, triplet_margin_with_distance_loss)
from torch.nn.functions.norm import (
    batch_norm, bilinear, cosine_similarity, embedding, embedding_bag, group_norm, instance_norm,
    layer_norm, linear, local_response_norm, normalize, one_hot, pairwise_distance, pdist, rms_norm)
from torch.nn.functions.pooling import (
    adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d, adaptive_max_pool1d,
    adaptive_max_pool2d, adaptive_max_pool3d, avg_pool1d, avg_pool2d, avg_pool3d, fractional_max_pool2d,
    fractional_max_pool2d_with_indices, fractional_max_pool3d, fractional_max_pool3d_with_indices, lp_pool1d,
    lp_pool2d, max_pool1d, max_pool1d_with_indices, max_pool2d, max_pool2d_with_indices, max_pool3d,
    max_pool3d_with_indices, max_unpool1d, max_unpool2d, max_unpool3d)
from torch.nn.functions.sampling import (
    affine_grid, channel_shuffle, conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d,
    conv_transpose3d, fold, grid_sample, interpolate, pad, pixel_shuffle, pixel_unshuffle, unfold,
    upsample, upsample_bilinear, upsample_nearest)

# Files of whole objects name functions by their module, which is this one.
for _function in [f for f in globals().values() if getattr(f, "__module__", "").startswith("torch.nn.functions.")]:
    _function.__module__ = __name__
del _function


def __getattr__(name):
    if name == "grad":  # whose functions are made of those here
        return torch._C._import("torch.nn.grad")
    raise AttributeError(f"module 'torch.nn.functional' has no attribute '{name}'")
