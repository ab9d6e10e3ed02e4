from pathlib import *
import fnmatch, shlex
p=Path('a/b.tar.gz'); print(p,repr(p),p.name,p.stem,p.suffix,p.suffixes,p.parent,p.parts,list(p.parents),p/'c','x'/p,p.with_suffix('.py'),p.with_name('q'),p.with_stem('z'),p.match('*.gz'),p.is_absolute(),Path('/a/../b'),Path('/a/b').relative_to('/a'),Path('.'),Path(),Path('a')==Path('a/'),Path('a')<Path('b'),hash(Path('a'))==hash(Path('a')))
for f in (lambda:Path('/a').relative_to('b'),lambda:Path('a').with_suffix('x'),lambda:Path(3),lambda:Path('/').with_name('x')):
    try: print(f())
    except Exception as e: print(type(e).__name__,e)
print(isinstance(p,PurePath),PurePosixPath('x')/'y', Path('a','/b','c'),Path('//x'), Path('a').joinpath('b','c'), Path('.bashrc').suffix, Path('a.').suffix)
print(fnmatch.fnmatch('a.py','*.py'),fnmatch.filter(['a1','b2'],'[!a]*'), shlex.split("a 'b c' \"d\\\"e\" f\\ g"), shlex.quote("it's"))

# Windows' paths, which are text only here
from pathlib import PurePath, PurePosixPath, PureWindowsPath
for text in 'c:/a/b', 'c:a', '//server/share/x', '//?/c:/a', '//?/UNC/server/share/x', 'a\\b/c', 'c:', '/a', '', 'nul.txt', 'c:/COM1', 'a/../b':
    p = PureWindowsPath(text)
    print(repr(p), p.parts, p.drive, p.root, p.anchor, p.is_absolute(), p.is_reserved(), p.parent, list(p.parents)[-1:], p.name)
print(PureWindowsPath('C:/A') == PureWindowsPath('c:/a'), PureWindowsPath('c:/A').match('c:/a'), PureWindowsPath('c:/a') / 'd:b', PureWindowsPath('c:/a') / 'c:b',
      PureWindowsPath('c:/a') / '/b', PureWindowsPath('c:/a/b').relative_to('C:/A'), PureWindowsPath('c:/a b').as_uri(), PureWindowsPath('//s/t/a').as_uri())
for wrong in (lambda: PureWindowsPath('c:/a').relative_to('d:/'), lambda: PureWindowsPath('c:/a').with_name('d:'), lambda: PurePosixPath('a').match(''),
              lambda: PurePosixPath('a').relative_to(), lambda: PurePosixPath('').with_name('b'), lambda: PurePath(b'a'), lambda: PurePosixPath('a') < PureWindowsPath('a')):
    try:
        print(wrong())
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(PurePosixPath('//a/b').parts, PurePosixPath('///a').parts, PurePosixPath('/a/b/c').parents[1], PurePosixPath('/a/b/c').parents[:2], PurePosixPath('a/b').parents)
import array, pickle
for code in 'bBhHiIlLqQfdu':
    a = array.array(code, 'aé' if code == 'u' else [1, 2])
    for protocol in range(6):
        assert pickle.loads(pickle.dumps(a, protocol)) == a
    print(pickle.dumps(a, 4)[-30:])
from array import _array_reconstructor as build
print(build(array.array, 'd', 15, b'?\x80\0\0'), build(array.array, 'H', 8, b'\1\0\0\0'), build(array.array, 'u', 18, 'aé€x'.encode('utf-16-le')))
for wrong in (1, 'b', 0, b''), (str, 'b', 0, b''), (array.array, 'x', 0, b''), (array.array, 'b', 22, b''), (array.array, 'b', 0, 'x'), (array.array, 'i', 8, b'x'), (array.array, 'u', 18, b'a\0'), (array.array, 'b', 8, b'\0\1\0\0'):
    try:
        print(build(*wrong))
    except (TypeError, ValueError, OverflowError) as e:
        print(type(e).__name__, e)
import sys
print(sys.flags.dev_mode, sys.flags.utf8_mode, sys.flags.safe_path, len(sys.flags), pickle.BININT1, pickle.FRAME, 'STACK_GLOBAL' in pickle.__all__)
