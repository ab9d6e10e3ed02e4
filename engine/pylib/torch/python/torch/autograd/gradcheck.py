"""Gradients checked against finite differences."""

import torch


class GradcheckError(RuntimeError):
    """The analytical gradient is not the numerical one."""


def _tensors(x):
    return list(x) if isinstance(x, (tuple, list)) else [x]


def _parts(func):
    """func with each complex output as its real and its imaginary part."""
    def parted(*inputs):
        return [part for o in _tensors(func(*inputs))
                for part in ((o.real, o.imag) if isinstance(o, torch.Tensor) and o.is_complex() else (o,))]
    return parted


def _numerical(fn, inputs, x, out_index, eps):
    """The Jacobian of one real output with respect to x, column by column; of a complex x d/d real + i·d/d imaginary, as gradients are."""
    flat = x.data.view(-1)
    columns = []
    for i in range(flat.numel()):
        kept, column = flat[i].item(), 0
        for unit in (1, 1j) if x.is_complex() else (1,):
            values = []
            for step in (-eps * unit, eps * unit):
                flat[i] = kept + step
                values.append(_tensors(fn(*inputs))[out_index].detach().reshape(-1).clone())
            column = column + unit * (values[1] - values[0]) / (2 * eps)
        flat[i] = kept
        columns.append(column)
    if not columns:
        out = _tensors(fn(*inputs))[out_index].detach()
        return out.new_zeros((0, out.numel()))
    return torch.stack(columns)


def _analytical(out, x):
    """The Jacobian by backward, row by row; shape (inputs, outputs)."""
    rows = []
    flat = out.reshape(-1)
    for i in range(flat.numel()):
        g = torch.autograd.grad(flat[i], x, retain_graph=True, allow_unused=True)[0]
        rows.append((torch.zeros_like(x) if g is None else g).reshape(-1))
    return torch.stack(rows, 1) if rows else x.new_zeros((x.numel(), 0))


def _constant(func, inputs, wanted, count, eps, raise_exception):
    """Whether outputs that need no gradient do not change with the inputs."""
    changes = any(bool((_numerical(func, inputs, x, o, eps) != 0).any()) for o in range(count) for x in wanted)
    if changes and raise_exception:
        raise GradcheckError("Numerical gradient for function expected to be zero")
    return not changes


def _forward_agrees(func, inputs, wanted, eps, rtol, atol, raise_exception):
    """Whether tangents are those of finite differences, input by input."""
    from torch.autograd import forward_ad
    for i, x in enumerate(wanted):
        columns = []
        for k in range(x.numel()):
            column = None
            for unit in (1, 1j) if x.is_complex() else (1,):
                basis = torch.zeros_like(x)
                basis.view(-1)[k] = unit
                with forward_ad.dual_level():
                    duals = [forward_ad.make_dual(y.detach(), basis) if y is x else y.detach() if isinstance(y, torch.Tensor) else y for y in inputs]
                    outs = [o for o in _tensors(func(*duals)) if isinstance(o, torch.Tensor) and o.is_floating_point()]
                    tangents = [forward_ad.unpack_dual(o).tangent for o in outs]
                    found = [torch.zeros_like(o).reshape(-1).detach() if t is None else t.reshape(-1).detach() for o, t in zip(outs, tangents)]
                column = found if column is None else [a + unit * b for a, b in zip(column, found)]
            columns.append(column)
        for o, rows in enumerate(zip(*columns)):  # none where the input is empty
            numerical, analytical = _numerical(func, inputs, x, o, eps), torch.stack(rows)
            if not torch.allclose(analytical, numerical, rtol, atol):
                if raise_exception:
                    raise GradcheckError(f"Jacobian computed with forward mode mismatch for output {o} with respect to input {i},\n"
                                         f"numerical:{numerical}\nanalytical:{analytical}\n")
                return False
    return True


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, check_sparse_nnz=False,
              nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False):
    """Whether the gradients of func agree with finite differences; inputs should be float64."""
    inputs = tuple(_tensors(inputs))
    wanted = [x for x in inputs if isinstance(x, torch.Tensor) and x.requires_grad]
    if not wanted:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of the "
                         "them have requires_grad=True.")
    for i, x in enumerate(inputs):
        if isinstance(x, torch.Tensor) and x.requires_grad and x.dtype not in (torch.float64, torch.complex128):
            import warnings
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. "
                          "This check will likely fail if all the inputs are not of double precision floating "
                          "point or complex. ")
    func = _parts(func)
    if check_forward_ad and not _forward_agrees(func, inputs, wanted, eps, rtol, atol, raise_exception):
        return False
    if not check_backward_ad:
        return True
    outputs = [o for o in _tensors(func(*inputs)) if isinstance(o, torch.Tensor)]
    if not any(o.requires_grad for o in outputs):
        return _constant(func, inputs, wanted, len(outputs), eps, raise_exception)
    outputs = [o for o in outputs if o.requires_grad]
    for o, out in enumerate(outputs):
        for i, x in enumerate(wanted):
            numerical = _numerical(func, inputs, x, o, eps)
            analytical = _analytical(out, x)
            if not torch.allclose(analytical, numerical, rtol, atol):
                if not raise_exception:
                    return False
                raise GradcheckError(f"Jacobian mismatch for output {o} with respect to input {i},\n"
                                     f"numerical:{numerical}\nanalytical:{analytical}\n")
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, check_fwd_over_rev=False, check_rev_over_rev=True, **options):
    """gradcheck of the gradients of func: backward twice, and with check_fwd_over_rev tangents of the gradients."""
    inputs = tuple(_tensors(inputs))
    outputs = _tensors(func(*inputs))
    if grad_outputs is None:
        grad_outputs = [torch.randn_like(o).requires_grad_() for o in outputs]
    grad_outputs = _tensors(grad_outputs)
    n = len(inputs)

    def gradients(*args):
        wanted = [x for x in args[:n] if isinstance(x, torch.Tensor) and x.requires_grad]
        return torch.autograd.grad(_tensors(func(*args[:n])), wanted, args[n:], create_graph=True, allow_unused=True)

    options.pop("gen_non_contig_grad_outputs", None)
    return gradcheck(gradients, (*inputs, *grad_outputs), check_forward_ad=check_fwd_over_rev, check_backward_ad=check_rev_over_rev, **options)
