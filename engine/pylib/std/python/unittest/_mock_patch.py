"""patch: replaces things for a while."""

import contextlib
import functools
import inspect
import pkgutil
import sys
from ._mock_autospec import check_typos, create_autospec, instance_callable
from ._mock_calls import DEFAULT
from ._mock_magic import MagicMock, NonCallableMagicMock
from ._mock_object import InvalidSpecError, NonCallableMock

__name__ = 'unittest.mock'

_started = []  # what start() has put in place
# attributes of functions that come back as something else when deleted
_of_functions = '__doc__', '__module__', '__defaults__', '__annotations__', '__kwdefaults__'


def _async_mock():
    from .mock import AsyncMock
    return AsyncMock


class _patch:
    """Replaces one attribute of an object: as a decorator, in a with statement, or between start and stop."""

    attribute_name = None

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if not unsafe:
            check_typos(kwargs)
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter, self.attribute, self.new, self.new_callable = getter, attribute, new, new_callable
        self.spec, self.create, self.spec_set, self.autospec = spec, create, spec_set, autospec
        self.kwargs, self.additional_patchers, self.is_started = kwargs, [], False
        self.unsafe = unsafe

    def copy(self):
        made = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                      self.new_callable, self.kwargs)
        made.attribute_name = self.attribute_name
        made.additional_patchers = [each.copy() for each in self.additional_patchers]
        return made

    def __call__(self, func):
        return _decorate_class(self, func) if isinstance(func, type) else self.decorate_callable(func)

    def decorate_callable(self, func):
        """Func with the replacement in place while it runs; what was made for it comes as a further argument."""
        if hasattr(func, 'patchings'):
            func.patchings.append(self)
            return func

        @functools.wraps(func)
        def patched(*args, **keywargs):
            with contextlib.ExitStack() as stack:
                for patching in patched.patchings:
                    made = stack.enter_context(patching)
                    if patching.attribute_name is not None:
                        keywargs.update(made)
                    elif patching.new is DEFAULT:
                        args += (made,)
                return func(*args, **keywargs)
        patched.patchings = [self]
        return patched

    def _original(self):
        """What is to be replaced, and whether it is the target's own."""
        own = getattr(self.target, '__dict__', {})
        if self.attribute in own:
            return own[self.attribute], True
        import builtins
        found = getattr(self.target, self.attribute, DEFAULT)
        if self.attribute in vars(builtins) and isinstance(self.target, type(sys)):
            self.create = True
        elif not self.create and found is DEFAULT:
            raise AttributeError('%s does not have the attribute %r' % (self.target, self.attribute))
        return found, False

    def __enter__(self):
        if self.is_started:
            raise RuntimeError('Patch is already started')
        self.target = self.getter()
        original, own = self._original()
        new = self._replacement(original)
        self.temp_original, self.is_local, self.is_started = original, own, True
        self._stack = contextlib.ExitStack()
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is None:
                return new
            made = {self.attribute_name: new} if self.new is DEFAULT else {}
            for each in self.additional_patchers:
                given = self._stack.enter_context(each)
                if each.new is DEFAULT:
                    made.update(given)
            return made
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise

    def _replacement(self, original):
        """What comes in place of the original."""
        spec, spec_set, autospec = (None if value is False else value for value in (self.spec, self.spec_set, self.autospec))
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (spec is not None or autospec is not None) and spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        if autospec is not None:
            return self._autospecced(original, autospec, bool(spec_set))
        if self.new is DEFAULT:
            return self._made(original, spec, spec_set)
        if self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        return self.new

    def _autospecced(self, original, autospec, spec_set):
        if self.new is not DEFAULT:
            raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
        if original is DEFAULT:
            raise TypeError("Can't use 'autospec' with create=True")
        if autospec is True:
            autospec = original
        if isinstance(self.target, NonCallableMock):
            raise InvalidSpecError('Cannot autospec attr %r as the patch target has already been mocked out. [target=%r, attr=%r]'
                                   % (self.attribute, self.target, autospec))
        if isinstance(autospec, NonCallableMock):
            raise InvalidSpecError('Cannot autospec attr %r from target %r as it has already been mocked out. [target=%r, attr=%r]' % (
                self.attribute, getattr(self.target, '__name__', self.target), self.target, autospec))
        return create_autospec(autospec, spec_set=spec_set, _name=self.attribute, **self.kwargs)

    def _made(self, original, spec, spec_set):
        """A mock for the original, with the attributes that spec or spec_set has."""
        if spec_set is True:
            spec, spec_set = None, original if spec in (None, True) else spec
        elif spec is True:
            spec = original
        like = spec if spec_set is None else spec_set
        if like is not None and original is DEFAULT:
            raise TypeError("Can't use 'spec' with create=True")
        kwargs = {name: value for name, value in (('spec', spec), ('spec_set', spec_set)) if value is not None}
        names = type(like) in (list, tuple)
        kind = self.new_callable or (_async_mock() if inspect.iscoroutinefunction(original) else MagicMock)
        if self.new_callable is None and like is not None and ('__call__' not in like if names else not callable(like)):
            kind = NonCallableMagicMock
        named = {'name': self.attribute} if isinstance(kind, type) and issubclass(kind, NonCallableMock) else {}
        made = kind(**named, **kwargs | self.kwargs)
        if kwargs and isinstance(original, type) and isinstance(made, NonCallableMock):
            if not names and not instance_callable(like):
                kind = NonCallableMagicMock
            made.return_value = kind(_new_parent=made, _new_name='()', **kwargs | self.kwargs)
        return made

    def __exit__(self, *exc_info):
        if not self.is_started:
            return
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and (not hasattr(self.target, self.attribute) or self.attribute in _of_functions):
                setattr(self.target, self.attribute, self.temp_original)
        self.is_started = False
        del self.temp_original, self.is_local, self.target
        return self._stack.__exit__(*exc_info)

    def start(self):
        """Puts the replacement in place; stop takes it back."""
        made = self.__enter__()
        _started.append(self)
        return made

    def stop(self):
        if self not in _started:
            return None
        _started.remove(self)
        return self.__exit__(None, None, None)


def _decorate_class(patcher, kind):
    """Has patcher around every test method of a class."""
    for name in dir(kind):
        if name.startswith(patch.TEST_PREFIX):
            method = getattr(kind, name)
            if callable(method):
                setattr(kind, name, patcher.copy()(method))
    return kind


def _get_target(path):
    """What finds the object that holds an attribute, and the attribute's name."""
    target, _, attribute = path.rpartition('.') if isinstance(path, str) else ('', '', '')
    if not (target and attribute):
        raise TypeError('Need a valid target to patch. You supplied: %r' % (path,))
    return functools.partial(pkgutil.resolve_name, target), attribute


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    """Replaces 'package.module.name' for a while, by new or by a MagicMock."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
                  unsafe=False, **kwargs):
    """Replaces an attribute of an object for a while."""
    if isinstance(target, str):
        raise TypeError('%r must be the actual object to be patched, not a str' % target)
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Replaces several attributes of an object for a while; those that are DEFAULT come as keyword arguments."""
    getter = functools.partial(pkgutil.resolve_name, target) if isinstance(target, str) else lambda: target
    if not kwargs:
        raise ValueError('Must supply at least one keyword argument with patch.multiple')
    made = []
    for name, new in kwargs.items():
        each = _patch(getter, name, new, spec, create, spec_set, autospec, new_callable, {})
        each.attribute_name = name
        made.append(each)
    made[0].additional_patchers = made[1:]
    return made[0]


class _patch_dict:
    """Changes a mapping for a while: adds values to it, empties it first if clear is set."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.values, self.clear = in_dict, dict(values), clear
        self.values.update(kwargs)
        self._before = None

    def copy(self):
        return _patch_dict(self.in_dict, self.values, self.clear)

    def __call__(self, func):
        if isinstance(func, type):
            return _decorate_class(self, func)

        @functools.wraps(func)
        def patched(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return patched

    decorate_callable = __call__

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = pkgutil.resolve_name(self.in_dict)
        target = self.in_dict
        try:
            self._before = target.copy()
        except AttributeError:  # a mapping by its methods alone
            self._before = {key: target[key] for key in target}
        if self.clear:
            _empty(target)
        try:
            target.update(self.values)
        except AttributeError:
            for key in self.values:
                target[key] = self.values[key]
        return target

    def __exit__(self, *exc):
        if self._before is not None:
            target, before = self.in_dict, self._before
            _empty(target)
            try:
                target.update(before)
            except AttributeError:
                for key in before:
                    target[key] = before[key]
            self._before = None
        return False

    def start(self):
        made = self.__enter__()
        _started.append(self)
        return made

    def stop(self):
        if self not in _started:
            return None
        _started.remove(self)
        return self.__exit__(None, None, None)


def _empty(mapping):
    try:
        mapping.clear()
    except AttributeError:
        for key in list(mapping):
            del mapping[key]


def _stopall():
    """Takes back every replacement that start() has put in place."""
    for each in reversed(_started[:]):
        each.stop()


patch.object, patch.dict, patch.multiple, patch.stopall = _patch_object, _patch_dict, _patch_multiple, _stopall
patch.TEST_PREFIX = 'test'
