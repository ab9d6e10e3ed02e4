def p(f, *a, **k):
    try: print(f(*a, **k))
    except BaseException as e: print(type(e).__name__, e)
# functions made of code
Function = type(p)
def f(x, y=2):
    "doc"
    return x + y + z
made = Function(f.__code__, {'z': 10, '__name__': 'other'})
print(made.__name__, made.__module__, made.__doc__, made.__defaults__, made.__code__ is f.__code__)
p(made, 1)
p(made, 1, 2)
p(Function(f.__code__, {'z': 0}, 'name', (5, 6)))
p(Function, None, {})
p(Function, f.__code__, None)
p(Function, f.__code__, {}, 3)
p(Function, f.__code__, {}, None, [1])
def outer():
    v = 1
    def inner(): return v
    return inner
inner = outer()
p(Function(inner.__code__, {}, closure=inner.__closure__))
p(Function, inner.__code__, {})
p(Function, inner.__code__, {}, None, None, ())
p(Function, inner.__code__, {}, None, None, (1,))
p(Function, f.__code__, {}, None, None, inner.__closure__)
p(Function, f.__code__, {}, None, None, [])
# what a code object says
code = f.__code__
lines = list(code.co_lines())
print(type(code.co_code), lines[0][0], lines[-1][1] == len(code.co_code), {n - code.co_firstlineno for _, _, n in lines} <= {0, 2})
print({n - code.co_firstlineno for n, *_ in code.co_positions() if n} <= {0, 2})
renamed = code.replace(co_name='g', co_filename='elsewhere.py', co_firstlineno=3)
print(renamed.co_name, renamed.co_filename, renamed.co_firstlineno, code.co_name)
p(code.replace, co_name=1)
# source as any bytes-like object
print(eval(bytearray(b'1 + 1')), eval(memoryview(b'2 + 2')))
exec(memoryview(b'print(3)'))
# source given to compile() has no lines to show, unless its file exists
for text in 'return 1', 'x = (', 'break':
    try: compile(text, 'nowhere.py', 'exec')
    except SyntaxError as e: print(e.msg, e.filename, e.lineno, e.text)
# no more than 20 blocks in each other
def nested(n, head):
    return ''.join(' ' * i + head + ':\n' for i in range(n)) + ' ' * n + 'pass\n'
def tries(n):
    return ''.join(' ' * i + 'try:\n' for i in range(n)) + ' ' * n + 'pass\n' + ''.join(' ' * i + 'except A: pass\n' for i in reversed(range(n)))
def attempt(text):
    try: compile(text, 'f', 'exec'); return 'fine'
    except SyntaxError as e: return e.msg, e.lineno, e.offset
for head in 'for x in y', 'while x', 'with x', 'with x, y', 'if x':
    print(head, [attempt(nested(n, head)) for n in (10, 20, 21)])
print([attempt(tries(n)) for n in (19, 20, 21)])
print(attempt('def f():\n' + nested(20, ' while x')))
