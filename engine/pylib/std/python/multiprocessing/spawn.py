"""What a new process begins with."""

import builtins
import inspect
import pickle
import runpy
import sys
import textwrap
import types

import _process

from multiprocessing import process

__all__ = ['freeze_support', 'set_executable', 'get_executable']


def freeze_support():
    """Nothing has to be done for this."""


def set_executable(path):
    """There is one Python."""


def get_executable():
    return sys.executable


def _prepared(child):
    """What a process needs to begin: the program that it imports, or what that holds, and itself."""
    main = sys.modules['__main__']
    path = getattr(main, '__file__', None)
    made = None if path else _holds(vars(main))
    head = pickle.dumps({'argv': sys.argv, 'path': sys.path, 'name': child._name, 'main': path, 'holds': made})
    return pickle.dumps((head, pickle.dumps(child)))


def _holds(names):
    """What a notebook holds, as it can be made anew: modules by name, functions by their code, classes by their source, values pickled."""
    made = []
    for name, value in names.items():
        if name.startswith('__') or name in ('In', 'Out', 'exit', 'quit'):
            continue
        try:
            if isinstance(value, types.ModuleType):
                made.append((0, name, 'module', value.__name__))
            elif isinstance(value, types.FunctionType) and value.__module__ == '__main__':
                made.append((2, name, 'function', _function(value, ())))
            elif isinstance(value, type) and value.__module__ == '__main__':
                made.append((2, name, 'class', inspect.getsourcelines(value)))
            else:
                made.append((1 if _plain(value) else 3, name, 'value', pickle.dumps(value)))
        except Exception:
            pass
    return sorted(made, key=lambda item: item[0])


def _function(f, within):
    """A function without its globals, which are those of the new process: so it needs no source."""
    if f in within:
        raise pickle.PicklingError('a function that holds itself')
    within += (f,)
    cells = [_value(c.cell_contents, within) for c in f.__closure__ or ()]
    return (_process.keep(f.__code__), f.__name__, pickle.dumps((f.__defaults__, f.__kwdefaults__)), cells)


def _value(x, within):
    if isinstance(x, types.FunctionType) and x.__module__ == '__main__':
        return 'function', _function(x, within)
    return 'value', pickle.dumps(x)


def _plain(value):
    return isinstance(value, (int, float, str, bytes, bool, type(None), type, types.BuiltinFunctionType, types.FunctionType))


def _run():
    """The program of a new process."""
    head, body = pickle.loads(_process.data())
    prepared = pickle.loads(head)
    sys.argv[:] = prepared['argv']
    sys.path[:] = prepared['path']
    main = types.ModuleType('__mp_main__')
    if prepared['main']:
        process._inheriting = True
        vars(main).update(runpy.run_path(prepared['main'], run_name='__mp_main__'))
        process._inheriting = False
    sys.modules['__main__'] = sys.modules['__mp_main__'] = main
    for _, name, kind, what in prepared['holds'] or ():
        _make(vars(main), name, kind, what)
    pickle.loads(body)._bootstrap()


def _make(names, name, kind, what):
    names.setdefault('__builtins__', builtins)
    names['__name__'] = '__main__'
    try:
        if kind == 'module':
            __import__(what)
            names[name] = sys.modules[what]
        elif kind == 'class':
            lines, first = what
            exec(compile('\n' * (first - 1) + textwrap.dedent(''.join(lines)), '<notebook>', 'exec'), names)
        else:
            names[name] = _made(names, kind, what)
    except Exception:
        pass  # it is missed where it is used, by its name


def _made(names, kind, what):
    if kind == 'value':
        return pickle.loads(what)
    code, name, defaults, cells = what
    defaults, keywords = pickle.loads(defaults)
    closure = tuple(types.CellType(_made(names, *cell)) for cell in cells)
    f = types.FunctionType(_process.kept(code), names, name, defaults, closure)
    f.__kwdefaults__ = keywords
    return f
