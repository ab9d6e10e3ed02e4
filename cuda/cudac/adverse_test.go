package cudac

import (
	"fmt"
	"strings"
	"testing"
)

// adverse are sources that a careless compiler takes long for, or too much of its stack.
func adverse() map[string]string {
	kernel := func(body string) string { return "__global__ void k(float *x, int n) {" + body + "}" }
	nest := func(open, middle, close string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(close, n)
	}
	chain := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i+1, i, i)
		}
		return b.String()
	}
	overloads := "__device__ float f(float a) { return a; } __device__ int f(int a) { return a; } __device__ double f(double a) { return a; }\n"
	return map[string]string{
		"calls of overloads":     overloads + kernel("x[0] = "+nest("f(", "1", ")", 150)+";"),
		"constructors":           "struct S { int a; __device__ S(int b) : a(b) {} __device__ S(float b) : a((int)b) {} };\n" + kernel("x[0] = "+nest("S(", "1", ").a", 150)+";"),
		"casts":                  kernel("x[0] = " + strings.Repeat("(float)", 20_000) + "1;"),
		"parentheses":            kernel("x[0] = " + nest("(", "1", ")", 20_000) + ";"),
		"signs":                  kernel("x[0] = " + strings.Repeat("- ", 20_000) + "1;"),
		"conditions":             kernel("x[0] = " + strings.Repeat("n ? 1 : ", 20_000) + "1;"),
		"assignments":            kernel("n = " + strings.Repeat("n = ", 20_000) + "1;"),
		"sums":                   kernel("x[0] = " + strings.Repeat("1 + ", 20_000) + "1;"),
		"indices":                kernel("x[0] = " + nest("x[", "0", "]", 500) + ";"),
		"blocks":                 kernel(nest("{", "", "}", 20_000)),
		"ifs":                    kernel(strings.Repeat("if (n) ", 20_000) + ";"),
		"loops":                  kernel(strings.Repeat("for (;;) ", 150) + ";"),
		"lists":                  kernel("int a[2] = " + nest("{", "1", "}", 20_000) + ";"),
		"sizes":                  kernel("x[0] = " + strings.Repeat("sizeof ", 20_000) + "n;"),
		"constants":              "const int c0 = 1;" + chain("const int c%d = c%d + c%d;\n", 3000) + kernel("x[0] = c50;"),
		"constant of itself":     "const int a = a + a; constexpr int b = c, c = b;" + kernel("int q[a]; x[0] = b;"),
		"macros":                 "#define m0 1\n" + chain("#define m%d m%d m%d\n", 60) + kernel("x[0] = m60;"),
		"macros with arguments":  "#define A(x) x x\n" + kernel("x[0] = "+nest("A(", "1", ")", 100)+";"),
		"macro tails":            "#define f f\n#define g(x) x g\n" + kernel("x[0] = "+strings.Repeat("g (1) ", 5000)+";"),
		"functions":              "__device__ int f0(int a) { return a; }\n" + chain("__device__ int f%d(int a) { return f%d(a) + f%d(a); }\n", 60) + kernel("x[0] = f60(1);"),
		"recursion through many": "__device__ int f0(int a);\n" + chain("__device__ int f%d(int a) { return f%d(a); }\n//%d\n", 30) + "__device__ int f0(int a) { return a > 0 ? f30(a - 1) : 0; }" + kernel("x[0] = f30(1);"),
		"templates":              "template <int N> __device__ int f() { return f<N + 1>() + f<N + 2>(); }\n" + kernel("x[0] = f<0>();"),
		"class templates":        "template <class T> struct W { W<W<T>> *p; int a; };\n" + kernel("W<int> w; w.a = 1; x[0] = w.a;"),
		"template arguments":     "template <class T> struct W { T a; };\n" + kernel(nest("W<", "int", ">", 1000)+" w;"),
		"open angles":            "template <class T> struct W { T a; };\n" + kernel(strings.Repeat("W<", 20_000)),
		"arrays":                 "struct A0 { char a[1000]; };\n" + chain("struct A%d { A%d a[1000]; char b[%d + 1]; };\n", 20) + kernel("A20 a;"),
		"dimensions":             kernel("int a" + strings.Repeat("[1000]", 2000) + ";"),
		"pointers":               kernel("int " + strings.Repeat("*", 20_000) + "p;"),
		"statements":             kernel(strings.Repeat("x[0] += 1;", 20_000)),
		"errors":                 kernel(strings.Repeat("y = z;", 20_000)),
		"names":                  kernel(strings.Repeat("abcdefghij", 5000) + " = 1;"),
		"branches":               strings.Repeat("#if 1\n", 20_000) + strings.Repeat("#endif\n", 20_000),
		"structs":                strings.Repeat("struct S { ", 300) + strings.Repeat("};", 300),
		"namespaces":             strings.Repeat("namespace a { ", 20_000) + strings.Repeat("}", 20_000),
		"includes":               strings.Repeat("#include <cuda_fp16.h>\n", 2000),
		"barriers":               chain("__device__ void b%d() { b%d(); b%d(); }\n", 40) + kernel("b40();"),
	}
}

// TestAdverse compiles them all. A compiler that takes exponential time fails by not
// coming to an end.
func TestAdverse(t *testing.T) {
	for name, source := range adverse() {
		t.Run(name, func(t *testing.T) {
			Compile("cell", source, 1)
		})
	}
}
