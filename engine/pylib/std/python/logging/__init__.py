"""Messages with levels, from named loggers to handlers."""

import os
import sys
import time
import traceback

__all__ = ['BASIC_FORMAT', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL', 'FileHandler', 'Filter', 'Formatter', 'Handler', 'INFO',
           'LogRecord', 'Logger', 'LoggerAdapter', 'NOTSET', 'NullHandler', 'StreamHandler', 'WARN', 'WARNING',
           'addLevelName', 'basicConfig', 'captureWarnings', 'critical', 'debug', 'disable', 'error', 'exception', 'fatal',
           'getLevelName', 'getLogger', 'info', 'log', 'root', 'shutdown', 'warn', 'warning', 'getLevelNamesMapping']

CRITICAL = FATAL = 50
ERROR, WARNING, INFO, DEBUG, NOTSET = 40, 30, 20, 10, 0
WARN = WARNING
_names = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO', DEBUG: 'DEBUG', NOTSET: 'NOTSET'}
_levels = {'CRITICAL': CRITICAL, 'FATAL': FATAL, 'ERROR': ERROR, 'WARN': WARNING, 'WARNING': WARNING, 'INFO': INFO,
           'DEBUG': DEBUG, 'NOTSET': NOTSET}
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'
raiseExceptions = True
_start = time.time()


def getLevelName(level):
    """The name of a level, or the level of a name."""
    found = _names.get(level)
    if found is None:
        found = _levels.get(level)
    return 'Level %s' % level if found is None else found


def getLevelNamesMapping():
    return dict(_levels)


def addLevelName(level, levelName):
    _names[level] = levelName
    _levels[levelName] = level


def _check_level(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError('Level not an integer or a valid string: %r' % (level,))
    if level not in _levels:
        raise ValueError('Unknown level: %r' % (level,))
    return _levels[level]


class LogRecord:
    """One message."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        self.created = time.time()
        self.name, self.msg = name, msg
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.args = args
        self.levelname, self.levelno = getLevelName(level), level
        self.pathname, self.filename = pathname, os.path.basename(pathname)
        self.module = os.path.splitext(self.filename)[0]
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        self.lineno, self.funcName = lineno, func
        self.msecs = int((self.created - int(self.created)) * 1000) + 0.0
        self.relativeCreated = (self.created - _start) * 1000
        self.thread, self.threadName, self.processName, self.process = 1, 'MainThread', 'MainProcess', os.getpid()

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        msg = str(self.msg)
        return msg % self.args if self.args else msg


class Formatter:
    """Turns records into text."""

    converter = time.localtime
    default_time_format = '%Y-%m-%d %H:%M:%S'
    default_msec_format = '%s,%03d'
    _plain = {'%': '%(message)s', '{': '{message}', '$': '${message}'}

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        if style not in self._plain:
            raise ValueError('Style must be one of: %,{,$')
        self._style, self._fmt, self.datefmt = style, fmt or self._plain[style], datefmt
        self._defaults = defaults or {}

    def formatTime(self, record, datefmt=None):
        moment = time.localtime(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        return self.default_msec_format % (time.strftime(self.default_time_format, moment), record.msecs)

    def formatException(self, ei):
        return ''.join(traceback.format_exception(ei[0], ei[1], ei[2])).rstrip('\n')

    def usesTime(self):
        return 'asctime' in self._fmt

    def formatMessage(self, record):
        values = {**self._defaults, **record.__dict__}
        if self._style == '%':
            return self._fmt % values
        if self._style == '{':
            return self._fmt.format(**values)
        from string import Template
        return Template(self._fmt).substitute(**values)

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text = text.rstrip('\n') + '\n' + record.exc_text
        if record.stack_info:
            text = text.rstrip('\n') + '\n' + record.stack_info
        return text


_default_formatter = Formatter()


class Filter:
    """Lets through the records of a logger and those below it."""

    def __init__(self, name=''):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + '.')


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        return all(f.filter(record) if hasattr(f, 'filter') else f(record) for f in self.filters)


class Handler(Filterer):
    """Sends records somewhere."""

    def __init__(self, level=NOTSET):
        super().__init__()
        self.name, self.level, self.formatter = None, _check_level(level), None

    def setLevel(self, level):
        self.level = _check_level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def handle(self, record):
        passed = self.filter(record)
        if passed:
            self.emit(record)
        return passed

    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def flush(self):
        pass

    def close(self):
        pass

    def handleError(self, record):
        traceback.print_exc()

    def __repr__(self):
        return '<%s (%s)>' % (self.__class__.__name__, getLevelName(self.level))


class StreamHandler(Handler):
    """Writes records to a stream."""

    terminator = '\n'

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def setStream(self, stream):
        if stream is self.stream:
            return None
        old, self.stream = self.stream, stream
        return old

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def __repr__(self):
        name = getattr(self.stream, 'name', '')
        return '<%s %s(%s)>' % (self.__class__.__name__, str(name) + ' ' if name else '', getLevelName(self.level))


class _LastResort(StreamHandler):
    """Writes to what sys.stderr is at the moment."""

    def __init__(self):
        Handler.__init__(self)

    @property
    def stream(self):
        return sys.stderr


class FileHandler(StreamHandler):
    """Writes records to a file."""

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        self.baseFilename, self.mode, self.encoding, self.errors = os.path.abspath(filename), mode, encoding, errors
        super().__init__(True if delay else self._open())  # an open file takes its place at the first record
        if delay:
            self.stream = None

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self.stream is None:
            self.stream = self._open()
        super().emit(record)
        self.stream.flush()

    def close(self):
        if self.stream is not None:
            self.stream.close()
            self.stream = None


class NullHandler(Handler):
    def handle(self, record):
        pass

    emit = handle


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
