"""Names of signals. Nobody sends one here: a handler is kept and never called."""

from enum import IntEnum

Signals = IntEnum('Signals', {'SIGHUP': 1, 'SIGINT': 2, 'SIGQUIT': 3, 'SIGILL': 4, 'SIGTRAP': 5, 'SIGABRT': 6, 'SIGBUS': 7, 'SIGFPE': 8,
                              'SIGKILL': 9, 'SIGUSR1': 10, 'SIGSEGV': 11, 'SIGUSR2': 12, 'SIGPIPE': 13, 'SIGALRM': 14, 'SIGTERM': 15,
                              'SIGCHLD': 17, 'SIGCONT': 18, 'SIGSTOP': 19, 'SIGTSTP': 20})
Handlers = IntEnum('Handlers', {'SIG_DFL': 0, 'SIG_IGN': 1})
globals().update(Signals.__members__)
globals().update(Handlers.__members__)


def default_int_handler(signum, frame):
    raise KeyboardInterrupt


_handlers = {Signals.SIGINT: default_int_handler}


def signal(signalnum, handler):
    old = getsignal(signalnum)
    if not callable(handler) and handler not in (SIG_DFL, SIG_IGN):
        raise TypeError('signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
    _handlers[signalnum] = handler
    return old


def getsignal(signalnum):
    return _handlers.get(signalnum, SIG_DFL)


def raise_signal(signum):
    handler = getsignal(signum)
    if callable(handler):
        handler(signum, None)


def strsignal(signalnum):
    return {1: 'Hangup', 2: 'Interrupt', 9: 'Killed', 11: 'Segmentation fault', 15: 'Terminated'}.get(signalnum)


def valid_signals():
    return set(Signals)


def alarm(seconds):
    raise OSError('there are no alarms here')
