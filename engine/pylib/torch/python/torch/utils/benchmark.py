"""Measures how long code runs, as torch.utils.benchmark does: with a warm-up, waiting for
GPUs, and in as many runs as a stable number needs."""

import collections
import statistics
import textwrap
import time

import torch

_UNITS = ((1e-9, "ns"), (1e-6, "us"), (1e-3, "ms"), (1, "s"))


def timer():
    """The clock, once all GPUs are idle."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return time.perf_counter()


def select_unit(t):
    """The largest unit of which t seconds hold one, as (name, seconds)."""
    scale, name = next(((s, n) for s, n in reversed(_UNITS) if t >= s), _UNITS[0])
    return name, scale


def _quantile(sorted_values, q):
    place = q * (len(sorted_values) - 1)
    low = int(place)
    high = min(low + 1, len(sorted_values) - 1)
    return sorted_values[low] + (place - low) * (sorted_values[high] - sorted_values[low])


class TaskSpec(collections.namedtuple("TaskSpec", "stmt setup global_setup label sub_label description env num_threads",
                                      defaults=("", None, None, None, None, 1))):
    """What is measured."""

    @property
    def title(self):
        if self.label is not None:
            return self.label + (f": {self.sub_label}" if self.sub_label else "")
        if "\n" not in self.stmt:
            return self.stmt + (f": {self.sub_label}" if self.sub_label else "")
        return f"stmt:{': ' + self.sub_label if self.sub_label else ''}\n{textwrap.indent(self.stmt, '  ')}"

    def summarize(self):
        parts = [self.title, self.description or "", f"setup: {self.setup}" if self.setup and "\n" not in self.setup
                 else f"setup:\n{textwrap.indent(self.setup, '  ')}" if self.setup else ""]
        return "\n".join(part for part in parts if part)


class Measurement:
    """Times of one task, in seconds for one run."""

    def __init__(self, number_per_run, raw_times, task_spec, metadata=None):
        self.number_per_run, self.raw_times, self.task_spec, self.metadata = number_per_run, raw_times, task_spec, metadata

    def __getattr__(self, name):
        if name != "task_spec" and hasattr(self.task_spec, name):
            return getattr(self.task_spec, name)
        raise AttributeError(name)

    @property
    def times(self):
        return [t / self.number_per_run for t in self.raw_times]

    @property
    def _sorted_times(self):
        return sorted(self.times)

    @property
    def median(self):
        return statistics.median(self.times)

    @property
    def mean(self):
        return statistics.fmean(self.times)

    @property
    def iqr(self):
        return _quantile(self._sorted_times, 0.75) - _quantile(self._sorted_times, 0.25)

    @property
    def meets_confidence(self):
        return not self.has_warnings

    @property
    def has_warnings(self):
        return len(self.times) > 3 and self.iqr / self.median > 0.1

    def __repr__(self):
        unit, scale = select_unit(self.median)
        skip = 1 if self.number_per_run == 1 else 0
        n = len(self.times)
        lines = [super().__repr__(), self.task_spec.summarize()]
        lines.append(f"  {'Median: ' if n > 1 else ''}{self.median / scale:.2f} {unit}")
        if n >= 4:
            low, high = _quantile(self._sorted_times, 0.25), _quantile(self._sorted_times, 0.75)
            lines.append(f"  IQR:    {self.iqr / scale:.2f} {unit} ({low / scale:.2f} to {high / scale:.2f})")
        runs = f"{self.number_per_run} runs{' per measurement' if n > 1 else ''}, "
        lines.append(f"  {n} measurement{'s' if n > 1 else ''}, {'' if skip else runs}"
                     f"{self.task_spec.num_threads} thread{'s' if self.task_spec.num_threads > 1 else ''}")
        return "\n".join(lines)

    @staticmethod
    def merge(measurements):
        """Measurements of the same task as one each."""
        groups = collections.defaultdict(list)
        for m in measurements:
            groups[m.task_spec].append(m)
        return [Measurement(group[0].number_per_run, [t for m in group for t in m.raw_times], spec)
                for spec, group in groups.items()]


class Timer:
    """Measures a statement; setup runs before every measurement, globals are its names."""

    def __init__(self, stmt="pass", setup="pass", global_setup="", timer=timer, globals=None, label=None, sub_label=None,
                 description=None, env=None, num_threads=1, language="python"):
        if str(language).lower() not in ("python", "language.python"):
            raise ValueError("only Python can be measured here; kernel cells (%%cuda) hold C++")
        if not isinstance(stmt, str):
            raise ValueError("Only string stmt is supported.")
        stmt, setup = textwrap.dedent(stmt).strip("\n").rstrip(), textwrap.dedent(setup).strip("\n").rstrip()
        self._timer, self._globals = timer, {"torch": torch, **(globals or {})}
        self._task_spec = TaskSpec(stmt, "" if setup == "pass" else setup, global_setup, label, sub_label, description,
                                   env, num_threads)
        self._stmt, self._setup = compile(stmt, "<timed>", "exec"), compile(setup, "<setup>", "exec")

    def _timeit(self, number):
        names = dict(self._globals)
        exec(self._setup, names)
        code, clock = self._stmt, self._timer
        start = clock()
        for _ in range(number):
            exec(code, names)
        return max(clock() - start, 1e-9)

    def timeit(self, number=1000000):
        """One measurement of number runs."""
        before = torch.get_num_threads()
        torch.set_num_threads(self._task_spec.num_threads)
        try:
            self._timeit(max(number // 100, 2))
            return Measurement(number, [self._timeit(number)], self._task_spec)
        finally:
            torch.set_num_threads(before)

    def repeat(self, repeat=-1, number=-1):
        raise NotImplementedError("See `Timer.blocked_autorange.`")

    def _number(self, least):
        """How many runs take at least least seconds, so that the clock does not matter."""
        number = 1
        while True:
            taken = self._timeit(number)
            if taken >= least or number >= 10 ** 8:
                return number
            number *= 10

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """Measurements of equally many runs until min_run_time seconds are over."""
        number = self._number(min_run_time / 1000)
        times = []
        while sum(times) < min_run_time:
            times.append(self._timeit(number))
            if callback is not None:
                callback(number, times[-1])
        return Measurement(number, times, self._task_spec)

    def adaptive_autorange(self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None):
        """Measurements until their spread is a threshold of the median."""
        number, times = self._number(0.0001), []
        while True:
            times.append(self._timeit(number))
            m = Measurement(number, times, self._task_spec)
            if sum(times) >= max_run_time or sum(times) >= min_run_time and len(times) > 3 and m.iqr / m.median < threshold:
                return m


class Compare:
    """A table of measurements: rows are sub_labels, columns descriptions."""

    def __init__(self, results):
        self._results = []
        self.extend_results(results)
        self._trim = False

    def extend_results(self, results):
        for r in results:
            if not isinstance(r, Measurement):
                raise ValueError(f"Expected an instance of `Measurement`, got {type(r)} instead.")
        self._results.extend(results)

    def trim_significant_figures(self):
        self._trim = True

    def colorize(self, rowwise=False):
        """Tables here have no colours."""

    def highlight_warnings(self):
        """Spreads are not marked here."""

    def print(self):
        print(str(self))

    def __str__(self):
        results = Measurement.merge(self._results)
        groups = dict.fromkeys(m.task_spec.label for m in results)
        return "\n".join(self._table(label, [m for m in results if m.task_spec.label == label]) for label in groups)

    def _table(self, label, results):
        unit, scale = select_unit(min(m.median for m in results))
        columns = list(dict.fromkeys(m.task_spec.description or "" for m in results))
        threads = sorted({m.task_spec.num_threads for m in results})
        rows = list(dict.fromkeys(m.task_spec.sub_label or m.task_spec.stmt for m in results))
        cells = {}
        for m in results:
            spec = m.task_spec
            text = f"{m.median / scale:.{0 if self._trim and m.median / scale >= 10 else 1}f}"
            cells[spec.num_threads, spec.sub_label or spec.stmt, spec.description or ""] = text
        left = max([len("1 threads: "), *(len(r) + 6 for r in rows)])
        widths = [max([len(c), *(len(cells.get((t, r, c), "")) for t in threads for r in rows)]) + 2 for c in columns]
        head = " " * left + "|" + "|".join(f"{c:^{w}}" for c, w in zip(columns, widths))
        lines = [f"[{'-' * 8} {label} {'-' * 8}]".center(len(head), " ") if label else "", head]
        for t in threads:
            lines.append(f"{t} threads: ".ljust(len(head), "-"))
            for r in rows:
                line = "|".join(f"{cells.get((t, r, c), ''):^{w}}" for c, w in zip(columns, widths))
                lines.append(f"      {r}".ljust(left) + "|" + line)
        full = {"ns": "nanoseconds (ns)", "us": "microseconds (us)", "ms": "milliseconds (ms)", "s": "seconds (s)"}[unit]
        return "\n".join([*lines, "", f"Times are in {full}.", ""])
