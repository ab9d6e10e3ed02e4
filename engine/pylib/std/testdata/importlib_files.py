# Modules loaded from files, and names resolved
import importlib, importlib.machinery, importlib.util, sys
with open('plug.py', 'w') as f: f.write('X = 5\ndef f(): return X + 1, __name__\n')
spec = importlib.util.spec_from_file_location('plugin', 'plug.py')
m = importlib.util.module_from_spec(spec); spec.loader.exec_module(m)
print(m.f(), m.__name__, m.__spec__ is spec, spec.name, spec.origin.endswith('/plug.py'), m.__file__ == spec.origin, repr(m.__package__), 'plugin' in sys.modules, spec.parent == '')
print(importlib.machinery.SourceFileLoader('again', 'plug.py').load_module().X, 'again' in sys.modules)
print(importlib.util.resolve_name('.x', 'a.b'), importlib.util.resolve_name('..x', 'a.b'), importlib.util.resolve_name('x', None), importlib.util.resolve_name('.', 'a'))
for bad in ('.x', None), ('...x', 'a.b'):
    try: importlib.util.resolve_name(*bad)
    except ImportError as e: print(e)
print(importlib.util.find_spec('json').name, importlib.util.find_spec('no_such_module'), importlib.machinery.SOURCE_SUFFIXES)
