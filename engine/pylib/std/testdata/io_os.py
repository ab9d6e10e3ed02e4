import os, os.path
print(os.path.join('a', 'b', '/c', 'd'), os.path.join('a', ''), os.path.split('/a/b'))
print(os.path.splitext('x.tar.gz'), os.path.basename('/a/b/'), os.path.dirname('/a/b'))
print(os.path.normpath('a/../b//c/.'), os.path.isabs('/a'), os.path.commonpath(['/a/b', '/a/c']))
print(os.path.commonprefix(['abc', 'abd']), os.path.relpath('/a/b', '/a/c'), os.path.expanduser('~x'))
print(os.path.splitext('.bashrc'), os.sep, os.linesep, os.path.exists('zz'), os.name, os.curdir)
print(os.pathsep, os.path.abspath('x') == os.path.join(os.getcwd(), 'x'))
os.makedirs('d/e/f', exist_ok=True)
open('d/x.txt', 'w').write('123')
print(sorted(os.listdir('d')), os.path.isdir('d'), os.path.isfile('d/x.txt'), os.path.getsize('d/x.txt'))
print([(r, sorted(ds), fs) for r, ds, fs in os.walk('d')], sorted((e.name for e in os.scandir('d'))))
os.rename('d/x.txt', 'd/y.txt')
os.remove('d/y.txt')
os.removedirs('d/e/f')
print(os.path.exists('d'))
os.environ['FOO'] = 'bar'
print(os.environ['FOO'], os.getenv('FOO'), os.getenv('NOPE', 'd'), 'FOO' in os.environ)
print(os.environ.get('NOPE'))
del os.environ['FOO']
for f in ("os.environ['NOPE']", "os.listdir('zz')", "os.remove('zz')", "os.rmdir('zz')", "os.mkdir('q/w')", "os.environ.__setitem__('a',1)", "os.stat('zz')", "os.rename('zz','yy')", "os.path.join('a',1)", "os.chdir('zz')"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
print(type(os.getpid()), os.cpu_count() > 0, os.strerror(2), os.fspath('a'), len(os.urandom(4)))
print(os.path.expandvars('$HOME') != '$HOME', os.get_terminal_size.__name__, os.PathLike)
import shutil, tempfile, glob
d = tempfile.mkdtemp()
print(os.path.isdir(d))
open(os.path.join(d, 'a.txt'), 'w').write('z')
shutil.copy(os.path.join(d, 'a.txt'), os.path.join(d, 'b.txt'))
print([os.path.basename(x) for x in sorted(glob.glob(os.path.join(d, '*.txt')))])
shutil.copytree(d, d + '2')
shutil.rmtree(d)
print(os.path.exists(d), os.listdir(d + '2') != [])
with tempfile.TemporaryDirectory() as t:
    print(os.path.isdir(t))
print(os.path.exists(t))
with tempfile.NamedTemporaryFile('w+') as f:
    f.write('q')
    f.seek(0)
    print(f.read())
with tempfile.TemporaryFile() as f:
    f.write(b'x')
    f.seek(0)
    print(f.read())
import fnmatch
print(fnmatch.fnmatch('a.py', '*.py'), fnmatch.filter(['a.py', 'b.c'], '*.py'))
print(fnmatch.translate('a*[!x]?'), fnmatch.fnmatchcase('A', 'a'))
