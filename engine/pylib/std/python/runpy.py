"""Programs and modules that are run as __main__."""

import importlib.util
import sys
import types

__all__ = ['run_module', 'run_path']


def _run(code, init_globals, run_name, file, spec=None, package=''):
    names = types.ModuleType(run_name)
    vars(names).update(init_globals or {})
    vars(names).update(__name__=run_name, __file__=file, __cached__=None, __doc__=None, __loader__=None, __package__=package, __spec__=spec)
    argv0, before = sys.argv[:1], sys.modules.get(run_name)
    sys.argv[:1], sys.modules[run_name] = [file], names
    try:
        exec(code, vars(names))
    finally:
        sys.argv[:1] = argv0
        if before is None:
            sys.modules.pop(run_name, None)
        else:
            sys.modules[run_name] = before
    return dict(vars(names))


def run_path(path_name, init_globals=None, run_name=None):
    """Runs the program in a file and returns what it has defined."""
    path_name = str(path_name)
    with open(path_name) as f:
        code = compile(f.read(), path_name, 'exec')
    return _run(code, init_globals, '<run_path>' if run_name is None else run_name, path_name)


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Runs a module as if it were a program, and returns what it has defined."""
    spec = importlib.util.find_spec(mod_name)
    if spec is None:
        raise ImportError('No module named ' + mod_name)
    if spec.submodule_search_locations is not None:
        return run_module(mod_name + '.__main__', init_globals, run_name or mod_name, alter_sys)
    source = spec.loader.get_source(mod_name) if hasattr(spec.loader, 'get_source') else None
    if source is None:
        raise ImportError('No code object available for ' + mod_name)
    file = spec.origin or mod_name
    return _run(compile(source, file, 'exec'), init_globals, run_name or mod_name, file, spec, mod_name.rpartition('.')[0])
