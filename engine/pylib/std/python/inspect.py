"""What can be found out about live objects: signatures, sources, members."""

import builtins
import collections.abc
import enum
import functools
import linecache
import sys
import types
from collections import namedtuple

__all__ = ['Parameter', 'Signature', 'BoundArguments', 'signature', 'getdoc', 'getmembers', 'getmodule', 'getsource',
           'getsourcelines', 'getsourcefile', 'getfile', 'getmro', 'isabstract', 'isbuiltin', 'isclass', 'isfunction',
           'isgenerator', 'isgeneratorfunction', 'ismethod', 'ismethoddescriptor', 'ismodule', 'isroutine', 'istraceback',
           'isframe', 'iscode', 'isdatadescriptor', 'iscoroutinefunction', 'isawaitable', 'currentframe', 'stack', 'cleandoc',
           'getfullargspec', 'getcallargs', 'unwrap', 'getattr_static', 'getmembers_static', 'getclosurevars', 'ClosureVars', 'classify_class_attrs',
           'Attribute', 'getclasstree', 'getmodulename', 'getargvalues', 'ArgInfo', 'getframeinfo', 'getouterframes', 'getinnerframes',
           'trace', 'Traceback', 'FrameInfo', 'getgeneratorstate', 'getgeneratorlocals', 'GEN_CREATED', 'GEN_RUNNING',
           'GEN_SUSPENDED', 'GEN_CLOSED', 'ismethodwrapper', 'isgetsetdescriptor', 'ismemberdescriptor', 'iscoroutine',
           'isasyncgen', 'isasyncgenfunction', 'getcoroutinestate', 'getcoroutinelocals', 'CORO_CREATED', 'CORO_RUNNING',
           'CORO_SUSPENDED', 'CORO_CLOSED', 'CO_GENERATOR', 'CO_COROUTINE', 'CO_ITERABLE_COROUTINE', 'CO_ASYNC_GENERATOR', 'FullArgSpec', 'get_annotations', 'formatannotation']


class _empty:
    """Stands for "nothing given"."""


class _ParameterKind(enum.IntEnum):
    POSITIONAL_ONLY = 'positional-only'
    POSITIONAL_OR_KEYWORD = 'positional or keyword'
    VAR_POSITIONAL = 'variadic positional'
    KEYWORD_ONLY = 'keyword-only'
    VAR_KEYWORD = 'variadic keyword'

    def __new__(cls, description):
        made = int.__new__(cls, len(cls.__members__))
        made._value_, made.description = int(made), description
        return made

    def __str__(self):
        return self.name


_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD = _ParameterKind


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


CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_NOFREE, CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 64, 128, 256, 512


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def _has_code_flag(f, flag):
    while True:
        if isinstance(f, types.MethodType):
            f = f.__func__
        elif isinstance(f, functools.partial):
            f = f.func
        else:
            break
    return isinstance(f, types.FunctionType) and bool(f.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _has_code_flag(obj, CO_GENERATOR)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutinefunction(obj):
    return _has_code_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    return _has_code_flag(obj, CO_ASYNC_GENERATOR)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isawaitable(object):
    return (isinstance(object, types.CoroutineType)
            or isinstance(object, types.GeneratorType) and bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)
            or isinstance(object, collections.abc.Awaitable))


CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = 'CORO_CREATED', 'CORO_RUNNING', 'CORO_SUSPENDED', 'CORO_CLOSED'


def getcoroutinestate(coroutine):
    """Where a coroutine is: one of the CORO_ words."""
    if coroutine.cr_running:
        return CORO_RUNNING
    if coroutine.cr_suspended:
        return CORO_SUSPENDED
    return CORO_CLOSED if coroutine.cr_frame is None else CORO_CREATED


def getcoroutinelocals(coroutine):
    frame = getattr(coroutine, 'cr_frame', None)
    return {} if frame is None else frame.f_locals


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def ismethoddescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), '__get__') and not hasattr(type(object), '__set__')


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), '__set__') or hasattr(type(object), '__delete__')


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object)


def isabstract(object):
    return isinstance(object, type) and bool(getattr(object, '__abstractmethods__', None))


def getmembers(object, predicate=None):
    """The members of an object as (name, value), sorted."""
    return _members(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    """getmembers without a call of any descriptor."""
    return _members(object, predicate, getattr_static)


def _members(object, predicate, get):
    found = []
    for name in dir(object):
        try:
            value = get(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            found.append((name, value))
    return sorted(found, key=lambda item: item[0])


def getmro(cls):
    return cls.__mro__


def cleandoc(doc):
    """A docstring without the indentation of its source."""
    lines = doc.expandtabs().split('\n')
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=None)
    lines[0] = lines[0].lstrip()
    if margin is not None:
        lines[1:] = [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def getdoc(object):
    """The docstring, also of an overridden method's base."""
    doc = getattr(object, '__doc__', None)
    if doc is None and isfunction(object):
        cls = sys.modules.get(object.__module__)
        for part in object.__qualname__.split('.')[:-1]:
            cls = getattr(cls, part, None)
        for base in getattr(cls, '__mro__', ()):
            doc = getattr(base.__dict__.get(object.__name__), '__doc__', None)
            if doc is not None:
                break
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    return sys.modules.get(getattr(object, '__module__', None))


def _code(object):
    if ismethod(object):
        object = object.__func__
    object = unwrap(object)
    if isfunction(object):
        return object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        return object.f_code
    if iscode(object):
        return object
    return None


def getfile(object):
    if ismodule(object):
        if getattr(object, '__file__', None):
            return object.__file__
        raise TypeError('%r is a built-in module' % object)
    if isclass(object):
        module = sys.modules.get(object.__module__)
        if getattr(module, '__file__', None):
            return module.__file__
        for value in object.__dict__.values():
            value = getattr(value, '__func__', value)  # of a static or class method
            if isfunction(value):
                return value.__code__.co_filename
        if object.__module__ == '__main__':
            raise OSError('source code not available')
        raise TypeError('%r is a built-in class' % object)
    code = _code(object)
    if code is None:
        raise TypeError('module, class, method, function, traceback, frame, or code object was expected, got %s'
                        % type(object).__name__)
    return code.co_filename


getsourcefile = getfile


_pieces = None  # of a line: what brackets, strings and comments are told by


def _logical_line(lines, at):
    """Where the logical line that begins at an index ends, and whether it opens a block."""
    global _pieces
    if _pieces is None:
        import re
        _pieces = re.compile(r'\\\n|#.*|[rRbBuUfF]*(\'\'\'|"""|\'|")|[(\[{]|[)\]}]|\S')
    depth, last = 0, ''
    while at < len(lines):
        line, pos = lines[at], 0
        continued = False
        while piece := _pieces.search(line, pos):
            text, quote, pos = piece[0], piece[1], piece.end()
            if quote:
                at, pos = _string_end(lines, at, pos, quote)
                line = lines[at] if at < len(lines) else ''
                text = 'x'
            if text.startswith('#'):
                break
            continued = text == '\\\n'
            depth += (text in '([{') - (text in ')]}')
            last = text
        at += 1
        if depth <= 0 and not continued:
            break
    return min(at, len(lines)), last == ':'


def _string_end(lines, at, pos, quote):
    """Where a string ends whose quote stands before a position."""
    while at < len(lines):
        line = lines[at]
        while pos < len(line):
            if line[pos] == '\\':
                pos += 2
            elif line.startswith(quote, pos):
                return at, pos + len(quote)
            else:
                pos += 1
        at, pos = at + 1, 0
        if len(quote) == 1 and not line.endswith('\\\n'):
            return at - 1, len(line)  # it is not closed
    return at, 0


def _block(lines, start):
    """The lines of the definition that begins at index start, with its decorators."""
    def idle(line):
        return not line.strip() or line.lstrip().startswith('#')
    head = start
    while head < len(lines) and (lines[head].lstrip().startswith('@') or head > start and idle(lines[head])):
        head = _logical_line(lines, head)[0]
    indent = len(lines[start]) - len(lines[start].lstrip())
    end, opens = _logical_line(lines, head)
    after = end
    while opens and after < len(lines):
        line = lines[after]
        deeper = len(line) - len(line.lstrip()) > indent
        if not idle(line) and not deeper:
            break
        after = _logical_line(lines, after)[0]
        if line.strip() and deeper:
            end = after
    return lines[start:end]


def getsourcelines(object):
    """The source lines of an object, and where they begin."""
    lines = linecache.getlines(getfile(object))
    if not lines:
        raise OSError('could not get source code')
    if ismodule(object):
        return lines, 0
    if isclass(object):
        import re
        pattern = re.compile(r'^(\s*)class\s*%s\b' % object.__name__)
        for i, line in enumerate(lines):
            if pattern.match(line):
                while i and lines[i - 1].lstrip().startswith('@'):
                    i -= 1
                return _block(lines, i), i + 1
        raise OSError('could not find class definition')
    start = _code(object).co_firstlineno - 1
    if start >= len(lines):
        raise OSError('lineno is out of bounds')
    return _block(lines, start), start + 1


def getsource(object):
    """The source text of an object."""
    return ''.join(getsourcelines(object)[0])


def getattr_static(obj, attr, default=_empty):
    for space in (getattr(obj, '__dict__', {}), *(c.__dict__ for c in (obj if isinstance(obj, type) else type(obj)).__mro__)):
        if attr in space:
            return space[attr]
    if default is not _empty:
        return default
    raise AttributeError(attr)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def getmodulename(path):
    """The name of the module in a file."""
    import os
    name, ending = os.path.splitext(os.path.basename(path))
    return name if ending == '.py' else None


def getclasstree(classes, unique=False):
    """Classes and their bases as nested lists: each class before the list of those that inherit from it."""
    children, roots = {}, []
    for cls in classes:
        for base in cls.__bases__:
            below = children.setdefault(base, [])
            if cls not in below:
                below.append(cls)
            if unique and base in classes:
                break
        if not cls.__bases__ and cls not in roots:
            roots.append(cls)
    roots += [base for base in children if base not in classes]
    return walktree(roots, children, None)


def walktree(classes, children, parent):
    tree = []
    for cls in sorted(classes, key=lambda cls: (cls.__module__, cls.__name__)):
        tree.append((cls, cls.__bases__))
        if cls in children:
            tree.append(walktree(children[cls], children, cls))
    return tree


ClosureVars = namedtuple('ClosureVars', 'nonlocals globals builtins unbound')


def getclosurevars(func):
    """What the names that a function uses and does not define stand for now."""
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError('%r is not a Python function' % (func,))
    code, space = func.__code__, func.__globals__
    cells = {name: cell.cell_contents for name, cell in zip(code.co_freevars, func.__closure__ or ())}
    known = space.get('__builtins__', builtins)
    known = known.__dict__ if ismodule(known) else known
    found, built, unbound = {}, {}, set()
    for name in code.co_names:
        if name in ('None', 'True', 'False'):
            continue
        if name in space:
            found[name] = space[name]
        elif name in known:
            built[name] = known[name]
        else:
            unbound.add(name)
    return ClosureVars(cells, found, built, unbound)


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = 'GEN_CREATED', 'GEN_RUNNING', 'GEN_SUSPENDED', 'GEN_CLOSED'


def getgeneratorstate(generator):
    """How far a generator is."""
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_frame is None:
        return GEN_CLOSED
    return GEN_SUSPENDED if getattr(generator, 'gi_suspended', True) else GEN_CREATED


def getgeneratorlocals(generator):
    frame = getattr(generator, 'gi_frame', None)
    return frame.f_locals if frame is not None else {}


Attribute = namedtuple('Attribute', 'name kind defining_class object')


def classify_class_attrs(cls):
    """What each attribute of a class is: (name, kind, defining class, object)."""
    found = []
    for name in dir(cls):
        home = next((c for c in (*cls.__mro__, type(cls)) if name in c.__dict__), None)
        obj = home.__dict__[name] if home else getattr(cls, name)
        if isinstance(obj, staticmethod) or isinstance(obj, types.BuiltinMethodType) and name == '__new__':
            kind = 'static method'
        elif isinstance(obj, (classmethod, types.ClassMethodDescriptorType)):
            kind = 'class method'
        elif isinstance(obj, property):
            kind = 'property'
        else:
            kind = 'method' if isroutine(obj) else 'data'
        found.append(Attribute(name, kind, home or cls, obj))
    return found


def currentframe():
    return sys._getframe(1)


ArgInfo = namedtuple('ArgInfo', 'args varargs keywords locals')


def getargvalues(frame):
    """The arguments of the function that a frame runs: their names and all local values."""
    code, values = frame.f_code, frame.f_locals
    names, count = list(code.co_varnames), code.co_argcount + code.co_kwonlyargcount
    star = names.pop(count) if code.co_flags & 4 else None
    stars = names.pop(count) if code.co_flags & 8 else None
    return ArgInfo(names[:count], star, stars, values)


_Traceback = namedtuple('_Traceback', 'filename lineno function code_context index')
_FrameInfo = namedtuple('_FrameInfo', 'frame ' + ' '.join(_Traceback._fields))


class Traceback(_Traceback):
    """Where a frame is; positions are the columns of what it does."""

    def __new__(cls, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, filename, lineno, function, code_context, index)
        self.positions = positions
        return self

    def __repr__(self):
        return 'Traceback(filename=%r, lineno=%r, function=%r, code_context=%r, index=%r, positions=%r)' % (*self, self.positions)


class FrameInfo(_FrameInfo):
    """A frame and where it is."""

    def __new__(cls, frame, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, frame, filename, lineno, function, code_context, index)
        self.positions = positions
        return self

    def __repr__(self):
        return 'FrameInfo(frame=%r, filename=%r, lineno=%r, function=%r, code_context=%r, index=%r, positions=%r)' % (*self, self.positions)


def getframeinfo(frame, context=1):
    """Where a frame or a traceback is, with so many lines of source around."""
    line = frame.f_lineno
    if istraceback(frame):
        line, frame = frame.tb_lineno, frame.tb_frame
    elif not isframe(frame):
        raise TypeError('%r is not a frame or traceback object' % (frame,))
    name, lines, index = frame.f_code.co_filename, None, None
    source = linecache.getlines(name) if context > 0 else []
    if source:
        start = max(0, min(line - 1 - context // 2, len(source) - context))
        lines, index = source[start:start + context], line - 1 - start
    return Traceback(name, line, frame.f_code.co_name, lines, index)


def getouterframes(frame, context=1):
    """The frames that called this one, itself first."""
    found = []
    while frame is not None:
        found.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return found


def getinnerframes(tb, context=1):
    """The frames of a traceback, the outermost first."""
    found = []
    while tb is not None:
        found.append(FrameInfo(tb.tb_frame, *getframeinfo(tb, context)))
        tb = tb.tb_next
    return found


def trace(context=1):
    """The frames between the current one and where the exception that is handled was raised."""
    return getinnerframes(sys.exc_info()[2], context)


def stack(context=1):
    """The current frame and those that called it."""
    return getouterframes(sys._getframe(1), context)
