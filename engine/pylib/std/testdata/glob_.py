import glob
import os
import stat
import tempfile

top = tempfile.mkdtemp()
os.chdir(top)
for folder in 'tree/a/b/.h/c', 'tree/[x]/q':
    os.makedirs(folder)
for name in 'a/1.py', 'a/b/2.py', 'a/b/.h/3.py', '.z', 'a/b/.h/c/4', '[x]/5.py', 'r.py':
    open('tree/' + name, 'w').close()
os.chdir('tree')
for pattern in ['', '*', '**', '**/', '*/', 'a/*', 'a/**', 'a/**/*.py', '**/*.py', '.*', '**/.*', '**/.h/*', 'a', 'a/', 'nope', 'nope/', '*/*',
                './*', '[[]x]/*', 'a//*.py', '../tree/*', '**/b/**', '**/**/*.py', 'a/**/', '/', '*.py', '?.py', 'a*/b*/', glob.escape('[x]/') + '*']:
    for convert in str, os.fsencode:
        for options in {}, {'recursive': True}, {'recursive': True, 'include_hidden': True}, {'root_dir': convert('a')}:
            print(pattern, options, sorted(glob.glob(convert(pattern), **options)))
print(glob.escape(b'a[b*?]'), glob.escape('a[b*?]'), glob.has_magic('a[b'), glob.has_magic(b'ab'))
for mode in 0o100644, 0o40755, 0o104755, 0o102644, 0o41777, 0o120777, 0o20600, 0o60600, 0o10600, 0o140600, 0o101644:
    print(stat.filemode(mode), [f(mode) for f in (stat.S_ISDIR, stat.S_ISCHR, stat.S_ISBLK, stat.S_ISREG, stat.S_ISFIFO, stat.S_ISLNK, stat.S_ISSOCK)])
print(stat.S_IREAD, stat.S_IWRITE, stat.S_IEXEC)
one, two = os.stat('r.py'), os.stat('a/1.py')
print(os.path.samestat(one, os.stat('../tree/r.py')), os.path.samestat(one, two), one.st_uid == os.getuid())
os.chown('r.py', os.getuid(), -1)
import genericpath
print(genericpath.commonprefix([b'abc', b'abd']), genericpath.commonprefix(['/a/b', '/a/c']), genericpath.exists('r.py'))
