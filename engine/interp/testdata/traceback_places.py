# Where a traceback puts a failure: the line of a method's name, the statement or its part.


class Box:
    inner = None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        raise ValueError('at the end')


def method():
    return (Box()
            .inner
            .method(1,
                    2))


def method_call():
    return ([1]
            .append(
                1,
                2))


def attribute():
    x = Box.inner
    x.\
        a = 3


def deep():
    (Box
     .inner).c += 1


def deleted():
    del (Box
         .inner
         .c)


def loop():
    for i in 5: pass


def loop_of_pairs():
    for a, b in [(1, 2), 3]: pass


def managed():
    with Box() as b:
        b.x = 1


def unmanaged():
    with 5 as b: b.x = 1


def starred():
    return print(1, *5)


def starred_alone():
    x = print(*5)


def displayed():
    y = [1, *5]


def formatted():
    y = f'{1} {2:z}'


def asserted():
    y = 1; assert y


def compared():
    y = 1; assert y and not y == 1, 'one'


def chained():
    assert 0 if Box.inner else 3 < 2 < 1


def clause():
    try:
        Box.inner.c
    except 5:
        pass


last = None
for case in [method, method_call, attribute, deep, deleted, loop, loop_of_pairs, managed, unmanaged, starred,
             starred_alone, displayed, formatted, asserted, compared, chained, clause]:
    try:
        case()
    except Exception as e:
        first = e
        while first.__context__:
            first = first.__context__
        first.__context__ = last
        last = e
raise last
