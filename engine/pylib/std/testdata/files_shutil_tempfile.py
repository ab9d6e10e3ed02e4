# Files copied, packed, moved and removed; temporary files; permissions and times
import os, shutil, tempfile, stat, gc, time
d = tempfile.mkdtemp(prefix='x-', suffix='-y'); b = os.path.basename(d)
print(b[:2], b[-2:], len(b), os.path.isdir(d), tempfile.gettempprefix(), tempfile.gettempdirb() == os.fsencode(tempfile.gettempdir()))
os.chdir(d)
os.makedirs('src/sub')
for n in ('a.py', 'b.pyc', 'sub/c.py', 'sub/d.tmp'):
    with open('src/' + n, 'w') as f: f.write(n)
os.chmod('src/a.py', 0o600); print(oct(os.stat('src/a.py').st_mode), stat.filemode(os.stat('src/a.py').st_mode), oct(os.stat('src').st_mode))
os.utime('src/a.py', (1000000000, 1000000001)); print(os.path.getmtime('src/a.py'), os.stat('src/a.py').st_mtime_ns)
shutil.copytree('src', 'dst', ignore=shutil.ignore_patterns('*.pyc', '*.tmp'))
print(sorted(os.path.join(r, f) for r, ds, fs in os.walk('dst') for f in fs))
shutil.copy2('src/a.py', 'two.py'); print(os.path.getmtime('two.py'), oct(os.stat('two.py').st_mode))
shutil.copy('src/a.py', 'one.py'); print(oct(os.stat('one.py').st_mode), os.path.getmtime('one.py') > 1000000001)
for f in (lambda: shutil.copyfile('one.py', 'one.py'), lambda: shutil.copytree('src', 'dst'), lambda: shutil.rmtree('nope'), lambda: shutil.move('nope', 'x'), lambda: os.chmod('nope', 0), lambda: shutil.make_archive('a', 'rar'), lambda: shutil.unpack_archive('a.rar'), lambda: shutil.move('src', 'src/sub/x'), lambda: os.rmdir('src'), lambda: os.mkdir('src'), lambda: os.remove('src'), lambda: os.listdir('one.py')):
    try: f(); print('no error')
    except Exception as e: print(type(e).__name__, str(e).replace(d, 'D'))
print(os.path.basename(shutil.make_archive('pack', 'zip', 'src'))); shutil.unpack_archive('pack.zip', 'out'); print(sorted(os.listdir('out')))
print(sorted(n for n, a in shutil.get_archive_formats() if n == 'zip'), [f for f in shutil.get_unpack_formats() if f[0] == 'zip'])
shutil.move('one.py', 'dst'); print(os.path.exists('one.py'), sorted(os.listdir('dst')))
seen = []
shutil.rmtree('nope', onerror=lambda f, p, e: seen.append((f.__name__, p, e[0].__name__))); print(seen)
shutil.rmtree('nope', ignore_errors=True); shutil.rmtree('out'); print(os.path.exists('out'))
print(os.access('two.py', os.R_OK), os.access('nope', os.F_OK), os.access('two.py', os.X_OK))
os.renames('two.py', 'deep/er/two.py'); print(os.listdir('deep/er')); os.truncate('deep/er/two.py', 2); print(open('deep/er/two.py').read())
with tempfile.NamedTemporaryFile('w+', suffix='.txt') as f: f.write('hi'); f.flush(); f.seek(0); print(f.read(), f.name.endswith('.txt'), os.path.exists(f.name)); name = f.name
print(os.path.exists(name))
with tempfile.TemporaryDirectory() as td: open(os.path.join(td, 'x'), 'w').close(); print(os.listdir(td))
print(os.path.exists(td))
with tempfile.SpooledTemporaryFile(max_size=10) as s: s.write(b'12345'); print(s._rolled); s.write(b'678901'); print(s._rolled); s.seek(0); print(s.read())
with tempfile.TemporaryFile('w+') as t: t.write('abc'); t.seek(0); print(t.read())
fd, p = tempfile.mkstemp(text=True); os.write(fd, b'data'); os.close(fd); print(open(p).read(), os.path.isabs(p)); os.unlink(p)
print(gc.collect() >= 0, len(gc.get_referents([1, 'a'])) , gc.is_tracked([]) , gc.isenabled(), gc.garbage)
print(os.sep, os.name, os.linesep, os.curdir, os.pardir, os.extsep, os.defpath, os.path.commonpath(['/a/b', '/a/c']), os.strerror(2), os.cpu_count() > 0)
