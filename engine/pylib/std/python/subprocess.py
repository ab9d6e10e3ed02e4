"""Commands of the session's shell."""

import _posix
import shlex
import sys

__all__ = ['run', 'call', 'check_call', 'check_output', 'getoutput', 'getstatusoutput', 'Popen', 'PIPE', 'STDOUT', 'DEVNULL',
           'CalledProcessError', 'CompletedProcess', 'SubprocessError', 'TimeoutExpired', 'list2cmdline']

PIPE, STDOUT, DEVNULL = -1, -2, -3


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    """A command ended with a status other than 0."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode, self.cmd, self.output, self.stderr = returncode, cmd, output, stderr

    def __str__(self):
        return "Command '%s' returned non-zero exit status %d." % (self.cmd, self.returncode)

    @property
    def stdout(self):
        return self.output


class TimeoutExpired(SubprocessError):
    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd, self.timeout, self.output, self.stderr = cmd, timeout, output, stderr

    def __str__(self):
        return "Command '%s' timed out after %s seconds" % (self.cmd, self.timeout)


class CompletedProcess:
    """How a command ended and what it wrote."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr

    def __repr__(self):
        shown = ['args=%r' % (self.args,), 'returncode=%r' % (self.returncode,)]
        shown += ['%s=%r' % (n, v) for n, v in (('stdout', self.stdout), ('stderr', self.stderr)) if v is not None]
        return 'CompletedProcess(%s)' % ', '.join(shown)

    def check_returncode(self):
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


class Popen:
    """A command; it has run to its end by the time this exists."""

    def __init__(self, args, bufsize=-1, stdin=None, stdout=None, stderr=None, shell=False, cwd=None, env=None, text=None,
                 encoding=None, errors=None, universal_newlines=None, input=None, **kwargs):
        self.args, self._text = args, text or encoding or universal_newlines
        if shell and not isinstance(args, str):
            args = args[0]
        line, words = (args, None) if shell else (None, shlex.split(args) if isinstance(args, str) else list(args))
        if words is not None and isinstance(args, str) and len(words) > 1:
            raise FileNotFoundError(2, 'No such file or directory', args)
        if isinstance(input, str):
            input = input.encode()
        sys.stdout.flush()
        status, out, err = _posix.run(line, words, input, stdout is not None, stderr is not None)
        if status == 127 and words is not None:
            raise FileNotFoundError(2, 'No such file or directory', words[0])
        if stderr == STDOUT:
            out, err = out + err, b''
        self.returncode = status
        self._out = self._keep(out, stdout, sys.stdout)
        self._err = None if stderr == STDOUT else self._keep(err, stderr, sys.stderr)
        from io import BytesIO, StringIO
        kind = StringIO if self._text else BytesIO
        self.stdout = kind(self._out) if self._out is not None else None
        self.stderr = kind(self._err) if self._err is not None else None
        self.stdin, self.pid = None, 2

    def _keep(self, data, where, stream):
        if where is None or where == DEVNULL:
            return None
        if where in (PIPE, STDOUT):
            return data.decode(errors='replace') if self._text else data
        where.write(data if 'b' in getattr(where, 'mode', '') else data.decode(errors='replace'))
        return None

    def communicate(self, input=None, timeout=None):
        return self._out, self._err

    def wait(self, timeout=None):
        return self.returncode

    def poll(self):
        return self.returncode

    def kill(self):
        pass

    terminate = kill

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Runs a command and waits for it."""
    if capture_output:
        if kwargs.get('stdout') is not None or kwargs.get('stderr') is not None:
            raise ValueError('stdout and stderr arguments may not be used with capture_output.')
        kwargs['stdout'] = kwargs['stderr'] = PIPE
    process = Popen(*popenargs, input=input, **kwargs)
    done = CompletedProcess(process.args, process.returncode, process._out, process._err)
    if check:
        done.check_returncode()
    return done


def call(*popenargs, timeout=None, **kwargs):
    return Popen(*popenargs, **kwargs).returncode


def check_call(*popenargs, **kwargs):
    status = call(*popenargs, **kwargs)
    if status:
        raise CalledProcessError(status, popenargs[0])
    return 0


def check_output(*popenargs, timeout=None, **kwargs):
    """What a command writes to stdout."""
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout


def getstatusoutput(cmd, *, encoding=None, errors=None):
    process = Popen(cmd, shell=True, text=True, stdout=PIPE, stderr=STDOUT)
    return process.returncode, process._out.removesuffix('\n')


def getoutput(cmd, *, encoding=None, errors=None):
    return getstatusoutput(cmd)[1]


def list2cmdline(seq):
    return shlex.join(seq)
