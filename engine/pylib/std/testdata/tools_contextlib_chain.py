from contextlib import AbstractContextManager, ExitStack, contextmanager


class Raises:
    def __init__(self, e):
        self.e = e

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        raise self.e


try:
    with ExitStack() as stack:
        stack.enter_context(Raises(IndexError('third')))
        stack.enter_context(Raises(KeyError('second')))
        1 / 0
except IndexError as e:
    print(repr(e), repr(e.__context__), repr(e.__context__.__context__))

try:
    try:
        raise ValueError('outside')
    except ValueError:
        with ExitStack() as stack:
            stack.callback(lambda: 1 / 0)
            stack.push(lambda *exc: exc[0] is TypeError)
            raise TypeError('gone')
except ZeroDivisionError as e:
    print(repr(e), repr(e.__context__))


@contextmanager
def manager():
    try:
        yield 1
    finally:
        pass


def frames(e):
    tb, n = e.__traceback__, 0
    while tb is not None:
        n, tb = n + 1, tb.tb_next
    return n


try:
    with manager():
        raise ValueError
except ValueError as e:
    print(frames(e))


class NoExit(AbstractContextManager):
    __exit__ = None


class Both:
    def __enter__(self):
        pass

    def __exit__(self, *exc):
        pass


class Neither(Both):
    __enter__ = None


print(issubclass(Both, AbstractContextManager), issubclass(Neither, AbstractContextManager))
