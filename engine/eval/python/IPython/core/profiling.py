"""%prun."""

import cProfile
import io
import pstats

from .arguments import options


def _limit(text):
    """A restriction of a table: a number of lines, a share of them, or a pattern."""
    for kind in int, float:
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def prun(shell, text, source=None):
    """Run a statement, or a cell, with the profiler: -l limits the table and -s sorts it, both as often as wanted,
    -q shows none, -r gives the pstats.Stats, -D FILE writes the profile and -T FILE the table."""
    found, code = options(text, "D:l:rs:T:q", many="ls")
    if source is not None:
        code += "\n" + source
    prof, exited = cProfile.Profile(), ""
    try:
        prof.runctx(shell.transform_cell(code), shell.user_ns, shell.user_ns)
    except SystemExit:
        exited = "*** SystemExit exception caught in code being profiled."
    stats = pstats.Stats(prof).strip_dirs().sort_stats(*found.get("s", ["time"]))
    shown, stats.stream = stats.stream, io.StringIO()
    stats.print_stats(*map(_limit, found.get("l", [])))
    table, stats.stream = stats.stream.getvalue().rstrip(), shown
    if "q" not in found:
        print(table)
    print(exited, end=" ")
    if "D" in found:
        prof.dump_stats(found["D"])
        print(f"\n*** Profile stats marshalled to file {found['D']!r}.{exited}")
    if "T" in found:
        with open(found["T"], "w", encoding="utf-8") as f:
            f.write(table)
        print(f"\n*** Profile printout saved to text file {found['T']!r}.{exited}")
    return stats if "r" in found else None


line = {"prun": prun}
cell = {"prun": prun}
