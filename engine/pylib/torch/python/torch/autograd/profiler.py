"""Blocks that programs name with record_function, and the time they took. Operations are
not recorded one by one: torch.cuda.Event and time.perf_counter measure them."""

import time

_profiles = []


class record_function:
    """A block with a name."""

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, *exc):
        for p in _profiles:
            p.function_events.append(FunctionEvent(self.name, (time.perf_counter() - self.start) * 1e6))

    def __call__(self, f):
        def wrapped(*args, **kwargs):
            with record_function(self.name):
                return f(*args, **kwargs)
        return wrapped


class FunctionEvent:
    """A block: its name, how often it ran, and its time in microseconds."""

    def __init__(self, key, cpu_time_total, count=1):
        self.key = self.name = key
        self.cpu_time_total = self.self_cpu_time_total = cpu_time_total
        self.count, self.cuda_time_total = count, 0

    cpu_time = property(lambda self: self.cpu_time_total / self.count)

    def __repr__(self):
        return f"<FunctionEventAvg key={self.key} cpu_time={_time(self.cpu_time)}>"


def _time(us):
    return f"{us / 1e6:.3f}s" if us >= 1e6 else f"{us / 1e3:.3f}ms" if us >= 1e3 else f"{us:.3f}us"


class EventList(list):
    """Recorded blocks."""

    def key_averages(self, **kwargs):
        sums = {}
        for e in self:
            old = sums.get(e.key)
            sums[e.key] = FunctionEvent(e.key, e.cpu_time_total + (old.cpu_time_total if old else 0), e.count + (old.count if old else 0))
        return EventList(sums.values())

    def table(self, sort_by=None, row_limit=100, **kwargs):
        rows = sorted(self, key=lambda e: -getattr(e, sort_by or "cpu_time_total", 0))[:row_limit if row_limit >= 0 else None]
        total = sum(e.cpu_time_total for e in self) or 1.0
        lines = [("Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "# of Calls")]
        for e in rows:
            share, whole = f"{100 * e.cpu_time_total / total:.2f}%", _time(e.cpu_time_total)
            lines.append((e.key, share, whole, share, whole, _time(e.cpu_time), str(e.count)))
        widths = [max(len(line[i]) for line in lines) for i in range(7)]
        rule = "  ".join("-" * w for w in widths)
        text = ["  ".join(word.rjust(w) for word, w in zip(line, widths)) for line in lines]
        return "\n".join([rule, text[0], rule, *text[1:], rule, f"Self CPU time total: {_time(total)}", ""])

    def total_average(self):
        return FunctionEvent("Total", sum(e.cpu_time_total for e in self), sum(e.count for e in self) or 1)


class profile:
    """Collects the named blocks that run inside it."""

    def __init__(self, enabled=True, *, use_cuda=False, record_shapes=False, with_flops=False, profile_memory=False,
                 with_stack=False, with_modules=False, use_kineto=False, use_cpu=True):
        self.enabled, self.function_events = enabled, EventList()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.stop()
        return False

    def start(self):
        if self.enabled:
            _profiles.append(self)

    def stop(self):
        if self in _profiles:
            _profiles.remove(self)

    def events(self):
        return self.function_events

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        return self.function_events.key_averages()

    def table(self, *args, **kwargs):
        return self.function_events.table(*args, **kwargs)

    @property
    def self_cpu_time_total(self):
        return sum(e.cpu_time_total for e in self.function_events)

    def export_chrome_trace(self, path):
        import json
        with open(path, "w") as f:
            json.dump([{"name": e.key, "ph": "X", "dur": e.cpu_time_total, "pid": 0, "tid": 0, "ts": 0} for e in self.function_events], f)


class emit_nvtx(profile):
    pass


class emit_itt(profile):
    pass
