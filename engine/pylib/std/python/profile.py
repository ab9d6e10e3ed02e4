"""Counts and times what a program calls, by sys.setprofile; cProfile does the same and costs less."""

__all__ = ['run', 'runctx', 'Profile']

import sys
import time


def _report(prof, filename, sort, go):
    """Have prof run something, then write what that cost."""
    try:
        go(prof)
    except SystemExit:
        pass
    finally:
        if filename is not None:
            prof.dump_stats(filename)
        else:
            prof.print_stats(sort)


def run(statement, filename=None, sort=-1):
    """Run a statement under the profiler, and write what it cost: to a file, or as a table."""
    return _report(Profile(), filename, sort, lambda prof: prof.run(statement))


def runctx(statement, globals, locals, filename=None, sort=-1):
    """Run a statement under the profiler with the given namespaces, as run() does."""
    return _report(Profile(), filename, sort, lambda prof: prof.runctx(statement, globals, locals))


class _Call:
    """A call that is going on."""

    def __init__(self, function):
        self.function, self.own, self.subsidiary = function, 0.0, 0.0


class Profile:
    """Profile(timer=None, bias=None): timer gives seconds, or a tuple of parts that add up to them; bias is what an event costs."""

    bias = 0

    def __init__(self, timer=None, bias=None):
        self.timings = {}
        self.running = []
        self.c_func_name = ''
        self.bias = self.bias if bias is None else bias
        self.timer = timer or time.process_time
        self.get_time = self._sum if isinstance(self.timer(), (tuple, list)) else self.timer
        self.last = self.get_time()
        self.simulate_call('profiler')

    def _sum(self):
        return sum(self.timer())

    def dispatcher(self, frame, event, arg):
        now = self.get_time() - self.bias
        self._spend(now - self.last)
        if event == 'call':
            code = frame.f_code
            self._enter((code.co_filename, code.co_firstlineno, code.co_name))
        elif event == 'c_call':
            self.c_func_name = arg.__name__
            self._enter(('', 0, self.c_func_name))
        elif len(self.running) > 2:  # what began before the profiler did is not counted
            self._leave()
        self.last = self.get_time()

    def _spend(self, seconds):
        if self.running:
            self.running[-1].own += seconds

    def _enter(self, function):
        self.running.append(_Call(function))
        cc, ns, tt, ct, callers = self.timings.get(function, (0, 0, 0.0, 0.0, {}))
        self.timings[function] = cc, ns + 1, tt, ct, callers

    def _leave(self):
        """Count the innermost call: its own time, and once for recursive ones that with what it has called."""
        call = self.running.pop()
        total = call.own + call.subsidiary
        caller = self.running[-1]
        caller.subsidiary += total
        cc, ns, tt, ct, callers = self.timings[call.function]
        if all(c.function != call.function for c in self.running):
            cc, ct = cc + 1, ct + total
        callers[caller.function] = callers.get(caller.function, 0) + 1
        self.timings[call.function] = cc, ns, tt + call.own, ct, callers

    def simulate_call(self, name):
        function = 'profile', 0, name
        self.running.append(_Call(function))
        self.timings.setdefault(function, (0, 0, 0.0, 0.0, {}))
        if len(self.running) > 1:
            cc, ns, tt, ct, callers = self.timings[function]
            self.timings[function] = cc, ns + 1, tt, ct, callers

    def set_cmd(self, cmd):
        if len(self.running) == 1:
            self.simulate_call(cmd)

    def simulate_cmd_complete(self):
        """Count the calls that are still going on."""
        self._spend(self.get_time() - self.last)
        while len(self.running) > 1:
            self._leave()
        self.last = self.get_time()

    def print_stats(self, sort=-1):
        import pstats
        pstats.Stats(self).strip_dirs().sort_stats(sort).print_stats()

    def dump_stats(self, file):
        import marshal
        with open(file, 'wb') as f:
            self.create_stats()
            marshal.dump(self.stats, f)

    def create_stats(self):
        self.simulate_cmd_complete()
        self.snapshot_stats()

    def snapshot_stats(self):
        self.stats = {f: (cc, ns, tt, ct, dict(callers)) for f, (cc, ns, tt, ct, callers) in self.timings.items()}

    def run(self, cmd):
        import __main__
        return self.runctx(cmd, __main__.__dict__, __main__.__dict__)

    def runctx(self, cmd, globals, locals):
        self.set_cmd(cmd)
        sys.setprofile(self.dispatcher)
        try:
            exec(cmd, globals, locals)
        finally:
            sys.setprofile(None)
        return self

    def runcall(self, func, /, *args, **kw):
        self.set_cmd(repr(func))
        sys.setprofile(self.dispatcher)
        try:
            return func(*args, **kw)
        finally:
            sys.setprofile(None)

    def calibrate(self, m, verbose=0):
        """What an event costs the profiler, in seconds: m calls with one, less m without."""
        if self.__class__ is not Profile:
            raise TypeError('Subclasses must override .calibrate().')

        def work(n):
            for _ in range(n):
                abs(0)
        saved, self.bias = self.bias, 0
        try:
            began = self.get_time()
            work(m)
            plain = self.get_time() - began
            prof = Profile(self.timer)
            prof.runctx('work(m)', {'work': work, 'm': m}, {})
            seen = sum(tt for _, _, tt, _, _ in prof.timings.values())
        finally:
            self.bias = saved
        mean = max(seen - plain, 0.0) / (2 * m)
        if verbose:
            print('mean stopwatch overhead per profile event =', mean)
        return mean


def _main(kind, name):
    """python -m profile [-o FILE] [-s SORT] [-m MODULE | SCRIPT] ARGUMENTS"""
    import argparse
    import os
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument('-o', '--outfile', help='Save stats to <outfile>')
    parser.add_argument('-s', '--sort', default=-1, help='Sort order when printing to stdout, based on pstats.Stats class')
    parser.add_argument('-m', dest='module', action='store_true', help='Profile a library module.')
    parser.add_argument('script')
    parser.add_argument('args', nargs=argparse.REMAINDER)
    found = parser.parse_args()
    sys.argv[:] = [found.script, *found.args]
    names = {'__name__': '__main__', '__package__': None, '__cached__': None, '__spec__': None, '__builtins__': __builtins__}
    if found.module:
        names.update(run_module=__import__('runpy').run_module, modname=found.script)
        code = "run_module(modname, run_name='__main__')"
    else:
        sys.path.insert(0, os.path.dirname(found.script))
        names['__file__'] = found.script
        with open(found.script, 'rb') as f:
            code = compile(f.read(), found.script, 'exec')
    sort = int(found.sort) if str(found.sort).lstrip('-').isdigit() else found.sort
    return _report(kind(), found.outfile, sort, lambda prof: prof.runctx(code, names, None))


def main():
    return _main(Profile, 'profile')


if __name__ == '__main__':
    main()
