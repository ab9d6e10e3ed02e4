"""The magic methods that mocks know."""

_numbers = 'add sub mul matmul truediv floordiv mod lshift rshift and xor or pow divmod'.split()
ANSWERED = ['__%s__' % name for name in [
    *'lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit neg pos abs invert complex int float index '
    'round trunc floor ceil bool next fspath iter hash'.split(),
    *_numbers, *['r' + name for name in _numbers], *['i' + name for name in _numbers if name != 'divmod']]]
ASKED = ['__%s__' % name for name in
         'get set delete reversed missing reduce reduce_ex getinitargs getnewargs getnewargs_ex getstate setstate getformat repr '
         'dir subclasses format'.split()]
UNSUPPORTED = {'__%s__' % name for name in
               'getattr setattr init new prepare instancecheck subclasscheck del'.split()}


def is_supported(name):
    """Whether a mock can be given the magic method of that name."""
    return name in ANSWERED or name in ASKED


def check_magic(name):
    """Raises AttributeError for a magic method that would break the mock itself."""
    if name in UNSUPPORTED:
        raise AttributeError('Attempting to set unsupported magic method %r.' % name)


def is_magic(name):
    return name[:2] == '__' == name[-2:] and len(name) > 4
