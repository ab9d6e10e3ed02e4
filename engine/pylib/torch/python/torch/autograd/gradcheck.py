"""Gradients checked against finite differences.

Backward is compared one real number of an output at a time (slow), or along random directions
of outputs and inputs (fast). The gradient by a complex number z is d/d(re z) + i d/d(im z).
"""

import warnings

import torch
from torch._C import Function

__all__ = ["gradcheck", "gradgradcheck", "GradcheckError", "get_numerical_jacobian", "get_analytical_jacobian"]


class GradcheckError(RuntimeError):
    """The analytical gradient is not the numerical one."""


_PARTS = {"imaginary": lambda x: x.imag, "real": lambda x: x.real if x.is_complex() else x}


def _as_tuple(x):
    if isinstance(x, tuple):
        return x
    return tuple(x) if isinstance(x, list) else (x,)


def _wanted(x):
    return isinstance(x, torch.Tensor) and x.requires_grad


def _differentiable_outputs(x):
    return tuple(o for o in _as_tuple(x) if _wanted(o))


def _units(x):
    """The directions in which a number of x may go."""
    return (1, 1j) if x.is_complex() else (1,)


def _bases(x):
    """Each direction in which one number of x goes, and the unit of it."""
    for k in range(x.numel()):
        for unit in _units(x):
            basis = torch.zeros_like(x, memory_format=torch.contiguous_format).detach()
            basis.view(-1)[k] = unit
            yield k, unit, basis


class _Random:
    """Directions that leave the generator of the session alone."""

    def __init__(self):
        self.generator = torch.Generator().manual_seed(2147483647)

    def like(self, x):
        """A direction of length 1 for x; a complex one for a complex x."""
        parts = [torch.rand(x.numel(), generator=self.generator, dtype=torch.float64) for _ in _units(x)]
        v = torch.complex(*parts) if len(parts) == 2 else parts[0]
        return (v / v.norm() if x.numel() else v).reshape(x.shape).to(x)


# Numerical.

def _same_kind(a, b, eps):
    for what, of in (("shape", lambda x: x.shape), ("dtype", lambda x: x.dtype)):
        assert of(a) == of(b), (f"Expected `func` to return outputs with the same {what} when inputs are perturbed by {eps}, but got: "
                                f"{what}s {of(a)} and {of(b)}.")


def _differences(func, inputs, x, direction, eps):
    """What the outputs of func change by along a direction of x."""
    data, kept, sides = x.data, x.data.clone(), []
    try:
        for step in (-eps, eps):
            data.copy_(kept + step * direction)
            sides.append([o.detach().clone() for o in _as_tuple(func(*inputs)) if isinstance(o, torch.Tensor)])
    finally:
        data.copy_(kept)
    for a, b in zip(*sides):
        _same_kind(a, b, eps)
    return [(b - a) / (2 * eps) for a, b in zip(*sides)]


def _numerical(func, inputs, x, eps, chosen, part):
    """The Jacobian of part of an output by x; shape (inputs, outputs)."""
    rows = {}
    for k, unit, basis in _bases(x):
        change = unit * _PARTS[part](_differences(func, inputs, x, basis, eps)[chosen]).reshape(-1)
        rows[k] = rows[k] + change if k in rows else change
    if rows:
        return torch.stack(list(rows.values()))
    return x.detach().new_zeros(0, _as_tuple(func(*inputs))[chosen].numel())


# Analytical.

def _gradients(output, wanted, grad_output):
    """The gradients of an output by each input; zeros for one that it does not depend on."""
    found = torch.autograd.grad(output, wanted, grad_output, retain_graph=True, allow_unused=True)
    return [torch.zeros_like(x) if g is None else g for g, x in zip(found, wanted)]


def _analytical(output, wanted, part):
    """The Jacobians of part of an output by each input."""
    flat = _PARTS[part](output).reshape(-1)
    columns = [[g.to_dense().reshape(-1) for g in _gradients(flat[j], wanted, None)] for j in range(flat.numel())]
    if not columns:
        return [x.detach().new_zeros(x.numel(), 0) for x in wanted]
    return [torch.stack(list(column), 1) for column in zip(*columns)]


def _reentrant(output, wanted, nondet_tol, random):
    """Whether backward gives the same twice; and whether its gradients have the types of the inputs."""
    grad_output = random.like(output)
    first, second = (_gradients(output, wanted, grad_output) for _ in range(2))
    same = all(a.numel() == 0 or float((a.to_dense() - b.to_dense()).abs().max()) <= nondet_tol for a, b in zip(first, second))
    return same, all(g.dtype == x.dtype for g, x in zip(first, wanted))


def _check_attributes(output, wanted, nondet_tol, check_grad_dtypes, random):
    same, typed = _reentrant(output, wanted, nondet_tol, random)
    if check_grad_dtypes and not typed:
        raise GradcheckError("Gradient has dtype mismatch")
    if not same:
        raise GradcheckError("Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives "
                             "different values, although analytical gradient matches numerical gradient. The tolerance for "
                             f"nondeterminism was {nondet_tol}.")


class _Undefined(Function):
    """The identity, with no gradient."""

    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return None


def _expected_with_undefined(what):
    warnings.warn("Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may break "
                  "existing callers of this function. If this is true for you, you can call this function with "
                  '"check_undefined_grad=False" to disable the feature')
    return GradcheckError(f'Expected {what}. Please look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"')


# Comparisons.

def _mismatch(analytical, numerical, output, input, element=None, part=None, mode=""):
    prefix = f"While considering the {part} part of complex {element} only, " if element else ""
    return (f"{prefix}Jacobian {mode}mismatch for output {output} with respect to input {input},\n"
            f"numerical:{numerical}\nanalytical:{analytical}\n")


def _close(a, b, rtol, atol):
    return torch.allclose(a, b.to(a), rtol, atol)


class _Check:
    """One call of gradcheck: the function, its inputs and tolerances."""

    def __init__(self, func, inputs, eps, atol, rtol, nondet_tol):
        self.func, self.inputs, self.eps, self.atol, self.rtol, self.nondet_tol = func, inputs, eps, atol, rtol, nondet_tol
        self.wanted = [x for x in inputs if _wanted(x)]
        self.random = _Random()

    def outputs(self):
        return [o for o in _as_tuple(self.func(*self.inputs)) if isinstance(o, torch.Tensor)]

    def constant(self, count):
        """Outputs that need no gradient must not change with the inputs."""
        for o in range(count):
            for x in self.wanted:
                if bool((_numerical(self.func, self.inputs, x, self.eps, o, "real") != 0).any()):
                    raise GradcheckError("Numerical gradient for function expected to be zero")

    def backward(self, outputs, fast, check_grad_dtypes):
        for part in _PARTS:
            numbered = [(n, o) for n, o in enumerate(outputs) if o.requires_grad and (o.is_complex() or part == "real")]
            for n, (place, o) in enumerate(numbered):
                _check_attributes(o, self.wanted, self.nondet_tol, check_grad_dtypes, self.random)
                (self.backward_fast if fast else self.backward_slow)(n, place, o, part)

    def backward_slow(self, n, place, output, part):
        for i, (x, analytical) in enumerate(zip(self.wanted, _analytical(output, self.wanted, part))):
            numerical = _numerical(self.func, self.inputs, x, self.eps, place, part)
            if not _close(analytical, numerical, self.rtol, self.atol):
                raise GradcheckError(_mismatch(analytical, numerical, n, i, "outputs" if output.is_complex() else None, part))

    def backward_fast(self, n, place, output, part):
        chosen = _PARTS[part](output)
        v = self.random.like(chosen)
        for i, (x, g) in enumerate(zip(self.wanted, _gradients(chosen, self.wanted, v))):
            u = self.random.like(x.detach())
            changes = _PARTS[part](_differences(self.func, self.inputs, x, u, self.eps)[place])
            numerical, analytical = (v * changes).sum(), (g.to_dense().conj() * u).sum().real
            if not _close(analytical, numerical, self.rtol, self.atol * float(u.abs().sum() * v.abs().sum())):
                self.backward_slow(n, place, output, part)  # which names the numbers
                raise GradcheckError(_mismatch(analytical, numerical, n, i, "outputs" if output.is_complex() else None, part)
                                     + "Fast gradcheck failed but element-wise differences are small.")

    def tangents(self, x, direction):
        """What forward mode says that the outputs change by along a direction of x."""
        from torch.autograd import forward_ad
        with forward_ad.dual_level():
            inputs = [y.detach() if isinstance(y, torch.Tensor) else y for y in self.inputs]
            duals = [forward_ad.make_dual(y, direction) if z is x else y for y, z in zip(inputs, self.inputs)]
            found = [forward_ad.unpack_dual(o) for o in _as_tuple(self.func(*duals)) if isinstance(o, torch.Tensor)]
            return [torch.zeros_like(primal).detach() if tangent is None else tangent.detach() for primal, tangent in found]

    def forward(self, fast):
        for i, x in enumerate(self.wanted):
            directions = [(1, self.random.like(x.detach()))] if fast else [(unit, basis) for _, unit, basis in _bases(x)]
            for unit, direction in directions:
                scale = float(direction.abs().sum()) if fast else 1
                numerical = _differences(self.func, self.inputs, x, direction, self.eps)
                for n, (a, b) in enumerate(zip(self.tangents(x, direction), numerical)):
                    if (a.is_floating_point() or a.is_complex()) and not _close(a, b, self.rtol, self.atol * scale):
                        raise GradcheckError(_mismatch(a, b, n, i, "inputs" if x.is_complex() else None, "real" if unit == 1 else "imaginary",
                                                       "computed with forward mode "))

    def batched(self, outputs):
        """Backward of two gradients at once must be that of each."""
        for o in outputs:
            grads = torch.stack([self.random.like(o), self.random.like(o)])
            expected = [_gradients(o, self.wanted, g) for g in grads]
            try:
                found = torch.autograd.grad(o, self.wanted, grads, retain_graph=True, allow_unused=True, is_grads_batched=True)
            except RuntimeError as e:
                raise GradcheckError("While computing batched gradients, got: " + str(e) + "\n\ngradcheck or gradgradcheck failed while testing "
                                     "batched gradient computation. To disable it, pass `check_batched_grad=False`.") from e
            for x, got, want in zip(self.wanted, found, zip(*expected)):
                if got is not None and not _close(got, torch.stack(want), self.rtol, self.atol):
                    raise GradcheckError("gradcheck or gradgradcheck failed while testing batched gradient computation.")

    def undefined(self, count):
        """Backward must take no gradient for all outputs, and for each of several, as zeros."""
        every = set(range(count))
        for missing in [every, *({n} for n in every if count > 1)]:
            outputs = [_Undefined.apply(o) if n in missing else o for n, o in enumerate(_differentiable_outputs(self.func(*self.inputs)))]
            try:
                found = torch.autograd.grad(outputs, self.wanted, [torch.zeros_like(o) for o in outputs], allow_unused=True)
            except RuntimeError:
                raise _expected_with_undefined("backward function to handle undefined output grads")
            if any(g is not None and bool((g.to_dense() != 0).any()) for g in found):
                raise _expected_with_undefined("all input grads to be undefined or zero when all output grads are undefined or zero")

    def multiplied(self, outputs):
        """Backward of zeros must be zeros, of the kind that the inputs are."""
        found = torch.autograd.grad(outputs, self.wanted, [torch.zeros_like(o) for o in outputs], retain_graph=True, allow_unused=True)
        for g, x in zip(found, self.wanted):
            if g is None:
                continue
            if g.layout != x.layout:
                raise GradcheckError(f"grad is incorrect layout ({g.layout} is not {x.layout})")
            if not bool((g.to_dense() == 0).all()):
                raise GradcheckError("backward not multiplied by grad_output")
            if g.dtype != x.dtype or g.device != x.device:
                raise GradcheckError("grad is incorrect type")
            if g.size() != x.size():
                raise GradcheckError("grad is incorrect size")


# What is given.

def _check_inputs(inputs, check_sparse_nnz, check_forward_ad):
    if not check_sparse_nnz and any(isinstance(x, torch.Tensor) and x.layout in (torch.sparse_coo, torch.sparse_csr) for x in inputs):
        raise GradcheckError("gradcheck expects all tensor inputs are dense when check_sparse_nnz is set to False.")
    if not any(_wanted(x) for x in inputs):
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of the "
                         "them have requires_grad=True.")
    for i, x in enumerate(inputs):
        if not _wanted(x):
            continue
        if x.dtype not in (torch.float64, torch.complex128):
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. "
                          "This check will likely fail if all the inputs are not of double precision floating "
                          "point or complex. ")
        if check_forward_ad and x.layout == torch._mkldnn:
            raise ValueError("MKLDNN inputs are not support for forward AD gradcheck.")
        if x.layout == torch.strided and any(stride == 0 and size > 1 for stride, size in zip(x.stride(), x.size())):
            raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be "
                               "able to compute the numerical gradients correctly. You should call .contiguous on the input before passing it "
                               "to gradcheck.")


def _check_outputs(outputs):
    for layouts, name in (((torch.sparse_coo, torch.sparse_csr), "Sparse"), ((torch._mkldnn,), "MKLDNN")):
        if any(o.layout in layouts for o in outputs):
            raise ValueError(f"{name} output is not supported at gradcheck yet. Please call to_dense() on the output of fn for gradcheck.")


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, check_sparse_nnz=False,
              nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False):
    """Whether the gradients of func agree with finite differences; inputs should be float64."""
    assert check_forward_ad or check_backward_ad, "Expected at least one of check_forward_ad or check_backward_ad to be True"
    assert check_backward_ad or not check_batched_grad, "Setting check_batched_grad=True requires check_backward_ad to be True"
    assert check_forward_ad or not check_batched_forward_grad, "Setting check_batched_forward_grad=True requires check_forward_ad to be True"
    if check_batched_forward_grad:
        raise NotImplementedError("gradcheck: check_batched_forward_grad is not part of this torch")
    inputs = _as_tuple(inputs)
    try:
        _check_inputs(inputs, check_sparse_nnz, check_forward_ad)
        _checked(_Check(func, inputs, eps, atol, rtol, nondet_tol), check_backward_ad, check_forward_ad, check_batched_grad, check_grad_dtypes,
                 check_undefined_grad, fast_mode)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _checked(check, check_backward_ad, check_forward_ad, check_batched_grad, check_grad_dtypes, check_undefined_grad, fast_mode):
    """Raises what is wrong with the gradients."""
    outputs = check.outputs()
    differentiable = _differentiable_outputs(outputs)
    _check_outputs(outputs)
    if not differentiable and check_backward_ad:
        check.constant(len(outputs))
        return
    if check_backward_ad:
        check.backward(outputs, fast_mode, check_grad_dtypes)
    if check_forward_ad:
        check.forward(fast_mode)
    if check_backward_ad:
        if check_batched_grad:
            check.batched(differentiable)
        check.multiplied(differentiable)
        if check_undefined_grad:
            check.undefined(len(differentiable))


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False, raise_exception=True,
                  nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
                  check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False):
    """gradcheck of the gradients of func: backward twice, and with check_fwd_over_rev tangents of the gradients."""
    assert check_fwd_over_rev or check_rev_over_rev, "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True"
    assert not check_undefined_grad or check_rev_over_rev, "Setting check_undefined_grad=True requires check_rev_over_rev to be True"
    assert not check_batched_grad or check_rev_over_rev, "Setting check_batched_grad=True requires check_rev_over_rev to be True"
    inputs = _as_tuple(inputs)
    if grad_outputs is None:
        grad_outputs = [torch.testing.make_tensor(o.shape, dtype=o.dtype if o.is_floating_point() or o.is_complex() else torch.double, device=o.device,
                                                  low=-1, high=1, requires_grad=True, noncontiguous=gen_non_contig_grad_outputs)
                        for o in _differentiable_outputs(func(*inputs))]
    grad_outputs = _as_tuple(grad_outputs)
    count = len(inputs)

    def gradients(*args):
        given = tuple(x.requires_grad_() if _wanted(y) and x.is_leaf else x for x, y in zip(args, inputs))
        outputs = _differentiable_outputs(func(*given))
        wanted = tuple(x for x in given if _wanted(x))
        found = torch.autograd.grad(outputs, wanted, args[count:], create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(gradients, (*inputs, *grad_outputs), eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception, nondet_tol=nondet_tol,
                     check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes, check_batched_grad=check_batched_grad,
                     fast_mode=fast_mode, check_forward_ad=check_fwd_over_rev, check_backward_ad=check_rev_over_rev)


# What versions before 1.9 had.

def _deprecated(name, grad_out):
    warnings.warn(f"{name} was part of PyTorch's private API and not meant to be exposed. We are deprecating it and it will be removed in a "
                  "future version of PyTorch. If you have a specific use for this or feature request for this to be a stable API, please file "
                  "us an issue at https://github.com/pytorch/pytorch/issues/new", stacklevel=3)
    if grad_out != 1.0:
        raise ValueError(f"Expected grad_out to be 1.0. {name} no longer supports values of grad_out != 1.0.")


def get_numerical_jacobian(fn, inputs, target=None, eps=1e-3, grad_out=1.0):
    """The Jacobians of the first output of fn, which takes its inputs as a tuple."""
    _deprecated("get_numerical_jacobian", grad_out)
    targets = [x for x in _as_tuple(inputs if target is None else target) if _wanted(x)]
    return tuple(_numerical(lambda *given: fn(given), _as_tuple(inputs), x, eps, 0, "real") for x in targets)


def get_analytical_jacobian(inputs, output, nondet_tol=0.0, grad_out=1.0):
    """The Jacobians of an output, whether backward gives the same twice, and whether sizes and types are right."""
    _deprecated("get_analytical_jacobian", grad_out)
    wanted = [x for x in _as_tuple(inputs) if _wanted(x)]
    same, typed = _reentrant(output, wanted, nondet_tol, _Random())
    return tuple(_analytical(output, wanted, "real")), same, True, typed
