"""Lines of source files."""

import _traceback


def getline(filename, lineno, module_globals=None):
    """One line of a file or cell, with its newline; '' where there is none."""
    lines = getlines(filename)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def getlines(filename, module_globals=None):
    """All lines of a file or cell."""
    lines = _traceback.lines(filename)
    if lines:
        return lines
    try:
        with open(filename) as f:
            lines = f.read().splitlines(keepends=True)
    except (OSError, UnicodeDecodeError):
        return []
    if lines and not lines[-1].endswith('\n'):
        lines[-1] += '\n'
    return lines


def checkcache(filename=None):
    pass


clearcache = checkcache
