"""Signatures: how a function may be called."""

import sys
import types

__name__ = 'inspect'  # where the classes say they are from


class _empty:
    """Stands for "nothing given"."""


class _ParameterKind(int):
    _names = ('POSITIONAL_ONLY', 'POSITIONAL_OR_KEYWORD', 'VAR_POSITIONAL', 'KEYWORD_ONLY', 'VAR_KEYWORD')
    _texts = ('positional-only', 'positional or keyword', 'variadic positional', 'keyword-only', 'variadic keyword')

    name = property(lambda self: self._names[self])
    value = property(lambda self: int(self))
    description = property(lambda self: self._texts[self])

    def __repr__(self):
        return '<_ParameterKind.%s: %d>' % (self.name, int(self))

    def __str__(self):
        return self.name


_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD = map(_ParameterKind, range(5))


def formatannotation(annotation, base_module=None):
    if getattr(annotation, '__module__', None) == 'typing':
        return repr(annotation).replace('typing.', '')
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ('builtins', base_module):
            return annotation.__qualname__
        return annotation.__module__ + '.' + annotation.__qualname__
    return repr(annotation)


class Parameter:
    """One parameter of a signature."""

    __slots__ = ('_name', '_kind', '_default', '_annotation')
    empty = _empty
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL = _POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL
    KEYWORD_ONLY, VAR_KEYWORD = _KEYWORD_ONLY, _VAR_KEYWORD

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self._kind = _ParameterKind(kind)
        if default is not _empty and self._kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError('%s parameters cannot have default values' % self._kind.description)
        if not name.isidentifier():
            raise ValueError('%r is not a valid parameter name' % name)
        self._name, self._default, self._annotation = name, default, annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=None, kind=None, default=Ellipsis, annotation=Ellipsis):
        return type(self)(name or self._name, self._kind if kind is None else kind,
                          default=self._default if default is Ellipsis else default,
                          annotation=self._annotation if annotation is Ellipsis else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text += ': ' + formatannotation(self._annotation)
        if self._default is not _empty:
            text += (' = ' if self._annotation is not _empty else '=') + repr(self._default)
        return {_VAR_POSITIONAL: '*', _VAR_KEYWORD: '**'}.get(self._kind, '') + text

    def __repr__(self):
        return '<Parameter "%s">' % self

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name, self._kind, self._default, self._annotation) == (
            other._name, other._kind, other._default, other._annotation)


class BoundArguments:
    """Arguments matched to the parameters of a signature."""

    def __init__(self, signature, arguments):
        self.arguments, self._signature = arguments, signature

    signature = property(lambda self: self._signature)

    @property
    def args(self):
        args = []
        for name, param in self._signature.parameters.items():
            if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY) or name not in self.arguments:
                break
            if param.kind == _VAR_POSITIONAL:
                args.extend(self.arguments[name])
            else:
                args.append(self.arguments[name])
        return tuple(args)

    @property
    def kwargs(self):
        kwargs, started = {}, False
        for name, param in self._signature.parameters.items():
            if not started and (param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY) or name not in self.arguments):
                started = True
            if started and name in self.arguments:
                if param.kind == _VAR_KEYWORD:
                    kwargs.update(self.arguments[name])
                else:
                    kwargs[name] = self.arguments[name]
        return kwargs

    def apply_defaults(self):
        filled = {}
        for name, param in self._signature.parameters.items():
            if name in self.arguments:
                filled[name] = self.arguments[name]
            elif param.default is not _empty:
                filled[name] = param.default
            elif param.kind == _VAR_POSITIONAL:
                filled[name] = ()
            elif param.kind == _VAR_KEYWORD:
                filled[name] = {}
        self.arguments = filled

    def __repr__(self):
        return '<BoundArguments (%s)>' % ', '.join('%s=%r' % item for item in self.arguments.items())


class Signature:
    """The parameters of a callable and what it returns."""

    __slots__ = ('_parameters', '_return_annotation')
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self._parameters = types.MappingProxyType({p.name: p for p in parameters or ()})
        self._return_annotation = return_annotation

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return _signature(obj, follow_wrapped, eval_str)

    def replace(self, *, parameters=Ellipsis, return_annotation=Ellipsis):
        return type(self)(self._parameters.values() if parameters is Ellipsis else parameters,
                          return_annotation=self._return_annotation if return_annotation is Ellipsis else return_annotation)

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        arguments, args = {}, list(args)
        for name, param in self._parameters.items():
            if param.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD) and args:
                if param.kind == _POSITIONAL_OR_KEYWORD and name in kwargs:
                    raise TypeError('multiple values for argument %r' % name)
                arguments[name] = args.pop(0)
            elif param.kind == _VAR_POSITIONAL:
                if args:
                    arguments[name] = tuple(args)
                    args = []
            elif param.kind == _VAR_KEYWORD:
                continue
            elif param.kind != _POSITIONAL_ONLY and name in kwargs:
                arguments[name] = kwargs.pop(name)
            elif param.default is _empty and not partial:
                if name in kwargs:
                    raise TypeError('%r parameter is positional only, but was passed as a keyword' % name)
                raise TypeError('missing a required argument: %r' % name)
        if args:
            raise TypeError('too many positional arguments')
        if kwargs:
            for name, param in self._parameters.items():
                if param.kind == _VAR_KEYWORD:
                    arguments[name] = kwargs
                    break
            else:
                raise TypeError('got an unexpected keyword argument %r' % next(iter(kwargs)))
        return BoundArguments(self, arguments)

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return dict(self._parameters) == dict(other._parameters) and self._return_annotation == other._return_annotation

    def __hash__(self):
        return hash(tuple(self._parameters.values()))

    def __str__(self):
        parts, slash, star = [], False, False
        for param in self._parameters.values():
            if param.kind == _POSITIONAL_ONLY:
                slash = True
            elif slash:
                parts.append('/')
                slash = False
            if param.kind == _VAR_POSITIONAL:
                star = True
            elif param.kind == _KEYWORD_ONLY and not star:
                parts.append('*')
                star = True
            parts.append(str(param))
        if slash:
            parts.append('/')
        text = '(%s)' % ', '.join(parts)
        if self._return_annotation is not _empty:
            text += ' -> ' + formatannotation(self._return_annotation)
        return text

    def __repr__(self):
        return '<Signature %s>' % self


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of a callable."""
    return _signature(obj, follow_wrapped, eval_str)


def unwrap(func, *, stop=None):
    """The function inside wrappers."""
    while hasattr(func, '__wrapped__') and not (stop is not None and stop(func)):
        func = func.__wrapped__
    return func


def _signature(obj, follow_wrapped=True, eval_str=False):
    if not callable(obj):
        raise TypeError('%r is not a callable object' % (obj,))
    if isinstance(obj, types.MethodType):
        return _without_first(_signature(obj.__func__, follow_wrapped, eval_str))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, '__signature__'))
    given = getattr(obj, '__signature__', None)
    if isinstance(given, Signature):
        return given
    if isinstance(obj, types.FunctionType):
        return _of_function(obj, eval_str)
    text = getattr(obj, '__text_signature__', None)
    if isinstance(text, str) and not isinstance(obj, type):
        return _of_text(text, getattr(obj, '__self__', None) is not None)
    if type(obj).__name__ == 'partial' and hasattr(obj, 'keywords'):
        return _of_partial(obj)
    if isinstance(obj, type):
        return _of_class(obj, eval_str)
    call = getattr(type(obj), '__call__', None)
    if isinstance(call, types.FunctionType):
        return _without_first(_signature(call))
    raise ValueError('no signature found for builtin %r' % (obj,))


def _of_class(obj, eval_str):
    meta_call = type(obj).__dict__.get('__call__')
    if isinstance(meta_call, types.FunctionType):
        return _without_first(_signature(meta_call))
    for parent in obj.__mro__[:-1]:
        for name in ('__new__', '__init__'):
            method = parent.__dict__.get(name)
            if isinstance(method, staticmethod):
                method = method.__func__
            if isinstance(method, types.FunctionType):
                return _without_first(_signature(method, True, eval_str))
    text = getattr(obj, '__text_signature__', None)
    if isinstance(text, str):
        return _of_text(text, False)
    if obj.__module__ != 'builtins':
        return Signature()
    raise ValueError('no signature found for builtin type %r' % (obj,))


def _without_first(sig):
    params = list(sig.parameters.values())
    if not params or params[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError('invalid method signature')
    if params[0].kind != _VAR_POSITIONAL:
        params = params[1:]
    return sig.replace(parameters=params)


def _of_function(func, eval_str):
    code = func.__code__
    hints = get_annotations(func, eval_str=eval_str)
    names = code.co_varnames
    count, pos_only, kw_only = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    defaults = func.__defaults__ or ()
    params = []
    for i, name in enumerate(names[:count]):
        at = i - (count - len(defaults))
        params.append(Parameter(name if name.isidentifier() else 'implicit%d' % i,
                                _POSITIONAL_ONLY if i < pos_only else _POSITIONAL_OR_KEYWORD,
                                default=defaults[at] if at >= 0 else _empty, annotation=hints.get(name, _empty)))
    at = count + kw_only
    if code.co_flags & 4:
        params.append(Parameter(names[at], _VAR_POSITIONAL, annotation=hints.get(names[at], _empty)))
        at += 1
    for name in names[count:count + kw_only]:
        params.append(Parameter(name, _KEYWORD_ONLY, default=(func.__kwdefaults__ or {}).get(name, _empty),
                                annotation=hints.get(name, _empty)))
    if code.co_flags & 8:
        params.append(Parameter(names[at], _VAR_KEYWORD, annotation=hints.get(names[at], _empty)))
    return Signature(params, return_annotation=hints.get('return', _empty))


def _of_text(text, bound):
    """The signature in the text of a function written in Go."""
    body = text.replace('$', '').replace('\n', r'\n')
    space = {}
    try:
        exec('def f%s: pass' % body, {}, space)
    except Exception:
        raise ValueError('%r is not a signature' % text) from None
    sig = _of_function(space['f'], False)
    params = list(sig.parameters.values())
    if bound and params and params[0].name in ('self', 'type', 'module'):
        params = params[1:]
    return sig.replace(parameters=params)


def _of_partial(obj):
    sig = _signature(obj.func)
    bound = sig.bind_partial(*obj.args, **obj.keywords)
    params, keyword_only = [], False
    for name, param in sig.parameters.items():
        if name in bound.arguments and param.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD) and name not in obj.keywords:
            continue
        if name in obj.keywords and param.kind in (_POSITIONAL_OR_KEYWORD, _KEYWORD_ONLY):
            keyword_only = True
            param = param.replace(kind=_KEYWORD_ONLY, default=obj.keywords[name])
        elif keyword_only and param.kind == _POSITIONAL_OR_KEYWORD:
            param = param.replace(kind=_KEYWORD_ONLY)
        params.append(param)
    return sig.replace(parameters=params)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of a function, class or module."""
    hints = obj.__dict__.get('__annotations__', {}) if isinstance(obj, type) else getattr(obj, '__annotations__', None) or {}
    if not eval_str:
        return dict(hints)
    space = globals or getattr(obj, '__globals__', None) or getattr(sys.modules.get(obj.__module__), '__dict__', {})
    return {k: eval(v, space, locals) if isinstance(v, str) else v for k, v in hints.items()}


FullArgSpec = None


def getfullargspec(func):
    global FullArgSpec
    if FullArgSpec is None:
        from collections import namedtuple
        FullArgSpec = namedtuple('FullArgSpec', 'args varargs varkw defaults kwonlyargs kwonlydefaults annotations', module='inspect')
    sig = _of_function(func.__func__ if isinstance(func, types.MethodType) else unwrap(func), False)
    args, varargs, varkw, defaults, kwonly, kwdefaults, hints = [], None, None, [], [], {}, {}
    if sig.return_annotation is not _empty:
        hints['return'] = sig.return_annotation
    for p in sig.parameters.values():
        if p.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
            args.append(p.name)
            if p.default is not _empty:
                defaults.append(p.default)
        elif p.kind == _VAR_POSITIONAL:
            varargs = p.name
        elif p.kind == _KEYWORD_ONLY:
            kwonly.append(p.name)
            if p.default is not _empty:
                kwdefaults[p.name] = p.default
        else:
            varkw = p.name
        if p.annotation is not _empty:
            hints[p.name] = p.annotation
    return FullArgSpec(args, varargs, varkw, tuple(defaults) or None, kwonly, kwdefaults or None, hints)


def getcallargs(func, /, *positional, **named):
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return bound.arguments
