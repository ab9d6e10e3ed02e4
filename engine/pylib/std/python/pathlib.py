"""Paths as objects."""

import fnmatch
import os
import re

__all__ = ['PurePath', 'PurePosixPath', 'PureWindowsPath', 'Path', 'PosixPath', 'WindowsPath']


class PurePath:
    """A path that is only text."""

    __slots__ = ('_parts', '_root', '_text', '_hash')

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        elif cls is Path:
            cls = PosixPath
        self = object.__new__(cls)
        text = ''
        for arg in args:
            part = arg if isinstance(arg, str) else os.fspath(arg)
            if not isinstance(part, str):
                raise TypeError("argument should be a str or an os.PathLike object where __fspath__ returns a str, not %r"
                                % type(part).__name__)
            text = os.path.join(text, part) if text else part
        self._root = '//' if text.startswith('//') and not text.startswith('///') else '/' if text.startswith('/') else ''
        self._parts = [p for p in text.split('/') if p and p != '.']
        self._text = None
        return self

    def _with(self, parts):
        made = object.__new__(type(self))
        made._root, made._parts, made._text = self._root, list(parts), None
        return made

    def __reduce__(self):
        return self.__class__, tuple(self.parts)

    def __str__(self):
        if self._text is None:
            self._text = self._root + '/'.join(self._parts) or '.'
        return self._text

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        return str(self)

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return '%s(%r)' % (self.__class__.__name__, str(self))

    def as_uri(self):
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        return 'file://' + str(self)

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._root == other._root and self._parts == other._parts

    def __hash__(self):
        return hash((self._root, tuple(self._parts)))

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented

    drive = ''
    root = anchor = property(lambda self: self._root)

    @property
    def parts(self):
        return ((self._root,) if self._root else ()) + tuple(self._parts)

    @property
    def name(self):
        return self._parts[-1] if self._parts else ''

    @property
    def suffix(self):
        name = self.name
        i = name.rfind('.')
        return name[i:] if 0 < i < len(name) - 1 else ''

    @property
    def suffixes(self):
        name = self.name
        return [] if name.endswith('.') else ['.' + s for s in name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        name = self.name
        i = name.rfind('.')
        return name[:i] if 0 < i < len(name) - 1 else name

    @property
    def parent(self):
        return self._with(self._parts[:-1]) if self._parts else self

    @property
    def parents(self):
        return tuple(self._with(self._parts[:i]) for i in range(len(self._parts) - 1, -1, -1))

    def with_name(self, name):
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        if not name or '/' in name or name == '.':
            raise ValueError('Invalid name %r' % (name,))
        return self._with(self._parts[:-1] + [name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if '/' in suffix or suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError('Invalid suffix %r' % (suffix,))
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        return self._with(self._parts[:-1] + [self.stem + suffix])

    def joinpath(self, *args):
        return type(self)(self, *args)

    def __truediv__(self, key):
        try:
            return type(self)(self, key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return type(self)(key, self)
        except TypeError:
            return NotImplemented

    def is_absolute(self):
        return bool(self._root)

    def is_reserved(self):
        return False

    def relative_to(self, *other):
        base = type(self)(*other)
        n = len(base._parts)
        if base._root != self._root or self._parts[:n] != base._parts:
            raise ValueError("%r is not in the subpath of %r OR one path is relative and the other is absolute."
                             % (str(self), str(base)))
        made = self._with(self._parts[n:])
        made._root = ''
        return made

    def is_relative_to(self, *other):
        try:
            self.relative_to(*other)
        except ValueError:
            return False
        return True

    def match(self, path_pattern):
        wanted = PurePosixPath(path_pattern)
        if wanted._root and (not self._root or len(wanted._parts) != len(self._parts)):
            return False
        if len(wanted._parts) > len(self._parts):
            return False
        return all(fnmatch.fnmatchcase(a, b) for a, b in zip(reversed(self._parts), reversed(wanted._parts)))


class PurePosixPath(PurePath):
    __slots__ = ()


class PureWindowsPath(PurePath):
    __slots__ = ()


class Path(PurePath):
    """A path in the session's file system."""

    __slots__ = ()

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser('~'))

    def stat(self, *, follow_symlinks=True):
        return os.stat(self)

    def exists(self):
        return os.path.exists(self)

    def is_file(self):
        return os.path.isfile(self)

    def is_dir(self):
        return os.path.isdir(self)

    def is_symlink(self):
        return False

    is_mount = is_socket = is_fifo = is_block_device = is_char_device = is_symlink

    def absolute(self):
        return type(self)(os.path.join(os.getcwd(), str(self)))

    def resolve(self, strict=False):
        if strict:
            self.stat()
        return type(self)(os.path.realpath(self))

    def expanduser(self):
        return type(self)(os.path.expanduser(str(self)))

    def samefile(self, other_path):
        return os.path.samefile(self, other_path)

    def iterdir(self):
        for name in os.listdir(self):
            yield self / name

    def glob(self, pattern):
        """The paths below that match."""
        if not pattern:
            raise ValueError('Unacceptable pattern: %r' % pattern)
        yield from self._select(PurePosixPath(pattern)._parts)

    def rglob(self, pattern):
        yield from self._select(['**'] + PurePosixPath(pattern)._parts)

    def _select(self, parts):
        if not parts:
            yield self
            return
        first, rest = parts[0], parts[1:]
        if first == '**':
            seen = set()
            for folder in self._folders():
                for found in folder._select(rest) if rest else (folder,):
                    if found not in seen:
                        seen.add(found)
                        yield found
            return
        if not re.search(r'[*?\[]', first):
            if (self / first).exists():
                yield from (self / first)._select(rest)
            return
        if self.is_dir():
            for name in fnmatch.filter(os.listdir(self), first):
                if not rest or (self / name).is_dir():
                    yield from (self / name)._select(rest)

    def _folders(self):
        if self.is_dir():
            yield self
            for child in self.iterdir():
                yield from child._folders()

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        return open(self, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with self.open('r', encoding=encoding, errors=errors) as f:
            return f.read()

    def read_bytes(self):
        with self.open('rb') as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError('data must be str, not %s' % data.__class__.__name__)
        with self.open('w', encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def write_bytes(self, data):
        with self.open('wb') as f:
            return f.write(data)

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists():
            if not exist_ok:
                raise FileExistsError(17, 'File exists', str(self))
            return
        self.open('a').close()

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if parents and not self.parent.exists():
            self.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.mkdir(self)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def rmdir(self):
        os.rmdir(self)

    def unlink(self, missing_ok=False):
        try:
            os.remove(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rename(self, target):
        os.rename(self, target)
        return type(self)(target)

    replace = rename

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        for folder, folders, files in os.walk(self, top_down):
            yield type(self)(folder), folders, files

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


class PosixPath(Path, PurePosixPath):
    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    __slots__ = ()
