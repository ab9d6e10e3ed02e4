"""Files by pattern."""

import fnmatch
import os

__all__ = ['escape', 'glob', 'iglob', 'has_magic']


def has_magic(s):
    return any(c in s for c in '*?[')


def escape(pathname):
    return ''.join('[%s]' % c if c in '*?[' else c for c in pathname)


def glob(pathname, *, root_dir=None, recursive=False, include_hidden=False):
    """The paths that match."""
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, recursive=False, include_hidden=False):
    absolute = pathname.startswith('/')
    parts = [p for p in pathname.split('/') if p]
    start = '/' if absolute else ''
    yield from _below(root_dir or '', start, parts, recursive, include_hidden)


def _below(root, base, parts, recursive, hidden):
    if not parts:
        yield base
        return
    first, rest = parts[0], parts[1:]
    folder = os.path.join(root, base) or '.'
    if first == '**' and recursive:
        if rest:
            yield from _below(root, base, rest, recursive, hidden)
        elif base:
            yield base.rstrip('/') + '/'
        for name in _names(folder):
            if name.startswith('.') and not hidden:
                continue
            path = os.path.join(base, name)
            if os.path.isdir(os.path.join(root, path)):
                yield from _below(root, path, parts, recursive, hidden)
            elif not rest:
                yield path
        return
    if not has_magic(first):
        path = os.path.join(base, first)
        if os.path.exists(os.path.join(root, path)):
            yield from _below(root, path, rest, recursive, hidden)
        return
    for name in fnmatch.filter(_names(folder), first):
        if name.startswith('.') and not first.startswith('.') and not hidden:
            continue
        path = os.path.join(base, name)
        if not rest or os.path.isdir(os.path.join(root, path)):
            yield from _below(root, path, rest, recursive, hidden)


def _names(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []
