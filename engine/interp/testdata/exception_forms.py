def p(f,*a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
def f():
    try: raise ValueError
    except 42: pass
p(f)
def f():
    try: raise ValueError
    except (ValueError, 42): pass
p(f)
def f():
    try: raise ValueError
    except (KeyError, (ValueError, IndexError)): pass
p(f)
def f():
    try: raise ValueError
    except ['a']: pass
p(f)
def f(): Exception().__traceback__=5
p(f)
def f(): Exception().__cause__=5
p(f)
def f(): Exception().__context__=5
p(f)
def f(): Exception().args=5
p(f)
e=Exception(1,2); e.args=[3]; print(e.args, e)
def f(): del Exception().args
p(f)
def f(): del Exception().__cause__
p(f)
def f(): raise ValueError from 5
p(f)
def f(): raise 5
p(f)
def f(): raise int
p(f)
def f(): raise
p(f)
def f(): raise ValueError from KeyError
try: f()
except ValueError as e: print(repr(e.__cause__), e.__suppress_context__)
def f(): raise None
p(f)
class E(Exception):
    def __new__(cls): return 5
def f(): raise E
p(f)
class E(Exception):
    def __init__(self): raise KeyError('init')
def f(): raise E
p(f)
p(SyntaxError, 'bad', ('a',1,2)); p(SyntaxError,'bad',('a',1,2,3,4,5,6,7)); p(SyntaxError,'bad',('f',1,2,'t'))
p(UnicodeDecodeError,1); p(UnicodeDecodeError,'utf8',b'abc',0,1,'why'); p(UnicodeEncodeError,'ascii','abc',0,2,'why'); p(UnicodeTranslateError,'abc',0,1,'why')
e=UnicodeDecodeError('utf8',b'abc',0,1,'why'); print(e.encoding,e.object,e.start,e.end,e.reason)
p(OSError,1); p(OSError,2,'x'); p(OSError,2,'x','f'); print(type(OSError(2,'x')), OSError(2,'a').errno, OSError(2,'a').strerror, OSError(2,'a','fn').filename, OSError(1,2,3,4,5).filename2, OSError(1,2,3).args)
for n in (1,2,4,11,13,17,20,21,32,103,104,110,111,9999): print(n, type(OSError(n,'m')).__name__)
p(StopIteration,5); print(StopIteration(5,6).value, StopIteration().value); print(SystemExit(3).code, SystemExit().code, SystemExit(1,2).code)
print(ImportError('m',name='n',path='p').name); p(lambda: ImportError(foo=1)); print(repr(ImportError('a',name='b')))
print(KeyError('a'), KeyError('a','b'), KeyError(), str(KeyError(1)))
print(NameError('x',name='n').name, AttributeError('x',name='n',obj=5).obj)
print(repr(ValueError()), repr(ValueError(1)), repr(ValueError(1,'a')), str(ValueError()), str(ValueError(1,2)))
p(lambda: ValueError(x=1)); p(lambda: BaseException.__new__(int)); 
e=ValueError('a'); e.add_note('n1'); e.add_note('n2'); print(e.__notes__); p(e.add_note, 5)
print(e.with_traceback(None) is e); p(e.with_traceback, 5)
def g():
    try: 1/0
    except ZeroDivisionError as z:
        try: [][1]
        except IndexError as i: return i.__context__ is z
print(g())
def g():
    try:
        try: 1/0
        finally: raise KeyError(1)
    except KeyError as k: return repr(k.__context__)
print(g())
def g():
    e=None
    try: 1/0
    except ZeroDivisionError as e: pass
    return e
p(g)
def g():
    for i in range(3):
        try: continue
        finally: print('f',i)
    while True:
        try: break
        finally: print('fb')
    try: return 'try'
    finally: print('fr')
p(g)
def g():
    try: return 'a'
    finally: return 'b'
p(g)
def g():
    try: 1/0
    finally: return 'swallow'
p(g)
def g():
    while 1:
        try: 1/0
        finally: break
    return 'broke'
p(g)
def g():
    try: pass
    except: pass
    else: print('else'); return 5
    finally: print('fin')
p(g)
try:
    try: raise ValueError(1)
    except ValueError as e: raise e
except ValueError as e2: print(e2.__context__, e2.args)
try: raise ExceptionGroup('g',[ValueError(1),TypeError(2)])
except* ValueError as e: print('v',e.exceptions)
except* TypeError as e: print('t',e.exceptions)
p(lambda: ExceptionGroup('g',[])); p(lambda: ExceptionGroup('g',[1])); p(lambda: ExceptionGroup(1,[ValueError()])); p(lambda: ExceptionGroup('a',[KeyboardInterrupt()])); print(repr(BaseExceptionGroup('a',[ValueError()])), str(ExceptionGroup('msg',[ValueError(1),KeyError(2)])))
p(lambda: ExceptionGroup('x')); p(lambda: ExceptionGroup('g',(ValueError(1),)).exceptions)
eg=ExceptionGroup('g',[ValueError(1),ExceptionGroup('h',[TypeError(2),ValueError(3)])])
print(eg.split(ValueError), eg.subgroup(lambda e: isinstance(e,TypeError)), eg.derive([KeyError()]), eg.subgroup(KeyError))
def f():
    try: raise ValueError(5)
    except* ValueError: raise KeyError('in')
p(f)
def f():
    try: raise ExceptionGroup('g',[ValueError(1),KeyError(1)])
    except* ValueError: pass
p(f)
def f():
    try: pass
    except* ExceptionGroup: pass
p(f)
def f():
    try: raise ValueError
    except* ExceptionGroup: pass
p(f)
