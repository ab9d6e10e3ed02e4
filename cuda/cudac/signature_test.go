package cudac

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gputour/cuda/cudac/simt"
)

// typeFacts are calls by the type of their result, as the "CUDA Math API Reference Manual" and the "CUDA C++ Programming Guide"
// declare the functions.
var typeFacts = map[string]string{
	"bool": "isnan(1.0) | isinf(1.0) | isfinite(1.0) | signbit(1.0)",
	"int": `__popc(1u) | __popcll(1ULL) | __clz(1) | __clzll(1LL) | __ffs(1) | __ffsll(1LL) | __mul24(1, 2) | __mulhi(1, 2) | __rhadd(1, 2) | __hadd(1, 2)
		| __float_as_int(1.0f) | __double2hiint(1.0) | __double2loint(1.0) | __float2int_rn(1.0f) | __double2int_rz(1.0) | __dp4a(1, 2, 3)
		| ilogb(1.0) | ilogbf(1.0f) | abs(-1) | abs((char)-1) | min(1, 2) | max(1, 2)
		| __any_sync(~0u, 1) | __all_sync(~0u, 1) | __syncthreads_count(1) | __syncthreads_and(1) | __syncthreads_or(1)
		| __shfl_sync(~0u, 1, 0) | __shfl_xor_sync(~0u, n, 1, 32) | __reduce_add_sync(~0u, 1) | __reduce_min_sync(~0u, (short)1) | atomicAdd(&n, 1) | atomicCAS(&n, 1, 2) | __ldg(&n)`,
	"unsigned": `__brev(1u) | __umul24(1u, 2u) | __umulhi(1u, 2u) | __uhadd(1u, 2u) | __urhadd(1u, 2u) | __sad(1, 2, 3u) | __usad(1u, 2u, 3u) | __byte_perm(1u, 2u, 3u)
		| __funnelshift_l(1u, 2u, 3u) | __funnelshift_r(1u, 2u, 3u) | __funnelshift_lc(1u, 2u, 3u) | __funnelshift_rc(1u, 2u, 3u) | __fns(1u, 0u, 1)
		| __float_as_uint(1.0f) | __float2uint_rn(1.0f) | __double2uint_rz(1.0) | __dp4a(1u, 2u, 3u) | umin(1u, 2u) | umax(1u, 2u) | min(1, 2u)
		| __activemask() | __ballot_sync(~0u, 1) | __match_any_sync(~0u, 1) | __match_all_sync(~0u, 1, &n) | __reduce_xor_sync(~0u, 1u) | __shfl_up_sync(~0u, 1u, 1) | atomicExch(&u, 1u) | atomicInc(&u, 1u)`,
	"long long":          `__mul64hi(1LL, 2LL) | __double_as_longlong(1.0) | __float2ll_rn(1.0f) | __double2ll_rn(1.0) | llmin(1LL, 2LL) | llabs(-1LL) | llround(1.0) | llrintf(1.0f) | clock64()`,
	"unsigned long long": `__umul64hi(1ULL, 2ULL) | __brevll(1ULL) | __float2ull_rn(1.0f) | __double2ull_rn(1.0) | ullmax(1ULL, 2ULL) | max(1ULL, 2LL) | atomicAdd(&q, 1ULL) | __shfl_down_sync(~0u, q, 1)`,
	"float": `sqrtf(4.0f) | sqrtf(4.0) | sqrt(4.0f) | powf(2, 3) | pow(2.0f, 3.0f) | fmaf(1.0f, 2.0f, 3.0f) | __sinf(1.0f) | __expf(1.0) | __fdividef(1.0f, 2.0f) | __frsqrt_rn(4.0f) | __saturatef(2.0f)
		| __int_as_float(1) | __uint_as_float(1u) | __int2float_rn(1) | __uint2float_rz(1u) | __ll2float_ru(1LL) | __ull2float_rd(1ULL) | __double2float_rn(1.0)
		| __fadd_rn(1.0f, 2.0f) | __fmaf_rz(1.0f, 2.0f, 3.0f) | fabsf(-1.0f) | abs(-1.0f) | min(1.0f, 2) | max(1, 2.0f) | ldexpf(1.0f, 2) | ldexp(1.0f, 2) | nextafterf(1.0f, 2.0f)
		| modff(1.5f, &f) | frexpf(1.5f, &n) | INFINITY | NAN | atomicAdd(&f, 1.0f) | __shfl_sync(~0u, f, 0)`,
	"double": `sqrt(4.0) | sqrt(4) | pow(2.0f, 3.0) | pow(2, 3) | fma(1.0, 2.0, 3.0) | norm4d(1.0, 2.0, 3.0, 4.0) | __longlong_as_double(1LL) | __hiloint2double(1, 2) | __int2double_rn(1) | __uint2double_rn(1u) | __ll2double_rd(1LL)
		| __ull2double_ru(1ULL) | __dadd_rn(1.0, 2.0) | __fma_rn(1.0, 2.0, 3.0) | abs(-1.0) | min(1.0, 2.0f) | ldexp(1.0, 2) | scalbn(1.0, 2) | nextafter(1.0, 2.0)
		| modf(1.5, &d) | frexp(1.5, &n)`,
}

// TestIntrinsicsHaveTypes: a call chooses the overload that its result's type is.
func TestIntrinsicsHaveTypes(t *testing.T) {
	source, code := "", map[string]int{}
	var calls []string
	for _, name := range []string{"bool", "int", "unsigned", "long long", "unsigned long long", "float", "double"} {
		code[name] = len(code) + 1
		source += fmt.Sprintf("__device__ int kind(%s) { return %d; }\n", name, code[name])
		for call := range strings.SplitSeq(typeFacts[name], " | ") {
			for call := range strings.SplitSeq(call, "\n\t\t| ") {
				calls = append(calls, call+" // "+name)
			}
		}
	}
	source += "__global__ void k(int *out) {\n  __shared__ unsigned u; __shared__ int n; __shared__ unsigned long long q; __shared__ float f; __shared__ double d;\n  u = n = q = f = d = 1;\n"
	for i, c := range calls {
		call, _, _ := strings.Cut(c, " // ")
		source += fmt.Sprintf("  out[%d] = kind(%s);\n", i, call)
	}
	out := &simt.Buffer{Name: "out", Data: make([]byte, 4*len(calls))}
	if _, err := launch(compile(t, source+"}").Kernels[0], 1, 1, out); err != nil {
		t.Fatal(err)
	}
	for i, c := range calls {
		call, want, _ := strings.Cut(c, " // ")
		if got := int(out.Data[4*i]); got != code[want] {
			t.Errorf("%s has the type of code %d in %v, want %s", call, got, code, want)
		}
	}
}

// deviceOnly are calls that exist in kernels alone.
func deviceOnly() (calls []string) {
	for call := range strings.SplitSeq(`__sinf(1) | __cosf(1) | __tanf(1) | __expf(1) | __exp10f(1) | __logf(1) | __log2f(1) | __log10f(1) | __powf(1, 2) | __fdividef(1, 2)
| __ldg(&n) | __ldca(&n) | __ldcg(&n) | __ldcs(&n) | __ldlu(&n) | __ldcv(&n) | __stwb(&n, 1) | __stcg(&n, 1) | __stcs(&n, 1) | __stwt(&n, 1)
| __threadfence() | __threadfence_block() | __threadfence_system() | __dp4a(1, 2, 3) | clock64() | __nanosleep(1)
| __syncthreads() | __syncwarp() | __activemask() | __syncthreads_count(1) | __syncthreads_and(1) | __syncthreads_or(1) | __ballot_sync(~0u, 1) | __any_sync(~0u, 1) | __all_sync(~0u, 1)
| __match_any_sync(~0u, 1) | __match_all_sync(~0u, 1, &n) | __lane_id() | __trap() | __shfl_sync(~0u, 1, 1) | __shfl_up_sync(~0u, 1, 1) | __shfl_down_sync(~0u, 1, 1) | __shfl_xor_sync(~0u, 1, 1)
| __reduce_add_sync(~0u, 1) | __reduce_and_sync(~0u, 1u) | __reduce_or_sync(~0u, 1u) | __reduce_xor_sync(~0u, 1u) | __reduce_min_sync(~0u, 1) | __reduce_max_sync(~0u, 1)
| atomicAdd(&n, 1) | atomicSub(&n, 1) | atomicMin(&n, 1) | atomicMax(&n, 1) | atomicExch(&n, 1) | atomicCAS(&n, 1, 2) | atomicAnd(&n, 1) | atomicOr(&n, 1) | atomicXor(&n, 1) | atomicInc(&u, 1) | atomicDec(&u, 1)
| atomicAdd_block(&n, 1) | atomicAdd_system(&n, 1)`, "|") {
		calls = append(calls, strings.TrimSpace(call))
	}
	return calls
}

// TestIntrinsicsOfDevices: such calls compile in a kernel, and each is refused in main, where it stands.
func TestIntrinsicsOfDevices(t *testing.T) {
	for calls := range slices.Chunk(deviceOnly(), 20) { // a compiler gives up after twenty errors
		body := "int n = 0; unsigned u = n; n = u;\n" + strings.Join(calls, ";\n") + ";\n}\n"
		if got := said("__global__ void k() { "+body, false); got != "" {
			t.Errorf("in a kernel: %s", got)
		}
		lines := strings.Split(said("int main() { "+body, true), "\n")
		for i, call := range calls {
			name, _, _ := strings.Cut(call, "(")
			want := fmt.Sprintf("//~ %d:1: error: '%s' can only be called from device code | call it in a kernel or a __device__ function", i+2, name)
			if !slices.Contains(lines, want) {
				t.Errorf("main lacks %s", want)
			}
		}
	}
}

// TestIntrinsicsOfHosts calls in main what is the host's too: each line is true by C's or CUDA's definition.
func TestIntrinsicsOfHosts(t *testing.T) {
	source := "#include <cstdio>\n#include <cmath>\n#include <algorithm>\nint main() {\n  int n; float f, g; double d, e;\n"
	facts := strings.Split(strings.TrimSpace(hostFacts), "\n")
	for i, line := range facts {
		source += fmt.Sprintf("  if (!(%s)) printf(\"%d \");\n", line, i)
	}
	got, _, err := runProgram(t, source+"}\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range strings.Fields(got) {
		var i int
		fmt.Sscan(at, &i)
		t.Errorf("%s does not hold in main", facts[i])
	}
}

const hostFacts = `
	sqrt(16.0) == 4.0 && sqrtf(16.0f) == 4.0f && floor(-1.5) == -2.0
	pow(2.0, 10.0) == 1024.0 && powf(2.0f, 3.0f) == 8.0f && fmod(7.5, 2.0) == 1.5
	fma(2.0, 3.0, 4.0) == 10.0 && fmaf(2.0f, 3.0f, 4.0f) == 10.0f
	std::min(3, 5) == 3 && std::max(3, 5) == 5 && min(2, 1) == 1 && max(1.5, 0.5) == 1.5
	std::min({3, 1, 2}) == 1 && std::max({3, 1, 2}) == 3
	umin(3u, 0xffffffffu) == 3u && umax(1u, 2u) == 2u && llmin(-5000000000LL, 1LL) == -5000000000LL && ullmax(1ULL, 2ULL) == 2ULL
	abs(-7) == 7 && labs(-7L) == 7L && llabs(-5000000000LL) == 5000000000LL
	isnan(NAN) && !isnan(1.0) && isinf(INFINITY) && !isinf(1.0) && isfinite(1.0) && !isfinite(INFINITY) && signbit(-1.0) && !signbit(1.0)
	lround(2.5) == 3 && llround(-2.5) == -3 && lrint(2.5) == 2 && llrintf(3.5f) == 4 && lroundf(0.5f) == 1
	ldexp(0.75, 4) == 12.0 && ldexpf(1.5f, -1) == 0.75f && scalbn(3.0, 2) == 12.0 && scalbnf(1.0f, 10) == 1024.0f
	ilogb(10.0) == 3 && ilogbf(0.1f) == -4
	nextafter(1.0, 2.0) == 1.0000000000000002220446049250313 && nextafterf(1.0f, 2.0f) == 1.00000011920928955078125f
	(modf(-2.75, &d) == -0.75 && d == -2.0)
	(modff(2.75f, &f) == 0.75f && f == 2.0f)
	(frexp(12.0, &n) == 0.75 && n == 4)
	(frexpf(-0.375f, &n) == -0.75f && n == -1)
	(sincos(0.5, &d, &e), fabs(d - 0.479425538604203) < 1e-14 && fabs(e - 0.8775825618903728) < 1e-14)
	(sincosf(0.5f, &f, &g), fabsf(f - 0.479425539f) < 1e-6f && fabsf(g - 0.877582562f) < 1e-6f)
	(sincospi(0.5, &d, &e), d == 1.0 && fabs(e) < 1e-15)
	(sincospif(1.5f, &f, &g), f == -1.0f && fabsf(g) < 1e-6f)
	make_float4(1, 2, 3, 4).w == 4 && make_int2(5, 6).x == 5 && make_uchar3(1, 2, 3).z == 3
	(unsigned char)300 == 44 && (short)40000 == -25536 && (int)-3.99 == -3 && (float)16777217 == 16777216.0f && (unsigned)-1 == 4294967295u && (long long)-1 == -1LL
`

// TestRefused holds what is said of calls and conversions, at which column; nothing is said of those that there are.
func TestRefused(t *testing.T) {
	const before = `#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct A { int m; }; struct B : A { }; struct C { float y; }; struct D { __device__ D(int v) : z(v) { } int z; }; struct E { __device__ operator int() const { return 3; } };
__device__ void none() { }
__global__ void k(int *p, float *f, const int *c, void *v, __half h, __nv_bfloat16 g, A *a, B *b, C *o, A s, C r, int n, float x, unsigned u, double *d) {
`
	for rows := range slices.Chunk(strings.Split(strings.TrimSpace(refusals), "\n"), 18) { // a compiler gives up after twenty errors
		source, want := before, ""
		for i, row := range rows {
			body, text, _ := strings.Cut(strings.TrimSpace(row), "  ## ")
			source += "{\n" + body + "\n}\n"
			if text != "" {
				want += fmt.Sprintf("//~ %d:%s\n", strings.Count(before, "\n")+3*i+2, text)
			}
		}
		if diff := firstDifference(said(source+"}\n", false), want); diff != "" {
			t.Errorf("%s\nin\n%s", diff, strings.Join(rows, "\n"))
		}
	}
}

const refusals = `
	p[0] = __shfl(n, 1);  ## 8: error: '__shfl' was removed with Volta: it does not say which threads take part | use __shfl_sync(0xffffffff, …)
	p[0] = __shfl_up(n, 1);  ## 8: error: '__shfl_up' was removed with Volta: it does not say which threads take part | use __shfl_up_sync(0xffffffff, …)
	p[0] = __shfl_down(n, 1);  ## 8: error: '__shfl_down' was removed with Volta: it does not say which threads take part | use __shfl_down_sync(0xffffffff, …)
	p[0] = __shfl_xor(n, 1);  ## 8: error: '__shfl_xor' was removed with Volta: it does not say which threads take part | use __shfl_xor_sync(0xffffffff, …)
	p[0] = __ballot(n);  ## 8: error: '__ballot' was removed with Volta: it does not say which threads take part | use __ballot_sync(0xffffffff, …)
	p[0] = __any(n);  ## 8: error: '__any' was removed with Volta: it does not say which threads take part | use __any_sync(0xffffffff, …)
	p[0] = __all(n);  ## 8: error: '__all' was removed with Volta: it does not say which threads take part | use __all_sync(0xffffffff, …)
	atomicAd(p, 1);  ## 1: error: use of undeclared identifier 'atomicAd' | did you mean 'atomicAdd'?
	atomicMul(p, 1);  ## 1: error: use of undeclared identifier 'atomicMul' | did you mean 'atomicMax'?
	x = sine(x);  ## 5: error: use of undeclared identifier 'sine' | did you mean 'sin'?
	__popcount(n);  ## 1: error: use of undeclared identifier '__popcount' | declare it before this line, or look at its spelling
	x = sqrtf();  ## 5: error: 'sqrtf' takes 1 argument, 0 are given | count what stands between the parentheses
	x = sqrtf(x, x);  ## 5: error: 'sqrtf' takes 1 argument, 2 are given | count what stands between the parentheses
	x = powf(x);  ## 5: error: 'powf' takes 2 arguments, 1 is given | count what stands between the parentheses
	x = fmaf(x, x);  ## 5: error: 'fmaf' takes 3 arguments, 2 are given | count what stands between the parentheses
	u = __byte_perm(u, u);  ## 5: error: '__byte_perm' takes 3 arguments, 2 are given | count what stands between the parentheses
	n = min(n);  ## 5: error: 'min' takes 2 arguments, 1 is given | put one call into the other: min(a, min(b, c))
	n = max(n, n, n);  ## 5: error: 'max' takes 2 arguments, 3 are given | put one call into the other: min(a, min(b, c))
	n = min(p, n);  ## 5: error: no matching call to 'min(int *, int)' | it takes numbers
	n = max(n, p);  ## 5: error: no matching call to 'max(int, int *)' | it takes numbers
	n = abs(p);  ## 5: error: no matching call to 'abs(int *)' | it takes a number
	n = abs(n, n);  ## 5: error: 'abs' takes 1 argument, 2 are given | count what stands between the parentheses
	__syncthreads(1);  ## 1: error: '__syncthreads' takes 0 arguments, 1 is given | count what stands between the parentheses
	n = __ballot_sync(1);  ## 5: error: '__ballot_sync' takes 2 arguments, 1 is given | count what stands between the parentheses
	n = __activemask(1);  ## 5: error: '__activemask' takes 0 arguments, 1 is given | count what stands between the parentheses
	n = __shfl_sync(~0u, n);  ## 5: error: '__shfl_sync' takes 3 or 4 arguments, 2 are given | it is (mask, value, lane), and a width where it is not 32
	n = __shfl_xor_sync(~0u, n, 1, 32, 5);  ## 5: error: '__shfl_xor_sync' takes 3 or 4 arguments, 5 are given | it is (mask, value, lane), and a width where it is not 32
	n = __shfl_up_sync();  ## 5: error: '__shfl_up_sync' takes 3 or 4 arguments, 0 are given | it is (mask, value, lane), and a width where it is not 32
	n = __reduce_add_sync(~0u, x);  ## 5: error: '__reduce_add_sync' needs an integer | cast the value to int
	n = __reduce_xor_sync(~0u, x);  ## 5: error: '__reduce_xor_sync' needs an integer | cast the value to int
	n = __match_any_sync(~0u, s);  ## 5: error: '__match_any_sync' needs a number | pass one of its members or elements
	n = __match_all_sync(~0u, n, &x);  ## 5: error: cannot convert 'float *' to 'int *' | cast it if that is what you mean
	atomicAdd(p);  ## 1: error: 'atomicAdd' takes 2 arguments, 1 is given | count what stands between the parentheses
	atomicAdd(p, 1, 2);  ## 1: error: 'atomicAdd' takes 2 arguments, 3 are given | count what stands between the parentheses
	atomicCAS(p, 1);  ## 1: error: 'atomicCAS' takes 3 arguments, 2 are given | count what stands between the parentheses
	atomicAdd(n, 1);  ## 1: error: 'atomicAdd' needs a pointer to a number, not 'int' | pass an address: &x or p + i
	atomicAdd(x, 1);  ## 1: error: 'atomicAdd' needs a pointer to a number, not 'float' | pass an address: &x or p + i
	atomicAdd(v, 1);  ## 1: error: 'atomicAdd' needs a pointer to a number, not 'void *' | pass an address: &x or p + i
	atomicAnd(f, 1);  ## 1: error: 'atomicAnd' needs an integer | cast the value to int
	atomicOr(f, 1);  ## 1: error: 'atomicOr' needs an integer | cast the value to int
	atomicXor(f, 1);  ## 1: error: 'atomicXor' needs an integer | cast the value to int
	atomicAdd(p, p);  ## 14: error: cannot convert 'int *' to 'int' | write *p or p[i] for what it points to
	atomicCAS(p, 1, f);  ## 17: error: cannot convert 'float *' to 'int' | write *p or p[i] for what it points to
	sincosf(x, p, f);  ## 12: error: cannot convert 'int *' to 'float *' | cast it if that is what you mean
	sincosf(x, f, d);  ## 15: error: cannot convert 'double *' to 'float *' | cast it if that is what you mean
	sincosf(x, f);  ## 1: error: 'sincosf' takes 3 arguments, 2 are given | count what stands between the parentheses
	modf(x, f);  ## 9: error: cannot convert 'float *' to 'double *' | cast it if that is what you mean
	frexpf(x, f);  ## 11: error: cannot convert 'float *' to 'int *' | cast it if that is what you mean
	frexpf(x);  ## 1: error: 'frexpf' takes 2 arguments, 1 is given | count what stands between the parentheses
	n = __ldg(n);  ## 5: error: cannot take what 'int' points to: it is not a pointer | leave the * away, or declare it with one
	__stcg(p);  ## 1: error: '__stcg' takes 2 arguments, 1 is given | count what stands between the parentheses
	n = __popc(p);  ## 12: error: cannot convert 'int *' to 'unsigned int' | write *p or p[i] for what it points to
	x = __fadd_rn(p, x);  ## 15: error: cannot convert 'int *' to 'float' | write *p or p[i] for what it points to
	h = g;  ## 5: error: cannot convert '__nv_bfloat16' to '__half' | convert through float
	g = h;  ## 5: error: cannot convert '__half' to '__nv_bfloat16' | convert through float
	p = f;  ## 5: error: cannot convert 'float *' to 'int *' | cast it if that is what you mean
	p = c;  ## 5: error: invalid conversion from 'const int *' to 'int *' | declare the pointer const, or do not write through it
	p = v;  ## 5: error: cannot convert 'void *' to 'int *' | cast it: (int *)…
	v = p;
	p = 0;
	p = n;  ## 5: error: cannot convert 'int' to 'int *' | pass an address: &x, or the name of an array
	n = p;  ## 5: error: cannot convert 'int *' to 'int' | write *p or p[i] for what it points to
	x = f;  ## 5: error: cannot convert 'float *' to 'float' | write *p or p[i] for what it points to
	a = b;
	b = a;  ## 5: error: cannot convert 'A *' to 'B *' | cast it if that is what you mean
	a = o;  ## 5: error: cannot convert 'C *' to 'A *' | cast it if that is what you mean
	s = r;  ## 5: error: cannot convert 'C' to 'A' | convert member by member, or give the struct a constructor
	n = s;  ## 5: error: cannot convert 'A' to 'int' | convert member by member, or give the struct a constructor
	s = n;  ## 5: error: cannot convert 'int' to 'A' | convert member by member, or give the struct a constructor
	bool q = p; n = q;
	s = *b;
	D t = n; n = t.z;
	E t; n = t; x = t;
	E t; p = t;  ## 10: error: cannot convert 'E' to 'int *' | convert member by member, or give the struct a constructor
	char *w = "text"; n = w[0];  ## 11: warning: a string literal becomes a 'char *', and what it points to must not be changed | declare the pointer const
	const char *w = "text"; n = w[0];
	int *w = "text";  ## 10: error: invalid conversion from 'const char *' to 'int *' | declare the pointer const, or do not write through it
	n = (int)f;
	x = (float)p;  ## 5: error: cannot cast 'int *' to 'float' | convert it through an integer, or copy the bytes with memcpy
	f = (float *)x;  ## 5: error: cannot cast 'float' to 'float *' | convert it through an integer, or copy the bytes with memcpy
	n = (int)s;  ## 5: error: cannot convert 'A' to 'int' | convert member by member, or give the struct a constructor
	f = static_cast<float *>(p);  ## 5: error: static_cast from 'int *' to 'float *' is not allowed | use reinterpret_cast
	f = static_cast<float *>(v);
	v = static_cast<void *>(f);
	a = static_cast<A *>(b); b = static_cast<B *>(a);
	f = reinterpret_cast<float *>(p);
	x = (float)(1 / 2);  ## 15: warning: integer division: the fraction is dropped before the result becomes a float | make one side a float: (float)(…) / …
	x = (float)(n / 2);
	n = (int)(1 / 2);
	x = 1 / 2;  ## 7: warning: integer division: the fraction is dropped before the result becomes a float | make one side a float: (float)(…) / …
	x = n / 3;  ## 7: warning: integer division: the fraction is dropped before the result becomes a float | make one side a float: (float)n / …
	x = sqrtf(n / 3);  ## 13: warning: integer division: the fraction is dropped before the result becomes a float | make one side a float: (float)n / …
	x = powf(x, n / 3);  ## 15: warning: integer division: the fraction is dropped before the result becomes a float | make one side a float: (float)n / …
	n = int(1, 2);  ## 5: error: 'int' takes one value | leave one value in the parentheses
	n = int();
	x = float{1, 2};  ## 5: error: 'float' takes one value | leave one value in the parentheses
	int w = {1, 2}; n = w;  ## 9: error: too many initializers for 'int' | one value is enough; an array is declared with []
	int w = {}; n = w;
	int w = {3}; n = w;
	int w = none(); n = w;  ## 9: error: void value not ignored as it ought to be | the function returns nothing: call it on a line of its own
	int w[2] = {1, 2, 3}; n = w[0];  ## 19: error: too many initializers: the array has 2 elements | make the array longer, or leave its length out
	int w[2][2] = {1, 2, 3, 4, 5}; n = w[0][0];  ## 28: error: too many initializers: the array has 2 elements | make the array longer, or leave its length out
	int w[2] = 3; n = w[0];  ## 12: error: an array must be initialized with a list in braces | write {a, b, …}, or copy it in a loop
	char w[3] = "abc"; n = w[0];  ## 13: error: the string needs 4 bytes, the array has 3 | leave the length out: char s[] = "…"
	char w[4] = "abc"; n = w[0];
	char w[4] = {"abc"}; n = w[0];
	A w[2] = {1, 2, 3}; n = w[0].m;  ## 17: error: too many initializers: the array has 2 elements | make the array longer, or leave its length out
	D w[2] = {1, 2}; n = w[0].z;
	n = make_int2(1).x;  ## 5: error: 'make_int2' takes 2 arguments, 1 is given | count what stands between the parentheses
	n = make_int2(1, 2, 3).x;  ## 5: error: 'make_int2' takes 2 arguments, 3 are given | count what stands between the parentheses
	x = __uint_as_float(p);  ## 21: error: cannot convert 'int *' to 'unsigned int' | write *p or p[i] for what it points to
	x = ldexpf(f, 1);  ## 5: error: cannot convert 'float *' to 'double' | write *p or p[i] for what it points to
	n = isnan(p);  ## 11: error: cannot convert 'int *' to 'double' | write *p or p[i] for what it points to
	n = __dp4a(p, n, n);  ## 5: error: cannot convert 'int *' to 'int' | write *p or p[i] for what it points to
	__nanosleep(p);  ## 13: error: cannot convert 'int *' to 'unsigned int' | write *p or p[i] for what it points to
	n = __all_sync(~0u, s);  ## 21: error: cannot convert 'A' to 'bool' | convert member by member, or give the struct a constructor
	n = __shfl_sync(~0u, n, p);  ## 25: error: cannot convert 'int *' to 'int' | write *p or p[i] for what it points to
	n = __shfl_sync(~0u, n, 1, p);  ## 28: error: cannot convert 'int *' to 'int' | write *p or p[i] for what it points to
	n = __any_sync(p, 1);  ## 5: error: cannot convert 'int *' to 'unsigned int' | write *p or p[i] for what it points to
	x = ldexpf(x, p);  ## 5: error: cannot convert 'int *' to 'int' | write *p or p[i] for what it points to
	n = __syncthreads_count(s);  ## 25: error: cannot convert 'A' to 'bool' | convert member by member, or give the struct a constructor
`

// cutFacts are calls whose arguments are wider than the parameters: of 64 bits the lower half is passed, as by any conversion of C, and a
// double is rounded to a float.
const cutFacts = `
	__popc(0xf00000001LL) == 1
	__clz(0x100000001LL) == 31
	__ffs(0x100000000LL) == 0
	__brev(0x100000001LL) == 0x80000000u
	__mul24(0x100000003LL, 0x100000005LL) == 15
	__umul24(0x100000003LL, 0x100000005LL) == 15u
	__mulhi(0x140000000LL, 8) == 2
	__mulhi(8, 0x140000000LL) == 2
	__umulhi(0x180000000LL, 4) == 2u
	__umulhi(4, 0x180000000LL) == 2u
	__rhadd(0x100000003LL, 4) == 4
	__rhadd(4, 0x100000003LL) == 4
	__uhadd(0x100000003LL, 4) == 3u
	__uhadd(4, 0x100000003LL) == 3u
	__urhadd(0x100000003LL, 4) == 4u
	__urhadd(4, 0x100000003LL) == 4u
	__sad(0x100000003LL, 10, 5) == 12u
	__sad(10, 0x100000003LL, 5) == 12u
	__sad(0x80000000LL, 0, 0) == 0x80000000u
	__usad(0x100000000LL, 5, 0) == 5u
	__usad(5, 0x100000000LL, 0) == 5u
	__usad(3, 5, 0x100000001LL) == 3u
	__byte_perm(0x103020100LL, 0x07060504, 0x0003) == 0x00000003u
	__byte_perm(0x103020100LL, 0, 0x4444) == 0u
	__byte_perm(0, 0, 0x100003210LL) == 0u
	__byte_perm(0x12345678u, 0x9abcdef0u, 0xffff) == 0x9a9a9a9au
	__byte_perm(0x12345678u, 0x9abcdef0u, 0x8888) == 0x78787878u
	__funnelshift_l(0x100000001LL, 0, 4) == 0u
	__funnelshift_l(0, 1, 0x100000004LL) == 16u
	__funnelshift_r(0x100000000LL, 0, 4) == 0u
	__funnelshift_r(16, 0, 0x100000004LL) == 1u
	__funnelshift_lc(0x100000001LL, 0, 4) == 0u
	__funnelshift_lc(0, 1, 0x100000004LL) == 16u
	__funnelshift_lc(5, 6, 33) == 5u
	__funnelshift_rc(0x100000000LL, 0, 4) == 0u
	__funnelshift_rc(16, 0, 0x100000004LL) == 1u
	__funnelshift_rc(5, 6, 33) == 6u
	__fns(0x100000000LL, 0, 1) == 0xffffffffu
	__fns(1, 0x100000000LL, 1) == 0u
	__fns(1, 0, 0x100000001LL) == 0u
	__fns(0x80000000u, 0, 1) == 31u
	__fns(0x80000000u, 31, 1) == 31u
	__fns(0x80000000u, 32, -1) == 0xffffffffu
	__fns(0x80000000u, 31, -2) == 0xffffffffu
	__fns(0x1u, 5, -1) == 0u
	__popcll(0xf00000000LL) == 4
	__clzll(0x100000000LL) == 31
	__ffsll(0x8000000000000000LL) == 64
	__brevll(0x100000000LL) == 0x80000000LL
	__mul64hi(0x123456789abcdefLL, 0x7000000000000000LL) == 0x7f6e5d4c3b2a18LL
	__mul64hi(-0x123456789abcdefLL, 0x7000000000000000LL) == -0x7f6e5d4c3b2a19LL
	__mul64hi(0LL, -1LL) == 0LL
	__mul64hi(-1LL, 0LL) == 0LL
	__mul64hi(1LL, 1LL) == 0LL
	__umul64hi(0x123456789abcdefULL, 0x8000000000000000ULL) == 0x91a2b3c4d5e6f7ULL
	__float_as_int(1.00000001) == 0x3f800000
	__float_as_uint(1.00000001) == 0x3f800000u
	__int_as_float(0x13f800000LL) == 1.0f
	__uint_as_float(0x13f800000LL) == 1.0f
	__double_as_longlong(0.1) == 0x3fb999999999999aLL
	__longlong_as_double(0x3fb999999999999aLL) == 0.1
	__hiloint2double(0x13ff00000LL, 0x100000000LL) == 1.0
	__hiloint2double(0x3ff00000, -1) == __longlong_as_double(0x3ff00000ffffffffLL)
	__double2hiint(0.1) == 0x3fb99999
	__double2loint(0.1) == (int)0x9999999a
	__int2float_rn(0x100000003LL) == 3.0f
	__uint2float_rn(0x100000003LL) == 3.0f
	__int2double_rz(0x100000003LL) == 3.0
	__uint2double_ru(0x100000003LL) == 3.0
	__uint2double_rd(-1) == 4294967295.0
	__ll2double_rn(0x100000003LL) == 4294967299.0
	__ull2float_rn(-1LL) == 18446744073709551616.0f
	__ll2float_rn(-1LL) == -1.0f
	__float2int_rn(16777217.0) == 16777216
	__float2ll_rz(4294967296.5) == 4294967296LL
	__float2ull_rz(1e19f) == 9999999980506447872ULL
	__double2uint_rz(4294967295.5) == 4294967295u
	__double2ull_rz(1e19) == 10000000000000000000ULL
	__double2ll_rn(-1e19) == -9223372036854775807LL - 1
	__dp4a(0x101020304LL, 0x105060708LL, 0x100000000LL) == 70
	__dp4a(0x101020304LL, 0x05060708u, 0) == 70u
	__dp4a(0xff, 0xff, 0) == 1
	__dp4a(0xffu, 0xffu, 0u) == 65025u
	__dp4a(0x80808080, 0x80808080, 0) == 65536
	(n = 5, u = 6u, f = 0.5f, __ldg(&n) == 5 && __ldca(&u) == 6u && __ldcg(&f) == 0.5f)
	__saturatef(0.9999999999) == 1.0f
	__frsqrt_rn(0.25) == 2.0f
	__fadd_rn(16777217.0, 0.0) == 16777216.0f
	__fmaf_rn(16777217.0, 1.0, 0.0) == 16777216.0f
	__dadd_rn(16777217.0, 0.0) == 16777217.0
	abs((char)-128) == 128 && abs((short)-3) == 3 && abs(-2147483647 - 1) < 0
	abs(-0.0) == 0.0 && !signbit(abs(-0.0)) && abs(3u) == 3u
	min(-1, 1u) == 1u && max(-1, 1u) == 4294967295u
	min(1, 2.5f) == 1.0f && max(1, 2.5) == 2.5 && max(3LL, 2) == 3LL
	min(0.0 / 0.0, 1.0) == 1.0 && isnan(max(0.0 / 0.0, 0.0 / 0.0))
	umin(5u, 3u) == 3u && umax(5u, 3u) == 5u && llmin(5LL, 3LL) == 3LL && llmax(5LL, 3LL) == 5LL && ullmin(5ULL, 3ULL) == 3ULL && ullmax(5ULL, 3ULL) == 5ULL
	ldexp(1.0f, 0x100000001LL) == 2.0f && ldexp(1.0, -1074) > 0.0 && ldexp(3.0f, 200) > 3e38f
	lround(0.5) == 1 && lround(-0.5) == -1 && lrint(0.5) == 0 && lrint(1.5) == 2 && lroundf(2.5f) == 3 && lrintf(2.5f) == 2 && llroundf(-2.5f) == -3 && llrint(-3.5) == -4
	ilogb(0.75) == -1 && ilogb(8.0) == 3 && ilogbf(0.75f) == -1
	nextafter(0.0, -0.0) == 0.0 && signbit(nextafter(0.0, -0.0)) && !signbit(nextafter(-0.0, 0.0)) && signbit(nextafterf(0.0f, -0.0f))
	isinf(INFINITY) && INFINITY > 0 && isnan(NAN) && !isfinite(NAN) && !isinf(NAN)
	fdim(3.0, 1.0) == 2.0 && fdim(1.0, 3.0) == 0.0 && fdim(2.0, 2.0) == 0.0
	fmin(0.0 / 0.0, 2.0) == 2.0 && fmin(2.0, 0.0 / 0.0) == 2.0 && fmax(0.0 / 0.0, 2.0) == 2.0 && fmax(2.0, 0.0 / 0.0) == 2.0
	fabs(log(4.9406564584124654e-324) + 744.4400719213812) < 1e-9 && fabs(log10(4.9406564584124654e-324) + 323.3062153431158) < 1e-9
	fabs(log(2.2250738585072014e-308) + 708.3964185322641) < 1e-9 && fabs(log10(2.2250738585072014e-308) + 307.6526555685888) < 1e-9
	fabs(log(3e-308) + 708.0975963534979) < 1e-9 && fabs(log10(3e-308) + 307.5228787452803) < 1e-9 && fabs(log(1e-309) + 711.4987937351601) < 1e-9 && fabs(log10(1e-309) + 309) < 1e-9
	isinf(log(0.0)) && isnan(log(-1.0)) && isinf(log10(0.0)) && isnan(log10(-1.0))
	isinf(lgamma(-1.0 / 0.0)) && lgamma(-1.0 / 0.0) > 0 && lgamma(1.0 / 0.0) > 0 && isinf(lgamma(0.0)) && lgamma(0.0) > 0
	fabs(lgamma(1e-301) - 693.078115990) < 1e-3 && fabs(lgamma(-1e-305) - 702.288456363) < 1e-3
	atan2(-0.0, -1.0) < -3.14 && atan2(0.0, -1.0) > 3.14 && signbit(atan2(-4.9406564584124654e-324, 1e300))
	fabs(sinpi(1.25) + 0.70710678118654752) < 1e-15 && fabs(cospi(2.25) - 0.70710678118654752) < 1e-15 && fabs(sinpi(2.5) - 1) < 1e-15 && fabs(cospi(3.0) + 1) < 1e-15
`

// TestIntrinsicsCutArguments: what does not fit a parameter is cut.
func TestIntrinsicsCutArguments(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(cutFacts), "\n")
	for i, v := range doubles(t, lines) {
		if v != 1 {
			t.Errorf("%s does not hold", lines[i])
		}
	}
}

// TestOutOfWarp: what a shuffle, a vote and __trap refuse when they run, in which lane, and that others than those which take part are
// left alone.
func TestOutOfWarp(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"out[i] = __shfl_sync(~0u, i, 0, 0);", "the width of a shuffle must be a power of two up to 32, not 0"},
		{"out[i] = __shfl_sync(~0u, i, 0, -4);", "the width of a shuffle must be a power of two up to 32, not -4"},
		{"out[i] = __shfl_sync(~0u, i, 0, 12);", "the width of a shuffle must be a power of two up to 32, not 12"},
		{"out[i] = __shfl_sync(~0u, i, 0, 64);", "the width of a shuffle must be a power of two up to 32, not 64"},
		{"out[i] = __shfl_sync(~0u, i, 0, 1 - i / 31);", "the width of a shuffle must be a power of two up to 32, not 0"},
		{"out[i] = __shfl_sync(~0u, i, 7, 1);", "31"},
		{"out[i] = __shfl_sync(~0u, i, 0, 2);", "30"},
		{"out[i] = __shfl_sync(~0u, i, 0x100000003LL, 0x100000008LL);", "27"},
		{"out[i] = __shfl_up_sync(0x7fffffff, i, 1);", "this thread is not in the mask of the shuffle it takes part in"},
		{"out[i] = __shfl_up_sync(0xfffffffe, i, 1);", "this thread is not in the mask of the shuffle it takes part in"},
		{"if (i < 31) out[i] = __shfl_up_sync(~0u, i, 1);", "the mask of the shuffle names this thread, which does not take part in it"},
		{"if (i > 0) out[i] = __shfl_up_sync(~0u, i, 1);", "the mask of the shuffle names this thread, which does not take part in it"},
		{"if (i == 0) return; out[i] = __shfl_down_sync(~0u, i, 1);", "31"},
		{"if (i > 15) out[i] = __shfl_down_sync(0xffff0000, i, 1);", "31"},
		{"if (i > 15) out[i] = __shfl_up_sync(0xffff0000, i, 1);", "30"},
		{"int v; if (i > 3) v = i; out[i] = __shfl_sync(~0u, v, 3);", "read of uninitialised memory: the thread of lane 3, which this shuffle reads, has not set 'v' yet"},
		{"int v; if (i > 3) v = i; out[i] = __shfl_sync(~0u, v, 4);", "4"},
		{"int v = i; out[i] = __shfl_up_sync(~0u, v, 32) + __shfl_down_sync(~0u, v, 32);", "62"},
		{"int v = i; out[i] = __shfl_up_sync(~0u, v, 31) * 100 + __shfl_down_sync(~0u, v, 31);", "31"},
		{"int v = i; out[i] = __shfl_up_sync(~0u, v, 32, 1);", "31"},
		{"int v = i; out[i] = __shfl_xor_sync(~0u, v, 32);", "31"},
		{"int v = i; out[i] = __shfl_xor_sync(~0u, v, 16, 16);", "15"},
		{"if (i & 1) __trap();", "__trap() ends the kernel"},
		{"unsigned r = 7; if (i > 15) r = __ballot_sync(0xffff0000, i & 1); out[i] = r >> 16;", "43690"},
		{"int r = 7; if (i < 16) r = __any_sync(0xffff, 1); out[i] = r;", "7"},
		{"int r = 7; if (i & 1) r = __all_sync(0xaaaaaaaa, i & 1); out[i] = r;", "1"},
		{"int r = 7; if (i & 1) r = __reduce_add_sync(0xaaaaaaaa, i); out[i] = r;", "256"},
		{"int r = 7; if (i & 1) r = __match_any_sync(0xaaaaaaaa, i / 4); out[i] = r >> 24 & 255;", "160"},
		{"int r = 7, all = 5; if (i & 1) r = __match_all_sync(0xaaaaaaaa, 1.5f, &all); out[i] = (r >> 24 & 255) * 10 + all;", "1701"},
		{"__syncwarp(); __syncwarp(~0u); __threadfence(); out[i] = __lane_id();", "31"},
		{"out[i] = 0; __stcg(out + i, 3); __stcs(&out[i], __ldcs(&out[i]) + 1); __stwb(&out[i], __ldlu(&out[i]) + 1); __stwt(&out[i], __ldcv(&out[i]) + 1);", "6"},
		{"long long a = clock64(); __nanosleep(20); out[i] = clock64() >= a && a > 0;", "1"},
		{"out[i] = deep(3 - i % 2);", "-3"}, // who is deeper leaves alone what the others hold
		{"out[i] = deep(2 + i % 2);", "-1431655769"},
	} {
		source := `__device__ unsigned deep(int n) { return __activemask() + (n > 0 ? deep(n - 1) : 0); }
__global__ void k(int *out) { int i = threadIdx.x; ` + c.body + " }"
		out := &simt.Buffer{Name: "out", Data: make([]byte, 4*32)}
		_, err := launch(compile(t, source).Kernels[0], 1, 32, out)
		got := fmt.Sprint(int32(binary.LittleEndian.Uint32(out.Data[4*31:])))
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || err == nil && got != c.want {
			t.Errorf("%s: %s, want %s", c.body, got, c.want)
		}
	}
}

// initialFacts are statements that give r a value, as C++ has it: clang++ compiles them with initialTypes in front and finds the same.
const initialTypes = `#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif
struct A { int m; }; struct B : A { int b; }; struct BB : B { }; struct P { int x, y; }; struct Q { P p; int z[2]; };
struct F { BOTH F(int v) : a(v), b(v + 1) { } int a, b; };
union U { int i; float f; };
struct E { BOTH operator int() const { return 3; } };
struct G { BOTH operator A() const { A a; a.m = 8; return a; } };
struct H { int *q; BOTH operator int *() const { return q; } };
struct I { int v; BOTH operator bool() const { return v > 1; } BOTH int operator()(int x) const { return x + v; } BOTH I operator+(I o) const { return I{v + o.v}; } };
struct J { BOTH operator double() const { return 2.5; } BOTH operator int() const { return 7; } };
BOTH inline int ofA(A a) { return a.m; }
BOTH inline int ofF(F f) { return f.a * 10 + f.b; }
BOTH inline int ofP(P p) { return p.x * 10 + p.y; }
BOTH inline int ofPointer(A *a) { return a->m; }
BOTH inline int ofInt(int v) { return v; }
BOTH inline int sum(const int *v, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 10 + v[i]; return s; }
`

const initialFacts = `
	int w = {3}; r = w;  ## 3
	int w = {}; r = w + 5;  ## 5
	int w{}; float x{}; double y = {}; r = w + (x == 0) + (y == 0);  ## 2
	int *w = {}; int *v{}; r = w == nullptr && v == 0;  ## 1
	int *w = 0; r = !w;  ## 1
	int *w = (int *)0; void *v = w; r = v == nullptr;  ## 1
	int o = 4; int *w = &o; bool q = w; r = q + 1;  ## 2
	int o = 4; void *w = &o; r = *(int *)w;  ## 4
	int o = 4; void *w = &o; r = *static_cast<int *>(w);  ## 4
	float o = 1; int *w = reinterpret_cast<int *>(&o); r = *w;  ## 1065353216
	int w[3] = {1, 2}; r = sum(w, 3);  ## 120
	int w[3] = {}; r = sum(w, 3);  ## 0
	int w[] = {4, 5, 6}; r = sum(w, 3);  ## 456
	int w[2][2] = {1, 2, 3}; r = sum(&w[0][0], 4);  ## 1230
	int w[2][2] = {{1}, {3, 4}}; r = sum(&w[0][0], 4);  ## 1034
	int w[2][2] = {{1}, 3, 4}; r = sum(&w[0][0], 4);  ## 1034
	char w[4] = "abc"; r = w[0] * 100 + w[2] + w[3];  ## 9799
	char w[4] = {"abc"}; r = w[1];  ## 98
	char w[] = "abc"; r = sizeof(w);  ## 4
	char w[8] = "ab"; r = w[1] + w[2] + w[7];  ## 98
	char w[2][4] = {"ab", "cd"}; r = w[1][1] + w[0][2];  ## 100
	char w[3] = {'a', 'b'}; r = w[1] + w[2];  ## 98
	char w[1] = {'a'}; r = w[0];  ## 97
	const char *w = "text"; r = w[1];  ## 101
	const char *w[2] = {"ab", "cd"}; r = w[1][0];  ## 99
	P w = {3, 4}; r = ofP(w);  ## 34
	P w = {3}; r = ofP(w);  ## 30
	P w{}; r = ofP(w);  ## 0
	P w[2] = {1, 2, 3, 4}; r = ofP(w[0]) * 100 + ofP(w[1]);  ## 1234
	P w[2] = {{1, 2}, {3, 4}}; r = ofP(w[0]) * 100 + ofP(w[1]);  ## 1234
	P o = {5, 6}; P w[2] = {o, o}; r = ofP(w[1]);  ## 56
	P o = {5, 6}; P w = o; w.x = 1; r = ofP(o) * 100 + ofP(w);  ## 5616
	Q w = {{1, 2}, {3, 4}}; r = ofP(w.p) * 100 + sum(w.z, 2);  ## 1234
	F w = 3; r = ofF(w);  ## 34
	F w[2] = {1, 5}; r = ofF(w[0]) * 100 + ofF(w[1]);  ## 1256
	F w[2] = {{1}, {5}}; r = ofF(w[0]) * 100 + ofF(w[1]);  ## 1256
	r = ofF(3) + ofF('a' - 90);  ## 112
	U w[2] = {{1}, {2}}; r = w[0].i * 10 + w[1].i;  ## 12
	A w; w.m = 4; r = ofA(w);  ## 4
	B w; w.m = 4; w.b = 5; A v = w; r = ofA(w) * 10 + v.m + ofPointer(&w);  ## 48
	BB w; w.m = 4; A *v = &w; B *u = static_cast<B *>(v); r = v->m + u->m + ofA(w);  ## 12
	E w; int v = w; float x = w; r = v + (int)x + ofInt(w) + (int)w;  ## 12
	G w; A v = w; r = v.m + ofA(w);  ## 16
	int o = 4; H w = {&o}; r = w ? 1 : 2;  ## 1
	int o = 4; H w = {&o}; int *v = w; r = *v;  ## 4
	I w = {2}; I v = {1}; r = (w ? 10 : 0) + (v ? 1 : 0) + w(3) + (w + v)(0);  ## 18
	J w; int v = w; double x = w; r = v * 10 + (int)(x * 2);  ## 75
	r = int(3.9) + int() + int{4} + (int)-2.5f;  ## 5
	(void)r; (void)(r = 6); r = r + static_cast<int>(1.5);  ## 7
	r = (int)(char)300 + (unsigned char)-1 + (short)70000 + (bool)0.5 + (int)(unsigned)-1;  ## 4763
	r = (long long)1e10 / 1000000 + (int)(float)16777217 % 10;  ## 10006
	r = (int)((unsigned)3000000000u / 2) + (int)(-1LL < 0) + ((float)(unsigned long long)-1 > 1e19f);  ## 1500000002
	long long v = r - 5; unsigned u = v; unsigned char c = v; double x = u; float f = r - 7; r = (x > 4e9) * 100 + c % 100 + (int)f;  ## 144
	int i = r - 3; float f = i; double d = i; unsigned u = i; float g = u; r = (int)f * 100 + (int)d * 10 + (g > 4e9f) + (long long)u % 10;  ## -326
	int i = r + 65; char c = i; unsigned short s = c - 66; signed char t = s; r = c + s + t;  ## 65599
	dim3 w = 3; r = w.x * 100 + w.y * 10 + w.z;  ## 311
	dim3 w(2, 3); r = w.x * 100 + w.y * 10 + w.z;  ## 231
	int2 w = make_int2(3, 4); r = w.x * 10 + w.y;  ## 34
	int v = r + 2; int *w = &v; const int *u = w; r = *u;  ## 2
`

// TestInitial computes the facts in a kernel and in main.
func TestInitial(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(initialFacts), "\n")
	bodies, want := "", make([]string, len(rows))
	for i, row := range rows {
		body, value, _ := strings.Cut(row, "  ## ")
		want[i] = value
		bodies += fmt.Sprintf("{ int r = 0; %s out[%d] = r; }\n", body, i)
	}
	n := len(rows)
	got, _, err := runProgram(t, fmt.Sprintf("#include <cstdio>\n#define __CUDACC__ 1\n%s__global__ void k(int *out) {\n%s}\nint main() { static int out[%d]; int *p; cudaMallocManaged(&p, %[3]d * 4); k<<<1, 1>>>(p); cudaDeviceSynchronize();\n%[2]sfor (int i = 0; i < %[3]d; i++) printf(\"%%d %%d\\n\", p[i], out[i]); cudaFree(p); }\n", initialTypes, bodies, n))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(got), "\n") {
		if line != want[i]+" "+want[i] {
			t.Errorf("%s: a kernel and main have %s", rows[i], line)
		}
	}
}

// TestAtomicsOfStructs: without the header of halves there are no atomics of pairs.
func TestAtomicsOfStructs(t *testing.T) {
	const want = "//~ 2:32: error: 'atomicAdd' needs a pointer to a number, not 'A *' | pass an address: &x or p + i\n"
	if got := said("struct A { int m; };\n__global__ void k(A *p, A s) { atomicAdd(p, s); }\n", false); got != want {
		t.Errorf("%swant %s", got, want)
	}
}
