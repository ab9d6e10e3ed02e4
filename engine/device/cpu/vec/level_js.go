package vec

import "unsafe"

// The host brings the kernels of package simd, which works on the memory of this module:
// hostLevel is 0 where it has none, 1 where its multiply-adds round twice, else 2.
//
//go:wasmimport simd level
func hostLevel() int32

// Levels of a browser's tab stand beside those of amd64: its vectors are AVX2's in halves.
const (
	levelSIMD = levelGo + 1 + iota
	levelSIMDFMA
)

func bestLevel() level { return level(hostLevel()) }

func kernelsFor(l level) *kernels {
	k := &kernels{twice: l > levelGo && bestLevel() == levelSIMD}
	if l >= levelSIMD {
		k.simd()
	}
	if l >= levelSIMDFMA {
		k.simdFMA()
	}
	return k
}

// The kernels are called by their number. Each function below is named for the parameters
// of those it calls: p for a pointer, q for one to pointers, i for a number.

func ppi(kernel int32) func(a, b *byte, n int) {
	return func(a, b *byte, n int) { runPPI(kernel, unsafe.Pointer(a), unsafe.Pointer(b), int32(n)) }
}

func pppi(kernel int32) func(a, b, c *byte, n int) {
	return func(a, b, c *byte, n int) {
		runPPPI(kernel, unsafe.Pointer(a), unsafe.Pointer(b), unsafe.Pointer(c), int32(n))
	}
}

func ppppi(kernel int32) func(a, b, c, d *byte, n int) {
	return func(a, b, c, d *byte, n int) {
		runPPPPI(kernel, unsafe.Pointer(a), unsafe.Pointer(b), unsafe.Pointer(c), unsafe.Pointer(d), int32(n))
	}
}

func pppppi(kernel int32) func(a, b, c, d, e *byte, n int) {
	return func(a, b, c, d, e *byte, n int) {
		runPPPPPI(kernel, unsafe.Pointer(a), unsafe.Pointer(b), unsafe.Pointer(c), unsafe.Pointer(d), unsafe.Pointer(e), int32(n))
	}
}

func ppii(kernel int32) func(a, b *byte, i, j int) {
	return func(a, b *byte, i, j int) {
		runPPII(kernel, unsafe.Pointer(a), unsafe.Pointer(b), int32(i), int32(j))
	}
}

func pqii(kernel int32) func(a *byte, b **byte, i, j int) {
	return func(a *byte, b **byte, i, j int) {
		runPPII(kernel, unsafe.Pointer(a), unsafe.Pointer(b), int32(i), int32(j))
	}
}

func pppii(kernel int32) func(a, b, c *byte, i, j int) {
	return func(a, b, c *byte, i, j int) {
		runPPPII(kernel, unsafe.Pointer(a), unsafe.Pointer(b), unsafe.Pointer(c), int32(i), int32(j))
	}
}

func ppiiii(kernel int32) func(a, b *byte, i, j, k, l int) {
	return func(a, b *byte, i, j, k, l int) {
		runPPIIII(kernel, unsafe.Pointer(a), unsafe.Pointer(b), int32(i), int32(j), int32(k), int32(l))
	}
}

func pippiiip(kernel int32) gemmTile {
	return func(c *byte, ldc int, a, b *byte, ldb, k, n int, scale *byte) {
		runPIPPIIIP(kernel, unsafe.Pointer(c), int32(ldc), unsafe.Pointer(a), unsafe.Pointer(b), int32(ldb), int32(k), int32(n), unsafe.Pointer(scale))
	}
}

//go:wasmimport simd run3
//go:noescape
func runPPI(kernel int32, a, b unsafe.Pointer, n int32)

//go:wasmimport simd run4
//go:noescape
func runPPPI(kernel int32, a, b, c unsafe.Pointer, n int32)

//go:wasmimport simd run5
//go:noescape
func runPPPPI(kernel int32, a, b, c, d unsafe.Pointer, n int32)

//go:wasmimport simd run6
//go:noescape
func runPPPPPI(kernel int32, a, b, c, d, e unsafe.Pointer, n int32)

//go:wasmimport simd run4
//go:noescape
func runPPII(kernel int32, a, b unsafe.Pointer, i, j int32)

//go:wasmimport simd run5
//go:noescape
func runPPPII(kernel int32, a, b, c unsafe.Pointer, i, j int32)

//go:wasmimport simd run6
//go:noescape
func runPPIIII(kernel int32, a, b unsafe.Pointer, i, j, k, l int32)

//go:wasmimport simd run8
//go:noescape
func runPIPPIIIP(kernel int32, c unsafe.Pointer, ldc int32, a, b unsafe.Pointer, ldb, k, n int32, scale unsafe.Pointer)
