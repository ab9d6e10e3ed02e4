"""How a kernel's mistakes are told: Numba's sentences with the line they are about."""
from ..core.errors import LoweringError, TypingError, UnsupportedError

MISSING_CONFIGURATION = """
Kernel launch configuration was not specified. Use the syntax:

kernel_function[blockspergrid, threadsperblock](arg0, arg1, ..., argn)

See https://numba.readthedocs.io/en/stable/cuda/kernels.html#kernel-invocation for help.

"""


class CudaSupportError(ImportError):
    pass


class Mistake(Exception):
    """What is wrong with a line of a kernel; the translator adds where."""

    def __init__(self, text, line=None, unsupported=False):
        super().__init__(text)
        self.text, self.line, self.unsupported = text, line, unsupported


def shown(source, line):
    """The line as Numba shows it."""
    lines = source.lines
    text = lines[line - 1] if line <= len(lines) else ''
    head = [lines[source.header - 1]]
    between = line - source.header - 1
    if line == source.header:
        head = []
    elif between == 1:
        head.append(lines[line - 2])
    elif between > 1:
        head += ['    <source elided>', lines[line - 2]]
    pad = ' ' * (len(text) - len(text.lstrip()))
    return 'File "%s", line %d:\n%s\n%s^\n' % (source.file, line, '\n'.join(head + [text]), pad)


def located(mistake, source):
    step = 'analyzing bytecode' if mistake.unsupported else 'nopython frontend'
    kind = UnsupportedError if mistake.unsupported else TypingError
    line = mistake.line or source.header
    return kind('Failed in cuda mode pipeline (step: %s)\n%s\n\n%s' % (step, mistake.text, shown(source, line)), line)


def no_implementation(function, types, why=''):
    text = 'No implementation of function Function(%s) found for signature:\n \n >>> %s(%s)\n ' % (
        function, function.split()[-1].rstrip('>'), ', '.join(map(str, types)))
    return text + ('\n' + why if why else '')
