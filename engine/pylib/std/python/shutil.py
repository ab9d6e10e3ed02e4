"""Files and directories copied, moved and removed."""

import os

__all__ = ['copyfileobj', 'copyfile', 'copymode', 'copystat', 'copy', 'copy2', 'copytree', 'move', 'rmtree', 'Error',
           'SpecialFileError', 'ExecError', 'make_archive', 'get_archive_formats', 'register_archive_format',
           'unregister_archive_format', 'get_unpack_formats', 'register_unpack_format', 'unregister_unpack_format',
           'unpack_archive', 'ignore_patterns', 'chown', 'which', 'get_terminal_size', 'SameFileError', 'disk_usage']


class Error(OSError):
    """What the errors of this module are."""


class SameFileError(Error):
    """A file was to be copied over itself."""


class SpecialFileError(OSError):
    """Never raised: there are no special files here."""


class ExecError(OSError):
    """A command could not be run."""


class ReadError(OSError):
    """An archive cannot be read."""


class RegistryError(Exception):
    """An archive format is registered already."""


def copyfileobj(fsrc, fdst, length=0):
    while piece := fsrc.read(length or 65536):
        fdst.write(piece)


def copyfile(src, dst, *, follow_symlinks=True):
    """Copies a file's contents."""
    if os.path.abspath(src) == os.path.abspath(dst):
        raise SameFileError('%r and %r are the same file' % (src, dst))
    with open(src, 'rb') as f, open(dst, 'wb') as g:
        g.write(f.read())
    return dst


def copy(src, dst, *, follow_symlinks=True):
    """Copies a file, also into a directory."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst)
    copymode(src, dst)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copies a file with its permissions and times, also into a directory."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst)
    copystat(src, dst)
    return dst


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Copies a whole tree; what cannot be copied is told at the end, by one Error."""
    names = os.listdir(src)
    skipped = ignore(os.fspath(src), names) if ignore else ()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors = []
    for name in names:
        if name in skipped:
            continue
        a, b = os.path.join(src, name), os.path.join(dst, name)
        try:
            if os.path.isdir(a):
                copytree(a, b, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(a, b)
        except Error as error:
            errors.extend(error.args[0])
        except OSError as error:
            errors.append((a, b, str(error)))
    if errors:
        raise Error(errors)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Removes a whole tree. onerror(function, path, exc_info) is told of what cannot be removed."""
    import sys

    def attempt(function, path):
        try:
            return function(path)
        except OSError:
            if onerror is not None:
                onerror(function, path, sys.exc_info())
            elif not ignore_errors:
                raise

    if attempt(os.lstat, path) is None:
        return
    for name in attempt(os.listdir, path) or ():
        full = os.path.join(path, name)
        if os.path.isdir(full):
            rmtree(full, ignore_errors, onerror)
        else:
            attempt(os.unlink, full)
    if os.path.isdir(path):
        attempt(os.rmdir, path)


def move(src, dst, copy_function=copy2):
    """Moves a file or a tree, also into a directory."""
    if os.path.isdir(src) and os.path.abspath(dst).startswith(os.path.abspath(src) + os.sep):
        raise Error("Cannot move a directory '%s' into itself '%s'." % (src, dst))
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(os.fspath(src).rstrip('/')))
        if os.path.exists(dst):
            raise Error("Destination path '%s' already exists" % dst)
    os.stat(src)
    os.rename(src, dst)
    return dst


def which(cmd, mode=1, path=None):
    return '/usr/bin/' + cmd if cmd in ('nvidia-smi', 'python3', 'python') else None


def disk_usage(path):
    from collections import namedtuple
    return namedtuple('usage', 'total used free', module='shutil')(1 << 30, 0, 1 << 30)


def get_terminal_size(fallback=(80, 24)):
    size = os.get_terminal_size()
    wanted = [int(os.environ[name]) if os.environ.get(name, '').isdigit() else 0 for name in ('COLUMNS', 'LINES')]
    return type(size)(wanted[0] or size.columns, wanted[1] or size.lines)


def ignore_patterns(*patterns):
    """What copytree takes as ignore: leaves out the names that match a pattern."""
    import fnmatch

    def ignored(path, names):
        return {name for pattern in patterns for name in fnmatch.filter(names, pattern)}
    return ignored


def copymode(src, dst, *, follow_symlinks=True):
    """Copies a file's permissions."""
    os.chmod(dst, os.stat(src).st_mode & 0o7777)


def copystat(src, dst, *, follow_symlinks=True):
    """Copies a file's permissions and times."""
    copymode(src, dst)
    found = os.stat(src)
    os.utime(dst, ns=(found.st_atime_ns, found.st_mtime_ns))


def chown(path, user=None, group=None):
    """Accepted for a file that exists: all files are the student's."""
    if user is None and group is None:
        raise ValueError('user and/or group must be set')
    os.stat(path)


_packers = {'zip': ('ZIP file', None)}
_unpackers = {'zip': (['.zip'], 'ZIP file', None)}


def get_archive_formats():
    """The names of archive formats and what they are."""
    return sorted((name, about) for name, (about, _) in _packers.items())


def get_unpack_formats():
    return sorted((name, list(ends), about) for name, (ends, about, _) in _unpackers.items())


def register_archive_format(name, function, extra_args=None, description=''):
    """Has make_archive call function(base_name, base_dir, **extra_args) for a format."""
    extra_args = [] if extra_args is None else extra_args
    if not callable(function):
        raise TypeError('The %s object is not callable' % function)
    if not isinstance(extra_args, (tuple, list)):
        raise TypeError('extra_args needs to be a sequence')
    if any(not isinstance(pair, (tuple, list)) or len(pair) != 2 for pair in extra_args):
        raise TypeError('extra_args elements are : (arg_name, value)')
    _packers[name] = description, lambda base, folder: function(base, folder, **dict(extra_args))


def unregister_archive_format(name):
    del _packers[name]


def register_unpack_format(name, extensions, function, extra_args=None, description=''):
    """Has unpack_archive call function(filename, extract_dir, **extra_args) for files with these endings."""
    taken = {end: other for other, (ends, _, _) in _unpackers.items() for end in ends}
    for end in extensions:
        if end in taken:
            raise RegistryError('%s is already registered for "%s"' % (end, taken[end]))
    if not callable(function):
        raise TypeError('The registered function must be a callable')
    _unpackers[name] = list(extensions), description, lambda file, folder: function(file, folder, **dict(extra_args or []))


def unregister_unpack_format(name):
    del _unpackers[name]


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None, logger=None):
    """Packs a folder into BASE_NAME.zip, or an archive of another format, and returns its name."""
    if format not in _packers:
        raise ValueError('unknown archive format %r' % format)
    base_name = os.fspath(base_name)
    if root_dir is not None:
        base_name = os.path.abspath(base_name)
    pack = _packers[format][1] or _zip
    before = os.getcwd()
    try:
        if root_dir is not None:
            os.chdir(root_dir)
        return pack(base_name, os.curdir if base_dir is None else base_dir)
    finally:
        os.chdir(before)


def _zip(base_name, base_dir):
    import zipfile
    name = base_name + '.zip'
    os.makedirs(os.path.dirname(name) or os.curdir, exist_ok=True)
    with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as z:
        if os.path.normpath(base_dir) != os.curdir:
            z.write(base_dir, os.path.normpath(base_dir))
        for folder, folders, files in os.walk(base_dir):
            for entry in sorted(folders) + sorted(files):
                path = os.path.normpath(os.path.join(folder, entry))
                if os.path.abspath(path) != os.path.abspath(name):
                    z.write(path, path)
    return name


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Unpacks an archive, whose format its ending tells if it is not given."""
    filename, extract_dir = os.fspath(filename), os.getcwd() if extract_dir is None else os.fspath(extract_dir)
    if format is None:
        format = next((name for name, (ends, _, _) in _unpackers.items() if filename.endswith(tuple(ends))), None)
        if format is None:
            raise ReadError("Unknown archive format '%s'" % filename)
    elif format not in _unpackers:
        raise ValueError("Unknown unpack format '%s'" % format)
    (_unpackers[format][2] or _unzip)(filename, extract_dir)


def _unzip(filename, extract_dir):
    import zipfile
    if not zipfile.is_zipfile(filename):
        raise ReadError('%s is not a zip file' % filename)
    with zipfile.ZipFile(filename) as z:
        z.extractall(extract_dir)
