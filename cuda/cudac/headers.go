// This file includes CUDA's headers and those of C++, as far as they are here.

package cudac

import (
	"embed"
	"strings"

	"gputour/engine/diag"
)

//go:embed headers/*.h
var headerFiles embed.FS

// headers are the files that an #include brings in, by what it names; an empty one is
// known and needs nothing.
var headers = map[string]string{
	"cuda_fp16.h": "half", "cuda_fp16.hpp": "half", "cuda_bf16.h": "bfloat", "cuda_bf16.hpp": "bfloat",
	"cooperative_groups.h": "groups", "cooperative_groups/reduce.h": "groups", "cooperative_groups/scan.h": "groups",
	"curand_kernel.h": "curand", "vector": "vector", "algorithm": "vector", "numeric": "vector", "array": "vector", "utility": "vector",
	"iostream": "iostream", "iomanip": "iostream", "string": "iostream", "sstream": "iostream", "chrono": "chrono", "helper_cuda.h": "helper",
}

// plainHeaders need nothing: what they declare is known.
var plainHeaders = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`cuda.h cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h device_functions.h cuda_profiler_api.h helper_functions.h
		sm_30_intrinsics.h math_constants.h vector_types.h vector_functions.h curand.h math.h stdio.h stdlib.h string.h stdint.h stddef.h stdbool.h assert.h float.h limits.h time.h ctype.h unistd.h
		sys/time.h cmath cstdio cstdlib cstring cstdint cstddef cassert cfloat climits ctime cctype limits functional type_traits memory random new cuda/std/limits math_functions.h builtin_types.h inttypes.h errno.h nvfunctional`) {
		plainHeaders[name] = true
	}
}

// headerOf is the header that declares a name.
var headerOf = map[string]string{
	"half": "cuda_fp16.h", "__half": "cuda_fp16.h", "half2": "cuda_fp16.h", "__nv_bfloat16": "cuda_bf16.h", "nv_bfloat16": "cuda_bf16.h",
	"cooperative_groups": "cooperative_groups.h", "cg": "cooperative_groups.h", "thread_block": "cooperative_groups.h", "this_thread_block": "cooperative_groups.h", "tiled_partition": "cooperative_groups.h",
	"curandState": "curand_kernel.h", "curandState_t": "curand_kernel.h", "curand_init": "curand_kernel.h", "curand_uniform": "curand_kernel.h",
	"vector": "vector", "cout": "iostream", "endl": "iostream", "cerr": "iostream", "string": "string", "setprecision": "iomanip", "fill": "algorithm", "sort": "algorithm", "accumulate": "numeric", "high_resolution_clock": "chrono", "steady_clock": "chrono",
}

// include brings in the header that a directive names.
func (p *preprocessor) include(line []token) {
	if len(line) < 2 {
		p.c.report(line[0].pos, 7, "#include needs a file name", "")
		return
	}
	name := strings.Trim(joined(line[1:]), `<>"`)
	name = strings.ReplaceAll(name, " ", "")
	file := headers[name]
	if file == "" {
		if !plainHeaders[name] {
			known := []string{}
			for n := range headers {
				known = append(known, n)
			}
			for n := range plainHeaders {
				known = append(known, n)
			}
			p.c.report(line[1].pos, max(line[len(line)-1].end-line[1].pos.Col, 1), "'"+name+"' file not found", suggest(name, known))
		}
		return
	}
	p.header(file, line[0].pos)
}

// header reads a header once; its tokens stand where it was included.
func (p *preprocessor) header(name string, at diag.Pos) {
	if p.included[name] {
		return
	}
	p.included[name] = true
	text, err := headerFiles.ReadFile("headers/" + name + ".h")
	if err != nil {
		panic(err) // it is embedded
	}
	l := &lexer{src: string(text), line: 1, first: true, c: p.c}
	tokens := l.all()
	for i := range tokens {
		tokens[i].pos, tokens[i].end, tokens[i].header = at, at.Col+1, true
	}
	p.run(tokens)
}
