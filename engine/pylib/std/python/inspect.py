"""What can be found out about live objects: signatures, sources, members."""

import linecache
import sys
import types
from _inspect_signature import (BoundArguments, FullArgSpec, Parameter, Signature, _empty, formatannotation,
                                get_annotations, getcallargs, getfullargspec, signature, unwrap)

__all__ = ['Parameter', 'Signature', 'BoundArguments', 'signature', 'getdoc', 'getmembers', 'getmodule', 'getsource',
           'getsourcelines', 'getsourcefile', 'getfile', 'getmro', 'isabstract', 'isbuiltin', 'isclass', 'isfunction',
           'isgenerator', 'isgeneratorfunction', 'ismethod', 'ismethoddescriptor', 'ismodule', 'isroutine', 'istraceback',
           'isframe', 'iscode', 'isdatadescriptor', 'iscoroutinefunction', 'isawaitable', 'currentframe', 'stack', 'cleandoc',
           'getfullargspec', 'getcallargs', 'unwrap', 'getattr_static', 'FullArgSpec', 'get_annotations', 'formatannotation']


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def isgeneratorfunction(obj):
    while isinstance(obj, types.MethodType):
        obj = obj.__func__
    return isinstance(obj, types.FunctionType) and bool(obj.__code__.co_flags & 32)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutinefunction(obj):
    return False


iscoroutine = isawaitable = isasyncgen = isasyncgenfunction = iscoroutinefunction


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
    found = []
    for name in dir(object):
        try:
            value = getattr(object, name)
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


def _block(lines, start):
    """The lines of the block that begins at index start."""
    first = start
    while first < len(lines) and lines[first].lstrip().startswith('@'):
        first += 1
    indent = len(lines[start]) - len(lines[start].lstrip())
    end, depth = first + 1, 0
    header_done = lines[first].rstrip().endswith(':') or 'lambda' in lines[first]
    while end < len(lines):
        line = lines[end]
        text = line.strip()
        if header_done and text and not text.startswith('#') and len(line) - len(line.lstrip()) <= indent and not text.startswith(')'):
            break
        if not header_done and text.rstrip().endswith(':'):
            header_done = True
        end += 1
    while end > first + 1 and (not lines[end - 1].strip() or lines[end - 1].strip().startswith('#')
                               and len(lines[end - 1]) - len(lines[end - 1].lstrip()) <= indent):
        end -= 1
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


Attribute = None


def classify_class_attrs(cls):
    """What each attribute of a class is: (name, kind, defining class, object)."""
    global Attribute
    if Attribute is None:
        from collections import namedtuple
        Attribute = namedtuple('Attribute', 'name kind defining_class object', module='inspect')
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


def getargvalues(frame):
    """The arguments of the function that a frame runs: their names and all local values."""
    from collections import namedtuple
    kind = namedtuple('ArgInfo', 'args varargs keywords locals', module='inspect')
    code, values = frame.f_code, frame.f_locals
    names, count = list(code.co_varnames), code.co_argcount + code.co_kwonlyargcount
    star = names.pop(count) if code.co_flags & 4 else None
    stars = names.pop(count) if code.co_flags & 8 else None
    return kind(names[:count], star, stars, values)


def stack(context=1):
    from collections import namedtuple
    kind = namedtuple('FrameInfo', 'frame filename lineno function code_context index', module='inspect')
    found, frame = [], sys._getframe(1)
    while frame is not None:
        line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
        found.append(kind(frame, frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, [line] if line else None, 0))
        frame = frame.f_back
    return found
