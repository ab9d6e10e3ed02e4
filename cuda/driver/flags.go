//go:build linux && cgo && cuda

package driver

// The folder lib holds an empty libcuda.a: package cu asks the linker for -lcuda, and
// what it wants of it stands in forward.c.

// #cgo CFLAGS: -I${SRCDIR}/include
// #cgo LDFLAGS: -L${SRCDIR}/lib -ldl
import "C"
