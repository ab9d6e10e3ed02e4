# open(opener=), the two ends of a pipe as one, and what the files of gzip and the proxies of weakref are.
import gzip, io, os, tempfile, weakref, logging, logging.handlers, datetime, struct, queue, contextvars

folder = tempfile.mkdtemp()
path = os.path.join(folder, 'a.txt')
flags = []
def opener(name, flag):
    flags.append((os.path.basename(name), flag & (os.O_RDONLY | os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_TRUNC | os.O_APPEND)))
    return os.open(name, flag)
with open(path, 'w', opener=opener) as f:
    f.write('one\ntwo\n')
with open(path, opener=opener) as f:
    print(f.read())
with open(path, 'ab', opener=opener) as f:
    f.write(b'three\n')
with open(path, 'r+', opener=opener) as f:
    print(f.readlines())
print(flags)
for wrong in (lambda name, flag: 'x'), (lambda name, flag: -1):
    try:
        open(path, opener=wrong)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
def refuses(name, flag):
    raise PermissionError('not this one')
try:
    open(path, opener=refuses)
except PermissionError as e:
    print(e)

class Ends(io.RawIOBase):
    def __init__(self, data=b''): self.data = io.BytesIO(data); self.sent = b''
    def readable(self): return True
    def writable(self): return True
    def readinto(self, b): n = self.data.readinto(b); return n
    def write(self, b): self.sent += bytes(b); return len(b)
there = Ends()
pair = io.BufferedRWPair(Ends(b'hello world'), there)
print(pair.read(5), pair.peek(1)[:1], pair.read1(3), pair.read(), pair.write(b'sent'), there.sent, pair.readable(), pair.writable(), pair.seekable())
pair.flush(); print(there.sent, pair.isatty(), pair.closed)
pair.close(); print(pair.closed)
try:
    io.BufferedRWPair(open(os.devnull, 'wb', 0), there)
except io.UnsupportedOperation as e:
    print('not readable')
for c in io.FileIO, io.BufferedReader, io.StringIO, io.TextIOWrapper, io.BufferedRWPair, Ends:
    print(c.__module__, c.__name__, [issubclass(c, b) for b in (io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase)])
print(isinstance(open(path), io.TextIOBase), isinstance(open(path, 'rb', 0), io.RawIOBase), isinstance(io.BytesIO(), io.TextIOBase))

name = os.path.join(folder, 'a.gz')
with gzip.open(name, 'wb') as f:
    print(f.write(b'abc'), f.tell(), f.readable(), f.writable(), f.seekable())
    f.seek(5); f.write(b'def')
with gzip.GzipFile(name) as f:
    print(f.read(4), f.peek(1)[:2], f.seek(1), f.readline(), f.read(), f.mode)
    f.rewind(); print(list(f))
    try: f.write(b'x')
    except OSError as e: print(e)
try: f.read()
except ValueError as e: print(e)
with gzip.open(name, 'wt', encoding='utf-8', newline='\n') as f: print('ä', 1, file=f)
with gzip.open(name, 'rt', encoding='utf-8') as f: print(f.read(), end='')
for bad in dict(mode='rbt'), dict(encoding='utf-8'):
    try: gzip.open(name, **bad)
    except ValueError as e: print(e)

class Thing:
    def __init__(self): self.x = 1
    def method(self): return 'm'
class Called(Thing):
    def __call__(self, a): return a + 1
thing, called = Thing(), Called()
p, q = weakref.proxy(thing), weakref.proxy(called)
print(type(p).__name__, type(q).__name__, p.x, q(2), isinstance(p, weakref.ProxyTypes))
try: p()
except TypeError as e: print(e)
m = weakref.WeakMethod(thing.method)
print(m()(), m == weakref.WeakMethod(thing.method), isinstance(m, weakref.ref), len({m, weakref.WeakMethod(thing.method)}))
del thing; print(m())

h = logging.handlers.TimedRotatingFileHandler(os.path.join(folder, 'log'), when='midnight', utc=True, delay=True)
print(h.computeRollover(86400 * 3 + 5) - 86400 * 3, h.suffix, h.interval)
h = logging.handlers.TimedRotatingFileHandler(os.path.join(folder, 'log'), when='W2', utc=True, delay=True, atTime=datetime.time(6))
print((h.computeRollover(86400 * 3 + 5) - 86400 * 3) / 86400)
for when in 'W', 'W9', 'X':
    try: logging.handlers.TimedRotatingFileHandler('x', when=when)
    except ValueError as e: print(e)
log = logging.getLogger('rotating'); log.propagate = False
h = logging.handlers.RotatingFileHandler(os.path.join(folder, 'r.log'), maxBytes=30, backupCount=2)
log.addHandler(h)
for i in range(9): log.warning('message %d', i)
h.close(); print(sorted(n for n in os.listdir(folder) if n.startswith('r.log')), open(os.path.join(folder, 'r.log.1')).read().split('\n'))
print(struct.Struct('<i').pack(1), queue.SimpleQueue.__module__, contextvars.ContextVar.__module__)
