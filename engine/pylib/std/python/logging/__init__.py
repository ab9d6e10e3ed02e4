"""Messages with levels, from named loggers to handlers."""

import sys
import traceback
from ._levels import (BASIC_FORMAT, CRITICAL, DEBUG, ERROR, FATAL, INFO, NOTSET, WARN, WARNING, _check_level,
                      addLevelName, getLevelName, getLevelNamesMapping, raiseExceptions)
from ._output import (BufferingFormatter, FileHandler, Filter, Filterer, Formatter, Handler, LogRecord, NullHandler, PercentStyle,
                      StreamHandler, StrFormatStyle, StringTemplateStyle, _LastResort, _STYLES)
from ._output import all_handlers as _handlerList, named_handlers as _handlers

__all__ = ['BASIC_FORMAT', 'BufferingFormatter', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL', 'FileHandler', 'Filter', 'Formatter', 'Handler', 'INFO',
           'LogRecord', 'Logger', 'LoggerAdapter', 'NOTSET', 'NullHandler', 'StreamHandler', 'WARN', 'WARNING',
           'addLevelName', 'basicConfig', 'captureWarnings', 'critical', 'debug', 'disable', 'error', 'exception', 'fatal',
           'getLevelName', 'getLogger', 'info', 'log', 'root', 'shutdown', 'warn', 'warning', 'getLevelNamesMapping', 'getLoggerClass',
           'setLoggerClass', 'getLogRecordFactory', 'setLogRecordFactory', 'makeLogRecord', 'lastResort', 'raiseExceptions']

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
        path, line, func, stack = self.findCaller(stack_info, stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = type(exc_info), exc_info, exc_info.__traceback__
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, path, line, msg, args, exc_info, func, extra, stack))

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        """A record of a message; subclasses may make others."""
        record = _record_factory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key, value in (extra or {}).items():
            if key in ('message', 'asctime') or key in record.__dict__:
                raise KeyError('Attempt to overwrite %r in LogRecord' % key)
            record.__dict__[key] = value
        return record

    def findCaller(self, stack_info=False, stacklevel=1):
        """File, line, function and, if asked for, the stack of whoever logs."""
        frame = sys._getframe(1)
        while frame and frame.f_code.co_filename == _here:
            frame = frame.f_back
        if frame is None:
            return '(unknown file)', 0, '(unknown function)', None
        for _ in range(stacklevel - 1):
            frame = frame.f_back or frame
        stack = None
        if stack_info:
            stack = ('Stack (most recent call last):\n' + ''.join(traceback.format_stack(frame))).rstrip('\n')
        return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, stack

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
_logger_class, _record_factory = Logger, LogRecord


class PlaceHolder:
    """Stands for a name above loggers that has none itself."""


class Manager:
    """Knows every logger."""

    def __init__(self, rootnode):
        self.root, self.loggerDict, self.loggerClass = rootnode, {}, None

    @property
    def disable(self):
        return _disabled[0]

    @disable.setter
    def disable(self, value):
        _disabled[0] = _check_level(value)

    def getLogger(self, name):
        """The logger of a name; dots make a hierarchy."""
        if not isinstance(name, str):
            raise TypeError('A logger name must be a string')
        found = self.loggerDict.get(name)
        if isinstance(found, Logger):
            return found
        logger = self.loggerDict[name] = (self.loggerClass or _logger_class)(name)
        logger.manager = self
        logger.parent = self._parent(name)
        for other in self.loggerDict.values():
            if isinstance(other, Logger) and other.name.startswith(name + '.'):
                other.parent = self._parent(other.name)
        return logger

    def setLoggerClass(self, klass):
        _check_logger_class(klass)
        self.loggerClass = klass

    def _parent(self, name):
        """The nearest logger above a name; names on the way that have none get a place."""
        while '.' in name:
            name = name.rpartition('.')[0]
            found = self.loggerDict.setdefault(name, PlaceHolder())
            if isinstance(found, Logger):
                return found
        return self.root


Logger.root = root
Logger.manager = Manager(root)


def getLogger(name=None):
    """The logger of a name, without one the root."""
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def _check_logger_class(klass):
    if klass is not Logger and not issubclass(klass, Logger):
        raise TypeError('logger not derived from logging.Logger: ' + klass.__name__)


def setLoggerClass(klass):
    """Sets the class that getLogger() makes loggers of."""
    global _logger_class
    _check_logger_class(klass)
    _logger_class = klass


def getLoggerClass():
    """The class that getLogger() makes loggers of."""
    return _logger_class


def setLogRecordFactory(factory):
    """Sets what makes the records."""
    global _record_factory
    _record_factory = factory


def getLogRecordFactory():
    """What makes the records."""
    return _record_factory


def makeLogRecord(dict):
    """A record with the given attributes."""
    record = _record_factory(None, None, '', 0, '', (), None, None)
    record.__dict__.update(dict)
    return record


class LoggerAdapter:
    """A logger that adds to every message."""

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        kwargs['extra'] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
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

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        logger = self.logger
        return '<%s %s (%s)>' % (self.__class__.__name__, logger.name, getLevelName(logger.getEffectiveLevel()))


def basicConfig(*, filename=None, filemode='a', format=None, datefmt=None, style='%', level=None, stream=None,
                handlers=None, force=False, encoding=None, errors='backslashreplace'):
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
        handlers = [FileHandler(filename, filemode, encoding or 'utf-8', errors=errors) if filename else StreamHandler(stream)]
    elif stream or filename:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if style not in _STYLES:
        raise ValueError('Style must be one of: %s' % ','.join(_STYLES))
    formatter = Formatter(format or _STYLES[style][1], datefmt, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
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


_warnings_showwarning = None


def captureWarnings(capture):
    """Sends warnings to the logger py.warnings, or no more."""
    global _warnings_showwarning
    import warnings
    if capture and _warnings_showwarning is None:
        _warnings_showwarning, warnings.showwarning = warnings.showwarning, _show_warning
    elif not capture and _warnings_showwarning is not None:
        warnings.showwarning, _warnings_showwarning = _warnings_showwarning, None


def _show_warning(message, category, filename, lineno, file=None, line=None):
    import warnings
    if file is not None:
        _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    logger = getLogger('py.warnings')
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning('%s', warnings.formatwarning(message, category, filename, lineno, line))


def shutdown(handlerList=_handlerList):
    """Flushes and closes all handlers."""
    for reference in reversed(handlerList):
        handler = reference()
        if handler is not None:
            try:
                handler.flush()
                handler.close()
            except (OSError, ValueError):
                pass  # its stream is closed already


import atexit  # noqa: E402  (at the end, where shutdown is there)

atexit.register(shutdown)
