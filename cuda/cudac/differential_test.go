package cudac

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
)

// operands are the variables of a generated expression, by type, and values for them.
var diffTypes = []struct {
	name   string
	values []string
}{
	{"signed char", []string{"-128", "7"}}, {"unsigned char", []string{"200", "3"}}, {"short", []string{"-30000", "11"}}, {"unsigned short", []string{"65000", "2"}},
	{"int", []string{"-2147483647", "12345"}}, {"unsigned int", []string{"4000000000u", "9"}}, {"long long", []string{"-9000000000000000000ll", "77"}},
	{"unsigned long long", []string{"18000000000000000000ull", "5"}}, {"float", []string{"-1.5f", "3.25e5f"}}, {"double", []string{"0.1", "-7e10"}}, {"bool", []string{"true", "false"}},
}

// generator writes random expressions that C defines (with wrap-around for signed types).
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// Integer is an expression of an integer type, depth deep at most.
func (g generator) Integer(depth int) string {
	if depth == 0 {
		return g.pick("a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a10", "1", "255", "'x'", "0x7fffffff", "3u", "100000ll", "-1")
	}
	x, y := g.Integer(depth-1), g.Integer(depth-1)
	switch g.IntN(11) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*", "&", "|", "^"), y)
	case 1:
		return fmt.Sprintf("(%s %s (%s | 1 | (1 << 20)))", x, g.pick("/", "%"), "(unsigned)"+y)
	case 2:
		return fmt.Sprintf("(%s %s ((%s) & 7))", x, g.pick("<<", ">>"), y)
	case 3:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("<", ">", "<=", ">=", "==", "!="), y)
	case 4:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("&&", "||"), y)
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(depth-1), x, y)
	case 6:
		return fmt.Sprintf("(%s(%s))", g.pick("-", "~", "!", "+"), x)
	case 7:
		return fmt.Sprintf("((%s)(%s))", diffTypes[g.IntN(8)].name, x)
	case 8:
		return fmt.Sprintf("(%s, %s)", x, y)
	case 9:
		return fmt.Sprintf("(%s %s %s)", g.float(depth-1), g.pick("<", ">", "<=", ">=", "==", "!="), g.float(depth-1))
	}
	return fmt.Sprintf("((long long)sizeof(%s) + %s)", x, y)
}

func (g generator) condition(depth int) string {
	if g.IntN(3) == 0 {
		return g.float(depth)
	}
	return g.Integer(depth)
}

// float is an expression of float or double.
func (g generator) float(depth int) string {
	if depth == 0 {
		return g.pick("a8", "a9", "2.5f", "1e-3", "7.0", "0.0f")
	}
	x, y := g.float(depth-1), g.float(depth-1)
	switch g.IntN(6) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*", "/"), y)
	case 2:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*"), g.Integer(depth-1))
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(depth-1), x, y)
	case 4:
		return fmt.Sprintf("((%s)(%s))", g.pick("float", "double"), g.pick(x, g.Integer(depth-1)))
	}
	return fmt.Sprintf("(-(%s))", x)
}

// program is a source that prints the values of n expressions; a CUDA compiler's prints
// them again, computed by a kernel.
func (g generator) program(n int) string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#ifndef __CUDACC__\n#define __host__\n#define __device__\n#endif\n")
	var params, first, second []string
	for i, t := range diffTypes {
		params = append(params, fmt.Sprintf("%s a%d", t.name, i))
		first, second = append(first, t.values[0]), append(second, t.values[1])
	}
	calls := func(args []string) string {
		var c strings.Builder
		for i := range n {
			fmt.Fprintf(&c, "  r[%d] = f%d(%s);\n", i, i, strings.Join(args, ", "))
		}
		return c.String()
	}
	for i := range n {
		e := g.Integer(4)
		if i%3 == 0 {
			fmt.Fprintf(&b, "__host__ __device__ double f%d(%s) { double d = %s; return d != d ? 0.5 : d; }\n", i, strings.Join(params, ", "), g.float(4))
			continue
		}
		fmt.Fprintf(&b, "__host__ __device__ double f%d(%s) { unsigned long long v = (unsigned long long)(%s); return (double)(v >> 32) * 3 + (double)(v & 0xffffffffu); }\n", i, strings.Join(params, ", "), e)
	}
	fmt.Fprintf(&b, "__host__ __device__ void all(double *r, int which) {\n  if (which == 0) {\n%s  } else {\n%s  }\n}\n", calls(first), calls(second))
	fmt.Fprintf(&b, "#ifdef __CUDACC__\n__global__ void k(double *r, int which) { all(r, which); }\n#endif\n")
	fmt.Fprintf(&b, `int main() {
  static double r[%d];
  for (int which = 0; which < 2; which++) { all(r, which); for (int i = 0; i < %d; i++) printf("%%d %%.17g\n", i, r[i]); }
#ifdef __CUDACC__
  double *d; cudaMalloc(&d, sizeof(r));
  for (int which = 0; which < 2; which++) {
    k<<<1, 1>>>(d, which);
    cudaMemcpy(r, d, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < %d; i++) printf("%%d %%.17g\n", i, r[i]);
  }
  cudaFree(d);
#endif
  return 0;
}
`, n, n, n)
	return b.String()
}

// reference compiles a source with g++ and returns what it prints.
func reference(t *testing.T, source string) string {
	t.Helper()
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("there is no g++ to compare with")
	}
	dir := t.TempDir()
	file, out := filepath.Join(dir, "a.cpp"), filepath.Join(dir, "a.out")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command(gcc, "-w", "-O0", "-fwrapv", "-ffp-contract=off", "-std=c++17", "-o", out, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := exec.Command(out).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// runProgram runs a whole program and returns what it prints.
func runProgram(t *testing.T, source string) (string, *host.Result, error) {
	t.Helper()
	return runStrict(t, source, false)
}

func runStrict(t *testing.T, source string, strict bool) (string, *host.Result, error) {
	t.Helper()
	p, err := CompileProgram("cell", source, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := p.Run(host.Machine{Strict: strict, Stdout: &out, Stderr: &out, Steps: 50_000_000, Device: host.Device{Name: "GPU", Memory: 1 << 30, Multiprocessors: 8, Major: 7, ThreadsPerSM: 2048}})
	return out.String(), r, err
}

// TestLikeGCC holds random expressions against g++, on the host and in a kernel.
func TestLikeGCC(t *testing.T) {
	for seed := range uint64(2) {
		g := generator{rand.New(rand.NewPCG(seed, 7))}
		source := g.program(60)
		want := reference(t, source)
		got, _, err := runProgram(t, source)
		if err != nil {
			t.Fatal(err)
		}
		wants, gots := strings.Split(want+want, "\n"), strings.Split(got, "\n")
		if len(wants) != len(gots) {
			t.Fatalf("seed %d: %d lines, want %d", seed, len(gots), len(wants))
		}
		lines := strings.Split(source, "\n")
		for i := range gots {
			if gots[i] != wants[i] {
				t.Fatalf("seed %d, value %d (kernel: %t): got %s, want %s\n%s", seed, i, i >= 120, gots[i], wants[i], lines[5+i%60])
			}
		}
	}
}
