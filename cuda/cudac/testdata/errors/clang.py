"""Writes clang.txt: in which lines of the sources beside it clang's CUDA finds errors, compiling for the device and for the host.

    python3 clang.py > clang.txt

A line is FILE NAME LINES; of a source without lines clang takes all. CUDA's own headers are not there: PRELUDE declares what the
sources need of them, so a source that includes one has an error in that line.
"""
import pathlib
import re
import subprocess
import tempfile

PRELUDE = """
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
struct float4 { float x, y, z, w; };
struct float2 { float x, y; };
struct int2 { int x, y; };
__device__ void __syncthreads();
__device__ void __syncwarp(unsigned = ~0u);
extern "C" __host__ __device__ int printf(const char *, ...);
extern "C" __host__ __device__ void *malloc(unsigned long);
extern "C" __host__ __device__ void free(void *);
__device__ float sqrtf(float);
__device__ float fmaxf(float, float);
__device__ float expf(float);
template <class T> __device__ T atomicAdd(T *, T);
extern "C" int cudaConfigureCall(dim3, dim3, unsigned long = 0, void * = 0);
"""


def lines_with_errors(folder, source):
    found = set()
    (folder / "prelude.h").write_text(PRELUDE)
    (folder / "x.cu").write_text(source)
    for side in ["--cuda-device-only", "--cuda-host-only"]:
        clang = ["clang-14", "-x", "cuda", "-std=c++17", side, "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib", "-fsyntax-only", "-ferror-limit=0"]
        said = subprocess.run(clang + ["-include", folder / "prelude.h", folder / "x.cu"], capture_output=True, text=True).stderr
        found |= {int(n) for n in re.findall(r"x\.cu:(\d+):\d+: (?:fatal )?error", said)}
    return sorted(found)


with tempfile.TemporaryDirectory() as folder:
    for file in sorted(pathlib.Path(__file__).parent.glob("*.cu")):
        for part in ("\n" + file.read_text()).split("\n=== ")[1:]:
            head, _, body = part.partition("\n")
            source = "\n".join(line for line in body.split("\n") if not line.startswith("//~ ")).rstrip("\n") + "\n"
            print(file.name, head.replace(" --run", ""), *lines_with_errors(pathlib.Path(folder), source))
