"""The parts of a file's mode."""

S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG, S_IFIFO, S_IFLNK, S_IFSOCK = 0o040000, 0o020000, 0o060000, 0o100000, 0o010000, 0o120000, 0o140000
S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001
S_ENFMT, S_IREAD, S_IWRITE, S_IEXEC = S_ISGID, S_IRUSR, S_IWUSR, S_IXUSR
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)


def S_IMODE(mode):
    return mode & 0o7777


def S_IFMT(mode):
    return mode & 0o170000


def _tells(kind, doc):
    def tells(mode):
        return S_IFMT(mode) == kind
    tells.__doc__ = doc
    return tells


S_ISDIR = _tells(S_IFDIR, 'Whether it is of a directory.')
S_ISCHR = _tells(S_IFCHR, 'Whether it is of a character device.')
S_ISBLK = _tells(S_IFBLK, 'Whether it is of a block device.')
S_ISREG = _tells(S_IFREG, 'Whether it is of a file.')
S_ISFIFO = _tells(S_IFIFO, 'Whether it is of a pipe.')
S_ISLNK = _tells(S_IFLNK, 'Whether it is of a symbolic link.')
S_ISSOCK = _tells(S_IFSOCK, 'Whether it is of a socket.')


def filemode(mode):
    """A mode as `ls -l` shows it."""
    kind = {S_IFDIR: 'd', S_IFLNK: 'l', S_IFREG: '-', S_IFCHR: 'c', S_IFBLK: 'b', S_IFIFO: 'p', S_IFSOCK: 's'}.get(S_IFMT(mode), '?')
    letters = [letter if mode >> (8 - i) & 1 else '-' for i, letter in enumerate('rwxrwxrwx')]
    for at, flag, letter in (2, S_ISUID, 's'), (5, S_ISGID, 's'), (8, S_ISVTX, 't'):
        if mode & flag:
            letters[at] = letter if letters[at] == 'x' else letter.upper()
    return kind + ''.join(letters)
