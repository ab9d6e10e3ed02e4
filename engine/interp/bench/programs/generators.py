# Generators: pipelines, yield from, send.
def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def squares(it):
    for x in it:
        yield x * x


def evens(it):
    for x in it:
        if x % 2 == 0:
            yield x


def tree(lo, hi):
    if lo < hi:
        mid = (lo + hi) // 2
        yield from tree(lo, mid)
        yield mid
        yield from tree(mid + 1, hi)


def averager():
    total = n = 0
    while True:
        x = yield total / n if n else 0.0
        total += x
        n += 1


def main():
    s = 0
    for x in evens(squares(count(200000))):
        s += x
    s += sum(x for x in tree(0, 20000))
    a = averager()
    next(a)
    for i in range(100000):
        last = a.send(i)
    print(s, last)


main()
