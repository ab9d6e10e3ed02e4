import io
class S(io.TextIOWrapper):
    def __init__(self, initial_value='', newline='\n'):
        super().__init__(io.BufferedWriter(io.BytesIO(initial_value.encode('utf-8'))), 'utf-8', newline=newline)
    def getvalue(self):
        self.flush()
        return self.buffer.raw.getvalue().decode(self.encoding, self.errors)
s = S(); s.write('héllo\n'); print(repr(s.getvalue()))
class Raw(io.RawIOBase):
    def __init__(self, data=b''): self.data, self.out, self.at = data, [], 0
    def readable(self): return True
    def writable(self): return True
    def readinto(self, b):
        n = min(3, len(b), len(self.data) - self.at)
        b[:n] = self.data[self.at:self.at + n]; self.at += n
        return n
    def write(self, b): self.out.append(bytes(b)); return len(b)
r = io.BufferedReader(Raw(b'abcdef\nghi\njk'))
print(r.peek(1)[:1], r.read(2), r.readline(), r.readline(2), r.read(), r.read(), r.readable(), r.writable())
print(Raw(b'abcdefgh').read(), Raw(b'abc').read(2), Raw(b'a\nb').readline())
w = io.BufferedWriter(Raw()); print(w.write(b'xyz')); w.flush(); print(w.raw.out)
t = io.TextIOWrapper(Raw(b'one\r\ntwo\n')); 
try: print(list(t))
except Exception as e: print(type(e).__name__, e)
print(list(io.TextIOWrapper(io.BufferedReader(Raw('ä\r\nb'.encode())), 'utf-8')))
for bad in (lambda: io.BufferedReader(io.BytesIO(), 0), lambda: io.BufferedIOBase().read(), lambda: io.TextIOBase().write('a'), lambda: io.IOBase().seek(0), lambda: io.BufferedWriter(1), lambda: io.FileIO('nope.txt'), lambda: io.FileIO('x', 'q'), lambda: io.BytesIO(b'ab').readinto(b'cd')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
f = io.FileIO('new.bin', 'w'); print(f.write(b'hello'), f.mode, f.name); f.close(); print(f.closed)
with io.FileIO('new.bin') as f: print(f.readall(), f.readable(), f.writable())
with open('new.bin', 'rb') as f: print(type(f.raw).__name__, f.raw.mode, f.mode)
with open('new.bin', 'rb', buffering=0) as f: print(type(f).__name__, f.read(2))
m = memoryview(bytearray(4)); print(io.BytesIO(b'abcdef').readinto(m[1:3]), bytes(m))
b = io.BytesIO(b'q'); d = io.BufferedReader(b); print(d.detach() is b)
