"""Paths as objects."""

import fnmatch
import os
import re
import warnings
from _collections_abc import Sequence

__all__ = ['PurePath', 'PurePosixPath', 'PureWindowsPath', 'Path', 'PosixPath', 'WindowsPath']


class _Flavour:
    """How a system reads paths: as a drive, a root and names."""

    sep = '/'
    altsep = ''
    has_drv = False

    def parse_parts(self, args):
        """The drive, the root and the parts of several texts, of which each goes on from the one before or begins anew."""
        drv = root = ''
        names = []
        for arg in args:
            if self.altsep:
                arg = arg.replace(self.altsep, self.sep)
            its_drv, its_root, rest = self.splitroot(arg)
            if its_drv or its_root:
                drv, root, names = its_drv or drv, its_root, []
            names += [name for name in rest.split(self.sep) if name and name != '.']
        return drv, root, [drv + root] + names if drv or root else names

    def join_parsed_parts(self, drv, root, parts, drv2, root2, parts2):
        """The path of two, each as parse_parts gives it."""
        if root2:
            return (drv2, root2, parts2) if drv2 or not drv else (drv, root2, [drv + root2] + parts2[1:])
        if drv2:
            if self.casefold(drv2) == self.casefold(drv):
                return drv, root, parts + parts2[1:]
            return drv2, root2, parts2
        return drv, root, parts + parts2


class _PosixFlavour(_Flavour):
    def splitroot(self, part, sep='/'):
        rest = part.lstrip(sep)
        slashes = len(part) - len(rest)
        return '', sep * slashes if slashes < 3 else sep, rest  # two slashes are not one, three are

    def casefold(self, s):
        return s

    def casefold_parts(self, parts):
        return parts

    def compile_pattern(self, pattern):
        return re.compile(fnmatch.translate(pattern)).fullmatch

    def is_reserved(self, parts):
        return False

    def make_uri(self, path):
        from urllib.parse import quote_from_bytes
        return 'file://' + quote_from_bytes(bytes(path))


class _WindowsFlavour(_Flavour):
    sep = '\\'
    altsep = '/'
    has_drv = True
    _reserved = ({'CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$'}
                 | {device + digit for device in ('COM', 'LPT') for digit in '123456789\xb9\xb2\xb3'})

    def splitroot(self, part, sep='\\'):
        prefix = ''
        if part.startswith(sep * 2):
            prefix, part = self._split_extended_path(part)
        if part.startswith(sep * 2) and part[2:3] != sep:  # \\server\share\...
            server = part.find(sep, 2)
            share = part.find(sep, server + 1) if server >= 0 else -1
            if server >= 0 and share != server + 1:
                end = len(part) if share < 0 else share
                return prefix + part[1 if prefix else 0:end], sep, part[end + 1:]
        drv = ''
        if part[1:2] == ':' and part[0].isascii() and part[0].isalpha():
            drv, part = part[:2], part[2:]
        rest = part.lstrip(sep)
        return prefix + drv, sep if len(rest) < len(part) else '', rest

    def _split_extended_path(self, s, start='\\\\?\\'):
        if not s.startswith(start):
            return '', s
        s = s[len(start):]
        return (start + 'UNC', s[3:].replace('\\', '\\\\', 1)) if s.startswith('UNC\\') else (start, s)

    def casefold(self, s):
        return s.lower()

    def casefold_parts(self, parts):
        return [part.lower() for part in parts]

    def compile_pattern(self, pattern):
        return re.compile(fnmatch.translate(pattern), re.IGNORECASE).fullmatch

    def is_reserved(self, parts):
        if not parts or parts[0].startswith('\\\\'):  # those of a server are not
            return False
        name = parts[-1].partition('.')[0].partition(':')[0].rstrip(' ')
        return name.upper() in self._reserved

    def make_uri(self, path):
        from urllib.parse import quote_from_bytes
        text = path.as_posix()
        if len(path.drive) == 2 and path.drive[1] == ':':
            return 'file:///%s/%s' % (path.drive, quote_from_bytes(text[2:].lstrip('/').encode('utf-8')))
        return 'file:' + quote_from_bytes(text.encode('utf-8'))


_posix_flavour, _windows_flavour = _PosixFlavour(), _WindowsFlavour()


class _PathParents(Sequence):
    """The folders that a path lies in, the nearest first."""

    __slots__ = '_path', '_names'

    def __init__(self, path):
        self._path = path
        self._names = len(path._parts) - bool(path._drv or path._root)

    def __len__(self):
        return self._names

    def __getitem__(self, i):
        if isinstance(i, slice):
            return tuple(self[k] for k in range(*i.indices(len(self))))
        if not -len(self) <= i < len(self):
            raise IndexError(i)
        if i < 0:
            i += len(self)
        path = self._path
        return path._from_parsed_parts(path._drv, path._root, path._parts[:len(path._parts) - i - 1])

    def __repr__(self):
        return '<%s.parents>' % type(self._path).__name__


class PurePath:
    """A path that is only text."""

    __slots__ = '_drv', '_root', '_parts', '_str', '_hash', '_folded', '_shown'

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PureWindowsPath if os.name == 'nt' else PurePosixPath
        return cls._from_parts(args)

    def __reduce__(self):
        return self.__class__, tuple(self._parts)

    @classmethod
    def _parse_args(cls, args):
        texts = []
        for arg in args:
            if isinstance(arg, PurePath):
                texts += arg._parts
                continue
            text = os.fspath(arg)
            if not isinstance(text, str):
                raise TypeError('argument should be a str object or an os.PathLike object returning str, not %r' % type(text))
            texts.append(str(text))
        return cls._flavour.parse_parts(texts)

    @classmethod
    def _from_parts(cls, args):
        return cls._from_parsed_parts(*cls._parse_args(args))

    @classmethod
    def _from_parsed_parts(cls, drv, root, parts):
        self = object.__new__(cls)
        self._drv, self._root, self._parts = drv, root, parts
        return self

    @classmethod
    def _format_parsed_parts(cls, drv, root, parts):
        sep = cls._flavour.sep
        return drv + root + sep.join(parts[1:]) if drv or root else sep.join(parts)

    def __str__(self):
        try:
            return self._str
        except AttributeError:
            self._str = self._format_parsed_parts(self._drv, self._root, self._parts) or '.'
            return self._str

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        """The text with slashes."""
        return str(self).replace(self._flavour.sep, '/')

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return '%s(%r)' % (self.__class__.__name__, self.as_posix())

    def as_uri(self):
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        return self._flavour.make_uri(self)

    @property
    def _cparts(self):
        """The parts as they are compared."""
        try:
            return self._folded
        except AttributeError:
            self._folded = self._flavour.casefold_parts(self._parts)
            return self._folded

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._cparts == other._cparts and self._flavour is other._flavour

    def __hash__(self):
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(tuple(self._cparts))
            return self._hash

    def _comparable(self, other):
        return isinstance(other, PurePath) and self._flavour is other._flavour

    def __lt__(self, other):
        return self._cparts < other._cparts if self._comparable(other) else NotImplemented

    def __le__(self, other):
        return self._cparts <= other._cparts if self._comparable(other) else NotImplemented

    def __gt__(self, other):
        return self._cparts > other._cparts if self._comparable(other) else NotImplemented

    def __ge__(self, other):
        return self._cparts >= other._cparts if self._comparable(other) else NotImplemented

    drive = property(lambda self: self._drv, doc='The drive or the server and its share, where there is one.')
    root = property(lambda self: self._root, doc='What an absolute path begins with.')
    anchor = property(lambda self: self._drv + self._root, doc='Drive and root.')

    @property
    def parts(self):
        """The anchor, if any, and the names."""
        try:
            return self._shown
        except AttributeError:
            self._shown = tuple(self._parts)
            return self._shown

    @property
    def name(self):
        """The last name."""
        return self._parts[-1] if len(self._parts) > bool(self._drv or self._root) else ''

    @property
    def suffix(self):
        """The end of the name from the last dot on."""
        name = self.name
        i = name.rfind('.')
        return name[i:] if 0 < i < len(name) - 1 else ''

    @property
    def suffixes(self):
        name = self.name
        return [] if name.endswith('.') else ['.' + s for s in name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        """The name without its suffix."""
        name = self.name
        i = name.rfind('.')
        return name[:i] if 0 < i < len(name) - 1 else name

    @property
    def parent(self):
        """The folder that it lies in."""
        if len(self._parts) == bool(self._drv or self._root):
            return self
        return self._from_parsed_parts(self._drv, self._root, self._parts[:-1])

    @property
    def parents(self):
        return _PathParents(self)

    def _named(self, name):
        return self._from_parsed_parts(self._drv, self._root, self._parts[:-1] + [name])

    def with_name(self, name):
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        drv, root, parts = self._flavour.parse_parts((name,))
        if not name or name[-1] in (self._flavour.sep, self._flavour.altsep) or drv or root or len(parts) != 1:
            raise ValueError('Invalid name %r' % (name,))
        return self._named(name)

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        flavour = self._flavour
        if flavour.sep in suffix or flavour.altsep and flavour.altsep in suffix:
            raise ValueError('Invalid suffix %r' % (suffix,))
        if suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError('Invalid suffix %r' % (suffix))
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        return self._named(self.stem + suffix)

    def joinpath(self, *args):
        found = self._flavour.join_parsed_parts(self._drv, self._root, self._parts, *self._parse_args(args))
        return self._from_parsed_parts(*found)

    def __truediv__(self, key):
        try:
            return self.joinpath(key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self._from_parts([key] + self._parts)
        except TypeError:
            return NotImplemented

    def is_absolute(self):
        return bool(self._root) and (not self._flavour.has_drv or bool(self._drv))

    def is_reserved(self):
        """Whether Windows keeps the name for itself."""
        return self._flavour.is_reserved(self._parts)

    def _steps(self):
        return [self._drv, self._root] + self._parts[1:] if self._root else self._parts

    def relative_to(self, *other):
        if not other:
            raise TypeError('need at least one argument')
        base = self._from_parsed_parts(*self._parse_args(other))
        steps, first = self._steps(), base._steps()
        n, fold = len(first), self._flavour.casefold_parts
        if (self._root or self._drv) if n == 0 else fold(steps[:n]) != fold(first):
            raise ValueError('%r is not in the subpath of %r OR one path is relative and the other is absolute.' % (str(self), str(base)))
        return self._from_parsed_parts('', self._root if n == 1 else '', steps[n:])

    def is_relative_to(self, *other):
        try:
            self.relative_to(*other)
        except ValueError:
            return False
        return True

    def match(self, path_pattern):
        """Whether the path, or its end where the pattern is relative, matches."""
        fold = self._flavour.casefold
        drv, root, wanted = self._flavour.parse_parts((fold(path_pattern),))
        if not wanted:
            raise ValueError('empty pattern')
        if drv and drv != fold(self._drv) or root and root != fold(self._root):
            return False
        parts = self._cparts
        if drv or root:
            if len(wanted) != len(parts):
                return False
            wanted = wanted[1:]
        elif len(wanted) > len(parts):
            return False
        return all(fnmatch.fnmatchcase(a, b) for a, b in zip(reversed(parts), reversed(wanted)))


os.PathLike.register(PurePath)


class PurePosixPath(PurePath):
    """A path as Unix reads it."""

    _flavour = _posix_flavour
    __slots__ = ()


class PureWindowsPath(PurePath):
    """A path as Windows reads it."""

    _flavour = _windows_flavour
    __slots__ = ()


class Path(PurePath):
    """A path in the session's file system."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = WindowsPath if os.name == 'nt' else PosixPath
        self = cls._from_parts(args)
        if self._flavour is not _posix_flavour:
            raise NotImplementedError('cannot instantiate %r on your system' % (cls.__name__,))
        return self

    def __enter__(self):
        warnings.warn('pathlib.Path.__enter__() is deprecated and scheduled for removal in Python 3.13; '
                      'Path objects as a context manager is a no-op', DeprecationWarning, stacklevel=2)
        return self

    def __exit__(self, *exc):
        pass

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls('~').expanduser()

    def stat(self, *, follow_symlinks=True):
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        return self.stat(follow_symlinks=False)

    def chmod(self, mode, *, follow_symlinks=True):
        os.chmod(self, mode)

    def exists(self):
        return os.path.exists(self)

    def is_file(self):
        return os.path.isfile(self)

    def is_dir(self):
        return os.path.isdir(self)

    def is_mount(self):
        return os.path.ismount(self)

    def is_symlink(self):
        return os.path.islink(self)

    def is_socket(self):
        return False

    is_fifo = is_block_device = is_char_device = is_socket

    def absolute(self):
        return self if self.is_absolute() else self._from_parts([os.getcwd()] + self._parts)

    def resolve(self, strict=False):
        if strict:
            self.stat()
        return self._from_parts((os.path.realpath(self),))

    def expanduser(self):
        if not (self._drv or self._root) and self._parts and self._parts[0][:1] == '~':
            home = os.path.expanduser(self._parts[0])
            if home[:1] == '~':
                raise RuntimeError('Could not determine home directory.')
            return self._from_parts([home] + self._parts[1:])
        return self

    def samefile(self, other_path):
        other = other_path.stat() if isinstance(other_path, PurePath) and hasattr(other_path, 'stat') else os.stat(other_path)
        self.stat()
        return os.path.realpath(self) == os.path.realpath(other_path)

    def iterdir(self):
        for name in os.listdir(self):
            yield self._from_parsed_parts(self._drv, self._root, self._parts + [name])

    def glob(self, pattern):
        """The paths below that match."""
        if not pattern:
            raise ValueError('Unacceptable pattern: %r' % (pattern,))
        return self._globbed(pattern, [])

    def rglob(self, pattern):
        """The paths at any depth that match."""
        return self._globbed(pattern, ['**'])

    def _globbed(self, pattern, before):
        drv, root, parts = self._flavour.parse_parts((pattern,))
        if drv or root:
            raise NotImplementedError('Non-relative patterns are unsupported')
        if pattern and pattern[-1] in (self._flavour.sep, self._flavour.altsep):
            parts.append('')
        for part in parts:
            if '**' in part and part != '**':
                raise ValueError("Invalid pattern: '**' can only be an entire path component")
        yield from self._select(before + parts)

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
        elif not re.search(r'[*?\[]', first):
            child = self._from_parsed_parts(self._drv, self._root, self._parts + [first] if first else self._parts)
            if (child.is_dir if rest or not first else child.exists)():
                yield from child._select(rest)
        elif self.is_dir():
            matches = self._flavour.compile_pattern(first)
            for child in self.iterdir():
                if matches(child.name) and (not rest or child.is_dir()):
                    yield from child._select(rest)

    def _folders(self):
        if self.is_dir():
            yield self
            for child in self.iterdir():
                if not child.is_symlink():
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
        data = memoryview(data)  # before the file is opened
        with self.open('wb') as f:
            return f.write(data)

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists():
            if not exist_ok:
                raise FileExistsError(17, 'File exists', str(self))
            os.utime(self, None)
            return
        self.open('a').close()

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def rmdir(self):
        os.rmdir(self)

    def unlink(self, missing_ok=False):
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rename(self, target):
        os.rename(self, target)
        return self.__class__(target)

    def replace(self, target):
        os.replace(self, target)
        return self.__class__(target)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        for folder, folders, files in os.walk(self, top_down):
            yield self._from_parts((folder,)), folders, files


class PosixPath(Path, PurePosixPath):
    """A path in the session's file system, as Unix reads it."""

    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    """A path of Windows, which this is not."""

    __slots__ = ()

    def is_mount(self):
        raise NotImplementedError('Path.is_mount() is unsupported on this system')
