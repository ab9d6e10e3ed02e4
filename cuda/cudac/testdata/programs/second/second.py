"""Asks clang what the programs beside this folder print, as plain C++ over cuda_on_threads.h: a second source for *.out with kernels.

    python3 second.py [NAME…]
    python3 second.py --write NAME…    writes the golden, which has then this one source

A program whose output is the golden's says "same". OTHERS has those that this cannot ask, and why. Programs without kernels are
reference.sh's."""
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).parent

OTHERS = {
    "assembly": "PTX, which no C++ compiler takes",
    "asynccopies": "cuda::barrier, cuda::pipeline and cuda::atomic are libcu++'s; the program compares with sums of its own",
    "blas": "cuBLAS is a library; the program compares with sums of its own",
    "blaslt": "cuBLASLt is a library; the program compares with sums of its own",
    "blasmatrices": "cuBLAS is a library; the program compares with loops of each routine's definition",
    "cub": "CUB is a library; the program compares with the host's algorithms",
    "drivertextures": "texture units; the program compares what the driver's objects read with what the runtime's read, and with its data",
    "fft": "cuFFT is a library; the program compares with sums of its own",
    "fftcallbacks": "cuFFT is a library; transforms of four numbers, by hand",
    "graphs": "graphs of the runtime; read against its documentation alone",
    "librarygraphs": "libraries in graphs of the runtime; small whole numbers, by hand",
    "modules": "the driver's modules and NVRTC, which compile in the program",
    "pools": "memory pools and graphs of the runtime; read against its documentation alone",
    "runtime": "it prints the name, memory and time of the simulated device",
    "sobol": "cuRAND is a library; its order of dimensions and points was read against its documentation alone",
    "sparse": "cuSPARSE is a library; the program compares with sums of its own",
    "sparseedges": "cuSPARSE is a library; small whole numbers, by hand",
    "tensorcores": "mma.h is of tensor cores; the program compares with sums of its own",
    "textures": "texture units; read against the CUDA C++ Programming Guide, Texture Fetching, alone",
    "thrust": "Thrust is a library, whose algorithms are those of the C++ standard library",
    "widetiles": "tiles of several warps; the program compares with sums of its own",
    "waits": "kernels that wait for the host and for each other, which one after the other never do",
}


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
    for n, (a, b) in enumerate(zip((got + "\n<end>").split("\n"), (want + "\n<end>").split("\n")), 1):
        if a != b:
            return "line %d: clang %r, here %r" % (n, a, b) if not got.startswith("clang: ") else got
    return "same"


def main():
    if sys.argv[1:2] == ["--write"]:
        for name in sys.argv[2:]:
            (here / ".." / (name + ".out")).write_text(printed(name))
        return
    plain_ones = re.search(r"for name in (.*); do", (here / ".." / "reference.sh").read_text()).group(1).split()
    for name in sys.argv[1:] or sorted(f.stem for f in (here / "..").glob("*.cu") if f.stem not in plain_ones):
        if name in OTHERS and not sys.argv[1:]:
            print(name, "not asked:", OTHERS[name])
        else:
            print(name, compared(name, (here / ".." / (name + ".out")).read_text()), flush=True)


if __name__ == "__main__":
    main()
