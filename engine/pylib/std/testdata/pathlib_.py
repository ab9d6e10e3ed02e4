from pathlib import *
import fnmatch, shlex
p=Path('a/b.tar.gz'); print(p,repr(p),p.name,p.stem,p.suffix,p.suffixes,p.parent,p.parts,list(p.parents),p/'c','x'/p,p.with_suffix('.py'),p.with_name('q'),p.with_stem('z'),p.match('*.gz'),p.is_absolute(),Path('/a/../b'),Path('/a/b').relative_to('/a'),Path('.'),Path(),Path('a')==Path('a/'),Path('a')<Path('b'),hash(Path('a'))==hash(Path('a')))
for f in (lambda:Path('/a').relative_to('b'),lambda:Path('a').with_suffix('x'),lambda:Path(3),lambda:Path('/').with_name('x')):
    try: print(f())
    except Exception as e: print(type(e).__name__,e)
print(isinstance(p,PurePath),PurePosixPath('x')/'y', Path('a','/b','c'),Path('//x'), Path('a').joinpath('b','c'), Path('.bashrc').suffix, Path('a.').suffix)
print(fnmatch.fnmatch('a.py','*.py'),fnmatch.filter(['a1','b2'],'[!a]*'), shlex.split("a 'b c' \"d\\\"e\" f\\ g"), shlex.quote("it's"))
