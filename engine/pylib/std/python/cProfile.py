"""Counts and times what a program calls, by _lsprof; pstats writes the tables."""

__all__ = ['run', 'runctx', 'Profile']

import _lsprof
import profile as _profile


def run(statement, filename=None, sort=-1):
    """Run a statement under the profiler, and write what it cost: to a file, or as a table."""
    return _profile._report(Profile(), filename, sort, lambda prof: prof.run(statement))


def runctx(statement, globals, locals, filename=None, sort=-1):
    """Run a statement under the profiler with the given namespaces, as run() does."""
    return _profile._report(Profile(), filename, sort, lambda prof: prof.runctx(statement, globals, locals))


class Profile(_lsprof.Profiler):
    """Profile(timer=None, timeunit=None, subcalls=True, builtins=True)

    Builds a profiler object using the specified timer function.
    The default timer is a fast built-in one based on real time.
    For custom timer functions returning integers, timeunit can
    be a float specifying a scale (that is, how long each integer unit
    is, in seconds).
    """

    def print_stats(self, sort=-1):
        import pstats
        pstats.Stats(self).strip_dirs().sort_stats(sort).print_stats()

    def dump_stats(self, file):
        import marshal
        with open(file, 'wb') as f:
            self.create_stats()
            marshal.dump(self.stats, f)

    def create_stats(self):
        self.disable()
        self.snapshot_stats()

    def snapshot_stats(self):
        entries = self.getstats()
        self.stats = {}
        callers = {id(entry.code): {} for entry in entries}
        for entry in entries:
            primitive = entry.callcount - entry.reccallcount
            self.stats[label(entry.code)] = (primitive, entry.callcount, entry.inlinetime, entry.totaltime, callers[id(entry.code)])
        for entry in entries:
            caller = label(entry.code)
            for call in entry.calls or ():
                if id(call.code) in callers:
                    known = callers[id(call.code)]
                    new = call.callcount, call.callcount - call.reccallcount, call.inlinetime, call.totaltime
                    known[caller] = tuple(map(sum, zip(known.get(caller, (0, 0, 0, 0)), new)))

    def run(self, cmd):
        import __main__
        return self.runctx(cmd, __main__.__dict__, __main__.__dict__)

    def runctx(self, cmd, globals, locals):
        self.enable()
        try:
            exec(cmd, globals, locals)
        finally:
            self.disable()
        return self

    def runcall(self, func, /, *args, **kw):
        self.enable()
        try:
            return func(*args, **kw)
        finally:
            self.disable()

    def __enter__(self):
        self.enable()
        return self

    def __exit__(self, *exc_info):
        self.disable()


def label(code):
    """What stands for a function in the tables: file, line, name."""
    if isinstance(code, str):
        return '~', 0, code  # written in Go: '~' sorts last
    return code.co_filename, code.co_firstlineno, code.co_name


def main():
    return _profile._main(Profile, 'cProfile')


if __name__ == '__main__':
    main()
