//go:build linux && cgo && cuda

package driver

// #include <stdlib.h>
// #include "nvml.h"
import "C"

import (
	"fmt"
	"sync"
	"unsafe"
)

// ManagementLibrary is the file that OpenManagement opens unless told otherwise.
const ManagementLibrary = "libnvidia-ml.so.1"

// management is the process's NVML: a library that was opened stays.
var management struct {
	sync.Mutex
	open bool
}

// OpenManagement opens NVML, "" for the system's. The first that opens stays for the process.
func OpenManagement(library string) (Management, error) {
	if library == "" {
		library = ManagementLibrary
	}
	management.Lock()
	defer management.Unlock()
	if management.open {
		return nvml{}, nil
	}
	path := C.CString(library)
	defer C.free(unsafe.Pointer(path))
	reason := (*C.char)(C.calloc(1, 1024))
	defer C.free(unsafe.Pointer(reason))
	if C.gputour_nvml_open(path, reason, 1024) != 0 {
		return nil, &openError{text: C.GoString(reason)}
	}
	management.open = true
	return nvml{}, nil
}

type nvml struct{}

func (nvml) Version() string {
	var version [96]C.char
	if C.gputour_nvml_version(&version[0], C.uint(len(version)-1)) != 0 {
		return ""
	}
	return C.GoString(&version[0])
}

func (nvml) Read(uuid string) (Readings, error) {
	name := C.CString("GPU-" + uuid)
	defer C.free(unsafe.Pointer(name))
	var n [C.NVML_READINGS]C.int
	if code := C.gputour_nvml_read(name, &n[0]); code != 0 {
		return Readings{}, fmt.Errorf("NVML does not find GPU-%s (error %d)", uuid, int(code))
	}
	at := func(i int) int { return int(n[i]) }
	return Readings{
		Celsius: at(C.NVML_CELSIUS), Milliwatts: at(C.NVML_MILLIWATTS), LimitMilliwatts: at(C.NVML_LIMIT_MILLIWATTS),
		Busy: at(C.NVML_BUSY), MemoryBusy: at(C.NVML_MEMORY_BUSY), FanPercent: at(C.NVML_FAN), State: at(C.NVML_STATE),
		Clocks:     Clocks{at(C.NVML_GRAPHICS_MHZ), at(C.NVML_SM_MHZ), at(C.NVML_MEMORY_MHZ)},
		MostClocks: Clocks{at(C.NVML_MOST_GRAPHICS_MHZ), at(C.NVML_MOST_SM_MHZ), at(C.NVML_MOST_MEMORY_MHZ)},
	}, nil
}
