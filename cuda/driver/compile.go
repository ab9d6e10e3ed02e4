//go:build linux && cgo && cuda

package driver

// #include <stdlib.h>
// #include "nvrtc.h"
import "C"

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"
)

// compilers are the files that NVRTC may be, the newest first.
var compilers = []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"}

// compiler is the process's NVRTC: a library that was opened stays.
var compiler struct {
	sync.Mutex
	open bool
}

// OpenCompiler opens NVRTC, "" for the system's. The first file that opens stays for the
// process.
func OpenCompiler(library string) (Compiler, error) {
	files := compilers
	if library != "" {
		files = []string{library}
	}
	compiler.Lock()
	defer compiler.Unlock()
	if compiler.open {
		return nvrtc{}, nil
	}
	var why []string
	for _, file := range files {
		err := openCompiler(file)
		if err == nil {
			compiler.open = true
			return nvrtc{}, nil
		}
		why = append(why, err.Error())
	}
	return nil, fmt.Errorf("NVRTC is not installed; it comes with the CUDA toolkit and with PyTorch (%s)", strings.Join(why, "; "))
}

func openCompiler(file string) error {
	path := C.CString(file)
	defer C.free(unsafe.Pointer(path))
	reason := (*C.char)(C.calloc(1, 1024))
	defer C.free(unsafe.Pointer(reason))
	if C.gputour_nvrtc_open(path, reason, 1024) != 0 {
		return fmt.Errorf("%s", C.GoString(reason))
	}
	return nil
}

type nvrtc struct{}

func (nvrtc) Version() (major, minor int) {
	var a, b C.int
	C.gputour_nvrtc_version(&a, &b)
	return int(a), int(b)
}

func (nvrtc) Compile(file, source string, kernels []string, options ...string) (Program, error) {
	text, name := C.CString(source), C.CString(file)
	defer C.free(unsafe.Pointer(text))
	defer C.free(unsafe.Pointer(name))
	wanted, opts, entries := cStrings(kernels), cStrings(options), newStrings(len(kernels))
	defer freeStrings(wanted)
	defer freeStrings(opts)
	defer freeStrings(entries)
	var ptx, log *C.char
	code := C.gputour_nvrtc_compile(text, name, C.int(len(options)), &opts[0], C.int(len(kernels)), &wanted[0], &ptx, &entries[0], &log)
	defer C.free(unsafe.Pointer(ptx))
	defer C.free(unsafe.Pointer(log))
	words := strings.TrimSpace(C.GoString(log))
	if code != 0 {
		return Program{}, &CompileError{Code: int(code), Text: C.GoString(C.gputour_nvrtc_text(code)), Log: words}
	}
	p := Program{PTX: []byte(C.GoString(ptx)), Log: words}
	for i := range kernels {
		p.Entries = append(p.Entries, C.GoString(entries[i]))
	}
	return p, nil
}

// newStrings is room for n C strings, in C's memory, with one more that stays NULL.
func newStrings(n int) []*C.char {
	array := C.calloc(C.size_t(n+1), C.size_t(unsafe.Sizeof(uintptr(0))))
	return unsafe.Slice((**C.char)(array), n+1)
}

func cStrings(list []string) []*C.char {
	array := newStrings(len(list))
	for i, s := range list {
		array[i] = C.CString(s)
	}
	return array
}

func freeStrings(array []*C.char) {
	for _, s := range array {
		C.free(unsafe.Pointer(s))
	}
	C.free(unsafe.Pointer(&array[0]))
}
