package cudac

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gputour/cuda/cudac/libdevice"
	"gputour/cuda/cudac/simt"
)

// doubles runs a kernel of one thread that writes the values of expressions.
func doubles(t *testing.T, expressions []string) []float64 {
	t.Helper()
	var b strings.Builder
	b.WriteString("__global__ void k(double *out) {\n  __shared__ unsigned u; __shared__ int n; __shared__ unsigned long long q; __shared__ float f;\n")
	for i, e := range expressions {
		fmt.Fprintf(&b, "  out[%d] = %s;\n", i, e)
	}
	b.WriteString("}")
	out := &simt.Buffer{Name: "out", Data: make([]byte, 8*len(expressions))}
	if _, err := launch(compile(t, b.String()).Kernels[0], 1, 1, out); err != nil {
		t.Fatal(err)
	}
	values := make([]float64, len(expressions))
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(out.Data[8*i:]))
	}
	return values
}

// TestIntrinsicsOfFloats compares the math library with glibc's, and with PyTorch what glibc lacks (testdata/math.py), in double and
// in single precision. Every function has a line.
func TestIntrinsicsOfFloats(t *testing.T) {
	text, err := os.ReadFile("testdata/math.txt")
	if err != nil {
		t.Fatal(err)
	}
	read := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	literal := func(v float64, suffix string) string {
		if v != v {
			return "(0.0" + suffix + "/0.0" + suffix + ")"
		}
		s := strconv.FormatFloat(v, 'e', 17, 64)
		return s + suffix
	}
	var calls, singles []string
	var want []float64
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		call, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
		f := strings.Fields(call)
		seen[f[0]] = true
		var args, short []string
		for _, a := range f[1:] {
			args, short = append(args, literal(read(a), "")), append(short, literal(read(a), "f"))
		}
		calls = append(calls, f[0]+"("+strings.Join(args, ", ")+")")
		singles = append(singles, f[0]+"f("+strings.Join(short, ", ")+")")
		want = append(want, read(value))
	}
	near := func(got, want, share float64) bool {
		return got == want || got != got && want != want || math.Abs(got-want) <= share*math.Max(math.Abs(want), 0.1)
	}
	for i, got := range doubles(t, calls) {
		if !near(got, want[i], 4e-14) || math.Signbit(got) != math.Signbit(want[i]) && want[i] == want[i] && got != 0 {
			t.Errorf("%s = %v, want %v", calls[i], got, want[i])
		}
	}
	for i, got := range doubles(t, singles) {
		if name, _, _ := strings.Cut(calls[i], "("); name == "nextafter" || name == "fma" && want[i] != 0 || math.Abs(want[i]) > math.MaxFloat32 || slices.Contains(discontinuous, name) {
			continue // of single precision another value
		}
		if !near(got, want[i], 2e-5) {
			t.Errorf("%s = %v, want %v", singles[i], got, want[i])
		}
	}
	for _, table := range [][]string{namesOf(libdevice.Unary), namesOf(libdevice.Binary), namesOf(libdevice.Several)} {
		for _, name := range table {
			if !seen[name] {
				t.Errorf("%s has no line in math.txt", name)
			}
		}
	}
}

// discontinuous are the functions that rounding an argument moves far.
var discontinuous = []string{"fmod", "remainder"}

func namesOf[V any](m map[string]V) (all []string) {
	for name := range m {
		all = append(all, name)
	}
	return all
}

// TestIntrinsicsOfBits holds integer intrinsics, conversions and roundings: each line is true by the definitions of the "CUDA Math API
// Reference Manual" (Integer Intrinsics, Type Casting Intrinsics, Single and Double Precision Intrinsics) and, for __fns, of the
// PTX ISA's fns.
func TestIntrinsicsOfBits(t *testing.T) {
	var lines []string
	for line := range strings.Lines(bitFacts) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines = append(lines, line)
		}
	}
	for i, v := range doubles(t, lines) {
		if v != 1 {
			t.Errorf("%s does not hold", lines[i])
		}
	}
}

const bitFacts = `
	__popc(0) == 0
	__popc(0xf0f0f0f1u) == 17
	__popc(-1) == 32
	__popcll(-1LL) == 64
	__popcll(0x8000000000000001ULL) == 2
	__clz(0) == 32
	__clz(1) == 31
	__clz(-1) == 0
	__clz(0x00800000) == 8
	__clzll(0) == 64
	__clzll(1) == 63
	__clzll(0x0100000000000000LL) == 7
	__ffs(0) == 0
	__ffs(1) == 1
	__ffs(0x80000000) == 32
	__ffs(12) == 3
	__ffsll(0x100000000LL) == 33
	__ffsll(0) == 0
	__brev(1u) == 0x80000000u
	__brev(0x0000000du) == 0xb0000000u
	__brevll(1ULL) == 0x8000000000000000ULL
	__brevll(0x3ULL) == 0xc000000000000000ULL
	__mul24(3, -5) == -15
	__mul24(0x01000003, 7) == 21
	__mul24(0x00800000, 2) == -16777216
	__umul24(0x00ffffffu, 2u) == 0x01fffffeu
	__umul24(0xff000003u, 5u) == 15u
	__umul24(0x00ffffffu, 0x00ffffffu) == 0xfe000001u
	__mulhi(0x40000000, 8) == 2
	__mulhi(-1, 1) == -1
	__mulhi(-2147483647 - 1, -2147483647 - 1) == 0x40000000
	__umulhi(0xffffffffu, 0xffffffffu) == 0xfffffffeu
	__umul64hi(0xffffffffffffffffULL, 0xffffffffffffffffULL) == 0xfffffffffffffffeULL
	__mul64hi(-1LL, 1LL) == -1LL
	__mul64hi(-5LL, -7LL) == 0LL
	__mul64hi(0x4000000000000000LL, 8LL) == 2LL
	__mul64hi(-0x4000000000000000LL, 8LL) == -2LL
	__rhadd(3, 4) == 4
	__rhadd(-3, -4) == -3
	__rhadd(2147483647, 2147483647) == 2147483647
	__hadd(3, 4) == 3
	__hadd(-3, -4) == -4
	__hadd(2147483647, 2147483645) == 2147483646
	__uhadd(0xffffffffu, 0xfffffffdu) == 0xfffffffeu
	__uhadd(3u, 4u) == 3u
	__urhadd(0xffffffffu, 0xfffffffeu) == 0xffffffffu
	__urhadd(3u, 4u) == 4u
	__sad(3, 10, 5u) == 12u
	__sad(10, -3, 5u) == 18u
	__usad(3u, 10u, 1u) == 8u
	__usad(0xffffffffu, 1u, 1u) == 0xffffffffu
	__byte_perm(0x03020100u, 0x07060504u, 0x3210u) == 0x03020100u
	__byte_perm(0x03020100u, 0x07060504u, 0x7654u) == 0x07060504u
	__byte_perm(0x03020100u, 0x07060504u, 0x0123u) == 0x00010203u
	__byte_perm(0x03020100u, 0x07060504u, 0x1537u) == 0x01050307u
	__funnelshift_l(0x80000001u, 0x00000001u, 4u) == 0x00000018u
	__funnelshift_l(0x80000000u, 0x00000001u, 33u) == 0x00000003u
	__funnelshift_l(5u, 6u, 32u) == 6u
	__funnelshift_r(0x80000001u, 0x00000003u, 4u) == 0x38000000u
	__funnelshift_r(5u, 6u, 32u) == 5u
	__funnelshift_lc(5u, 6u, 32u) == 5u
	__funnelshift_lc(0x80000001u, 1u, 4u) == 0x18u
	__funnelshift_lc(5u, 6u, 40u) == 5u
	__funnelshift_rc(5u, 6u, 32u) == 6u
	__funnelshift_rc(0x80000001u, 3u, 4u) == 0x38000000u
	__fns(0xaaaaaaaau, 0, 1) == 1u
	__fns(0xaaaaaaaau, 0, 3) == 5u
	__fns(0xaaaaaaaau, 5, 1) == 5u
	__fns(0xaaaaaaaau, 5, 2) == 7u
	__fns(0xaaaaaaaau, 5, -1) == 5u
	__fns(0xaaaaaaaau, 5, -2) == 3u
	__fns(0xaaaaaaaau, 5, 0) == 5u
	__fns(0xaaaaaaaau, 4, 0) == 0xffffffffu
	__fns(0xaaaaaaaau, 31, 2) == 0xffffffffu
	__fns(0x1u, 0, -1) == 0u
	__fns(0x0u, 0, 1) == 0xffffffffu
	__dp4a(0x01020304, 0x05060708, 100) == 170
	__dp4a((int)0xff020304, 0x05060708, 0) == 60
	__dp4a(0xff020304u, 0x05060708u, 0u) == 1340u
	__float_as_int(1.0f) == 0x3f800000
	__float_as_int(-2.0f) == (int)0xc0000000
	__float_as_uint(-0.0f) == 0x80000000u
	__int_as_float(0x40490fdb) == 3.14159274f
	__uint_as_float(0x7f800000u) > 3e38f
	__double_as_longlong(1.0) == 0x3ff0000000000000LL
	__longlong_as_double(0xc000000000000000LL) == -2.0
	__hiloint2double(0x3ff00000, 0) == 1.0
	__hiloint2double(0x40080000, 1) > 3.0
	__double2hiint(-1.5) == (int)0xbff80000
	__double2loint(__longlong_as_double(0x3ff00000f0000001LL)) == (int)0xf0000001
	__float2int_rn(2.5f) == 2
	__float2int_rn(3.5f) == 4
	__float2int_rz(-2.7f) == -2
	__float2int_ru(-2.7f) == -2
	__float2int_ru(2.1f) == 3
	__float2int_rd(-2.1f) == -3
	__float2int_rd(2.9f) == 2
	__float2int_rz(1e20f) == 2147483647
	__float2int_rz(-1e20f) == -2147483647 - 1
	__float2uint_rz(-3.0f) == 0u
	__float2uint_rn(4e9f) == 4000000000u
	__float2ll_rd(-0.5f) == -1LL
	__float2ull_ru(0.5f) == 1ULL
	__double2int_rn(-2.5) == -2
	__double2uint_ru(3.000001) == 4u
	__double2ll_rz(-9007199254740993.0) == -9007199254740992LL
	__double2ull_rd(18014398509481984.0) == 18014398509481984ULL
	__int2float_rn(16777217) == 16777216.0f
	__int2float_rz(16777219) == 16777218.0f
	__int2float_ru(16777217) == 16777218.0f
	__int2float_rd(-16777217) == -16777218.0f
	__int2float_rz(-16777217) == -16777216.0f
	__uint2float_rn(4294967295u) == 4294967296.0f
	__uint2float_rz(4294967295u) == 4294967040.0f
	__ll2float_ru(9007199254740993LL) == 9007200328482816.0f
	__ull2float_rd(18446744073709551615ULL) == 18446742974197923840.0f
	__ll2double_rn(9007199254740993LL) == 9007199254740992.0
	__ll2double_ru(9007199254740993LL) == 9007199254740994.0
	__ll2double_rz(-9007199254740993LL) == -9007199254740992.0
	__ull2double_rd(18446744073709551615ULL) == 18446744073709549568.0
	__int2double_rn(-7) == -7.0
	__uint2double_rn(4294967295u) == 4294967295.0
	__double2float_rn(1.00000005) == 1.0f
	__double2float_rn(0.1) == 0.1f
	__double2float_rz(0.1) == 0.0999999940395355224609375f
	__double2float_rd(0.1) == 0.0999999940395355224609375f
	__double2float_ru(0.1) == 0.100000001490116119384765625f
	__double2float_ru(-0.1) == -0.0999999940395355224609375f
	__double2float_rd(-0.1) == -0.100000001490116119384765625f
	__double2float_rz(1e300) == 3.4028234663852886e38f
	__double2float_ru(1e300) > 3.4028234663852886e38f
	__fadd_rn(1.0f, 5.9604644775390625e-8f) == 1.0f
	__fadd_ru(1.0f, 1e-20f) == 1.00000011920928955078125f
	__fadd_rd(1.0f, -1e-20f) == 0.999999940395355224609375f
	__fadd_rz(1.0f, -1e-20f) == 0.999999940395355224609375f
	__fadd_rz(-1.0f, 1e-20f) == -0.999999940395355224609375f
	__fadd_rd(1.0f, 1e-20f) == 1.0f
	__fadd_ru(0.5f, 0.25f) == 0.75f
	__fsub_rd(1.0f, 1e-20f) == 0.999999940395355224609375f
	__fsub_ru(1.0f, 1e-20f) == 1.0f
	__fsub_rn(3.0f, 1.0f) == 2.0f
	__fmul_ru(0.1f, 0.1f) > __fmul_rd(0.1f, 0.1f)
	__fmul_rz(-0.1f, 0.1f) == __fmul_ru(-0.1f, 0.1f)
	__fmul_rn(3.0f, 0.5f) == 1.5f
	__fmul_rz(3e38f, 10.0f) == 3.4028234663852886e38f
	__fdiv_ru(1.0f, 3.0f) == 0.3333333432674407958984375f
	__fdiv_rd(1.0f, 3.0f) == 0.333333313465118408203125f
	__fdiv_rz(-1.0f, 3.0f) == -0.333333313465118408203125f
	__fdiv_rn(1.0f, 4.0f) == 0.25f
	__frcp_rn(4.0f) == 0.25f
	__frcp_ru(3.0f) == 0.3333333432674407958984375f
	__frcp_rd(3.0f) == 0.333333313465118408203125f
	__fsqrt_rn(9.0f) == 3.0f
	__fsqrt_ru(2.0f) == 1.41421365737915039062f
	__fsqrt_rd(2.0f) == 1.41421353816986083984f
	__fsqrt_rz(2.0f) == 1.41421353816986083984f
	__frsqrt_rn(4.0f) == 0.5f
	__fmaf_rn(2.0f, 3.0f, 4.0f) == 10.0f
	__fmaf_ru(1.0f, 1.0f, 1e-20f) == 1.00000011920928955078125f
	__fmaf_rd(1.0f, 1.0f, 1e-20f) == 1.0f
	__fmaf_rz(1.0f, 1.0f, -1e-20f) == 0.999999940395355224609375f
	__fma_rn(2.0, 3.0, 4.0) == 10.0
	__fma_ru(1.0, 1.0, 1e-300) == 1.0000000000000002220446049250313
	__fma_rd(1.0, 1.0, -1e-300) == 0.99999999999999988897769753748
	__dadd_ru(1.0, 1e-300) == 1.0000000000000002220446049250313
	__dadd_rz(1.0, 1e-300) == 1.0
	__dadd_rd(1.0, -1e-300) == 0.99999999999999988897769753748
	__dsub_rz(1.0, 1e-300) == 0.99999999999999988897769753748
	__dsub_rn(1.0, 1e-300) == 1.0
	__dmul_ru(0.1, 0.1) > __dmul_rd(0.1, 0.1)
	__dmul_rn(0.1, 0.1) == 0.1 * 0.1
	__ddiv_ru(1.0, 3.0) > __ddiv_rd(1.0, 3.0)
	__ddiv_rz(1.0, 3.0) == __ddiv_rd(1.0, 3.0)
	__ddiv_rn(1.0, 3.0) == 1.0 / 3.0
	__dsqrt_rn(2.0) == sqrt(2.0)
	__dsqrt_ru(2.0) > __dsqrt_rd(2.0)
	__drcp_ru(3.0) > __drcp_rz(3.0)
	__drcp_rn(8.0) == 0.125
	__saturatef(0.25f) == 0.25f
	__saturatef(-3.0f) == 0.0f
	__saturatef(7.0f) == 1.0f
	__saturatef(0.0f / 0.0f) == 0.0f
	fabsf(__sinf(0.5f) - 0.479425539f) < 1e-6f
	fabsf(__cosf(0.5f) - 0.877582562f) < 1e-6f
	fabsf(__tanf(0.5f) - 0.54630249f) < 1e-6f
	fabsf(__expf(1.5f) - 4.48168907f) < 1e-5f
	fabsf(__exp10f(0.5f) - 3.16227766f) < 1e-5f
	fabsf(__logf(3.0f) - 1.09861229f) < 1e-6f
	fabsf(__log2f(3.0f) - 1.5849625f) < 1e-6f
	fabsf(__log10f(3.0f) - 0.477121255f) < 1e-6f
	fabsf(__powf(3.0f, 0.5f) - 1.73205081f) < 1e-6f
	__fdividef(7.0f, 2.0f) == 3.5f
	isnan(0.0 / 0.0) && !isnan(1.0) && !isnan(1.0 / 0.0)
	isinf(1.0 / 0.0) && isinf(-1.0 / 0.0) && !isinf(1e300)
	isfinite(1.0) && !isfinite(1.0 / 0.0) && !isfinite(0.0 / 0.0)
	signbit(-0.0) && !signbit(0.0)
	min(3, 5) == 3 && max(3, 5) == 5 && min(-3, 2) == -3 && max(-3, 2) == 2
	min(3u, 0xffffffffu) == 3u && max(3u, 0xffffffffu) == 0xffffffffu
	umin(3u, 0xffffffffu) == 3u && umax(1u, 2u) == 2u
	llmin(-5000000000LL, 1LL) == -5000000000LL && llmax(-5000000000LL, 1LL) == 1LL
	ullmin(1ULL, 18446744073709551615ULL) == 1ULL && ullmax(1ULL, 18446744073709551615ULL) == 18446744073709551615ULL
	min(1.5f, 0.5f) == 0.5f && max(1.5, 0.5) == 1.5
	max(0.0f / 0.0f, 2.0f) == 2.0f && min(2.0f, 0.0f / 0.0f) == 2.0f
	abs(-7) == 7 && abs(7) == 7 && labs(-7L) == 7L && llabs(-5000000000LL) == 5000000000LL && abs(-2.5f) == 2.5f
	lround(2.5) == 3 && lround(-2.5) == -3 && llround(1e15 + 0.5) == 1000000000000001LL && lrint(2.5) == 2 && llrintf(3.5f) == 4 && lroundf(0.4f) == 0
	ldexp(0.75, 4) == 12.0 && ldexpf(1.5f, -1) == 0.75f && scalbn(3.0, 2) == 12.0 && scalbnf(1.0f, 10) == 1024.0f
	ilogb(10.0) == 3 && ilogbf(0.1f) == -4
	(u = 5u, atomicAdd(&u, 3u) == 5u && u == 8u)
	(n = 5, atomicAdd(&n, -7) == 5 && n == -2)
	(u = 0xffffffffu, atomicAdd(&u, 2u) == 0xffffffffu && u == 1u)
	(f = 0.5f, atomicAdd(&f, 0.25f) == 0.5f && f == 0.75f)
	(q = 5000000000ULL, atomicAdd(&q, 1ULL) == 5000000000ULL && q == 5000000001ULL)
	(u = 5u, atomicSub(&u, 3u) == 5u && u == 2u)
	(n = 5, atomicExch(&n, 9) == 5 && n == 9)
	(f = 0.5f, atomicExch(&f, 2.0f) == 0.5f && f == 2.0f)
	(n = -5, atomicMin(&n, 3) == -5 && n == -5)
	(n = 3, atomicMin(&n, -5) == 3 && n == -5)
	(u = 0xfffffff0u, atomicMin(&u, 3u) == 0xfffffff0u && u == 3u)
	(n = -5, atomicMax(&n, 3) == -5 && n == 3)
	(u = 3u, atomicMax(&u, 0xfffffff0u) == 3u && u == 0xfffffff0u)
	(q = 1ULL, atomicMax(&q, 0x8000000000000000ULL) == 1ULL && q == 0x8000000000000000ULL)
	(u = 5u, atomicInc(&u, 7u) == 5u && u == 6u)
	(u = 7u, atomicInc(&u, 7u) == 7u && u == 0u)
	(u = 9u, atomicInc(&u, 7u) == 9u && u == 0u)
	(u = 5u, atomicDec(&u, 7u) == 5u && u == 4u)
	(u = 0u, atomicDec(&u, 7u) == 0u && u == 7u)
	(u = 9u, atomicDec(&u, 7u) == 9u && u == 7u)
	(u = 7u, atomicDec(&u, 7u) == 7u && u == 6u)
	(n = 5, atomicCAS(&n, 5, 8) == 5 && n == 8)
	(n = 5, atomicCAS(&n, 6, 8) == 5 && n == 5)
	(u = 12u, atomicAnd(&u, 10u) == 12u && u == 8u)
	(u = 12u, atomicOr(&u, 10u) == 12u && u == 14u)
	(u = 12u, atomicXor(&u, 10u) == 12u && u == 6u)
	(u = 1u, atomicAdd_block(&u, 1u) == 1u && atomicAdd_system(&u, 1u) == 2u && u == 3u)
	nextafterf(1.0f, 2.0f) == 1.00000011920928955078125f && nextafterf(1.0f, 0.0f) == 0.999999940395355224609375f
`

// TestIntrinsicsOfWarps has a warp of 32 compute what the "CUDA C++ Programming Guide" says of Warp Vote, Match, Reduce and Shuffle
// Functions and of __syncthreads_count and its kin; i is the thread.
func TestIntrinsicsOfWarps(t *testing.T) {
	bits := func(f func(i int) bool) (m int64) {
		for i := range 32 {
			if f(i) {
				m |= 1 << i
			}
		}
		return m
	}
	const all = 1<<32 - 1
	facts := []struct {
		text string
		want func(i int) int64
	}{
		{"__ballot_sync(~0u, i % 3 == 0)", func(int) int64 { return bits(func(i int) bool { return i%3 == 0 }) }},
		{"__any_sync(~0u, i == 40)", func(int) int64 { return 0 }},
		{"__any_sync(~0u, i == 7)", func(int) int64 { return 1 }},
		{"__all_sync(~0u, i >= 0)", func(int) int64 { return 1 }},
		{"__all_sync(~0u, i != 7)", func(int) int64 { return 0 }},
		{"__activemask()", func(int) int64 { return all }},
		{"sizeof(__activemask()) * 10 + sizeof(__ballot_sync(~0u, 1))", func(int) int64 { return 44 }},
		{"__match_any_sync(~0u, i / 4)", func(i int) int64 { return bits(func(j int) bool { return j/4 == i/4 }) }},
		{"__match_all_sync(~0u, 5, &pred)", func(int) int64 { return all }},
		{"__match_all_sync(~0u, i, &pred)", func(int) int64 { return 0 }},
		{"(__match_all_sync(~0u, 5, &pred), pred) * 10 + (__match_all_sync(~0u, i, &pred), pred)", func(int) int64 { return 10 }},
		{"__reduce_add_sync(~0u, i - 16)", func(int) int64 { return -16 }},
		{"__reduce_add_sync(~0u, 0x80000000u + i)", func(int) int64 { return 496 }},
		{"__reduce_min_sync(~0u, i - 16)", func(int) int64 { return -16 }},
		{"__reduce_max_sync(~0u, i - 16)", func(int) int64 { return 15 }},
		{"__reduce_max_sync(~0u, (unsigned)(i - 16))", func(int) int64 { return all }},
		{"__reduce_min_sync(~0u, (unsigned)(i - 16))", func(int) int64 { return 0 }},
		{"__reduce_and_sync(~0u, (unsigned)i | 96u)", func(int) int64 { return 96 }},
		{"__reduce_or_sync(~0u, (unsigned)i)", func(int) int64 { return 31 }},
		{"__reduce_xor_sync(~0u, 1u << i)", func(int) int64 { return all }},
		{"__reduce_xor_sync(~0u, (unsigned)i)", func(int) int64 { return 0 }},
		{"__shfl_sync(~0u, i * 10, 3)", func(int) int64 { return 30 }},
		{"__shfl_sync(~0u, i * 10, i + 1)", func(i int) int64 { return int64((i+1)%32) * 10 }},
		{"__shfl_sync(~0u, i * 10, 3, 8)", func(i int) int64 { return int64(i/8*8+3) * 10 }},
		{"__shfl_sync(~0u, i * 10, 11, 8)", func(i int) int64 { return int64(i/8*8+3) * 10 }},
		{"__shfl_up_sync(~0u, i, 2)", func(i int) int64 { return int64(i - 2*min(1, i/2)) }},
		{"__shfl_up_sync(~0u, i, 3, 4)", func(i int) int64 { return int64(i - 3*(i%4/3)) }},
		{"__shfl_down_sync(~0u, i, 2)", func(i int) int64 { return int64(i + 2*min(1, (31-i)/2)) }},
		{"__shfl_down_sync(~0u, i, 1, 4)", func(i int) int64 { return int64(i + min(1, 3-i%4)) }},
		{"__shfl_xor_sync(~0u, i, 5)", func(i int) int64 { return int64(i ^ 5) }},
		{"__shfl_xor_sync(~0u, i, 4, 4)", func(i int) int64 { return int64(i &^ 4) }}, // groups before one's own are read, those behind are not
		{"__shfl_xor_sync(~0u, i * 0.5f, 1) * 4", func(i int) int64 { return int64(i^1) * 2 }},
		{"__shfl_down_sync(~0u, (long long)i << 40, 1) >> 40", func(i int) int64 { return int64(min(31, i+1)) }},
		{"__syncthreads_count(i % 4 == 1)", func(int) int64 { return 8 }},
		{"__syncthreads_and(i < 32) * 2 + __syncthreads_and(i < 31)", func(int) int64 { return 2 }},
		{"__syncthreads_or(i > 31) * 2 + __syncthreads_or(i > 30)", func(int) int64 { return 1 }},
		{"__syncthreads_or(1) + __syncthreads_and(1)", func(int) int64 { return 2 }},
		{"__syncthreads_count(1) + __syncthreads_count(1) + __syncthreads_count(i == 0) + __syncthreads_count(0)", func(int) int64 { return 65 }},
	}
	var b strings.Builder
	b.WriteString("__global__ void k(long long *out) {\n  int i = threadIdx.x, pred = 0;\n")
	for n, f := range facts {
		fmt.Fprintf(&b, "  out[%d + i] = %s;\n", 32*n, f.text)
	}
	b.WriteString("}")
	out := &simt.Buffer{Name: "out", Data: make([]byte, 8*32*len(facts))}
	if _, err := launch(compile(t, b.String()).Kernels[0], 1, 32, out); err != nil {
		t.Fatal(err)
	}
	for n, f := range facts {
		for i := range 32 {
			if got := int64(binary.LittleEndian.Uint64(out.Data[8*(32*n+i):])); got != f.want(i) {
				t.Errorf("%s is %d in lane %d, want %d", f.text, got, i, f.want(i))
				break
			}
		}
	}
}
