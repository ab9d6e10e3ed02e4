"""Records, and what formats, filters and writes them."""

import functools
import os
import re
import sys
import time
import traceback
import weakref
from string import Formatter as Formats, Template

from ._levels import BASIC_FORMAT, NOTSET, _check_level, _start, getLevelName

__name__ = 'logging'  # where the classes say they are from


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
            for _, name, spec, conversion in Formats().parse(self._fmt):
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


all_handlers, named_handlers = [], weakref.WeakValueDictionary()
_here = (lambda: 0).__code__.co_filename


class Handler(Filterer):
    """Sends records somewhere."""

    def __init__(self, level=NOTSET):
        super().__init__()
        self._name, self.level, self.formatter = None, _check_level(level), None
        all_handlers.append(weakref.ref(self))

    def get_name(self):
        return self._name

    def set_name(self, name):
        named_handlers.pop(self._name, None)
        self._name = name
        if name:
            named_handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        """Does nothing: threads do not interrupt each other here."""

    acquire = release = createLock

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
        named_handlers.pop(self._name, None)

    def handleError(self, record):
        """Tells on stderr what went wrong with a record, unless logging.raiseExceptions is false."""
        if not sys.modules['logging'].raiseExceptions or not sys.stderr:
            return
        print('--- Logging error ---', file=sys.stderr)
        traceback.print_exc(file=sys.stderr)
        frame = sys._getframe(1)
        while frame and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(_here):
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
