"""Examples of a module.

>>> double(2)
4
>>> double('ab')
'abab'
"""
import doctest
import unittest


def double(x):
    """Twice x.

    >>> double(3)
    6
    >>> double(None)
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for *: 'NoneType' and 'int'
    >>> double(1)  # doctest: +SKIP
    3
    """
    return x * 2


class Stack:
    """
    >>> s = Stack()
    >>> s.push(1); s.push(2)
    >>> s.items
    [1, 2]
    >>> s
    <...Stack object at 0x...>
    """

    def __init__(self):
        self.items = []

    def push(self, item):
        """
        >>> Stack().push(
        ...     3)
        >>> print('a\\n\\nb')
        a
        <BLANKLINE>
        b
        >>> list(range(20))  # doctest: +NORMALIZE_WHITESPACE
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
         10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
        """
        self.items.append(item)

    @property
    def top(self):
        """
        >>> Stack().top
        Traceback (most recent call last):
        IndexError: list index out of range
        """
        return self.items[-1]


text = '''
>>> 1 + 1
3
>>> print('x')
>>> for i in range(2):
...     print(i)
0
2
'''
print(doctest.testmod(optionflags=doctest.ELLIPSIS, verbose=False))
for test in doctest.DocTestFinder().find(Stack, 'Stack'):
    print(test.name, len(test.examples))
parser = doctest.DocTestParser()
for piece in parser.parse('before\n  >>> a\n  1\n\n  after\n  >>> # nothing\n  >>> b  # doctest: +ELLIPSIS, -SKIP\n'):
    print(repr(piece) if isinstance(piece, str) else (piece.source, piece.want, piece.lineno, piece.indent, piece.options, piece.exc_msg))
for bad in ('>>>a\n', '  >>> a\n 1\n', '>>> a # doctest: +NOPE\n'):
    try:
        parser.parse(bad, 'bad')
    except ValueError as e:
        print(e)
test = parser.get_doctest(text, {}, 'sample', 'sample.txt', 0)
print(test)
runner = doctest.DocTestRunner(verbose=True)
print(runner.run(test, out=lambda s: print(s, end='')))
print(runner.summarize())
checker = doctest.OutputChecker()
print(checker.check_output('1\n', 'True\n', 0), checker.check_output('a...c\n', 'abbc\n', doctest.ELLIPSIS), checker.check_output('a b\n', 'a  b\n', doctest.NORMALIZE_WHITESPACE))
print(checker.output_difference(doctest.Example('x', 'a\nb\nc\n'), 'a\nB\nc\n', doctest.REPORT_NDIFF))
print(doctest.script_from_examples('Text.\n>>> 1 + 1\n2\nMore.\n'))
try:
    doctest.DebugRunner(verbose=False).run(parser.get_doctest('>>> 1\n2\n', {}, 'd', None, 0))
except doctest.DocTestFailure as e:
    print(repr(e.got), repr(e.example.want), e)
suite = doctest.DocTestSuite()
result = unittest.TestResult()
suite.run(result)
print(suite.countTestCases(), result.testsRun, len(result.failures), [case for case, _ in result.failures])
print('Expected:\n    <...Stack object at 0x...>\nGot:' in result.failures[0][1])
doctest.run_docstring_examples(lambda: None, {}, name='none')
