"""The numbers of errors of the system."""

errorcode = {}
for _number, _name in enumerate(
        'EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV ENODEV '
        'ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG '
        'ENOLCK ENOSYS ENOTEMPTY ELOOP'.split(), 1):
    errorcode[_number] = _name
for _number, _name in ((98, 'EADDRINUSE'), (104, 'ECONNRESET'), (110, 'ETIMEDOUT'), (111, 'ECONNREFUSED'), (103, 'ECONNABORTED'),
                       (95, 'EOPNOTSUPP'), (115, 'EINPROGRESS'), (113, 'EHOSTUNREACH')):
    errorcode[_number] = _name
globals().update((_name, _number) for _number, _name in errorcode.items())
EWOULDBLOCK = EAGAIN
