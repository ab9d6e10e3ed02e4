# the compiler's warnings go through module warnings
import sys, warnings
def go(text):
    try: compile(text, '<t>', 'exec')
    except SyntaxError as e: print('SyntaxError', e, e.lineno, e.offset)
sources = 'x is 1', 'assert (1, 2)', '1()', '[1][1, 2]', '\n\n(1, 2)()', r"'\d'"
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    for s in sources: go(s)
for w in caught: print(w.category.__name__, w.message, w.filename, w.lineno)
with warnings.catch_warnings():
    warnings.simplefilter('error')
    for s in sources: go(s)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('default')
    for s in sources[:2] * 2: go(s)
    for _ in range(2): warnings.warn('twice')
print(len(caught))
print(sys.exit.__name__, end=' ')
for args in (), (None,), (3,), ((1, 2),):
    try: sys.exit(*args)
    except SystemExit as e: print(e.args, e.code, end=' ')
try: sys.intern(0)
except TypeError as e: print(e)
