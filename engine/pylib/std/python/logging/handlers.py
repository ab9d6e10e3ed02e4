"""Handlers that turn files over, gather records or put them into a queue."""

import logging
import os

__all__ = ['RotatingFileHandler', 'BufferingHandler', 'MemoryHandler', 'QueueHandler', 'QueueListener', 'WatchedFileHandler']


class RotatingFileHandler(logging.FileHandler):
    """A file that begins anew at maxBytes; the last backupCount ones are kept as NAME.1, NAME.2 …"""

    namer = rotator = None

    def __init__(self, filename, mode='a', maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        super().__init__(filename, 'a' if maxBytes > 0 else mode, encoding, delay, errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def rotation_filename(self, default_name):
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.replace(source, dest)

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
        size = os.path.getsize(self.baseFilename) if os.path.exists(self.baseFilename) else 0
        return size + len(self.format(record) + '\n') >= self.maxBytes

    def emit(self, record):
        try:
            self.flush()
            if self.shouldRollover(record):
                self.doRollover()
        except Exception:
            self.handleError(record)
            return
        super().emit(record)


WatchedFileHandler = logging.FileHandler


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
