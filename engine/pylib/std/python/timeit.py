"""How long small pieces of code take."""

import time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']

default_timer = time.perf_counter


class Timer:
    """A statement to be timed."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self._timer, self._space = timer, {} if globals is None else dict(globals)
        self._setup = setup if callable(setup) else self._function(setup)
        self._stmt = stmt if callable(stmt) else self._function(stmt, loop=True)
        self._loops = not callable(stmt)

    def _function(self, text, loop=False):
        if loop:
            return text
        return lambda: exec(text, self._space)

    def timeit(self, number=1000000):
        self._setup()
        if self._loops:
            body = '\n'.join('        ' + line for line in self._stmt.split('\n'))
            exec('def _run(_n):\n    for _ in range(_n):\n%s\n' % body, self._space)
            run = self._space['_run']
            start = self._timer()
            run(number)
        else:
            stmt = self._stmt
            start = self._timer()
            for _ in range(number):
                stmt()
        return self._timer() - start

    def repeat(self, repeat=5, number=1000000):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        n = 1
        while True:
            for k in (1, 2, 5):
                took = self.timeit(n * k)
                if took >= 0.2:
                    return n * k, took
            n *= 10


def timeit(stmt='pass', setup='pass', timer=default_timer, number=1000000, globals=None):
    """Seconds for `number` runs of stmt."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=5, number=1000000, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
