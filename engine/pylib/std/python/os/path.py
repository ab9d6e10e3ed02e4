"""Paths: text, and what stands there."""

import _posix

sep, curdir, pardir, extsep, pathsep, altsep, defpath, devnull = '/', '.', '..', '.', ':', None, '/bin:/usr/bin', '/dev/null'
supports_unicode_filenames = True


def _text(path):
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), '__fspath__', None)
    if method is None:
        raise TypeError('expected str, bytes or os.PathLike object, not ' + type(path).__name__)
    return method(path)


def _either(function):
    """Lets a function of texts take bytes as well, and give them then."""
    def either(*paths, **options):
        for path in paths:
            if path.__class__ is not str:
                break
        else:
            return function(*paths, **options)
        texts = [path if path is None else _text(path) for path in paths]
        given = {isinstance(path, bytes) for path in texts if path is not None}
        if len(given) > 1:
            raise TypeError("Can't mix strings and bytes in path components") from None
        if True not in given:
            return function(*texts, **options)
        found = function(*(path if path is None else path.decode('utf-8', 'surrogateescape') for path in texts), **options)
        if isinstance(found, tuple):
            return tuple(part.encode('utf-8', 'surrogateescape') for part in found)
        return found.encode('utf-8', 'surrogateescape') if isinstance(found, str) else found
    either.__name__ = either.__qualname__ = function.__name__
    either.__doc__, either.__wrapped__ = function.__doc__, function
    return either


def join(a, *p):
    """The parts with slashes between; an absolute part starts anew."""
    for part in (a, *p):
        if not isinstance(part, (str, bytes)) and not hasattr(part, '__fspath__'):
            raise TypeError('join() argument must be str, bytes, or os.PathLike object, not %r' % type(part).__name__)
    return _joined(a, *p)


@_either
def _joined(path, *parts):
    for part in parts:
        if part.startswith('/'):
            path = part
        elif not path or path.endswith('/'):
            path += part
        else:
            path += '/' + part
    return path


@_either
def split(p):
    """What comes before the last slash, and after."""
    p = _text(p)
    i = p.rfind('/') + 1
    head, tail = p[:i], p[i:]
    if head and head != '/' * len(head):
        head = head.rstrip('/')
    return head, tail


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


@_either
def splitext(p):
    """The path without its extension, and the extension with its dot."""
    p = _text(p)
    start = p.rfind('/') + 1
    dot = p.rfind('.')
    if dot > start and p[start:dot].strip('.'):
        return p[:dot], p[dot:]
    return p, ''


@_either
def splitdrive(p):
    return '', _text(p)


@_either
def isabs(s):
    return _text(s).startswith('/')


def normcase(s):
    return _text(s)


@_either
def normpath(path):
    """The path without empty parts, '.' and 'x/..'."""
    path = _text(path)
    if not path:
        return '.'
    slashes = 2 if path.startswith('//') and not path.startswith('///') else int(path.startswith('/'))
    parts = []
    for part in path.split('/'):
        if part in ('', '.'):
            continue
        if part != '..' or not slashes and not parts or parts and parts[-1] == '..':
            parts.append(part)
        elif parts:
            parts.pop()
    return '/' * slashes + '/'.join(parts) or '.'


@_either
def abspath(path):
    path = _text(path)
    return normpath(path if path.startswith('/') else join(_posix.getcwd(), path))


@_either
def realpath(filename, *, strict=False):
    return abspath(filename)


@_either
def relpath(path, start=None):
    """The path as seen from start."""
    if not path:
        raise ValueError('no path specified')
    here = [x for x in abspath(start or '.').split('/') if x]
    there = [x for x in abspath(path).split('/') if x]
    shared = 0
    for a, b in zip(here, there):
        if a != b:
            break
        shared += 1
    return '/'.join(['..'] * (len(here) - shared) + there[shared:]) or '.'


def commonprefix(m):
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(_text, m))
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    paths = tuple(paths)
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    return _common(*paths)


@_either
def _common(*paths):
    if len({p.startswith('/') for p in paths}) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    split_paths = [[c for c in p.split('/') if c and c != '.'] for p in paths]
    return ('/' if paths[0].startswith('/') else '') + '/'.join(commonprefix(split_paths))


@_either
def expanduser(path):
    path = _text(path)
    if path == '~' or path.startswith('~/'):
        return _posix.environ().get('HOME', '/home/student') + path[1:]
    return path


@_either
def expandvars(path):
    import re
    names = _posix.environ()
    return re.sub(r'\$(\w+|\{[^}]*\})', lambda m: names.get(m.group(1).strip('{}'), m.group()), _text(path))


def _stat(path):
    try:
        return _posix.stat(_text(path))
    except (OSError, ValueError):
        return None


def exists(path):
    return _stat(path) is not None


lexists = exists


def isfile(path):
    found = _stat(path)
    return found is not None and found[0] & 0o170000 == 0o100000


def isdir(s):
    found = _stat(s)
    return found is not None and found[0] & 0o170000 == 0o40000


def islink(path):
    return False


def ismount(path):
    return abspath(path) == '/'


def getsize(filename):
    return _posix.stat(_text(filename))[1]


def getmtime(filename):
    return _posix.stat(_text(filename))[2] / 1e9


getatime = getctime = getmtime


def samefile(f1, f2):
    return abspath(f1) == abspath(f2)


def samestat(s1, s2):
    return (s1.st_ino, s1.st_dev) == (s2.st_ino, s2.st_dev)


def sameopenfile(fp1, fp2):
    import os
    return samestat(os.fstat(fp1), os.fstat(fp2))
