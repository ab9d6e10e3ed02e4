"""Tests that stand for several: a decorator notes how a test multiplies, and a class is filled with what comes of it."""

from functools import wraps

import torch


def dtype_name(dtype):
    return str(dtype).split('.')[-1]


class subtest:
    """One set of values with a name of its own, or decorators."""

    __slots__ = ['arg_values', 'name', 'decorators']

    def __init__(self, arg_values, name=None, decorators=None):
        self.arg_values, self.name, self.decorators = arg_values, name, decorators or []


class _TestParametrizer:
    """A decorator; _parametrize_test gives (test, suffix of the name, keywords) for each variant."""

    def _parametrize_test(self, test, generic_cls, device_cls):
        raise NotImplementedError

    def __call__(self, fn):
        before = getattr(fn, 'parametrize_fn', None)
        fn.parametrize_fn = compose_parametrize_fns(before, self._parametrize_test) if before else self._parametrize_test
        return fn


def compose_parametrize_fns(old_parametrize_fn, new_parametrize_fn):
    """The product of two; the outer decorator's suffix comes first."""
    def both(test, generic_cls, device_cls):
        for inner, inner_name, inner_given in list(old_parametrize_fn(test, generic_cls, device_cls)):
            for outer, outer_name, given in new_parametrize_fn(inner, generic_cls, device_cls):
                if set(given) & set(inner_given):
                    raise RuntimeError('parametrized twice over the same name: ' + test.__name__)
                yield outer, '_'.join(filter(None, (outer_name, inner_name))), {**inner_given, **given}
    return both


def decorated(test, decorators):
    """A test of its own that the decorators may mark."""
    @wraps(test)
    def wrapper(*args, **kwargs):
        return test(*args, **kwargs)
    for decorator in decorators:
        wrapper = decorator(wrapper)
    return wrapper


class parametrize(_TestParametrizer):
    """Runs a test with each of the values of the names in arg_str."""

    def __init__(self, arg_str, arg_values, name_fn=None):
        self.names = [s.strip() for s in arg_str.split(',')] if arg_str else []
        self.values, self.name_fn = arg_values, name_fn

    @staticmethod
    def _word(name, value):
        if isinstance(value, torch.dtype):
            return dtype_name(value)
        if isinstance(value, torch.device):
            return str(value)
        if type(value).__name__ in ('OpInfo', 'ModuleInfo'):
            return value.formatted_name
        return '%s_%s' % (name, str(value).replace('.', '_'))

    def _parametrize_test(self, test, generic_cls, device_cls):
        if not self.names:
            yield test, '', {}
        for values in self.values:
            name, variant = None, test
            if isinstance(values, subtest):
                variant = decorated(test, values.decorators)
                name, values = values.name, values.arg_values
            values = list(values) if len(self.names) > 1 else [values]
            if len(values) != len(self.names):
                raise RuntimeError('%s: %d values for %d names' % (test.__name__, len(values), len(self.names)))
            if not name:
                name = self.name_fn(*values) if self.name_fn else '_'.join(map(self._word, self.names, values))
            yield variant, name, dict(zip(self.names, values))


def instantiate_parametrized_tests(generic_cls):
    """Puts the variants of its parametrized tests into the class."""
    for name in dir(generic_cls):
        test = getattr(generic_cls, name)
        if not hasattr(test, 'parametrize_fn'):
            continue
        delattr(generic_cls, name)
        for variant, suffix, given in test.parametrize_fn(test, generic_cls=generic_cls, device_cls=None):
            setattr(generic_cls, '%s_%s' % (variant.__name__, suffix), _bound(variant, given))
    return generic_cls


def _bound(test, given):
    @wraps(test)
    def instantiated(self):
        test(self, **given)
    return instantiated
