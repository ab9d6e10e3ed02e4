"""Lines of source files."""

import _traceback


def getline(filename, lineno, module_globals=None):
    """One line of a file or cell, with its newline; '' where there is none."""
    lines = getlines(filename)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def getlines(filename, module_globals=None):
    """All lines of a file or cell."""
    text = _traceback.source(filename)
    if text is None:
        try:
            with open(filename) as f:
                text = f.read()
        except (OSError, UnicodeDecodeError):
            return []
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith('\n'):
        lines[-1] += '\n'
    return lines


def checkcache(filename=None):
    pass


clearcache = checkcache
