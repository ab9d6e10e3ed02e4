"""Transforms from all numbers to those that a constraint allows."""

from torch.distributions import constraints, transforms

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


class ConstraintRegistry:
    """Which transform belongs to a constraint; called, it gives the transform."""

    def __init__(self):
        self._registry = {}

    def register(self, constraint, factory=None):
        """Registers a factory, or decorates one, for a constraint or a class of constraints."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        if isinstance(constraint, constraints.Constraint):
            constraint = type(constraint)
        if not (isinstance(constraint, type) and issubclass(constraint, constraints.Constraint)):
            raise TypeError("Expected constraint to be either a Constraint subclass or instance, "
                            f"but got {constraint}")
        self._registry[constraint] = factory
        return factory

    def __call__(self, constraint):
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


biject_to, transform_to = ConstraintRegistry(), ConstraintRegistry()


def _both(constraint):
    def register(factory):
        biject_to.register(constraint, factory)
        return transform_to.register(constraint, factory)
    return register


_both(constraints.real)(lambda c: transforms.identity_transform)
biject_to.register(constraints.independent, lambda c: transforms.IndependentTransform(biject_to(c.base_constraint), c.reinterpreted_batch_ndims))
transform_to.register(constraints.independent, lambda c: transforms.IndependentTransform(transform_to(c.base_constraint), c.reinterpreted_batch_ndims))


@_both(constraints.positive)
@_both(constraints.greater_than)
@_both(constraints.greater_than_eq)
def _above(constraint):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.lower_bound, 1)])


_both(constraints.nonnegative)(_above)


@_both(constraints.less_than)
def _below(constraint):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.upper_bound, -1)])


@_both(constraints.unit_interval)
@_both(constraints.interval)
@_both(constraints.half_open_interval)
def _between(constraint):
    low, high = constraint.lower_bound, constraint.upper_bound
    if isinstance(low, (int, float)) and low == 0 and isinstance(high, (int, float)) and high == 1:
        return transforms.SigmoidTransform()
    return transforms.ComposeTransform([transforms.SigmoidTransform(), transforms.AffineTransform(low, high - low)])


biject_to.register(constraints.simplex, lambda c: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda c: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda c: transforms.LowerCholeskyTransform())
