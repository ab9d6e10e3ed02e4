"""%time and %timeit."""

import gc
import math
import time as clock
import timeit as module

from .arguments import options

long_enough = 0.2  # seconds that one run of %timeit lasts at least


def span(seconds, precision=3):
    """A duration with a few digits and its unit."""
    if seconds >= 60:
        parts = []
        for unit, length in ("d", 86400), ("h", 3600), ("min", 60), ("s", 1):
            if seconds >= length:
                parts.append(f"{int(seconds // length)}{unit}")
                seconds %= length
            if seconds < 1:
                break
        return " ".join(parts)
    order = min(-int(math.floor(math.log10(seconds)) // 3), 3) if seconds > 0 else 3
    return "%.*g %s" % (precision, seconds * 10 ** (3 * order), ("s", "ms", "µs", "ns")[order])


def timed(shell, run):
    wall, cpu = clock.perf_counter(), clock.process_time()
    value = run()
    wall, cpu = clock.perf_counter() - wall, clock.process_time() - cpu
    cpu = min(cpu, wall)  # the process has other sessions
    print(f"CPU times: user {span(cpu)}, sys: {span(0)}, total: {span(cpu)}")
    print(f"Wall time: {span(wall)}")
    return value


def time_line(shell, text):
    return timed(shell, lambda: shell._kernel.run(text, "<timed exec>"))


def time_cell(shell, text, source):
    return timed(shell, lambda: shell._kernel.below(source, text))


class TimeitResult:
    """What %timeit -o returns: times in seconds."""

    def __init__(self, loops, repeat, all_runs, compile_time, precision):
        self.loops, self.repeat, self.all_runs = loops, repeat, all_runs
        self.best, self.worst = min(all_runs) / loops, max(all_runs) / loops
        self.compile_time = compile_time
        self.timings = [t / loops for t in all_runs]
        self._precision = precision

    @property
    def average(self):
        return math.fsum(self.timings) / len(self.timings)

    @property
    def stdev(self):
        mean = self.average
        return (math.fsum((t - mean) ** 2 for t in self.timings) / len(self.timings)) ** 0.5

    def __str__(self):
        def plural(n):
            return "" if n == 1 else "s"
        return (f"{span(self.average, self._precision)} ± {span(self.stdev, self._precision)} per loop "
                f"(mean ± std. dev. of {self.repeat} run{plural(self.repeat)}, {self.loops:,} loop{plural(self.loops)} each)")

    def _repr_pretty_(self, p, cycle):
        p.text(f"<TimeitResult : {self}>")


def timeit(shell, text, source=None):
    """Run a statement in loops: -n loops of -r runs, -o for the result, -q for no text,
    -p digits, -t and -c for the clock. Over a cell the line is its setup."""
    found, statement = options(text, "n:r:tcp:qov:")
    setup = "pass"
    if source is not None:
        setup, statement = statement or "pass", source
    elif not statement:
        return None
    timer = clock.process_time if "c" in found else clock.perf_counter
    began = clock.perf_counter()
    run = module.Timer(statement, setup, timer, shell.user_ns).timeit
    compile_time = clock.perf_counter() - began
    repeat = int(found.get("r", 7))
    loops = int(found.get("n", 0)) or _enough(run)
    gc.collect()
    result = TimeitResult(loops, repeat, [run(loops) for _ in range(repeat)], compile_time, int(found.get("p", 3)))
    if "q" not in found:
        if result.worst > 4 * result.best and result.best > 0 and result.worst > 1e-6:
            print(f"The slowest run took {result.worst / result.best:0.2f} times longer than the fastest. "
                  "This could mean that an intermediate result is being cached.")
        print(result)
    return result if "o" in found else None


def _enough(run):
    """The power of ten of loops that lasts long enough."""
    for power in range(10):
        if run(10 ** power) >= long_enough:
            break
    return 10 ** power


line = {"time": time_line, "timeit": timeit}
cell = {"time": time_cell, "timeit": timeit}
