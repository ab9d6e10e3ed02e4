"""Where the public documentation of a name of PyTorch or NumPy stands: its page follows from the name."""

import sys

_torch, _numpy = "https://pytorch.org/docs/stable/", "https://numpy.org/doc/1.24/reference/"
_own, _owned = _torch + "generated/{}.html", _numpy + "generated/{}.html"  # a page for each name

# The pages of a module's names. What stands in an earlier one is documented there.
pages = {
    "torch": _own, "torch.Tensor": _own, "torch.nn": _own, "torch.nn.functional": _own, "torch.nn.init": _torch + "nn.init.html#{}",
    "torch.nn.utils": _own, "torch.optim": _own, "torch.optim.lr_scheduler": _own, "torch.utils.data": _torch + "data.html#{}",
    "torch.linalg": _own, "torch.fft": _own, "torch.special": _torch + "special.html#{}", "torch.autograd": _own,
    "torch.cuda": _own, "torch.distributed": _torch + "distributed.html#{}",
    "numpy": _owned, "numpy.ndarray": _owned, "numpy.linalg": _owned, "numpy.fft": _owned,
    "numpy.random": _numpy + "random/generated/{}.html", "numpy.random.Generator": _numpy + "random/generated/{}.html",
    "numpy.char": _owned, "numpy.ma": _owned,
}

# The names that PyTorch and NumPy do not document.
_without = {module: frozenset(names.split()) for module, names in {
    "torch": """Function OutOfMemoryError Size Tensor TypedStorage UntypedStorage device dtype finfo iinfo layout memory_format
        adaptive_max_pool1d affine_grid_generator alpha_dropout batch_norm binary_cross_entropy_with_logits binomial celu clamp_max
        clamp_min constant_pad_nd cosine_embedding_loss ctc_loss detach dropout eig embedding embedding_bag feature_alpha_dropout
        feature_dropout fill frobenius_norm get_device grid_sampler grid_sampler_2d grid_sampler_3d group_norm hinge_embedding_loss
        index_fill index_put instance_norm is_anomaly_enabled is_autocast_enabled is_neg is_same_size is_signed kl_div layer_norm
        log_softmax lstsq margin_ranking_loss masked_fill masked_scatter matrix_rank max_pool1d max_pool1d_with_indices max_pool2d
        max_pool3d native_dropout norm_except_dim nuclear_norm poisson_nll_loss put relu rrelu rsub scalar_tensor segment_reduce selu
        softmax solve split_with_sizes symeig threshold triplet_margin_loss typename unsafe_split_with_sizes""",
    "torch.Tensor": """as_strided_ clamp_max clamp_max_ clamp_min clamp_min_ index_reduce is_nonzero is_same_size log_softmax new prelu
        relu relu_ softmax split_with_sizes symeig unsafe_split_with_sizes untyped_storage""",
    "torch.nn": "Container CrossMapLRN2d NLLLoss2d RNNCellBase",
    "torch.nn.utils": "fuse_conv_bn_eval fuse_conv_bn_weights",
    "torch.optim.lr_scheduler": "Counter check_optimizer print_lr",
    "torch.cuda": "DeferredCudaCallError",
    "torch.autograd": "Variable",
    "torch.distributed": "GroupMember ProcessGroup Work",
    "numpy": """AxisError ComplexWarning LinAlgError MT19937 NpzFile PCG64 RankWarning VisibleDeprecationWarning indices_grid tofile
        bool8 bool_ byte bytes_ cdouble complex128 complex64 complex_ complexfloating csingle datetime64 double
        flexible float16 float32 float64 float_ floating generic half inexact int16 int32 int64 int8 int_ intc integer intp
        longlong number object_ short signedinteger single str_ string_ timedelta64 ubyte uint uint16 uint32 uint64 uint8 uintc
        uintp ulonglong unicode_ unsignedinteger ushort void""",
    "numpy.random": "Generator MT19937 PCG64 RandomState default_rng",
    "numpy.ma": "MaskedConstant",
    "numpy.char": "broadcast_arrays",
}.items()}


def page(module, name):
    """The address of the page of a name, or None."""
    if module not in pages or name in _without.get(module, ()):
        return None
    if name.endswith("Tensor") or module == "torch" and name.endswith(("_", "_copy")) and name != "index_copy":
        return None  # torch.FloatTensor, torch.sin_, torch.view_copy
    return pages[module].format(module + "." + name)


def owner(module):
    """The module or class of that name, None where the program has not imported it; looking imports nothing."""
    above, _, name = module.rpartition(".")
    there = sys.modules.get(above)
    return sys.modules.get(module) or (vars(there).get(name) if there else None)


def page_of(x):
    """The address of the page of a function, a class or a method, or None."""
    name = getattr(x, "__name__", None)
    if not callable(x) or not isinstance(name, str):
        return None
    for module in pages:
        there = owner(module)
        if there is not None and vars(there).get(name) is x:
            return page(module, name)
    return None
