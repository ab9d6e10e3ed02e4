"""What modules and names were called in Python 2, whose protocols 0 to 2 are."""

import builtins

_modules = {'builtins': '__builtin__', 'copyreg': 'copy_reg', 'queue': 'Queue', '_thread': 'thread', 'configparser': 'ConfigParser',
            'reprlib': 'repr'}
_names = {('builtins', 'range'): ('__builtin__', 'xrange'), ('builtins', 'str'): ('__builtin__', 'unicode'),
          ('builtins', 'int'): ('__builtin__', 'long'), ('builtins', 'chr'): ('__builtin__', 'unichr'),
          ('builtins', 'map'): ('itertools', 'imap'), ('builtins', 'filter'): ('itertools', 'ifilter'),
          ('builtins', 'zip'): ('itertools', 'izip'), ('functools', 'reduce'): ('__builtin__', 'reduce'),
          ('itertools', 'zip_longest'): ('itertools', 'izip_longest'), ('itertools', 'filterfalse'): ('itertools', 'ifilterfalse'),
          ('sys', 'intern'): ('__builtin__', 'intern'), ('collections', 'UserDict'): ('UserDict', 'IterableUserDict'),
          ('collections', 'UserList'): ('UserList', 'UserList'), ('collections', 'UserString'): ('UserString', 'UserString')}
_old = {then: now for now, then in _names.items()}
_old_modules = {then: now for now, then in _modules.items()}
_old_modules.update({'cPickle': 'pickle', 'exceptions': 'builtins'})


def former(module, name):
    """The module and name by which Python 2 knows something."""
    if (module, name) in _names:
        return _names[module, name]
    kind = getattr(builtins, name, None) if module == 'builtins' else None
    if isinstance(kind, type) and issubclass(kind, BaseException):
        return 'exceptions', name
    return _modules.get(module, module), name


def renamed(module, name):
    """The other way round."""
    if (module, name) in _old:
        return _old[module, name]
    return _old_modules.get(module, module), name
