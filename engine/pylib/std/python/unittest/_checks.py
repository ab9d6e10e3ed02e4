"""The checks of TestCase: assertEqual and its kin, and how they tell what differs."""

import collections
import difflib
import pprint
import re
import warnings

from ._contexts import _Logs, _Raises, _Warns


def _short(obj):
    text = repr(obj)
    return text if len(text) <= 80 * 8 else text[:80 * 8] + ' [truncated]...'


def _shorten(text, front, back):
    skip = len(text) - front - back
    return '%s[%d chars]%s' % (text[:front], skip, text[len(text) - back:]) if skip > 12 else text


def _both(first, second):
    """Two reprs, cut where they agree so that the difference stays in sight."""
    texts = repr(first), repr(second)
    longest = max(map(len, texts))
    if longest <= 80:
        return texts
    same = 0
    while same < min(map(len, texts)) and texts[0][same] == texts[1][same]:
        same += 1
    common = 80 - (longest - same + 17)
    if common > 5:
        prefix = _shorten(texts[0][:same], 5, common)
        return tuple(prefix + text[same:] for text in texts)
    prefix = _shorten(texts[0][:same], 5, 5)
    return tuple(prefix + _shorten(text[same:], 41, 5) for text in texts)


def _pretty(obj):
    return pprint.pformat(obj).splitlines()


def _differences(a, b):
    """The lines of a and b as difflib.ndiff shows them."""
    return '\n'.join(difflib.ndiff(a, b))


def _count_differences(first, second):
    """(count in first, count in second, element) where the counts differ, in order of appearance."""
    try:
        a, b = collections.Counter(first), collections.Counter(second)
    except TypeError:  # not all are hashable
        kinds = []
        for x in first + second:
            if not any(x == k for k in kinds):
                kinds.append(x)
        found = [(sum(x == k for x in first), sum(x == k for x in second), k) for k in kinds]
    else:
        found = [(a[k], b[k], k) for k in dict.fromkeys(first + second)]
    return [f for f in found if f[0] != f[1]]


class _Checks:
    """What a test can check."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 640
    _type_equality_funcs = {dict: 'assertDictEqual', list: 'assertListEqual', tuple: 'assertTupleEqual',
                            set: 'assertSetEqual', frozenset: 'assertSetEqual', str: 'assertMultiLineEqual'}

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        return standardMsg if msg is None else '%s : %s' % (standardMsg, msg)

    def _say(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def _diff(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + '\nDiff is %s characters long. Set self.maxDiff to None to see it.' % len(diff)

    def assertLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, True)

    def assertFalse(self, expr, msg=None):
        if expr:
            self._say(msg, '%s is not false' % _short(expr))

    def assertTrue(self, expr, msg=None):
        if not expr:
            self._say(msg, '%s is not true' % _short(expr))

    def assertRaises(self, expected_exception, *args, **kwargs):
        return _Raises(self, expected_exception).handle(args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return _Raises(self, expected_exception, expected_regex).handle(args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return _Warns(self, expected_warning).handle(args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return _Warns(self, expected_warning, expected_regex).handle(args, kwargs)

    def addTypeEqualityFunc(self, typeobj, function):
        """Compares two objects of a type with function(first, second, msg) in assertEqual."""
        self._type_equality_funcs[typeobj] = function

    def assertEqual(self, first, second, msg=None):
        compare = self._type_equality_funcs.get(type(first)) if type(first) is type(second) else None
        if compare is not None:
            if isinstance(compare, str):
                compare = getattr(self, compare)
            compare(first, second, msg=msg)
        elif not first == second:
            self._say(msg, '%s != %s' % _both(first, second))

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            self._say(msg, '%s == %s' % (_short(first), _short(second)))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        diff = abs(first - second)
        if delta is not None:
            if diff > delta:
                self._say(msg, '%s != %s within %s delta (%s difference)' % (_short(first), _short(second), _short(delta), _short(diff)))
        elif round(diff, 7 if places is None else places) != 0:
            self._say(msg, '%s != %s within %r places (%s difference)' % (_short(first), _short(second), 7 if places is None else places, _short(diff)))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        if delta is not None:
            if first == second or abs(first - second) <= delta:
                self._say(msg, '%s == %s within %s delta (%s difference)' % (_short(first), _short(second), _short(delta), _short(abs(first - second))))
            return
        diff = abs(first - second)
        if first == second or round(diff, 7 if places is None else places) == 0:
            self._say(msg, '%s == %s within %r places' % (_short(first), _short(second), 7 if places is None else places))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        name = seq_type.__name__ if seq_type is not None else 'sequence'
        if seq_type is not None:
            for which, seq in (('First', seq1), ('Second', seq2)):
                if not isinstance(seq, seq_type):
                    self._say(msg, '%s sequence is not a %s: %s' % (which, name, _short(seq)))
        lengths = []
        for which, seq in (('First', seq1), ('Second', seq2)):
            try:
                lengths.append(len(seq))
            except (TypeError, NotImplementedError):
                self._say(msg, '%s %s has no length.    Non-sequence?' % (which, name))
        if seq1 == seq2:
            return
        text = '%ss differ: %s != %s\n' % ((name.capitalize(),) + _both(seq1, seq2)) + self._first_difference(seq1, seq2, lengths)
        if lengths[0] != lengths[1]:
            longer, which = (seq1, 'First') if lengths[0] > lengths[1] else (seq2, 'Second')
            at = min(lengths)
            text += '\n%s %s contains %d additional elements.\n' % (which, name, abs(lengths[0] - lengths[1]))
            text += 'First extra element %d:\n%s\n' % (at, _short(longer[at]))
        self._say(msg, self._diff(text, '\n' + _differences(_pretty(seq1), _pretty(seq2))))

    def _first_difference(self, seq1, seq2, lengths):
        for i in range(min(lengths)):
            if seq1[i] != seq2[i]:
                return '\nFirst differing element %d:\n%s\n%s\n' % (i, _short(seq1[i]), _short(seq2[i]))
        return ''

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        differences = []
        for which, a, b in (('first', set1, set2), ('second', set2, set1)):
            try:
                differences.append(a.difference(b))
            except TypeError as e:
                self.fail('invalid type when attempting set difference: %s' % e)
            except AttributeError as e:
                self.fail('%s argument does not support set difference: %s' % (which, e))
        lines = []
        for title, items in zip(('first set but not the second', 'second set but not the first'), differences):
            if items:
                lines.append('Items in the %s:' % title)
                lines.extend(repr(i) for i in items)
        if lines:
            self._say(msg, '\n'.join(lines))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, 'First argument is not a dictionary')
        self.assertIsInstance(d2, dict, 'Second argument is not a dictionary')
        if d1 != d2:
            self._say(msg, self._diff('%s != %s' % _both(d1, d2), '\n' + _differences(_pretty(d1), _pretty(d2))))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, 'First argument is not a string')
        self.assertIsInstance(second, str, 'Second argument is not a string')
        if first != second:
            a, b = first.splitlines(keepends=True), second.splitlines(keepends=True)
            if len(a) == 1 and first.strip('\r\n') == first:
                a, b = [first + '\n'], (second + '\n').splitlines(keepends=True)
            import difflib
            self._say(msg, self._diff('%s != %s' % _both(first, second), '\n' + ''.join(difflib.ndiff(a, b))))

    def assertIn(self, member, container, msg=None):
        if member not in container:
            self._say(msg, '%s not found in %s' % (_short(member), _short(container)))

    def assertNotIn(self, member, container, msg=None):
        if member in container:
            self._say(msg, '%s unexpectedly found in %s' % (_short(member), _short(container)))

    def assertIs(self, expr1, expr2, msg=None):
        if expr1 is not expr2:
            self._say(msg, '%s is not %s' % (_short(expr1), _short(expr2)))

    def assertIsNot(self, expr1, expr2, msg=None):
        if expr1 is expr2:
            self._say(msg, 'unexpectedly identical: %s' % _short(expr1))

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            self._say(msg, '%s is not None' % _short(obj))

    def assertIsNotNone(self, obj, msg=None):
        if obj is None:
            self._say(msg, 'unexpectedly None')

    def assertIsInstance(self, obj, cls, msg=None):
        if not isinstance(obj, cls):
            self._say(msg, '%s is not an instance of %r' % (_short(obj), cls))

    def assertNotIsInstance(self, obj, cls, msg=None):
        if isinstance(obj, cls):
            self._say(msg, '%s is an instance of %r' % (_short(obj), cls))

    def assertLess(self, a, b, msg=None):
        if not a < b:
            self._say(msg, '%s not less than %s' % (_short(a), _short(b)))

    def assertLessEqual(self, a, b, msg=None):
        if not a <= b:
            self._say(msg, '%s not less than or equal to %s' % (_short(a), _short(b)))

    def assertGreater(self, a, b, msg=None):
        if not a > b:
            self._say(msg, '%s not greater than %s' % (_short(a), _short(b)))

    def assertGreaterEqual(self, a, b, msg=None):
        if not a >= b:
            self._say(msg, '%s not greater than or equal to %s' % (_short(a), _short(b)))

    def assertRegex(self, text, expected_regex, msg=None):
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, 'expected_regex must not be empty.'
        if not re.search(expected_regex, text):
            self._say(msg, "Regex didn't match: %r not found in %r" % (getattr(expected_regex, 'pattern', expected_regex), text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        found = re.search(unexpected_regex, text)
        if found:
            self._say(msg, 'Regex matched: %r matches %r in %r' % (found.group(), getattr(unexpected_regex, 'pattern', unexpected_regex), text))

    def assertCountEqual(self, first, second, msg=None):
        differences = _count_differences(list(first), list(second))
        if differences:
            lines = ['First has %d, Second has %d:  %r' % d for d in differences]
            self._say(msg, self._diff('Element counts were not equal:\n', '\n'.join(lines)))


def _deprecated(name):
    def old(self, *args, **kwargs):
        warnings.warn('Please use %s instead.' % name, DeprecationWarning, 2)
        return getattr(self, name)(*args, **kwargs)
    return old


for _old, _name in (('assertEquals', 'assertEqual'), ('assertNotEquals', 'assertNotEqual'), ('assert_', 'assertTrue'),
                    ('assertAlmostEquals', 'assertAlmostEqual'), ('assertNotAlmostEquals', 'assertNotAlmostEqual'),
                    ('assertRegexpMatches', 'assertRegex'), ('assertNotRegexpMatches', 'assertNotRegex'),
                    ('assertRaisesRegexp', 'assertRaisesRegex'), ('failUnlessEqual', 'assertEqual'),
                    ('failIfEqual', 'assertNotEqual'), ('failUnless', 'assertTrue'), ('failIf', 'assertFalse'),
                    ('failUnlessRaises', 'assertRaises'), ('failUnlessAlmostEqual', 'assertAlmostEqual'),
                    ('failIfAlmostEqual', 'assertNotAlmostEqual')):
    setattr(_Checks, _old, _deprecated(_name))
