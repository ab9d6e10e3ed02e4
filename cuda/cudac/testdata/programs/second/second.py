"""Asks clang what the programs beside this folder print, as plain C++ over cuda_on_threads.h: a second source for *.out with kernels.

    python3 second.py [NAME…]
    python3 second.py --write NAME…    writes the golden, which has then this one source

A program whose output is the golden's says "same". OTHERS has those that this cannot ask, and why; LINES what of a golden is the
simulated device's own."""
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).parent

OTHERS = {}
LINES = {}


def balanced(text, at):
    """The end of what begins with the bracket at a place."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    raise ValueError("a bracket is left open")


def launched(text):
    """Turns f<<<grid, block>>>(…) into a call of launch."""
    while (at := text.find("<<<")) >= 0:
        name = re.search(r"[\w:]+(?:<[^<>;]*>)?$", text[:at]).group()
        end = text.index(">>>", at)
        close = balanced(text, text.index("(", end))
        arguments = text[text.index("(", end) + 1:close - 1].strip()
        call = "launch(Config(%s), [&](auto &&...a_) { %s(a_...); }%s)" % (text[at + 3:end], name, arguments and ", " + arguments)
        text = text[:at - len(name)] + call + text[close:]
    return text


def plain(text):
    """The source as C++: launches, and variables of a block whose size a launch gives."""
    text = re.sub(r"extern\s+__shared__\s+(?:__align__\(\d+\)\s*)?(\w+)\s+(\w+)\s*\[\s*\]", r"\1 *\2 = (\1 *)fibers::dynamic_shared", text)
    text = re.sub(r"(__shared__)\s+(alignas\([^()]*\))", r"\2 \1", text)
    text = re.sub(r"(cudaLaunch(?:Cooperative)?Kernel\()\(void \*\)", r"\1", text)
    text = re.sub(r"\]\s*(?:__host__\s*)?__device__\s*\(", "](", text)
    return launched(text)


def printed(name):
    """What the program prints, or what the compiler says."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, name + ".cpp")
        source.write_text('#include "cuda_on_threads.h"\n#line 1 "%s.cu"\n' % name + plain((here / ".." / (name + ".cu")).read_text()))
        program = pathlib.Path(folder, name)
        made = subprocess.run(["clang++-14", "-w", "-std=c++20", "-O1", "-mf16c", "-ffp-contract=off", "-I", str(here), str(source), "-o", str(program)], capture_output=True, text=True)
        if made.returncode:
            return "clang: " + made.stderr
        return subprocess.run([str(program)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60).stdout


def compared(name, want):
    got = printed(name)
    skip = LINES.get(name, ())
    for n, (a, b) in enumerate(zip((got + "\n<end>").split("\n"), (want + "\n<end>").split("\n")), 1):
        if a != b and n not in skip:
            return "line %d: clang %r, here %r" % (n, a, b) if not got.startswith("clang: ") else got
    return "same"


def main():
    if sys.argv[1:2] == ["--write"]:
        for name in sys.argv[2:]:
            (here / ".." / (name + ".out")).write_text(printed(name))
        return
    names = sys.argv[1:] or sorted(f.stem for f in (here / "..").glob("*.cu") if "__global__" in f.read_text())
    for name in names:
        if name in OTHERS and not sys.argv[1:]:
            print(name, "not asked:", OTHERS[name])
        else:
            print(name, compared(name, (here / ".." / (name + ".out")).read_text()), flush=True)


if __name__ == "__main__":
    main()
