"""What a profile holds: events, their sums by name, and the table of them."""

import enum


class DeviceType(enum.Enum):
    """Where an event took place."""

    CPU, CUDA = 0, 1

    __str__ = __repr__ = lambda self: f"DeviceType.{self.name}"


_WIDTH = 12  # of a column of numbers
_GAP = 2  # behind each column


def _format_time(us):
    return f"{us / 1e6:.3f}s" if us >= 1e6 else f"{us / 1e3:.3f}ms" if us >= 1e3 else f"{us:.3f}us"


def _format_time_share(us, total):
    if total == 0:
        assert us == 0, f"Expected time_us == 0 but got {us}"
        return "NaN"
    return f"{us * 100 / total:.2f}%"


def _format_memory(n):
    for unit, size in (("Gb", 2**30), ("Mb", 2**20), ("Kb", 2**10)):
        if abs(n) >= size:
            return f"{n / size:.2f} {unit}"
    return f"{n} b"


class Interval:
    def __init__(self, start, end):
        self.start, self.end = start, end

    def elapsed_us(self):
        return self.end - self.start


class Kernel:
    """What a device did for an event: its name, the device's number, microseconds."""

    def __init__(self, name, device, duration):
        self.name, self.device, self.duration = name, device, duration


class _Formatted:
    def __getattr__(self, name):
        if name.endswith("_str") and not name.startswith("_"):
            return _format_time(getattr(self, name[:-4]))
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


class FunctionEvent(_Formatted):
    """Something that took time: an operation, a named block, a kernel. Times are in microseconds."""

    def __init__(self, id, name, start_us, end_us, device_type=DeviceType.CPU, device_index=0, stream=0, thread=0):
        self.id, self.name, self.key = id, name, "ProfilerStep*" if name.startswith("ProfilerStep#") else name
        self.time_range = Interval(start_us, end_us)
        self.device_type, self.device_index, self.device_resource_id, self.thread = device_type, device_index, stream, thread
        self.count, self.kernels, self.cpu_children, self.cpu_parent = 1, [], [], None
        self.input_shapes, self.stack, self.scope, self.flops = "", [], 0, 0
        self.is_async = self.is_remote = self.is_legacy = False
        self.cpu_memory_usage = self.cuda_memory_usage = self.self_cpu_memory_usage = self.self_cuda_memory_usage = 0

    @property
    def cpu_time_total(self):
        return self.time_range.elapsed_us() if self.device_type == DeviceType.CPU else 0

    @property
    def self_cpu_time_total(self):
        return self.cpu_time_total - sum(c.cpu_time_total for c in self.cpu_children) if self.device_type == DeviceType.CPU else 0

    @property
    def self_cuda_time_total(self):
        return sum(k.duration for k in self.kernels) if self.device_type == DeviceType.CPU else self.time_range.elapsed_us()

    @property
    def cuda_time_total(self):
        if self.device_type != DeviceType.CPU:
            return self.time_range.elapsed_us()
        return self.self_cuda_time_total + sum(c.cuda_time_total for c in self.cpu_children)

    cpu_time = property(lambda self: self.cpu_time_total / self.count)
    cuda_time = property(lambda self: self.cuda_time_total / self.count)

    def __repr__(self):
        return (f"<FunctionEvent id={self.id} name={self.name} device_type={self.device_type} node_id=-1 cpu_time={self.cpu_time_str} "
                f"start_us={self.time_range.start} end_us={self.time_range.end} cpu_children={[c.id for c in self.cpu_children]} "
                f"cuda_time={self.cuda_time_str} name={self.name} thread={self.thread} input_shapes={self.input_shapes} "
                f"cpu_memory_usage=0 cuda_memory_usage=0 is_async=False is_remote=False seq_nr=-1 is_legacy=False>")


class FunctionEventAvg(_Formatted):
    """The events of one name, added up."""

    def __init__(self):
        self.key, self.count = None, 0
        self.device_type = None
        self.cpu_time_total = self.cuda_time_total = self.self_cpu_time_total = self.self_cuda_time_total = 0
        self.cpu_memory_usage = self.cuda_memory_usage = self.self_cpu_memory_usage = self.self_cuda_memory_usage = 0
        self.input_shapes, self.stack, self.flops, self.is_legacy, self.is_async, self.is_remote = None, None, 0, False, False, False

    cpu_time = property(lambda self: 0.0 if self.count == 0 else self.cpu_time_total / self.count)
    cuda_time = property(lambda self: 0.0 if self.count == 0 else self.cuda_time_total / self.count)

    def add(self, other):
        if self.key is None:
            self.key, self.device_type, self.input_shapes = other.key, other.device_type, other.input_shapes
        for name in ("count", "cpu_time_total", "cuda_time_total", "self_cpu_time_total", "self_cuda_time_total"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    __iadd__ = add

    def __repr__(self):
        return (f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total_str} cpu_time={self.cpu_time_str}  "
                f"self_cuda_time={self.self_cuda_time_total_str} cuda_time={self.cuda_time_str} input_shapes={self.input_shapes} cpu_memory_usage=0 cuda_memory_usage=0>")


class EventList(list):
    """Events, or their sums by name."""

    def __init__(self, *args, use_cuda=False, profile_memory=False, with_flops=False):
        super().__init__(*args)
        self._use_cuda = use_cuda

    def __str__(self):
        return self.table()

    @property
    def self_cpu_time_total(self):
        return sum(e.self_cpu_time_total for e in self)

    def key_averages(self, group_by_input_shapes=False, group_by_stack_n=0):
        """The events of each name added up, with operations apart from kernels."""
        sums = {}
        for e in self:
            sums.setdefault((e.key, e.device_type), FunctionEventAvg()).add(e)
        return EventList(sums.values(), use_cuda=self._use_cuda)

    def total_average(self):
        total = FunctionEventAvg()
        for e in self:
            total.add(e)
        total.key = None
        return total

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, header=None, top_level_events_only=False):
        """The events as text, the largest sort_by first."""
        if not self:
            return ""
        events = self
        if sort_by is not None:
            events = sorted(self, key=lambda e: getattr(e, sort_by), reverse=True)
        names = min(max(len(e.key) for e in self) + 4, max_name_column_width)
        columns = ["Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"]
        cuda = self._use_cuda or any(e.self_cuda_time_total > 0 for e in self)
        if cuda:
            columns += ["Self CUDA", "Self CUDA %", "CUDA total", "CUDA time avg"]
        columns.append("# of Calls")
        rule = "  ".join(["-" * names] + ["-" * _WIDTH] * len(columns)) + " " * _GAP

        def line(name, cells):
            return "  ".join([name.rjust(names)] + [c.rjust(_WIDTH) for c in cells]) + " " * _GAP

        cpu_total = sum(e.self_cpu_time_total for e in self)
        cuda_total = sum(e.self_cuda_time_total for e in self if e.device_type == DeviceType.CUDA)
        out = []
        if header is not None:
            out += ["=" * (len(rule) - _GAP), header]
        if top_level_events_only:
            out += ["=" * (len(rule) - _GAP), "This report only display top-level ops statistics"]
        out += [rule, line("Name", columns), rule]
        shown = 0
        for e in events:
            if shown == row_limit:
                break
            if top_level_events_only and getattr(e, "cpu_parent", None) is not None:
                continue
            shown += 1
            name = e.key
            if len(name) >= max_name_column_width - 3:
                name = name[:max_name_column_width - 3] + "..."
            cells = [_format_time_share(e.self_cpu_time_total, cpu_total), e.self_cpu_time_total_str,
                     _format_time_share(e.cpu_time_total, cpu_total) if not e.is_async else "0", e.cpu_time_total_str, e.cpu_time_str]
            if cuda:
                cells += [e.self_cuda_time_total_str, _format_time_share(e.self_cuda_time_total, cuda_total), e.cuda_time_total_str, e.cuda_time_str]
            out.append(line(name, cells + [str(e.count)]))
        out += [rule, f"Self CPU time total: {_format_time(cpu_total)}"]
        if cuda:
            out.append(f"Self CUDA time total: {_format_time(cuda_total)}")
        return "\n".join(out) + "\n"

    def export_chrome_trace(self, path):
        """Writes the events as chrome://tracing and Perfetto read them."""
        import json
        events = []
        for e in self:
            gpu = e.device_type == DeviceType.CUDA
            kind = "kernel" if gpu else "cpu_op"
            if gpu and e.name.startswith("Memcpy"):
                kind = "gpu_memcpy"
            elif e.name.startswith("cuda"):
                kind = "cuda_runtime"
            events.append({"ph": "X", "cat": kind, "name": e.name, "pid": e.device_index if gpu else 1000, "tid": e.device_resource_id if gpu else 1,
                           "ts": e.time_range.start, "dur": e.time_range.elapsed_us(), "args": {"External id": e.id}})
        devices = sorted({x["pid"] for x in events})
        names = [{"ph": "M", "name": "process_name", "pid": pid, "tid": 0, "ts": 0, "args": {"name": "python" if pid == 1000 else f"GPU {pid}"}} for pid in devices]
        with open(path, "w") as f:
            json.dump({"schemaVersion": 1, "traceEvents": names + events}, f)
