# Temporary files by name and number, as text and bytes, and what is refused.
import os, tempfile, io
print(type(tempfile.gettempdirb()).__name__, tempfile.gettempprefixb(), tempfile._infer_return_type(), tempfile._infer_return_type(b'a', None), tempfile._infer_return_type('a'))
for wrong in (dict(prefix='a', suffix=b'b'), dict(dir=b'/tmp', suffix='x')):
    try:
        tempfile.mkstemp(**wrong)
    except TypeError as e:
        print(e)
fd, path = tempfile.mkstemp(b'.x', b'pre')
os.write(fd, b'hello'); os.close(fd)
print(type(path).__name__, os.path.basename(path)[:3], path[-2:], open(path).read()); os.unlink(path)
folder = tempfile.mkdtemp('s', 'p', tempfile.gettempdir()); print(os.path.isdir(folder), os.path.basename(folder)[0], folder[-1]); os.rmdir(folder)
with tempfile.NamedTemporaryFile('w+', suffix='.txt', encoding='utf-8', errors='strict') as f:
    f.write('ä\n'); f.flush(); name = f.name
    print(open(name, encoding='utf-8').read(), os.path.exists(name), f.name == name, f.readable())
print(os.path.exists(name))
f = tempfile.NamedTemporaryFile(delete=False); f.write(b'1'); write = f.write; f.close(); print(os.path.exists(f.name)); os.unlink(f.name)
with tempfile.TemporaryFile() as f:
    f.write(b'abc'); f.seek(1); print(f.read())
with tempfile.SpooledTemporaryFile(10, 'w+', encoding='utf-8', newline='\n') as f:
    f.write('äö\n'); print(f._rolled, f.tell()); f.write('more than ten\n'); print(f._rolled); f.seek(0); print(list(f), isinstance(f, io.IOBase))
try:
    tempfile.TemporaryFile('x-wrong')
except ValueError as e:
    print('ValueError')
with tempfile.TemporaryDirectory(prefix='d') as folder:
    open(os.path.join(folder, 'a'), 'w').close(); print(os.listdir(folder))
print(os.path.exists(folder))
t = tempfile.TemporaryDirectory(); print(repr(t).startswith("<TemporaryDirectory '")); t.cleanup(); t.cleanup(); print(os.path.exists(t.name))
