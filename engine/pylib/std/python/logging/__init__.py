"""Messages with levels, from named loggers to handlers."""

import atexit
import functools
import os
import re
import sys
import threading
import time
import traceback
import weakref
from string import Formatter as StringFormatter, Template

__all__ = ['BASIC_FORMAT', 'BufferingFormatter', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL', 'FileHandler', 'Filter', 'Formatter', 'Handler', 'INFO',
           'LogRecord', 'Logger', 'LoggerAdapter', 'NOTSET', 'NullHandler', 'StreamHandler', 'WARN', 'WARNING',
           'addLevelName', 'basicConfig', 'captureWarnings', 'critical', 'debug', 'disable', 'error', 'exception', 'fatal',
           'getLevelName', 'getLogger', 'info', 'log', 'root', 'shutdown', 'warn', 'warning', 'getLevelNamesMapping', 'getLoggerClass',
           'setLoggerClass', 'getLogRecordFactory', 'setLogRecordFactory', 'makeLogRecord', 'lastResort', 'raiseExceptions']

CRITICAL = FATAL = 50
ERROR, WARNING, INFO, DEBUG, NOTSET = 40, 30, 20, 10, 0
WARN = WARNING
_levelToName = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO', DEBUG: 'DEBUG', NOTSET: 'NOTSET'}
_nameToLevel = {'CRITICAL': CRITICAL, 'FATAL': FATAL, 'ERROR': ERROR, 'WARN': WARNING, 'WARNING': WARNING, 'INFO': INFO,
           'DEBUG': DEBUG, 'NOTSET': NOTSET}
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'
raiseExceptions = True
_start = time.time()


def getLevelName(level):
    """The name of a level, or the level of a name."""
    found = _levelToName.get(level)
    if found is None:
        found = _nameToLevel.get(level)
    return 'Level %s' % level if found is None else found


def getLevelNamesMapping():
    return dict(_nameToLevel)


def addLevelName(level, levelName):
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


_srcfile = os.path.normcase(addLevelName.__code__.co_filename)  # frames of it do not log


_lock = threading.RLock()


def _acquireLock():
    """Has the tables of loggers and handlers to oneself."""
    _lock.acquire()


def _releaseLock():
    _lock.release()


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError('Level not an integer or a valid string: %r' % (level,))
    if level not in _nameToLevel:
        raise ValueError('Unknown level: %r' % (level,))
    return _nameToLevel[level]


@functools.lru_cache(32)
def _file_and_module(pathname):
    filename = os.path.basename(pathname)
    return filename, os.path.splitext(filename)[0]


class LogRecord:
    """One message."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        self.created = time.time()
        self.name, self.msg = name, msg
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.args = args
        self.levelname, self.levelno = getLevelName(level), level
        self.pathname = pathname
        self.filename, self.module = _file_and_module(pathname)
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


class PercentStyle:
    """Formats with %(name)s."""

    default_format = '%(message)s'
    asctime_format = '%(asctime)s'
    asctime_search = '%(asctime)'
    validation_pattern = re.compile(r'%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]', re.I)

    def __init__(self, fmt, *, defaults=None):
        self._fmt, self._defaults = fmt or self.default_format, defaults

    def usesTime(self):
        return self.asctime_search in self._fmt

    def validate(self):
        if not self.validation_pattern.search(self._fmt):
            raise ValueError("Invalid format '%s' for '%s' style" % (self._fmt, self.default_format[0]))

    def _format(self, record):
        return self._fmt % self._values(record)

    def _values(self, record):
        return {**self._defaults, **record.__dict__} if self._defaults else record.__dict__

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as e:
            raise ValueError('Formatting field not found in record: %s' % e)


class StrFormatStyle(PercentStyle):
    """Formats with {name}."""

    default_format = '{message}'
    asctime_format = '{asctime}'
    asctime_search = '{asctime'
    field_spec = re.compile(r'^(\d+|\w+)(\.\w+|\[[^]]+\])*$')
    fmt_spec = re.compile(r'^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$', re.I)

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        found = False
        try:
            for _, name, spec, conversion in StringFormatter().parse(self._fmt):
                if name:
                    if not self.field_spec.match(name):
                        raise ValueError('invalid field name/expression: %r' % name)
                    found = True
                if conversion and conversion not in 'rsa':
                    raise ValueError('invalid conversion: %r' % conversion)
                if spec and not self.fmt_spec.match(spec):
                    raise ValueError('bad specifier: %r' % spec)
        except ValueError as e:
            raise ValueError('invalid format: %s' % e)
        if not found:
            raise ValueError('invalid format: no fields')


class StringTemplateStyle(PercentStyle):
    """Formats with $name or ${name}."""

    default_format = '${message}'
    asctime_format = '${asctime}'
    asctime_search = '${asctime}'

    def usesTime(self):
        return '$asctime' in self._fmt or self.asctime_search in self._fmt

    def validate(self):
        found = False
        for match in Template.pattern.finditer(self._fmt):
            found = found or bool(match['named'] or match['braced'])
            if match[0] == '$':
                raise ValueError("invalid format: bare '$' not allowed")
        if not found:
            raise ValueError('invalid format: no fields')

    def _format(self, record):
        return Template(self._fmt).substitute(**self._values(record))


_STYLES = {'%': (PercentStyle, BASIC_FORMAT), '{': (StrFormatStyle, '{levelname}:{name}:{message}'),
           '$': (StringTemplateStyle, '${levelname}:${name}:${message}')}


class Formatter:
    """Turns records into text."""

    converter = time.localtime
    default_time_format = '%Y-%m-%d %H:%M:%S'
    default_msec_format = '%s,%03d'

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        if style not in _STYLES:
            raise ValueError('Style must be one of: %s' % ','.join(_STYLES))
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt, self.datefmt = self._style._fmt, datefmt

    def formatTime(self, record, datefmt=None):
        moment = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        text = time.strftime(self.default_time_format, moment)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, ei):
        text = ''.join(traceback.format_exception(ei[0], ei[1], ei[2]))
        return text[:-1] if text[-1:] == '\n' else text

    def usesTime(self):
        return self._style.usesTime()

    def formatMessage(self, record):
        return self._style.format(record)

    def formatStack(self, stack_info):
        return stack_info

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in record.exc_text, record.stack_info and self.formatStack(record.stack_info):
            if more:
                text += ('' if text[-1:] == '\n' else '\n') + more
        return text


class BufferingFormatter:
    """Formats several records at once."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _default_formatter

    def formatHeader(self, records):
        return ''

    def formatFooter(self, records):
        return ''

    def format(self, records):
        if not records:
            return ''
        return self.formatHeader(records) + ''.join(map(self.linefmt.format, records)) + self.formatFooter(records)


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


_handlerList, _handlers = [], weakref.WeakValueDictionary()

class Handler(Filterer):
    """Sends records somewhere."""

    def __init__(self, level=NOTSET):
        super().__init__()
        self._name, self.level, self.formatter = None, _checkLevel(level), None
        _handlerList.append(weakref.ref(self))
        self.createLock()

    def get_name(self):
        return self._name

    def set_name(self, name):
        _handlers.pop(self._name, None)
        self._name = name
        if name:
            _handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        self.lock = threading.RLock()

    def acquire(self):
        if self.lock:
            self.lock.acquire()

    def release(self):
        if self.lock:
            self.lock.release()

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def handle(self, record):
        passed = self.filter(record)
        if passed:
            self.acquire()
            try:
                self.emit(record)
            finally:
                self.release()
        return passed

    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def flush(self):
        pass

    def close(self):
        _handlers.pop(self._name, None)

    def handleError(self, record):
        """Tells on stderr what went wrong with a record, unless logging.raiseExceptions is false."""
        if not raiseExceptions or not sys.stderr:
            return
        print('--- Logging error ---', file=sys.stderr)
        traceback.print_exc(file=sys.stderr)
        frame = sys._getframe(1)
        while frame and os.path.dirname(frame.f_code.co_filename) == __path__[0]:
            frame = frame.f_back
        if frame:
            print('Call stack:', file=sys.stderr)
            traceback.print_stack(frame, file=sys.stderr)
        else:
            print('Logged from file %s, line %s' % (record.filename, record.lineno), file=sys.stderr)
        print('Message: %r\nArguments: %s' % (record.msg, record.args), file=sys.stderr)

    def __repr__(self):
        return '<%s (%s)>' % (self.__class__.__name__, getLevelName(self.level))


class StreamHandler(Handler):
    """Writes records to a stream."""

    terminator = '\n'

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        if self.stream and hasattr(self.stream, 'flush'):
            self.stream.flush()

    def setStream(self, stream):
        if stream is self.stream:
            return None
        self.flush()
        old, self.stream = self.stream, stream
        return old

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
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

    def close(self):
        if self.stream is not None:
            self.flush()
            self.stream.close()
            self.stream = None
        super().close()

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.baseFilename, getLevelName(self.level))


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
        self.name, self.level = name, _checkLevel(level)
        self.parent, self.propagate, self.handlers, self.disabled = None, True, [], False
        self._cache = {}

    def setLevel(self, level):
        self.level = _checkLevel(level)
        self._cache.clear()
        self.manager._clear_cache()

    def isEnabledFor(self, level):
        if self.disabled:
            return False
        enabled = self._cache.get(level)
        if enabled is None:
            enabled = self._cache[level] = level > _disabled[0] and level >= self.getEffectiveLevel()
        return enabled

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
        while frame and os.path.normcase(frame.f_code.co_filename) == _srcfile:
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
        _disabled[0] = _checkLevel(value)
        self._clear_cache()

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
                other._cache.clear()
        return logger

    def _clear_cache(self):
        """Forgets which levels loggers are enabled for."""
        for logger in self.root, *self.loggerDict.values():
            if isinstance(logger, Logger):
                logger._cache.clear()

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

    def _log(self, level, msg, args, **kwargs):
        return self.logger._log(level, msg, args, **kwargs)

    @property
    def manager(self):
        return self.logger.manager

    @manager.setter
    def manager(self, value):
        self.logger.manager = value

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        logger = self.logger
        return '<%s %s (%s)>' % (self.__class__.__name__, logger.name, getLevelName(logger.getEffectiveLevel()))


def basicConfig(**kwargs):
    """Sets up the root logger, unless it has handlers.

    filename, filemode, encoding, errors; stream; handlers; format, datefmt, style; level; force: away with the handlers that it has.
    """
    with _lock:
        if kwargs.pop('force', False):
            for handler in root.handlers[:]:
                root.removeHandler(handler)
                handler.close()
        if not root.handlers:
            _configure_root(kwargs)


def _configure_root(kwargs):
    encoding, errors = kwargs.pop('encoding', None), kwargs.pop('errors', 'backslashreplace')
    handlers = kwargs.pop('handlers', None)
    if handlers is None:
        if 'stream' in kwargs and 'filename' in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
        filename, mode = kwargs.pop('filename', None), kwargs.pop('filemode', 'a')
        if filename:
            if 'b' in mode:
                encoding = errors = None
            else:
                encoding = encoding or 'utf-8'
            handlers = [FileHandler(filename, mode, encoding=encoding, errors=errors)]
        else:
            handlers = [StreamHandler(kwargs.pop('stream', None))]
    elif 'stream' in kwargs or 'filename' in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    datefmt, style = kwargs.pop('datefmt', None), kwargs.pop('style', '%')
    if style not in _STYLES:
        raise ValueError('Style must be one of: %s' % ','.join(_STYLES))
    formatter = Formatter(kwargs.pop('format', _STYLES[style][1]), datefmt, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    level = kwargs.pop('level', None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError('Unrecognised argument(s): %s' % ', '.join(kwargs))


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
    root.manager.disable = level


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
    for reference in reversed(handlerList[:]):
        try:
            handler = reference()
            if handler:
                try:
                    handler.acquire()
                    if getattr(handler, 'flushOnClose', True):
                        handler.flush()
                    handler.close()
                except (OSError, ValueError):
                    pass  # its stream is closed already
                finally:
                    handler.release()
        except:
            if raiseExceptions:
                raise


atexit.register(shutdown)
