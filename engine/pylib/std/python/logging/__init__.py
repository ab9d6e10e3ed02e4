"""Messages with levels, from named loggers to handlers."""

import sys
from ._levels import (BASIC_FORMAT, CRITICAL, DEBUG, ERROR, FATAL, INFO, NOTSET, WARN, WARNING, _check_level,
                      addLevelName, getLevelName, getLevelNamesMapping, raiseExceptions)
from ._output import (FileHandler, Filter, Filterer, Formatter, Handler, LogRecord, NullHandler, StreamHandler,
                      _LastResort)

__all__ = ['BASIC_FORMAT', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL', 'FileHandler', 'Filter', 'Formatter', 'Handler', 'INFO',
           'LogRecord', 'Logger', 'LoggerAdapter', 'NOTSET', 'NullHandler', 'StreamHandler', 'WARN', 'WARNING',
           'addLevelName', 'basicConfig', 'captureWarnings', 'critical', 'debug', 'disable', 'error', 'exception', 'fatal',
           'getLevelName', 'getLogger', 'info', 'log', 'root', 'shutdown', 'warn', 'warning', 'getLevelNamesMapping']

lastResort = _LastResort()
lastResort.setLevel(WARNING)
lastResort.setFormatter(Formatter('%(message)s'))


class Logger(Filterer):
    """A named source of messages."""

    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name, self.level = name, _check_level(level)
        self.parent, self.propagate, self.handlers, self.disabled = None, True, [], False

    def setLevel(self, level):
        self.level = _check_level(level)

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled[0] and level >= self.getEffectiveLevel()

    def getEffectiveLevel(self):
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        logger = self
        while logger:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + '.' + suffix)

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    fatal = critical

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            raise TypeError('level must be an integer')
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        path, line, func = self._caller(stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = type(exc_info), exc_info, exc_info.__traceback__
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        record = LogRecord(self.name, level, path, line, msg, args, exc_info, func)
        for key, value in (extra or {}).items():
            if key in ('message', 'asctime') or key in record.__dict__:
                raise KeyError('Attempt to overwrite %r in LogRecord' % key)
            record.__dict__[key] = value
        self.handle(record)

    def _caller(self, stacklevel):
        try:
            frame = sys._getframe(2)
            while frame and frame.f_code.co_filename == _here:
                frame = frame.f_back
            for _ in range(stacklevel - 1):
                frame = frame.f_back or frame
            return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name
        except (AttributeError, ValueError):
            return '(unknown file)', 0, '(unknown function)'

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def callHandlers(self, record):
        logger, found = self, 0
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))


_here = (lambda: 0).__code__.co_filename
_disabled = [NOTSET]


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__('root', level)


root = RootLogger(WARNING)
_loggers = {}


class Manager:
    """Knows every logger."""

    def __init__(self, root):
        self.root, self.loggerDict = root, _loggers

    def getLogger(self, name):
        return getLogger(name)


Logger.root = root
Logger.manager = Manager(root)


def getLogger(name=None):
    """The logger of a name; dots make a hierarchy."""
    if not name or name == root.name:
        return root
    if not isinstance(name, str):
        raise TypeError('A logger name must be a string')
    if name not in _loggers:
        logger = _loggers[name] = Logger(name)
        for other in _loggers.values():
            other.parent = _parent(other.name)
        logger.parent = _parent(name)
    return _loggers[name]


def _parent(name):
    while '.' in name:
        name = name.rpartition('.')[0]
        if name in _loggers:
            return _loggers[name]
    return root


class LoggerAdapter:
    """A logger that adds to every message."""

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        kwargs['extra'] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.logger.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)


def basicConfig(*, filename=None, filemode='a', format=BASIC_FORMAT, datefmt=None, style='%', level=None, stream=None,
                handlers=None, force=False, encoding='utf-8', errors=None):
    """Sets up the root logger, unless it has handlers."""
    if force:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if root.handlers:
        return
    if handlers is None:
        if filename and stream:
            raise ValueError("'stream' and 'filename' should not be specified together")
        handlers = [FileHandler(filename, filemode, encoding) if filename else StreamHandler(stream)]
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(Formatter(format, datefmt, style))
        root.addHandler(handler)
    if level is not None:
        root.setLevel(level)


def _on_root(name):
    def method(msg, *args, **kwargs):
        if not root.handlers:
            basicConfig()
        getattr(root, name)(msg, *args, **kwargs)
    method.__name__ = name
    return method


debug, info, warning, error, exception, critical = map(_on_root, ('debug', 'info', 'warning', 'error', 'exception', 'critical'))
warn, fatal = warning, critical


def log(level, msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    _disabled[0] = _check_level(level)


def captureWarnings(capture):
    pass


def shutdown(handlerList=()):
    pass
