"""Files and directories copied, moved and removed."""

import os

__all__ = ['copyfileobj', 'copyfile', 'copy', 'copy2', 'copytree', 'move', 'rmtree', 'which', 'disk_usage', 'get_terminal_size',
           'Error', 'SameFileError']


class Error(OSError):
    pass


class SameFileError(Error):
    pass


def copyfileobj(fsrc, fdst, length=0):
    fdst.write(fsrc.read())


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
    return copyfile(src, dst)


copy2 = copy


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Copies a whole tree."""
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    names = os.listdir(src)
    skipped = ignore(os.fspath(src), names) if ignore else ()
    for name in names:
        if name in skipped:
            continue
        a, b = os.path.join(src, name), os.path.join(dst, name)
        if os.path.isdir(a):
            copytree(a, b, ignore=ignore, copy_function=copy_function, dirs_exist_ok=dirs_exist_ok)
        else:
            copy_function(a, b)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    """Removes a whole tree."""
    try:
        for name in os.listdir(path):
            full = os.path.join(path, name)
            if os.path.isdir(full):
                rmtree(full, ignore_errors)
            else:
                os.remove(full)
        os.rmdir(path)
    except OSError:
        if not ignore_errors:
            raise


def move(src, dst, copy_function=copy2):
    """Moves a file or a tree."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(os.fspath(src).rstrip('/')))
        if os.path.exists(dst):
            raise Error("Destination path '%s' already exists" % dst)
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


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None, logger=None):
    """Packs a folder into BASE_NAME.zip and returns that name."""
    if format != 'zip':
        raise ValueError('unknown archive format %r' % format)
    import zipfile
    root, base = os.fspath(root_dir or os.curdir), os.fspath(base_dir or os.curdir)
    name = os.path.join(os.getcwd(), os.fspath(base_name) + '.zip') if root_dir else os.fspath(base_name) + '.zip'
    with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as z:
        for folder, folders, files in os.walk(os.path.join(root, base)):
            for entry in sorted(folders) + sorted(files):
                path = os.path.normpath(os.path.join(folder, entry))
                if os.path.abspath(path) != os.path.abspath(name):
                    z.write(path, os.path.relpath(path, root))
    return name


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Unpacks a .zip file."""
    import zipfile
    if not zipfile.is_zipfile(filename):
        raise ReadError('%s is not a zip file' % filename)
    with zipfile.ZipFile(filename) as z:
        z.extractall(extract_dir)


class ReadError(OSError):
    """An archive cannot be read."""
