"""Tables of what cProfile and profile have counted."""

__all__ = ['Stats', 'SortKey', 'FunctionProfile', 'StatsProfile']

import marshal
import os
import re
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Dict


class SortKey(StrEnum):
    CALLS = 'calls', 'ncalls'
    CUMULATIVE = 'cumulative', 'cumtime'
    FILENAME = 'filename', 'module'
    LINE = 'line'
    NAME = 'name'
    NFL = 'nfl'
    PCALLS = 'pcalls'
    STDNAME = 'stdname'
    TIME = 'time', 'tottime'

    def __new__(cls, *values):
        self = str.__new__(cls, values[0])
        self._value_ = values[0]
        for other in values[1:]:
            cls._value2member_map_[other] = self
        self._all_values = values
        return self


@dataclass(unsafe_hash=True)
class FunctionProfile:
    ncalls: str
    tottime: float
    percall_tottime: float
    cumtime: float
    percall_cumtime: float
    file_name: str
    line_number: int


@dataclass(unsafe_hash=True)
class StatsProfile:
    """What get_stats_profile() gives: the time of all, and each function by its name."""
    total_tt: float
    func_profiles: Dict[str, FunctionProfile]


# What a sort compares: columns of (primitive calls, calls, own time, time with callees, file, line, name, standard name),
# from the largest down where negative.
_orders = {
    'calls': ((1, -1), 'call count'), 'ncalls': ((1, -1), 'call count'),
    'cumtime': ((3, -1), 'cumulative time'), 'cumulative': ((3, -1), 'cumulative time'),
    'filename': ((4, 1), 'file name'), 'line': ((5, 1), 'line number'), 'module': ((4, 1), 'file name'),
    'name': ((6, 1), 'function name'), 'nfl': ((6, 1), (4, 1), (5, 1), 'name/file/line'),
    'pcalls': ((0, -1), 'primitive call count'), 'stdname': ((7, 1), 'standard name'),
    'time': ((2, -1), 'internal time'), 'tottime': ((2, -1), 'internal time'),
}
_numbered = {-1: 'stdname', 0: 'calls', 1: 'time', 2: 'cumulative'}


class Stats:
    """The tables of profiles: of a Profile, of a file that dump_stats() wrote, or of several added up.

    strip_dirs() leaves out the folders of file names, sort_stats() chooses the order; print_stats(),
    print_callers() and print_callees() take restrictions: a number of lines, a share of them, or a
    regular expression.
    """

    sort_arg_dict_default = {name: (tuple(order[:-1]), order[-1]) for name, order in _orders.items()}

    def __init__(self, *args, stream=None):
        self.stream = stream or sys.stdout
        self.init(args[0] if args else None)
        self.add(*args[1:])

    def init(self, arg):
        self.all_callees = self.fcn_list = None
        self.files, self.top_level, self.stats, self.sort_arg_dict = [], set(), {}, {}
        self.total_tt = self.total_calls = self.prim_calls = self.max_name_len = 0
        self.load_stats(arg)
        try:
            self.get_top_level_stats()
        except Exception:
            self._print('Invalid timing data %s' % (self.files[-1] if self.files else ''))
            raise

    def _print(self, *args, **kw):
        print(*args, file=self.stream, **kw)

    def load_stats(self, arg):
        if arg is None:
            self.stats = {}
            return
        if isinstance(arg, str):
            with open(arg, 'rb') as f:
                self.stats = marshal.load(f)
            try:
                arg = time.ctime(os.stat(arg).st_mtime) + '    ' + arg
            except OSError:
                pass
            self.files = [arg]
        elif hasattr(arg, 'create_stats'):
            arg.create_stats()
            self.stats, arg.stats = arg.stats, {}
        if not self.stats:
            raise TypeError('Cannot create or construct a %r object from %r' % (self.__class__, arg))

    def get_top_level_stats(self):
        for func, (cc, nc, tt, ct, callers) in self.stats.items():
            self.total_calls += nc
            self.prim_calls += cc
            self.total_tt += tt
            if ('jprofile', 0, 'profiler') in callers:
                self.top_level.add(func)
            self.max_name_len = max(self.max_name_len, len(func_std_string(func)))

    def add(self, *arg_list):
        for item in reversed(arg_list):
            if type(self) is not type(item):
                item = Stats(item)
            self.files += item.files
            self.total_calls += item.total_calls
            self.prim_calls += item.prim_calls
            self.total_tt += item.total_tt
            self.top_level |= item.top_level
            self.max_name_len = max(self.max_name_len, item.max_name_len)
            self.fcn_list = None
            for func, stat in item.stats.items():
                self.stats[func] = add_func_stats(self.stats.get(func, (0, 0, 0, 0, {})), stat)
        return self

    def dump_stats(self, filename):
        """Write the profile to a file that Stats() reads."""
        with open(filename, 'wb') as f:
            marshal.dump(self.stats, f)

    def strip_dirs(self):
        old, self.stats, self.max_name_len = self.stats, {}, 0
        for func, (cc, nc, tt, ct, callers) in old.items():
            short = func_strip_path(func)
            self.max_name_len = max(self.max_name_len, len(func_std_string(short)))
            stripped = {}
            for caller, calls in callers.items():
                stripped = add_callers(stripped, {func_strip_path(caller): calls})
            stat = cc, nc, tt, ct, stripped
            self.stats[short] = add_func_stats(self.stats[short], stat) if short in self.stats else stat
        self.top_level = set(map(func_strip_path, self.top_level))
        self.fcn_list = self.all_callees = None
        return self

    # Order

    def get_sort_arg_defs(self):
        """The names of orders, with all beginnings that are of one only."""
        if not self.sort_arg_dict:
            table, ambiguous = {}, set()
            for word, order in self.sort_arg_dict_default.items():
                for n in range(len(word), 0, -1):
                    if word[:n] in table:
                        ambiguous.add(word[:n])
                        break
                    table[word[:n]] = order
            self.sort_arg_dict = {word: order for word, order in table.items() if word not in ambiguous}
        return self.sort_arg_dict

    def sort_stats(self, *field):
        if not field:
            self.fcn_list = 0
            return self
        if len(field) == 1 and isinstance(field[0], int):
            field = [_numbered[field[0]]]
        elif any(type(arg) is not type(field[0]) for arg in field[1:]):
            raise TypeError("Can't have mixed argument type")
        known = self.get_sort_arg_defs()
        chosen = [known[f.value if isinstance(f, SortKey) else f] for f in field]
        self.sort_type = ', '.join(title for _, title in chosen)
        rows = [(cc, nc, tt, ct, *func, func_std_string(func), func) for func, (cc, nc, tt, ct, _) in self.stats.items()]
        for column, direction in reversed([c for columns, _ in chosen for c in columns]):
            rows.sort(key=lambda row: row[column], reverse=direction < 0)
        self.fcn_list = [row[-1] for row in rows]
        return self

    def reverse_order(self):
        if self.fcn_list:
            self.fcn_list.reverse()
        return self

    # Tables

    def eval_print_amount(self, sel, list, msg):
        """What a restriction leaves of a list of functions, and the text that says so."""
        if isinstance(sel, str):
            try:
                pattern = re.compile(sel)
            except re.error:
                return list, msg + '   <Invalid regular expression %r>\n' % sel
            left = [func for func in list if pattern.search(func_std_string(func))]
        elif isinstance(sel, float) and 0.0 <= sel < 1.0:
            left = list[:int(len(list) * sel + .5)]
        elif isinstance(sel, int) and 0 <= sel < len(list):
            left = list[:sel]
        else:
            left = list
        if len(left) != len(list):
            msg += '   List reduced from %r to %r due to restriction <%r>\n' % (len(list), len(left), sel)
        return left, msg

    def get_print_list(self, sel_list):
        width = self.max_name_len
        if self.fcn_list:
            chosen, msg = self.fcn_list[:], '   Ordered by: ' + self.sort_type + '\n'
        else:
            chosen, msg = list(self.stats), '   Random listing order was used\n'
        for sel in sel_list:
            chosen, msg = self.eval_print_amount(sel, chosen, msg)
        if not chosen:
            return 0, chosen
        self._print(msg)
        if len(chosen) < len(self.stats):
            width = max(len(func_std_string(func)) for func in chosen)
        return width + 2, chosen

    def get_stats_profile(self):
        """The table as a StatsProfile, with the figures that it prints."""
        profiles = {}
        for func in self.fcn_list or list(self.stats):
            cc, nc, tt, ct, _ = self.stats[func]
            file, line, name = func
            profiles[name] = FunctionProfile(
                calls_string(nc, cc), float(f8(tt)), -1 if nc == 0 else float(f8(tt / nc)),
                float(f8(ct)), -1 if cc == 0 else float(f8(ct / cc)), file, line)
        return StatsProfile(float(f8(self.total_tt)) if profiles else 0, profiles)

    def print_stats(self, *amount):
        for filename in self.files:
            self._print(filename)
        if self.files:
            self._print()
        for func in self.top_level:
            self._print(' ' * 8, func_get_function_name(func))
        primitive = '(%d primitive calls) ' % self.prim_calls if self.total_calls != self.prim_calls else ''
        self._print(' ' * 8, self.total_calls, 'function calls', primitive + 'in %.3f seconds' % self.total_tt)
        self._print()
        width, chosen = self.get_print_list(amount)
        if chosen:
            self.print_title()
            for func in chosen:
                self.print_line(func)
            self._print('\n')
        return self

    def print_title(self):
        self._print('   ncalls  tottime  percall  cumtime  percall filename:lineno(function)')

    def print_line(self, func):
        cc, nc, tt, ct, _ = self.stats[func]
        self._print(calls_string(nc, cc).rjust(9), f8(tt), f8(tt / nc) if nc else ' ' * 8,
                    f8(ct), f8(ct / cc) if cc else ' ' * 8, func_std_string(func))

    # Who calls whom

    def calc_callees(self):
        if self.all_callees:
            return
        self.all_callees = {func: {} for func in self.stats}
        for func, (cc, nc, tt, ct, callers) in self.stats.items():
            for caller, calls in callers.items():
                self.all_callees.setdefault(caller, {})[func] = calls

    def print_callees(self, *amount):
        width, chosen = self.get_print_list(amount)
        if chosen:
            self.calc_callees()
            self.print_call_heading(width, 'called...')
            for func in chosen:
                self.print_call_line(width, func, self.all_callees.get(func, {}))
            self._print('\n')
        return self

    def print_callers(self, *amount):
        width, chosen = self.get_print_list(amount)
        if chosen:
            self.print_call_heading(width, 'was called by...')
            for func in chosen:
                self.print_call_line(width, func, self.stats[func][4], '<-')
            self._print('\n')
        return self

    def print_call_heading(self, name_size, column_title):
        self._print('Function '.ljust(name_size) + column_title)
        first = next((next(iter(callers.values())) for *_, callers in self.stats.values() if callers), None)
        if isinstance(first, tuple):  # of cProfile; profile counts calls only
            self._print(' ' * name_size + '    ncalls  tottime  cumtime')

    def print_call_line(self, name_size, source, call_dict, arrow='->'):
        lead = func_std_string(source).ljust(name_size) + arrow + ' '
        if not call_dict:
            self._print(lead)
        for func in sorted(call_dict):
            name, value = func_std_string(func), call_dict[func]
            if isinstance(value, tuple):
                nc, cc, tt, ct = value
                text = '%s %s %s  %s' % (calls_string(nc, cc).rjust(7), f8(tt), f8(ct), name)
            else:
                text = '%s(%r) %s' % (name, value, f8(self.stats[func][3]))
            self._print(lead + text)
            lead = ' ' * len(lead)


def calls_string(nc, cc):
    """A number of calls, and of those that are not recursive where these are fewer."""
    return str(nc) if nc == cc else '%d/%d' % (nc, cc)


def func_strip_path(func_name):
    filename, line, name = func_name
    return os.path.basename(filename), line, name


def func_get_function_name(func):
    return func[2]


def func_std_string(func_name):
    """A function as tables have it; what has no file stands in braces."""
    if func_name[:2] != ('~', 0):
        return '%s:%d(%s)' % func_name
    name = func_name[2]
    return '{%s}' % name[1:-1] if name.startswith('<') and name.endswith('>') else name


def add_func_stats(target, source):
    """Two entries of a function as one."""
    return tuple(a + b for a, b in zip(target[:4], source[:4])) + (add_callers(target[4], source[4]),)


def add_callers(target, source):
    """The callers of two entries of a function together."""
    both = dict(target)
    for func, calls in source.items():
        if func not in both:
            both[func] = calls
        elif isinstance(calls, tuple):
            both[func] = tuple(a + b for a, b in zip(calls, both[func]))
        else:
            both[func] += calls
    return both


def count_calls(callers):
    """How many calls there are by all callers."""
    return sum(callers.values())


def f8(x):
    return '%8.3f' % x
