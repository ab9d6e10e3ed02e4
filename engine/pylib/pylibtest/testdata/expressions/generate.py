"""Writes the goldens of this folder: what CPython answers to many expressions.

usage: python3 generate.py        (CPython 3.11; it rewrites *.golden beside it)

Each line of a golden is `expression -> answer`, where the answer is the repr of
the value, or `Type: message` of the exception.
"""
import itertools
import os
import random
import warnings

warnings.simplefilter('ignore')
HERE = os.path.dirname(os.path.abspath(__file__))

SAMPLES = {
    'str': ["''", "'abc'", "'Hello World'", "'  x\\ty\\n '", "'héllo wörld ß'", "'a,b,,c'", "'123'", "'ǅ ﬁx'", "'\\ud800x'", "'aXbXc'"],
    'bytes': ["b''", "b'abc'", "b'Hello World'", "b' a b '", "b'\\xff\\x00'", "b'a,b,,c'"],
    'list': ["[]", "[3,1,2]", "['a',1]", "[[1],[2]]", "[1,2,1,True]"],
    'tuple': ["()", "(1,)", "(1,2,1)"],
    'dict': ["{}", "{'a':1,'b':2}", "{1:2,'x':[]}"],
    'set': ["set()", "{1,2,3}", "{40,9,17}"],
    'frozenset': ["frozenset()", "frozenset([1,2,3])"],
    'int': ["0", "5", "-7", "255", "10**20", "-10**20", "True"],
    'float': ["0.0", "-0.0", "1.5", "-2.75", "1e300", "1e-300", "float('inf')", "float('nan')", "123456789.125"],
    'complex': ["0j", "(1+2j)", "(-1.5-0j)"],
    'range': ["range(0)", "range(5)", "range(10,0,-3)", "range(10**20, 10**20+5)"],
}
ONE = ["1", "-1", "'a'", "'b,'", "None", "[1,2]", "('a','b')", "{'a':1}", "True", "'X'", "' '", "'utf-8'", "{97:'z'}"]
TWO = [("'a'", "'b'"), ("1", "2"), ("'a'", "1"), ("5", "'*'"), ("'l'", "2"), ("b'a'", "b'b'"), ("10", "b'*'"), ("None", "2"), ("'utf-8'", "'replace'"), ("'ascii'", "'backslashreplace'")]
OPERATORS = ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '==', '!=', '<', '<=', '>', '>=', 'in']
FUNCTIONS = ['bool', 'int', 'float', 'complex', 'str', 'bytes', 'list', 'tuple', 'set', 'dict', 'len', 'abs', 'repr', 'ascii', 'bin', 'hex', 'oct',
             'chr', 'ord', 'sum', 'min', 'max', 'any', 'all', 'sorted', 'round', 'callable', 'type', 'range', 'slice']
SPECS = ['', 'd', 'n', 'x', '#x', '#b', '08b', '+d', ' d', '10', '<10', '^10', '>10', '=10', '*^12', '010', ',', '_', ',.2f', '_x', '+,', '.3', '.0f',
         '#.0f', '10.4f', 'e', '.3e', 'E', 'g', '.3g', 'G', '%', '.1%', 'c', 's', '.2', '10.2', '^^5', 'z.1f', '020,.3f', '.17g', '.30f', '5d', 'F', 'zz', '.', ',d_', '=+8', '<05']
PERCENT = ['%d', '%5d', '%-5d|', '%05d', '%+d', '% d', '%x', '%#x', '%o', '%#o', '%X', '%e', '%.3e', '%f', '%.0f', '%8.2f', '%-8.2f|', '%g', '%.3g', '%#g',
           '%s', '%10s', '%-10s|', '%.2s', '%r', '%a', '%c', '%i', '%u', '%5%', '%%', '%(a)s', '%z', '%']
NUMBERS = ['0', '1', '-1', '255', '123456789', '10**25', '-10**25', 'True', '0.0', '-0.0', '1.5', '-2.5', '1e16', '1e-5', '123456.789', '1e300', '5e-324',
           'float("inf")', 'float("nan")', '0.1', '2.675', '1/3', '1j', '1.5-2j', '"abc"', '"é"', 'None', '[1]', '65', '(1,)', '{"a":1}']


def show(v):
    if hasattr(v, '__next__') or type(v).__name__.startswith('dict_'):
        return type(v).__name__ + repr(list(itertools.islice(v, 20)))
    if isinstance(v, (set, frozenset)) and any(isinstance(x, str) for x in v):
        return type(v).__name__ + repr(sorted(v, key=repr))  # their order is free
    r = repr(v)
    return type(v).__name__ if ' at 0x' in r else r


def answer(source):
    try:
        return show(eval(source, {}))
    except Exception as e:
        return type(e).__name__ + ': ' + str(e)


def methods():
    for kind, values in SAMPLES.items():
        for value in values:
            for name in sorted(n for n in dir(eval(value)) if not n.startswith('_')):
                if not callable(getattr(eval(value), name)):
                    yield f'({value}).{name}'
                    continue
                yield f'({value}).{name}()'
                for a in ONE:
                    yield f'({value}).{name}({a})'
                for a, b in TWO:
                    yield f'({value}).{name}({a},{b})'


def operators():
    values = [v for vs in SAMPLES.values() for v in vs[:4] if 'ud800' not in v] + ['None', 'object', '2.5']
    for a in values:
        for u in '-+~':
            yield f'{u}({a})'
        for f in FUNCTIONS:
            yield f'{f}({a})'
        for b in values:
            for op in OPERATORS:
                if op not in ('**', '<<') or '10**20' not in b:
                    yield f'({a}) {op} ({b})'


def formats():
    for n in NUMBERS:
        for s in SPECS:
            yield f'format({n}, {s!r})'
            yield f'"{{:{s}}}".format({n})'
        for p in PERCENT:
            yield f'{p!r} % {n}'
        for f in ('repr', 'hash', 'int', 'float', 'round', 'abs', 'str'):
            if (f, n) != ('hash', 'float("nan")') and not (f == 'hash' and ('"' in n or n == 'None')):
                yield f'{f}({n})'
        for d in (-2, 0, 1, 2, 5):
            yield f'round({n}, {d})'


def write(name, sources, keep):
    sources = list(sources)
    if len(sources) > keep:
        sources = [s for s in random.Random(311).sample(sources, keep)]
    with open(os.path.join(HERE, name + '.golden'), 'w', encoding='utf-8', errors='backslashreplace') as f:
        for s in sources:
            f.write(s + ' -> ' + answer(s).replace('\n', '\\n') + '\n')


write('methods', methods(), 2000)
write('operators', operators(), 2000)
write('formats', formats(), 2000)
