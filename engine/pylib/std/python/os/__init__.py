"""The operating system, as far as there is one: the session's files, environment and shell."""

import _posix
import abc
import sys
from io import open as _open_file
from _collections_abc import MutableMapping as _MutableMapping, Mapping as _Mapping
from . import path
from _posix import getcwd, urandom

__all__ = ['F_OK', 'R_OK', 'W_OK', 'X_OK', 'DirEntry', 'PathLike', 'access', 'altsep', 'chdir', 'chmod', 'chown', 'cpu_count', 'curdir',
           'defpath', 'devnull', 'environ', 'error', 'extsep', 'fsdecode', 'fsencode', 'lchown', 'linesep', 'lstat', 'name', 'pardir',
           'pathsep', 'renames', 'sep', 'stat_result', 'strerror', 'truncate', 'utime', 'fspath', 'getcwd', 'getenv', 'getpid', 'listdir', 'makedirs', 'mkdir',
           'path', 'putenv', 'remove', 'removedirs', 'rename', 'replace', 'rmdir', 'scandir', 'stat', 'system', 'unlink',
           'unsetenv', 'urandom', 'walk']

name = 'posix'
defpath = '/bin:/usr/bin'
curdir, pardir, sep, altsep, extsep, pathsep, linesep, devnull = '.', '..', '/', None, '.', ':', '\n', '/dev/null'
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_CLOEXEC = 0, 1, 2, 64, 128, 512, 1024, 0o2000000
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
error = OSError


class PathLike(abc.ABC):
    """Whatever has __fspath__."""

    @abc.abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, '__fspath__') if cls is PathLike else NotImplemented


def fspath(path):
    """The path as a str or bytes."""
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), '__fspath__', None)
    if method is None:
        raise TypeError('expected str, bytes or os.PathLike object, not ' + type(path).__name__)
    return method(path)


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode() if isinstance(filename, str) else filename


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode() if isinstance(filename, bytes) else filename


class _Environ(_MutableMapping):
    def __getitem__(self, key):
        try:
            return _posix.environ()[key]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key, value):
        for text in (key, value):
            if not isinstance(text, str):
                raise TypeError('str expected, not %s' % type(text).__name__)
        _posix.putenv(key, value)

    def __delitem__(self, key):
        if key not in self:
            raise KeyError(key)
        _posix.putenv(key, None)

    def __iter__(self):
        return iter(_posix.environ())

    def __len__(self):
        return len(_posix.environ())

    def __contains__(self, key):
        return key in _posix.environ()

    def __repr__(self):
        return 'environ({%s})' % ', '.join('%r: %r' % item for item in self.items())

    def copy(self):
        return dict(self)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def __or__(self, other):
        return {**self, **other} if isinstance(other, _Mapping) else NotImplemented

    def __ior__(self, other):
        self.update(other)
        return self


environ = _Environ()


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(key, value):
    _posix.putenv(key, value)


def unsetenv(key):
    _posix.putenv(key, None)


def chdir(path):
    _posix.chdir(fspath(path))


def listdir(path='.'):
    """The names in a directory, as bytes where its path is."""
    path = fspath(path)
    names = _posix.listdir(path)
    return [fsencode(name) for name in names] if isinstance(path, bytes) else names


def mkdir(path, mode=0o777, *, dir_fd=None):
    _posix.mkdir(fspath(path))


def makedirs(name, mode=0o777, exist_ok=False):
    """mkdir with every directory above."""
    from . import path
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    if head and tail and not path.exists(head):
        makedirs(head, exist_ok=True)
    try:
        mkdir(name)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def remove(path, *, dir_fd=None):
    _posix.remove(fspath(path))


unlink = remove


def rmdir(path, *, dir_fd=None):
    _posix.rmdir(fspath(path))


def removedirs(name):
    rmdir(name)
    head, tail = path.split(name)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = path.split(head)


def rename(src, dst):
    _posix.rename(fspath(src), fspath(dst))


replace = rename


def renames(old, new):
    """rename, with the directories of the new name made and those of the old one removed if empty."""
    makedirs(path.dirname(new) or curdir, exist_ok=True)
    rename(old, new)
    if path.dirname(old):
        try:
            removedirs(path.dirname(old))
        except OSError:
            pass


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    _posix.chmod(fspath(path), mode)


def chown(path, uid, gid, *, dir_fd=None, follow_symlinks=True):
    """Gives a file to somebody; all are the user's, and stay so."""
    stat(path)
    if uid not in (-1, getuid()) or gid not in (-1, getgid()):
        raise PermissionError(1, strerror(1), fspath(path))


def lchown(path, uid, gid):
    chown(path, uid, gid)


supports_dir_fd = supports_effective_ids = supports_fd = supports_follow_symlinks = frozenset()


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Sets the times of a file's last access and change, to now if not given."""
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if ns is None:
        import time
        ns = (time.time_ns(),) * 2 if times is None else [int(each * 1000000000) for each in times]
    _posix.utime(fspath(path), *ns)


def truncate(path, length):
    with _open_file(path, 'r+b') as file:
        file.truncate(length)


def link(src, dst, **kwargs):
    raise OSError(1, strerror(1), fspath(src), None, fspath(dst))


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    """There are no links here."""
    link(src, dst)


def readlink(path, *, dir_fd=None):
    stat(path)
    raise OSError(22, strerror(22), fspath(path))


class stat_result(tuple):
    """What stat() says of a file."""

    _names = ('st_mode', 'st_ino', 'st_dev', 'st_nlink', 'st_uid', 'st_gid', 'st_size', 'st_atime', 'st_mtime', 'st_ctime')

    def __new__(cls, mode, size, mtime_ns, number):
        at = mtime_ns // 10 ** 9
        self = tuple.__new__(cls, (mode, number, 1, 1, getuid(), getgid(), size, at, at, at))
        self.__dict__.update(zip(cls._names, self))
        self.st_mtime = self.st_atime = self.st_ctime = mtime_ns / 1e9
        self.st_mtime_ns = self.st_atime_ns = self.st_ctime_ns = mtime_ns
        return self

    def __repr__(self):
        return 'os.stat_result(%s)' % ', '.join('%s=%d' % pair for pair in zip(self._names, self))


def stat(path, *, dir_fd=None, follow_symlinks=True):
    return stat_result(*_posix.stat(fspath(path)))


def lstat(path, *, dir_fd=None):
    return stat(path)


_files = {}  # files opened by number


def fstat(fd):
    return stat(_file(fd).name)


def ftruncate(fd, length):
    _file(fd).truncate(length)


def fsync(fd):
    _file(fd)


def isatty(fd):
    return False


def open(path, flags=O_RDONLY, mode=0o777, *, dir_fd=None):
    """Opens a file and returns its number."""
    there = False
    try:
        stat(path)
        there = True
    except FileNotFoundError:
        if not flags & O_CREAT:
            raise
    if there and flags & O_CREAT and flags & O_EXCL:
        raise FileExistsError(17, 'File exists', fspath(path))
    if not there or flags & O_TRUNC:
        _open_file(path, 'wb').close()
    kind = 'ab' if flags & O_APPEND else 'r+b' if flags & (O_WRONLY | O_RDWR) else 'rb'
    fd = max(_files, default=2) + 1
    _files[fd] = _open_file(path, kind)
    return fd


def _file(fd):
    try:
        return _files[fd]
    except KeyError:
        raise OSError(9, 'Bad file descriptor') from None


def close(fd):
    _file(fd).close()
    del _files[fd]


def read(fd, n, /):
    return _file(fd).read(n)


def write(fd, data, /):
    """Writes bytes to an opened file; 1 and 2 are stdout and stderr."""
    if fd in (1, 2):
        stream = (sys.stdout, sys.stderr)[fd - 1]
        stream.flush()
        stream.buffer.write(data)
        return len(data)
    return _file(fd).write(data)


def lseek(fd, position, whence, /):
    return _file(fd).seek(position, whence)


def fdopen(fd, mode='r', buffering=-1, encoding=None, *args, **kwargs):
    """A file object of an opened file."""
    name = _file(fd).name
    close(fd)
    mode = mode.replace('w', 'r' if '+' in mode else 'r+').replace('x', 'r' if '+' in mode else 'r+')  # it is there, and stays as it is
    return _open_file(name, mode, buffering, encoding, *args, **kwargs)


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    """Whether a file is there and may be read (R_OK), written (W_OK) or executed (X_OK)."""
    try:
        found = stat(path).st_mode
    except OSError:
        return False
    return found >> 6 & 7 & mode == mode


class DirEntry:
    """One entry of scandir()."""

    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def is_dir(self, *, follow_symlinks=True):
        return path.isdir(self.path)

    def is_file(self, *, follow_symlinks=True):
        return path.isfile(self.path)

    def is_symlink(self):
        return False

    def stat(self, *, follow_symlinks=True):
        return stat(self.path)

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return '<DirEntry %r>' % self.name


class scandir:
    """An iterator over the entries of a directory."""

    def __init__(self, path='.'):
        folder = fspath(path)
        self._entries = iter([DirEntry(folder, name) for name in listdir(folder)])

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def close(self):
        pass


def walk(top, topdown=True, onerror=None, followlinks=False):
    """The tree below top: (folder, folders, files) of each folder."""
    try:
        names = listdir(top)
    except OSError as e:
        if onerror is not None:
            onerror(e)
        return
    folders = [n for n in names if path.isdir(path.join(top, n))]
    files = [n for n in names if n not in folders]
    if topdown:
        yield top, folders, files
    for name in folders:
        yield from walk(path.join(top, name), topdown, onerror)
    if not topdown:
        yield top, folders, files


def system(command):
    """Runs a command in the shell; the exit status is that of wait()."""
    sys.stdout.flush()
    status, _, _ = _posix.run(command, None, None, False, False)
    return status << 8


class _Pipe:
    def __init__(self, text, status):
        from io import StringIO
        self._file, self._status = StringIO(text), status

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __iter__(self):
        return iter(self._file)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def close(self):
        return self._status << 8 if self._status else None


def popen(cmd, mode='r', buffering=-1):
    """The output of a shell command, as a file."""
    if mode != 'r':
        raise ValueError('invalid mode %r: a command can only be read here' % mode)
    status, out, _ = _posix.run(cmd, None, None, True, False)
    return _Pipe(out.decode(errors='replace'), status)


def getpid():
    return 1


def getppid():
    return 0


def getlogin():
    return environ.get('USER', 'student')


def cpu_count():
    return 2


def get_terminal_size(fd=1):
    from collections import namedtuple
    return namedtuple('terminal_size', 'columns lines', module='os')(80, 24)


def uname():
    from collections import namedtuple
    made = namedtuple('uname_result', 'sysname nodename release version machine', module='posix')
    return made('Linux', 'gputour', '6.1.0', '#1 SMP', 'x86_64')


_strerrors = {0: 'Success', 1: 'Operation not permitted', 2: 'No such file or directory', 3: 'No such process',
              4: 'Interrupted system call', 5: 'Input/output error', 7: 'Argument list too long', 9: 'Bad file descriptor',
              11: 'Resource temporarily unavailable', 12: 'Cannot allocate memory', 13: 'Permission denied', 17: 'File exists',
              20: 'Not a directory', 21: 'Is a directory', 22: 'Invalid argument', 24: 'Too many open files',
              28: 'No space left on device', 32: 'Broken pipe', 34: 'Numerical result out of range', 39: 'Directory not empty',
              110: 'Connection timed out', 111: 'Connection refused'}


def strerror(code):
    return _strerrors.get(code, 'Unknown error %d' % code)


def getpgid(pid):
    return 1


def getuid():
    return 1000


getgid = geteuid = getegid = getuid


def times():
    """The time used, in seconds."""
    import time
    from collections import namedtuple
    used = time.process_time()
    return namedtuple('times_result', 'user system children_user children_system elapsed', module='posix')(used, 0.0, 0.0, 0.0, time.monotonic())


def getloadavg():
    return 0.0, 0.0, 0.0


def get_exec_path(env=None):
    return (environ if env is None else env).get('PATH', defpath).split(pathsep)


def umask(mask):
    return 0o022


def _exit(status):
    raise SystemExit(status)


def abort():
    raise SystemExit(134)
