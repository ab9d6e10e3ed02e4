//go:build linux && cgo && cuda

package driver

// This file opens the driver and asks it for its GPUs.

// #include "forward.h"
import "C"

import (
	"encoding/hex"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"gorgonia.org/cu"
)

// opened is the process's one driver: a library that was opened stays.
var opened struct {
	sync.Mutex
	library string
	driver  *cuDriver
	err     error
}

// Open opens the driver's library, "" for the system's, and starts the driver. The first
// call decides for the process; later calls answer what it found.
func Open(library string) (Driver, error) {
	if library == "" {
		library = Library
	}
	opened.Lock()
	defer opened.Unlock()
	if opened.driver == nil && opened.err == nil {
		opened.library = library
		opened.driver, opened.err = open(library)
	}
	if opened.err != nil {
		return nil, opened.err
	}
	if opened.library != library {
		return nil, errors.New("the program has opened another driver already: " + opened.library)
	}
	return opened.driver, nil
}

func open(library string) (*cuDriver, error) {
	path := C.CString(library)
	defer C.free(unsafe.Pointer(path))
	reason := (*C.char)(C.calloc(1, 1024))
	defer C.free(unsafe.Pointer(reason))
	if code := C.gputour_open(path, reason, 1024); code != C.CUDA_SUCCESS {
		text := C.GoString(reason)
		if code == C.CUDA_ERROR_NO_DEVICE && strings.Contains(text, "cannot open shared object") {
			text = "no NVIDIA driver is installed (" + text + ")"
		}
		return nil, &openError{text, int(code)}
	}
	return new(cuDriver), nil
}

// openError says why the driver cannot be used.
type openError struct {
	text string
	code int
}

func (e *openError) Error() string { return e.text }

type cuDriver struct{}

func (*cuDriver) Version() int { return cu.Version() }

func (*cuDriver) Count() int {
	n, err := cu.NumDevices()
	if err != nil {
		return 0
	}
	return n
}

func (*cuDriver) Peers(a, b int) bool {
	can, err := cu.Device(a).CanAccessPeer(cu.Device(b))
	return err == nil && can != 0
}

func (*cuDriver) GPU(i int) (GPU, error) {
	dev, err := cu.GetDevice(i)
	if err != nil {
		return GPU{}, failure("cuDeviceGet", err)
	}
	g := GPU{}
	if g.Name, err = dev.Name(); err != nil {
		return g, failure("cuDeviceGetName", err)
	}
	if g.Memory, err = dev.TotalMem(); err != nil {
		return g, failure("cuDeviceTotalMem", err)
	}
	if id, err := dev.UUID(); err == nil {
		h := hex.EncodeToString(id[:])
		g.UUID = strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
	}
	ask := func(a cu.DeviceAttribute) int {
		n, e := dev.Attribute(a)
		if e != nil && err == nil {
			err = failure("cuDeviceGetAttribute", e)
		}
		return n
	}
	g.Major, g.Minor = ask(cu.ComputeCapabilityMajor), ask(cu.ComputeCapabilityMinor)
	g.SMs, g.SMThreads = ask(cu.MultiprocessorCount), ask(cu.MaxThreadsPerMultiprocessor)
	g.SharedBytes = ask(sharedOptIn)
	g.ClockKHz, g.ECC = ask(cu.ClockRate), ask(cu.EccEnabled) != 0
	g.PCIBus, g.PCIDevice, g.PCIDomain = ask(cu.PciBusID), ask(cu.PciDeviceID), ask(cu.PciDomainID)
	g.MaxGrid = [3]uint32{uint32(ask(cu.MaxGridDimX)), uint32(ask(cu.MaxGridDimY)), uint32(ask(cu.MaxGridDimZ))}
	g.Prohibited = ask(cu.ComputeMode) == prohibited
	return g, err
}

// prohibited is CU_COMPUTEMODE_PROHIBITED.
const prohibited = 2

// sharedOptIn is the attribute of the shared memory a block may ask for, which package cu
// has no name for.
const sharedOptIn = cu.DeviceAttribute(C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)

func (*cuDriver) NewContext(gpu int) (Context, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx, err := cu.Device(gpu).MakeContext(cu.SchedAuto)
	if err != nil {
		return nil, failure("cuCtxCreate", err)
	}
	if _, err := cu.PopCurrentCtx(); err != nil {
		return nil, failure("cuCtxPopCurrent", err)
	}
	return &cuContext{ctx: ctx, gpu: gpu}, nil
}

// failure is an error of package cu with the driver's own words.
func failure(call string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*Error); ok {
		return e
	}
	return refusal(call, C.CUresult(reflect.ValueOf(err).Int())) // cu's errors are the driver's codes
}

// refusal is the error of a code that the driver answered; nil for success.
func refusal(call string, r C.CUresult) error {
	if r == C.CUDA_SUCCESS {
		return nil
	}
	e := &Error{Call: call, Code: int(r), Text: "unknown error"}
	var text *C.char
	if C.cuGetErrorString(r, &text) == C.CUDA_SUCCESS && text != nil {
		e.Text = C.GoString(text)
	}
	return e
}
