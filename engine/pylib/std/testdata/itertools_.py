from itertools import *
import operator
print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], operator.mul, initial=2)), list(chain([1], 'ab')), list(chain.from_iterable(['ab', [3]])))
print(list(combinations('abcd', 2)), list(combinations_with_replacement('abc', 2)), list(permutations('abc', 2)), list(permutations([1, 2, 3])))
print(list(product('ab', [1, 2])), list(product([0, 1], repeat=3)), list(product()), list(combinations([1], 3)))
print(list(compress('abcdef', [1, 0, 1, 0, 1])), list(islice(count(10, 3), 4)), list(islice(cycle('ab'), 5)), list(repeat(7, 3)))
print(list(dropwhile(lambda x: x < 3, [1, 3, 2])), list(takewhile(lambda x: x < 3, [1, 3, 2])), list(filterfalse(None, [0, 1, ''])))
print([(k, list(g)) for k, g in groupby('aabbba')], [k for k, g in groupby([1, 3, 2], key=lambda x: x % 2)])
print(list(pairwise([1, 2, 3])), list(starmap(pow, [(2, 3), (3, 2)])), list(zip_longest('abc', [1], fillvalue='-')))
a, b = tee(iter([1, 2, 3]))
print(next(a), list(b), list(a), count(1), count(1, 2), repeat(3), repeat(3, 2))
print(list(islice(range(10), 2, 8, 3)), list(islice('abc', None)), list(islice(count(), 3)))
it = iter(range(6))
print(list(islice(it, 2)), list(it))
groups = groupby('aab')
k, first = next(groups)
next(groups)
print(list(first))
for f in (lambda: islice([1], -1), lambda: combinations([1], -1), lambda: product([1], repeat=-1), lambda: chain(3), lambda: count('a')):
    try:
        list(f())
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(operator.itemgetter(1, 2)([5, 6, 7]), operator.attrgetter('real', 'imag')(3), operator.methodcaller('split', ',')('a,b'), operator.itemgetter('k'), operator.concat([1], [2]), operator.countOf('aab', 'a'))
