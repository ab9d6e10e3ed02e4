"""functorch: functions made of functions: gradients, Jacobians, maps over a batch.

Gradients are those of torch.autograd; vmap calls its function once for each element.
"""

from functorch.eager import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp
from functorch.functional import (
    FunctionalModule, FunctionalModuleWithBuffers, combine_state_for_ensemble, make_functional,
    make_functional_with_buffers)
from functorch.maps import vmap

__version__ = "1.13.0"
