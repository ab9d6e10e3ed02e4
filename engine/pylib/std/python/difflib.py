"""Differences between sequences, of lines above all."""

import re
from collections import namedtuple
from heapq import nlargest

__all__ = ['get_close_matches', 'ndiff', 'restore', 'SequenceMatcher', 'Differ', 'IS_CHARACTER_JUNK', 'IS_LINE_JUNK',
           'context_diff', 'unified_diff', 'diff_bytes', 'Match']

Match = namedtuple('Match', 'a b size')


class SequenceMatcher:
    """Finds what two sequences have in common: the longest matching block, then left and right of it."""

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk, self.autojunk, self.a, self.b = isjunk, autojunk, None, None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        if a is not self.a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        if b is not self.b:
            self.b = b
            self.matching_blocks = self.opcodes = self.fullbcount = None
            self._index()

    def _index(self):
        places = {}
        for i, x in enumerate(self.b):
            places.setdefault(x, []).append(i)
        self.bjunk = {x for x in places if self.isjunk and self.isjunk(x)}
        for x in self.bjunk:
            del places[x]
        self.bpopular, n = set(), len(self.b)
        if self.autojunk and n >= 200:
            self.bpopular = {x for x, where in places.items() if len(where) > n // 100 + 1}
            for x in self.bpopular:
                del places[x]
        self.b2j = places

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        a, b, junk = self.a, self.b, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        best_i, best_j, best = alo, blo, 0
        lengths = {}
        for i in range(alo, ahi):
            now = {}
            for j in self.b2j.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = now[j] = lengths.get(j - 1, 0) + 1
                if k > best:
                    best_i, best_j, best = i - k + 1, j - k + 1, k
            lengths = now
        for junky in (False, True):
            while best_i > alo and best_j > blo and (b[best_j - 1] in junk) == junky and a[best_i - 1] == b[best_j - 1]:
                best_i, best_j, best = best_i - 1, best_j - 1, best + 1
            while best_i + best < ahi and best_j + best < bhi and (b[best_j + best] in junk) == junky \
                    and a[best_i + best] == b[best_j + best]:
                best += 1
        return Match(best_i, best_j, best)

    def get_matching_blocks(self):
        if self.matching_blocks is not None:
            return self.matching_blocks
        queue, found = [(0, len(self.a), 0, len(self.b))], []
        while queue:
            alo, ahi, blo, bhi = queue.pop()
            i, j, k = match = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append(match)
                if alo < i and blo < j:
                    queue.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    queue.append((i + k, ahi, j + k, bhi))
        joined, last = [], (0, 0, 0)
        for match in sorted(found):
            if last[0] + last[2] == match[0] and last[1] + last[2] == match[1]:
                last = (last[0], last[1], last[2] + match[2])
                continue
            if last[2]:
                joined.append(last)
            last = tuple(match)
        if last[2]:
            joined.append(last)
        joined.append((len(self.a), len(self.b), 0))
        self.matching_blocks = list(map(Match._make, joined))
        return self.matching_blocks

    def get_opcodes(self):
        """How to turn a into b: (tag, i1, i2, j1, j2) with replace, delete, insert and equal."""
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = answer = []
        for ai, bj, size in self.get_matching_blocks():
            tag = 'replace' if i < ai and j < bj else 'delete' if i < ai else 'insert' if j < bj else ''
            if tag:
                answer.append((tag, i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                answer.append(('equal', ai, i, bj, j))
        return answer

    def get_grouped_opcodes(self, n=3):
        """The opcodes in groups with n items of context."""
        codes = list(self.get_opcodes()) or [('equal', 0, 1, 0, 1)]
        if codes[0][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == 'equal' and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == 'equal'):
            yield group

    def _share(self, matches):
        total = len(self.a) + len(self.b)
        return 2.0 * matches / total if total else 1.0

    def ratio(self):
        """How alike the sequences are, between 0 and 1."""
        return self._share(sum(block[-1] for block in self.get_matching_blocks()))

    def quick_ratio(self):
        left = {}
        for x in self.b:
            left[x] = left.get(x, 0) + 1
        matches = 0
        for x in self.a:
            if left.get(x, 0) > 0:
                left[x] -= 1
                matches += 1
        return self._share(matches)

    def real_quick_ratio(self):
        return self._share(min(len(self.a), len(self.b)))


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The n possibilities most like word, the best first."""
    if not n > 0:
        raise ValueError('n must be > 0: %r' % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: %r' % (cutoff,))
    found, matcher = [], SequenceMatcher()
    matcher.set_seq2(word)
    for x in possibilities:
        matcher.set_seq1(x)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and matcher.ratio() >= cutoff:
            found.append((matcher.ratio(), x))
    return [x for score, x in nlargest(n, found)]


class Differ:
    """Compares lines, and within similar lines characters."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk, self.charjunk = linejunk, charjunk

    def compare(self, a, b):
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            elif tag == 'delete':
                yield from self._dump('-', a, alo, ahi)
            elif tag == 'insert':
                yield from self._dump('+', b, blo, bhi)
            else:
                yield from self._dump(' ', a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield '%s %s' % (tag, x[i])

    def _plain(self, a, alo, ahi, b, blo, bhi):
        if bhi - blo < ahi - alo:
            yield from self._dump('+', b, blo, bhi)
            yield from self._dump('-', a, alo, ahi)
        else:
            yield from self._dump('-', a, alo, ahi)
            yield from self._dump('+', b, blo, bhi)

    def _replace(self, a, alo, ahi, b, blo, bhi):
        """Pairs the two most similar lines, and goes on left and right of them."""
        best, cutoff, same = 0.74, 0.75, None
        matcher = SequenceMatcher(self.charjunk)
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    if same is None:
                        same = i, j
                    continue
                matcher.set_seq1(a[i])
                if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
                    best, best_i, best_j = matcher.ratio(), i, j
        if best < cutoff:
            if same is None:
                yield from self._plain(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j = same
            best = 1.0
        else:
            same = None
        yield from self._around(a, alo, best_i, b, blo, best_j)
        if same is None:
            yield from self._mark(a[best_i], b[best_j], matcher)
        else:
            yield '  ' + a[best_i]
        yield from self._around(a, best_i + 1, ahi, b, best_j + 1, bhi)

    def _mark(self, left, right, matcher):
        matcher.set_seqs(left, right)
        yield '- ' + left
        yield from _question(left, _marks(matcher, 0))
        yield '+ ' + right
        yield from _question(right, _marks(matcher, 1))

    def _around(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi:
            if blo < bhi:
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            else:
                yield from self._dump('-', a, alo, ahi)
        elif blo < bhi:
            yield from self._dump('+', b, blo, bhi)


def _marks(matcher, side):
    """A character under each of a line's: ^ changed, - gone, + new."""
    out = ''
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        n = (i2 - i1, j2 - j1)[side]
        out += {'replace': '^', 'delete': '- '[side], 'insert': ' +'[side], 'equal': ' '}[tag] * n
    return out


def _question(line, marks):
    kept = ''.join(c if tag == ' ' and c.isspace() else tag for c, tag in zip(line, marks)).rstrip()
    if kept:
        yield '? %s\n' % kept


def IS_LINE_JUNK(line, pat=re.compile(r'\s*(?:#\s*)?$').match):
    return pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    return ch in ws


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Both texts, each line marked as common, only in a, only in b."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """One of the two texts of an ndiff."""
    try:
        tag = {1: '- ', 2: '+ '}[int(which)]
    except KeyError:
        raise ValueError('unknown delta choice (must be 1 or 2): %r' % which) from None
    for line in delta:
        if line[:2] in ('  ', tag):
            yield line[2:]


def _check(a, b, *args):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError('lines to compare must be str, not %s (%r)' % (type(lines[0]).__name__, lines[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError('all arguments must be str, not: %r' % (arg,))


def _header(mark, file, date, lineterm):
    return '%s %s%s%s' % (mark, file, '\t' + date if date else '', lineterm)


def _unified_range(start, stop):
    length = stop - start
    if length == 1:
        return str(start + 1)
    return '%d,%d' % (start if not length else start + 1, length)


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """The difference as `diff -u` prints it."""
    _check(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield _header('---', fromfile, fromfiledate, lineterm)
            yield _header('+++', tofile, tofiledate, lineterm)
        first, last = group[0], group[-1]
        yield '@@ -%s +%s @@%s' % (_unified_range(first[1], last[2]), _unified_range(first[3], last[4]), lineterm)
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                yield from (' ' + line for line in a[i1:i2])
                continue
            if tag in ('replace', 'delete'):
                yield from ('-' + line for line in a[i1:i2])
            if tag in ('replace', 'insert'):
                yield from ('+' + line for line in b[j1:j2])


def _context_range(start, stop):
    length = stop - start
    if not length:
        start -= 1
    start += 1
    return str(start) if length <= 1 else '%d,%d' % (start, start + length - 1)


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """The difference as `diff -c` prints it."""
    _check(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    prefix = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield _header('***', fromfile, fromfiledate, lineterm)
            yield _header('---', tofile, tofiledate, lineterm)
        first, last = group[0], group[-1]
        yield '***************' + lineterm
        yield '*** %s ****%s' % (_context_range(first[1], last[2]), lineterm)
        if any(tag in ('replace', 'delete') for tag, *_ in group):
            for tag, i1, i2, _, _ in group:
                if tag != 'insert':
                    yield from (prefix[tag] + line for line in a[i1:i2])
        yield '--- %s ----%s' % (_context_range(first[3], last[4]), lineterm)
        if any(tag in ('replace', 'insert') for tag, *_ in group):
            for tag, _, _, j1, j2 in group:
                if tag != 'delete':
                    yield from (prefix[tag] + line for line in b[j1:j2])


def diff_bytes(dfunc, a, b, fromfile=b'', tofile=b'', fromfiledate=b'', tofiledate=b'', n=3, lineterm=b'\n'):
    """What dfunc, such as unified_diff, says of lines of bytes, whatever their encoding."""
    def text(s):
        try:
            return s.decode('ascii', 'surrogateescape')
        except AttributeError as e:
            raise TypeError('all arguments must be bytes, not %s (%r)' % (type(s).__name__, s)) from e
    lines = dfunc(list(map(text, a)), list(map(text, b)), text(fromfile), text(tofile), text(fromfiledate), text(tofiledate), n, text(lineterm))
    for line in lines:
        yield line.encode('ascii', 'surrogateescape')
