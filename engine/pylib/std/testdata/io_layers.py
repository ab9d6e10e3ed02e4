"""The layers of files: raw, buffer, text; what each keeps, and what it says when it is closed or taken apart."""
import io
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, 'x.txt')


def t(f, *a):
    try:
        print(repr(f(*a)).replace(folder, ''))
    except BaseException as e:
        print(type(e).__name__, str(e).replace(folder, ''))


# A raw file of the program's own is read by chunks, as far as is asked for.
class R(io.RawIOBase):
    def __init__(self, *pieces):
        self.pieces, self.asked, self.endless = list(pieces), [], not pieces

    def readable(self):
        return True

    def readinto(self, b):
        self.asked.append((type(b).__name__, len(b)))
        if not self.pieces:
            if not self.endless:
                return 0
            b[:] = b'z' * len(b)
            return len(b)
        piece = self.pieces.pop(0)
        if piece is None:
            return None
        b[:len(piece)] = piece
        return len(piece)


r = R()
print(io.TextIOWrapper(io.BufferedReader(r)).read(5), r.asked)
r = R(b'one\ntw', b'o\nthree', b'', b'four\n', b'')
f = io.TextIOWrapper(io.BufferedReader(r))
print(f.readline(), len(r.asked), f.readline(), len(r.asked), f.readline(), len(r.asked))
r = R(b'one\r', b'\ntwo\rthree\n', b'')
f = io.TextIOWrapper(io.BufferedReader(r))
print(f.newlines, [f.readline(), f.newlines, f.readline(), f.newlines, f.readline(), f.newlines, f.readline()])
for nl in None, '', '\n', '\r', '\r\n':
    r = R(b'one\r', b'\ntwo\rthree\nfo', b'ur\r', b'\r', b'\n', b'')
    print(repr(nl), io.TextIOWrapper(io.BufferedReader(r), newline=nl).readlines())
r = R('é'.encode()[:1], 'é'.encode()[1:] + '漢'.encode()[:2], '漢'.encode()[2:], b'')
print(io.TextIOWrapper(io.BufferedReader(r), encoding='utf-8').read(2))
r = R(b'abcdef', b'ghi', b'jkl', b'')
b = io.BufferedReader(r, 4)
t(b.peek), t(b.read, 2), t(b.peek), t(b.read1, 100), t(b.read1), t(b.read, 3)
print(r.asked)
b = io.BufferedReader(R(None, b'ab', None, b''))
t(b.read, 3), t(b.read, 3), t(b.read)
t(lambda: io.BufferedReader(R(b'abc'), 0))
t(lambda: io.BufferedReader(io.RawIOBase()))
t(lambda: io.BufferedWriter(R()))
t(lambda: io.RawIOBase().read()), t(lambda: io.RawIOBase().readall()), t(lambda: io.RawIOBase().write(b''))


class Lies(R):
    def readinto(self, b):
        return 10 * len(b)


t(io.BufferedReader(Lies()).read, 2)


# What is written to such a file gathers until it is much, or until flush.
class W(io.RawIOBase):
    def __init__(self, most=1000):
        self.got, self.most = [], most

    def writable(self):
        return True

    def write(self, b):
        part = bytes(b[:self.most])
        self.got.append(part)
        return len(part)


w = W(3)
b = io.BufferedWriter(w, 8)
t(b.write, b'abc'), print(w.got), t(b.write, b'defgh'), print(w.got), t(b.write, b'ijk'), print(w.got)
b.flush()
print(w.got)
w = W()
f = io.TextIOWrapper(io.BufferedWriter(w), encoding='utf-8')
f.write('é\n'), print(w.got), f.flush(), print(w.got)
f.reconfigure(line_buffering=True)
f.write('a'), print(w.got), f.write('b\nc'), print(w.got), f.write('d\r'), print(w.got, f.line_buffering, f.write_through)
raw = io.BytesIO()
f = io.TextIOWrapper(raw, encoding='ascii')
f.write('abc'), print(raw.getvalue())
f.reconfigure(write_through=True), print(raw.getvalue())
f.write('d'), print(raw.getvalue())
f.reconfigure(encoding='utf-16', newline='\r\n', errors='replace'), print(f.encoding, f.errors)
f.write('e\n'), print(raw.getvalue())
f.close()
print(raw.closed, f.closed)
t(f.write, 'x'), t(f.read), t(f.flush)

# One raw file below, with a state of its own.
with open(path, 'wb') as f:
    f.write(b'one\ntwo\r\nthree\n')
x = open(path, 'rb')
y = x.raw
print(y is x.raw, y.closefd, y.mode, x.mode, y.closed)
t(lambda: y), t(lambda: x)
y.close()
print(x.closed)
t(x.read), t(x.readline), t(x.peek), t(x.seek, 0), t(x.tell), t(x.readinto, bytearray(2)), t(lambda: y), t(y.read), t(x.__enter__), t(next, x)
x = open(path, 'rb')
y = x.detach()
t(x.read), t(lambda: x.closed), t(lambda: x.raw), t(lambda: x), t(x.detach), t(y.read, 4), t(y.close)
f = open(path)
b = f.buffer
print(b is f.buffer, b.raw is f.buffer.raw)
t(f.read, 2), t(b.tell), t(f.tell)
t(f.detach), t(f.read), t(lambda: f.closed), t(lambda: f.encoding), t(lambda: f), t(f.close)
t(lambda: io.FileIO(path, closefd=False)), t(lambda: io.FileIO(path, 'rt'))
b.close()
with io.FileIO(path) as r:
    t(r.read, 2), t(r.readall), t(r.read), t(r.write, b'x'), t(r.readinto, bytearray(1)), t(r.seek, 1), t(r.readline), t(r.readable), t(r.writable), t(r.seekable)
t(lambda: r), t(r.tell), t(r.close)
for make in io.TextIOWrapper, io.BufferedReader, io.FileIO:
    t(make.__new__(make).read)
f = open(path, 'rb')
t(f.write, b'x'), t(f.truncate)
f = open(path, 'r')
t(f.write, 'x'), t(f.seek, 1, 1), t(f.seek, 1, 2), t(f.seek, -1), t(f.seek, 0, 7)

# A text tells where it is, and comes back there.
for encoding in 'utf-8', 'utf-16', 'utf-8-sig', 'gbk', 'latin-1':
    with open(path, 'w', encoding=encoding, newline='') as f:
        f.write('one\r\ntwo\nthr')
        f.write('é' if encoding != 'gbk' else '漢')
        f.write('e\rfour\n')
    with open(path, encoding=encoding) as f:
        places = []
        while True:
            at = f.tell()
            c = f.read(1)
            places.append((at, c))
            if not c:
                break
        print(encoding, places, f.newlines)
        for at, c in reversed(places):
            f.seek(at)
            if f.read(1) != c:
                print('lost', at, c)
        f.seek(0)
        t(lambda: [f.readline(), f.tell(), f.readline(), f.tell()])
        f.seek(0)
        next(f)
        t(f.tell)
        list(f)
        t(f.tell)
with open(path, 'w') as f:
    f.write('é\n' * 10000)
with open(path) as f:
    lines = 0
    for n in range(7000):
        f.readline()
    at = f.tell()
    rest = f.read()
    print(at, len(rest), f.tell())
    f.seek(at)
    print(f.read() == rest)
with open(path, 'a', encoding='utf-16') as f:
    f.write('x')
with open(path, 'rb') as f:
    f.seek(-4, 2)
    print(f.read())
with open(path, encoding='utf-8') as f:
    f.read(1)
    t(lambda: f.reconfigure(encoding='latin-1'))

# The decoder of ends of lines.
d = io.IncrementalNewlineDecoder(None, translate=True)
print(d.decode('a\r'), d.getstate(), repr(d.decode('\nb\r')), repr(d.decode('', final=True)), d.newlines)
