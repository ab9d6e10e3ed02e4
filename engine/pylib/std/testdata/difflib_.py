import difflib
a = 'one\ntwo\nthree\nfour\nfive\n'.splitlines(True)
b = 'one\ntwo!\nthree\nFOUR\nfive\nsix\n'.splitlines(True)
print(''.join(difflib.unified_diff(a, b, 'a.txt', 'b.txt')))
print(''.join(difflib.context_diff(a, b, 'a', 'b', n=1)))
print(''.join(difflib.ndiff(a, b)))
print(''.join(difflib.restore(difflib.ndiff(a, b), 1)), ''.join(difflib.restore(difflib.ndiff(a, b), 2)))
s = difflib.SequenceMatcher(None, 'qabxcd', 'abycdf')
print(s.get_opcodes(), s.get_matching_blocks(), s.ratio(), s.quick_ratio(), s.real_quick_ratio())
print(s.find_longest_match(0, 6, 0, 6))
print(difflib.SequenceMatcher(lambda x: x == ' ', 'private Thread currentThread;', 'private volatile Thread currentThread;').get_matching_blocks())
print(difflib.get_close_matches('appel', ['ape', 'apple', 'peach', 'puppy']))
print(difflib.get_close_matches('x', []))
print(difflib.get_close_matches('wheel', ['heel', 'steel', 'feel'], n=1, cutoff=0.5))
print(list(difflib.Differ().compare(['a b c\n', 'same\n'], ['a b d\n', 'same\n', 'new\n'])), list(difflib.unified_diff(['a'], ['a'])))
try:
    difflib.get_close_matches('a', ['b'], n=0)
except ValueError as e:
    print(e)
try:
    list(difflib.unified_diff([1], ['a']))
except TypeError as e:
    print(e)
