"""Files by pattern."""

import fnmatch
import os
import re

__all__ = ['escape', 'glob', 'iglob']

magic_check = re.compile('([*?[])')
magic_check_bytes = re.compile(b'([*?[])')


def has_magic(s):
    return (magic_check_bytes if isinstance(s, bytes) else magic_check).search(s) is not None


def escape(pathname):
    """The pattern of this very path."""
    if isinstance(pathname, bytes):
        return magic_check_bytes.sub(br'[\1]', pathname)
    return magic_check.sub(r'[\1]', pathname)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """An iterator over the paths that match."""
    if dir_fd is not None:
        raise NotImplementedError('dir_fd unavailable on this platform')
    root = pathname[:0] if root_dir is None else os.fspath(root_dir)
    return _Search(root, recursive, include_hidden).everything(pathname)


class _Search:
    """Looks for paths below root."""

    def __init__(self, root, recursive, hidden):
        self.root, self.recursive, self.hidden = root, recursive, hidden

    def everything(self, pathname):
        return (path for path in self.paths(pathname, False) if path)

    def at(self, path):
        return os.path.join(self.root, path) if self.root else path

    def paths(self, pathname, folders_only):
        folder, base = os.path.split(pathname)
        if not has_magic(pathname):
            if os.path.lexists(self.at(pathname)) if base else os.path.isdir(self.at(folder)):
                yield pathname
            return
        folders = [folder]
        if folder and folder != pathname and has_magic(folder):
            folders = self.paths(folder, True)
        for folder in folders:
            for name in self.names(folder, base, folders_only):
                yield os.path.join(folder, name)

    def names(self, folder, pattern, folders_only):
        """What in a folder matches one part of a pattern."""
        if not has_magic(pattern):
            whole = self.at(os.path.join(folder, pattern))
            return [pattern] if (os.path.lexists(whole) if pattern else os.path.isdir(self.at(folder))) else []
        if self.recursive and _is_deep(pattern):
            return self.below(folder, pattern, folders_only)
        names = fnmatch.filter(self.entries(folder, folders_only), pattern)
        return names if _is_hidden(pattern) else [name for name in names if self.shows(name)]

    def below(self, folder, pattern, folders_only):
        """The folder itself, then whatever is in it and its folders."""
        yield pattern[:0]
        for name in self.entries(folder, folders_only):
            if self.shows(name):
                yield name
                for deeper in self.below(os.path.join(folder, name), pattern, folders_only):
                    if deeper:
                        yield os.path.join(name, deeper)

    def entries(self, folder, folders_only):
        where = self.at(folder) or (os.curdir.encode() if isinstance(folder, bytes) else os.curdir)
        try:
            names = os.listdir(where)
        except OSError:
            return []
        return [name for name in names if os.path.isdir(os.path.join(where, name))] if folders_only else names

    def shows(self, name):
        return self.hidden or not _is_hidden(name)


def _is_hidden(name):
    return name[:1] in ('.', b'.')


def _is_deep(pattern):
    return pattern in ('**', b'**')
