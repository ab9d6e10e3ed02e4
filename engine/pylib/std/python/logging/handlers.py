"""Handlers that turn files over, gather records or put them into a queue."""

import logging
import os
import re
import time

__all__ = ['BaseRotatingHandler', 'RotatingFileHandler', 'TimedRotatingFileHandler', 'BufferingHandler', 'MemoryHandler', 'QueueHandler', 'QueueListener', 'WatchedFileHandler']


class BaseRotatingHandler(logging.FileHandler):
    """A file that is put aside now and then; namer and rotator may say how."""

    namer = rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        super().__init__(filename, mode, encoding, delay, errors)
        self.mode, self.encoding, self.errors = mode, encoding, errors

    def rotation_filename(self, default_name):
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.replace(source, dest)

    def emit(self, record):
        try:
            if self.shouldRollover(record):
                self.doRollover()
        except Exception:
            self.handleError(record)
            return
        super().emit(record)


class RotatingFileHandler(BaseRotatingHandler):
    """A file that begins anew at maxBytes; the last backupCount ones are kept as NAME.1, NAME.2 …"""

    def __init__(self, filename, mode='a', maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        super().__init__(filename, 'a' if maxBytes > 0 else mode, encoding, delay, errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def doRollover(self):
        if self.stream:
            self.stream.close()
            self.stream = None
        for i in range(self.backupCount - 1, 0, -1):
            source = self.rotation_filename('%s.%d' % (self.baseFilename, i))
            if os.path.exists(source):
                os.replace(source, self.rotation_filename('%s.%d' % (self.baseFilename, i + 1)))
        if self.backupCount > 0:
            self.rotate(self.baseFilename, self.rotation_filename(self.baseFilename + '.1'))
        self.mode = 'w'
        self.stream = self._open()

    def shouldRollover(self, record):
        if self.maxBytes <= 0:
            return False
        if os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename):
            return False
        self.flush()
        size = os.path.getsize(self.baseFilename) if os.path.exists(self.baseFilename) else 0
        return size + len(self.format(record) + '\n') >= self.maxBytes


# How each kind of moment is written in a name, and how long it lasts; a day of the week is W0 (Monday) to W6.
_moments = {'S': (1, '%Y-%m-%d_%H-%M-%S', r'\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d'), 'M': (60, '%Y-%m-%d_%H-%M', r'\d{4}-\d\d-\d\d_\d\d-\d\d'),
            'H': (3600, '%Y-%m-%d_%H', r'\d{4}-\d\d-\d\d_\d\d'), 'D': (86400, '%Y-%m-%d', r'\d{4}-\d\d-\d\d'),
            'MIDNIGHT': (86400, '%Y-%m-%d', r'\d{4}-\d\d-\d\d'), 'W': (604800, '%Y-%m-%d', r'\d{4}-\d\d-\d\d')}


class TimedRotatingFileHandler(BaseRotatingHandler):
    """A file that begins anew after so many seconds, minutes, hours or days, at midnight or on a day of the week."""

    def __init__(self, filename, when='h', interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None, errors=None):
        super().__init__(filename, 'a', encoding, delay, errors)
        self.when, self.backupCount, self.utc, self.atTime = when.upper(), backupCount, utc, atTime
        if self.when.startswith('W'):
            if len(self.when) != 2:
                raise ValueError('You must specify a day for weekly rollover from 0 to 6 (0 is Monday): %s' % self.when)
            if not '0' <= self.when[1] <= '6':
                raise ValueError('Invalid day specified for weekly rollover: %s' % self.when)
            self.dayOfWeek = int(self.when[1])
        kind = 'W' if self.when.startswith('W') else self.when
        if kind not in _moments:
            raise ValueError('Invalid rollover interval specified: %s' % self.when)
        seconds, self.suffix, pattern = _moments[kind]
        self.interval, self.extMatch = seconds * interval, re.compile('^' + pattern + r'(\.\w+)?$', re.ASCII)
        begun = int(os.stat(self.baseFilename).st_mtime) if os.path.exists(self.baseFilename) else int(time.time())
        self.rolloverAt = self.computeRollover(begun)

    def computeRollover(self, currentTime):
        """When the file is put aside next."""
        if self.when != 'MIDNIGHT' and not self.when.startswith('W'):
            return currentTime + self.interval
        now = time.gmtime(currentTime) if self.utc else time.localtime(currentTime)
        at = 86400 if self.atTime is None else (self.atTime.hour * 60 + self.atTime.minute) * 60 + self.atTime.second
        left = at - ((now[3] * 60 + now[4]) * 60 + now[5])
        day = now[6]
        if left <= 0:  # tomorrow
            left += 86400
            day = (day + 1) % 7
        if self.when.startswith('W'):
            left += (self.dayOfWeek - day) % 7 * 86400
        elif self.interval > 86400:
            left += self.interval - 86400
        return currentTime + left

    def shouldRollover(self, record):
        return time.time() >= self.rolloverAt and (not os.path.exists(self.baseFilename) or os.path.isfile(self.baseFilename))

    def getFilesToDelete(self):
        """The files put aside that are too many."""
        folder, base = os.path.split(self.baseFilename)
        found = [os.path.join(folder, name) for name in os.listdir(folder)
                 if name.startswith(base + '.') and self.extMatch.match(name[len(base) + 1:])]
        return sorted(found)[:len(found) - self.backupCount] if len(found) > self.backupCount else []

    def doRollover(self):
        now, begun = int(time.time()), self.rolloverAt - self.interval
        name = time.strftime(self.suffix, time.gmtime(begun) if self.utc else time.localtime(begun))
        aside = self.rotation_filename(self.baseFilename + '.' + name)
        if self.stream:
            self.stream.close()
            self.stream = None
        if os.path.exists(aside):
            os.remove(aside)
        self.rotate(self.baseFilename, aside)
        if self.backupCount > 0:
            for old in self.getFilesToDelete():
                os.remove(old)
        if not self.delay:
            self.stream = self._open()
        self.rolloverAt = self.computeRollover(now)
        while self.rolloverAt <= now:
            self.rolloverAt += self.interval


class WatchedFileHandler(logging.FileHandler):
    """A file that is opened anew where another program has moved or removed it."""

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        super().__init__(filename, mode, encoding, delay, errors)

    def reopenIfNeeded(self):
        if self.stream is not None and not os.path.exists(self.baseFilename):
            self.stream.close()
            self.stream = self._open()

    def emit(self, record):
        self.reopenIfNeeded()
        super().emit(record)


class BufferingHandler(logging.Handler):
    """Keeps records until there are capacity of them."""

    def __init__(self, capacity):
        super().__init__()
        self.capacity, self.buffer = capacity, []

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        self.buffer.clear()

    def close(self):
        self.flush()
        super().close()


class MemoryHandler(BufferingHandler):
    """Keeps records for another handler."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        super().__init__(capacity)
        self.flushLevel, self.target, self.flushOnClose = flushLevel, target, flushOnClose

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity or record.levelno >= self.flushLevel

    def setTarget(self, target):
        self.target = target

    def flush(self):
        if self.target:
            for record in self.buffer:
                self.target.handle(record)
            self.buffer.clear()

    def close(self):
        if self.flushOnClose:
            self.flush()
        self.target = None
        self.buffer.clear()
        logging.Handler.close(self)


class QueueHandler(logging.Handler):
    """Puts records into a queue."""

    def __init__(self, queue):
        super().__init__()
        self.queue = queue

    def enqueue(self, record):
        self.queue.put_nowait(record)

    def prepare(self, record):
        record.message = record.msg = self.format(record)
        record.args = record.exc_info = None
        return record

    def emit(self, record):
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener:
    """Hands the records of a queue to handlers, when it stops: there is no thread to do it meanwhile."""

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue, self.handlers, self.respect_handler_level = queue, handlers, respect_handler_level

    def start(self):
        pass

    def handle(self, record):
        for handler in self.handlers:
            if not self.respect_handler_level or record.levelno >= handler.level:
                handler.handle(record)

    def stop(self):
        while not self.queue.empty():
            self.handle(self.queue.get())
