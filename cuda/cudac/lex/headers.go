// This file includes CUDA's headers and those of C++, as far as they are here.

package lex

import (
	"embed"
	"strings"

	"gputour/cuda/cudac/source"
	"gputour/engine/diag"
)

//go:embed headers/*.h
var headerFiles embed.FS

// headers are the files that an #include brings in, by what it names; an empty one is
// known and needs nothing.
var headers = map[string]string{
	"cuda_fp16.h": "half", "cuda_fp16.hpp": "half", "cuda_bf16.h": "bfloat", "cuda_bf16.hpp": "bfloat",
	"cooperative_groups.h": "groups", "cooperative_groups/reduce.h": "groups", "cooperative_groups/scan.h": "groups",
	"curand_kernel.h": "curand", "vector": "vector", "algorithm": "vector", "numeric": "vector", "array": "vector", "utility": "vector", "iterator": "vector",
	"map": "containers", "unordered_map": "containers", "set": "containers", "unordered_set": "containers", "queue": "containers", "stack": "containers", "deque": "containers", "list": "containers",
	"functional": "functional", "type_traits": "traits", "cuda/std/type_traits": "traits", "memory": "memory", "stdexcept": "exception", "exception": "exception", "initializer_list": "vector", "complex": "complex", "tuple": "tuple", "random": "random",
	"iostream": "iostream", "iomanip": "iostream", "string": "iostream", "sstream": "iostream", "ostream": "iostream", "chrono": "chrono", "fstream": "iostream", "istream": "iostream", "helper_cuda.h": "helper", "helper_functions.h": "samples", "helper_timer.h": "samples", "helper_string.h": "samples", "helper_image.h": "samples", "helper_math.h": "vectormath", "cutil_math.h": "vectormath",
	"thrust/__base.h": "thrust", "cuda/std/functional": "functional", "cuda/std/tuple": "tuple", "cuda/std/utility": "vector", "cuda/std/array": "vector", "cuda/std/complex": "complex", "cuda/functional": "functional", "thrust/__algorithms.h": "thrustalgorithm", "cufft.h": "cufft", "cufftXt.h": "cufft", "cuComplex.h": "cucomplex", "cuda/barrier": "barrier", "cuda/pipeline": "barrier", "cuda_pipeline.h": "barrier", "cuda_pipeline_primitives.h": "barrier", "cuda_awbarrier.h": "barrier", "cooperative_groups/memcpy_async.h": "barrier", "cuda/atomic": "atomics", "cuda/std/atomic": "atomics", "atomic": "atomics", "pthread.h": "threads", "thread": "threads", "mutex": "threads", "condition_variable": "threads", "shared_mutex": "threads", "mma.h": "mma", "curand.h": "randomhost", "cuda_texture_types.h": "texture", "texture_fetch_functions.h": "texture", "library_types.h": "datatypes", "nvToolsExt.h": "nvtx", "nvToolsExtCuda.h": "nvtx", "nvToolsExtCudaRt.h": "nvtx", "nvtx3/nvToolsExt.h": "nvtx", "nvtx3/nvToolsExtCuda.h": "nvtx", "nvtx3/nvToolsExtCudaRt.h": "nvtx", "nvtx3/nvToolsExt.hpp": "nvtx", "cublas_v2.h": "cublas", "cublas.h": "cublas", "cublasLt.h": "cublaslt", "cublasXt.h": "cublasxt", "time.h": "calendar", "ctime": "calendar", "cublas_api.h": "cublas", "__blasmatrices.h": "blasmatrices", "bits/stdc++.h": "standard", "dirent.h": "folders", "glob.h": "folders", "cusparse.h": "cusparse", "cusparse_v2.h": "cusparse", "omp.h": "openmp", "sys/utsname.h": "system", "fcntl.h": "system", "arpa/inet.h": "system", "netinet/in.h": "system", "string_view": "iostream", "cudaProfiler.h": "driver", "sys/mman.h": "system", "getopt.h": "system",
	"gputour/python.h": "python", "gputour/triton.h": "triton", // what translations include
	"nvrtc.h": "nvrtc", "helper_cuda_drvapi.h": "driverhelper", "nvrtc_helper.h": "nvrtchelper", "cuda_drvapi_dynlink.h": "driver",
}

// plainHeaders need nothing: what they declare is known.
var plainHeaders = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`cuda.h cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h device_functions.h cuda_profiler_api.h 
		sm_30_intrinsics.h math_constants.h vector_types.h vector_functions.h math.h stdio.h stdlib.h string.h stdint.h stddef.h stdbool.h assert.h float.h limits.h ctype.h unistd.h
		sys/time.h cmath cstdio cstdlib cstring cstdint cstddef cassert cfloat climits cctype limits new bitset cuda/std/limits cuda/std/cstdint vector_functions.hpp math_functions.h builtin_types.h inttypes.h cinttypes errno.h nvfunctional strings.h memory.h malloc.h sys/types.h sys/stat.h ratio typeinfo typeindex iosfwd cerrno signal.h sys/wait.h sched.h filesystem cstdarg stdarg.h sm_20_atomic_functions.h device_atomic_functions.h sys/resource.h csignal endian.h err.h locale clocale sm_32_intrinsics.h sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h sys/sysinfo.h`) {
		plainHeaders[name] = true
	}
}

// HeaderOf is the header that declares a name.
var HeaderOf = map[string]string{
	"half": "cuda_fp16.h", "__half": "cuda_fp16.h", "half2": "cuda_fp16.h", "__nv_bfloat16": "cuda_bf16.h", "nv_bfloat16": "cuda_bf16.h",
	"cooperative_groups": "cooperative_groups.h", "cg": "cooperative_groups.h", "thread_block": "cooperative_groups.h", "this_thread_block": "cooperative_groups.h", "tiled_partition": "cooperative_groups.h",
	"curandState": "curand_kernel.h", "curandState_t": "curand_kernel.h", "curand_init": "curand_kernel.h", "curand_uniform": "curand_kernel.h",
	"vector": "vector", "cout": "iostream", "endl": "iostream", "cerr": "iostream", "string": "string", "to_string": "string", "setprecision": "iomanip", "setw": "iomanip", "ostringstream": "sstream",
	"fill": "algorithm", "fill_n": "algorithm", "sort": "algorithm", "transform": "algorithm", "generate": "algorithm", "for_each": "algorithm", "accumulate": "numeric", "iota": "numeric",
	"high_resolution_clock": "chrono", "steady_clock": "chrono", "map": "map", "unordered_map": "unordered_map", "set": "set", "queue": "queue", "stack": "stack", "pair": "utility", "tuple": "tuple", "function": "functional",
	"unique_ptr": "memory", "shared_ptr": "memory", "make_unique": "memory", "mt19937": "random", "runtime_error": "stdexcept", "is_same": "type_traits", "complex": "complex", "array": "array",
}

// elsewhere says what to do instead of using what is not here, by the beginning of a
// header's name.
var elsewhere = []struct{ header, hint string }{
	{"thrust/", "of thrust there are vectors, iterators, algorithms, functors and random numbers"},
	{"cub/", "of cub there are the functions of devices, BlockReduce, BlockScan, BlockLoad, BlockStore, WarpReduce and WarpScan: #include <cub/cub.cuh>"},
	{"cublas", "cublas_v2.h is here, as far as vectors and products go; for the rest leave the cell and call torch.linalg"},
	{"cufft", "cufft.h is here, with callbacks and complex arrays on several devices"},
	{"cusolver", "cuSOLVER is not here; leave the cell and call torch.linalg"},
	{"cudnn", "cuDNN is not here; leave the cell and call torch.nn.functional"},
	{"curand_", "curand_kernel.h is here: random numbers in kernels"},
	{"mpi.h", "MPI is not here"},
	{"opencv", "OpenCV is not here; make the picture in the program, or pass a tensor to the kernel from Python"},
	{"torch/", "extensions are not needed: a kernel cell's kernels take tensors from Python"},
	{"helper_gl", "windows and OpenGL are not here; write the picture to a file, or pass it to Python"}, {"GL/", "windows and OpenGL are not here; write the picture to a file, or pass it to Python"}, {"vulkan", "Vulkan is not here"}, {"EGL", "EGL is not here"}, {"X11/", "windows are not here"}, {"GLFW", "windows are not here"},
	{"helper_multiprocess.h", "processes are not here"}, {"nvml", "NVML is not here; cudaGetDeviceProperties tells of the device"},
	{"windows.h", "programs here have CUDA's and C++'s headers only; <chrono> measures time"},
}

// include brings in the header that a directive names.
func (p *preprocessor) include(line []Token) {
	if len(line) < 2 {
		p.c.Report(line[0].Pos, 7, "#include needs a file name", "")
		return
	}
	name := strings.Trim(joined(line[1:]), `<>"`)
	name = strings.ReplaceAll(name, " ", "")
	if line[1].Kind == String && p.own(name, line) {
		return
	}
	file := headerOf(name)
	if file == "" {
		if !plainHeaders[name] && !p.own(name, line) {
			known := []string{}
			for n := range headers {
				known = append(known, n)
			}
			for n := range plainHeaders {
				known = append(known, n)
			}
			p.c.Report(line[1].Pos, max(line[len(line)-1].End-line[1].Pos.Col, 1), "'"+name+"' file not found", missing(name, known))
		}
		return
	}
	p.header(file, line[0].Pos)
}

// headerOf is the header here that one of CUDA's or C++'s stands for.
func headerOf(name string) string {
	file := headers[name]
	if rest, ok := strings.CutPrefix(name, "thrust/"); ok && file == "" && thrustHeaders[strings.TrimSuffix(rest, ".h")] {
		return "thrustalgorithm"
	}
	if strings.HasPrefix(name, "cub/") && strings.HasSuffix(name, ".cuh") {
		return "cub"
	}
	return file
}

// Provides says whether an #include of this name needs no file of the program's.
func Provides(name string) bool { return plainHeaders[name] || headerOf(name) != "" }

// thrustHeaders are those of thrust, which come together.
var thrustHeaders = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`adjacent_difference advance binary_search complex copy count device_allocator device_delete device_free device_make_unique
		device_malloc device_malloc_allocator device_new device_new_allocator device_ptr device_reference device_vector distance equal execution_policy extrema fill find for_each functional gather
		generate host_vector inner_product iterator/constant_iterator iterator/counting_iterator iterator/discard_iterator iterator/iterator_traits iterator/permutation_iterator iterator/transform_iterator
		iterator/zip_iterator logical memory merge mismatch pair partition random random/linear_congruential_engine random/uniform_int_distribution random/uniform_real_distribution random/normal_distribution reduce remove replace reverse
		scan scatter sequence sort swap system/cuda/execution_policy system_error system/cuda/vector system/omp/execution_policy system/cpp/execution_policy tabulate transform transform_reduce transform_scan tuple type_traits detail/type_traits uninitialized_copy uninitialized_fill unique universal_vector version zip_function`) {
		thrustHeaders[name] = true
	}
}

// missing says what to do without a header.
func missing(name string, known []string) string {
	for _, e := range elsewhere {
		if strings.HasPrefix(name, e.header) {
			return e.hint
		}
	}
	return source.Suggest(name, known)
}

// headerText is a header's source. That of bfloat16 is the one of half with other names.
func headerText(name string) string {
	file := name
	if name == "bfloat" {
		file = "half"
	}
	text, err := headerFiles.ReadFile("headers/" + file + ".h")
	if err != nil {
		panic(err) // it is embedded
	}
	if name == "bfloat" {
		return bfloatNames.Replace(string(text))
	}
	return string(text)
}

// bfloatNames are the names of cuda_bf16.h for those of cuda_fp16.h.
var bfloatNames = strings.NewReplacer(
	"cuda_fp16.h: half precision", "cuda_bf16.h: bfloat16", "typedef __half2 half2;", "typedef __nv_bfloat162 nv_bfloat162;", "__builtin_half half;", "__builtin_bfloat16 nv_bfloat16;", "__builtin_half", "__builtin_bfloat16",
	"__HALF", "__BFLOAT", "__float2half2_rn", "__float2bfloat162_rn", "__floats2half2_rn", "__floats2bfloat162_rn", "__float22half2_rn", "__float22bfloat162_rn", "__half22float2", "__bfloat1622float2",
	"__halves2half2", "__halves2bfloat162", "__half2half2", "__bfloat162bfloat162", "__low2half2", "__low2bfloat162", "__high2half2", "__high2bfloat162", "__low2half", "__low2bfloat16", "__high2half", "__high2bfloat16",
	"__half2float", "__bfloat162float", "__float2half", "__float2bfloat16", "__half2", "__nv_bfloat162", "__half_as_ushort", "__bfloat16_as_ushort", "__ushort_as_half", "__ushort_as_bfloat16", "__half", "__nv_bfloat16",
)

// header reads a header once; its tokens stand where it was included.
func (p *preprocessor) header(name string, at diag.Pos) {
	if p.included[name] {
		return
	}
	p.included[name] = true
	tokens := Scan(p.c, headerText(name), 1, true)
	for i := range tokens {
		tokens[i].Pos, tokens[i].End, tokens[i].Header = at, at.Col+1, true
	}
	p.run(tokens)
}
