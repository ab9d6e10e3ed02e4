//go:build linux && cgo && cuda

package driver

// This file is a context through package cu. What cu does not offer (packed launches,
// pinned memory, shared memory on request) calls the forwarded functions itself.

// #include "forward.h"
import "C"

import (
	"runtime"
	"unsafe"

	"gorgonia.org/cu"
)

type cuContext struct {
	ctx cu.CUContext
	gpu int
}

// with runs f while the context is current: the driver keeps the current context in the
// thread.
func (c *cuContext) with(call string, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cu.SetCurrentContext(c.ctx); err != nil {
		return failure("cuCtxSetCurrent", err)
	}
	return failure(call, f())
}

// cu's handles are structs of one pointer, which these read as such.
func (s Stream) cu() cu.Stream     { return *(*cu.Stream)(unsafe.Pointer(&s)) }
func (e Event) cu() cu.Event       { return *(*cu.Event)(unsafe.Pointer(&e)) }
func (m Module) cu() cu.Module     { return *(*cu.Module)(unsafe.Pointer(&m)) }
func (f Function) c() C.CUfunction { return *(*C.CUfunction)(unsafe.Pointer(&f)) }
func (s Stream) c() C.CUstream     { return *(*C.CUstream)(unsafe.Pointer(&s)) }
func (c *cuContext) c() C.CUcontext {
	return *(*C.CUcontext)(unsafe.Pointer(&c.ctx))
}

func (c *cuContext) Destroy() error {
	return failure("cuCtxDestroy", c.ctx.Destroy())
}

func (c *cuContext) Synchronize() error {
	return c.with("cuCtxSynchronize", cu.Synchronize)
}

func (c *cuContext) MemInfo() (free, total int64, err error) {
	err = c.with("cuMemGetInfo", func() (err error) {
		free, total, err = cu.MemInfo()
		return err
	})
	return free, total, err
}

func (c *cuContext) Alloc(bytes int64) (at Address, err error) {
	err = c.with("cuMemAlloc", func() error {
		p, err := cu.MemAlloc(bytes)
		at = Address(p)
		return err
	})
	return at, err
}

func (c *cuContext) Free(at Address) error {
	return c.with("cuMemFree", func() error { return cu.MemFree(cu.DevicePtr(at)) })
}

func (c *cuContext) AllocPinned(bytes int) (mem []byte, err error) {
	err = c.with("cuMemHostAlloc", func() error {
		var p unsafe.Pointer
		if r := C.cuMemHostAlloc(&p, C.size_t(bytes), 0); r != C.CUDA_SUCCESS {
			return refusal("cuMemHostAlloc", r)
		}
		mem = unsafe.Slice((*byte)(p), bytes)
		return nil
	})
	return mem, err
}

func (c *cuContext) FreePinned(mem []byte) error {
	return c.with("cuMemFreeHost", func() error { return cu.MemFreeHost(unsafe.Pointer(&mem[0])) })
}

func (c *cuContext) Register(mem []byte) error {
	return c.with("cuMemHostRegister", func() error {
		return refusal("cuMemHostRegister", C.cuMemHostRegister(unsafe.Pointer(&mem[0]), C.size_t(len(mem)), C.CU_MEMHOSTREGISTER_PORTABLE))
	})
}

func (c *cuContext) Unregister(mem []byte) error {
	return c.with("cuMemHostUnregister", func() error {
		return refusal("cuMemHostUnregister", C.cuMemHostUnregister(unsafe.Pointer(&mem[0])))
	})
}

func (c *cuContext) Clear(at Address, bytes int64, s Stream) error {
	return c.with("cuMemsetD8Async", func() error { return cu.MemsetD8Async(cu.DevicePtr(at), 0, bytes, s.cu()) })
}

func (c *cuContext) CopyIn(dst Address, src unsafe.Pointer, bytes int, s Stream) error {
	return c.with("cuMemcpyHtoDAsync", func() error { return cu.MemcpyHtoDAsync(cu.DevicePtr(dst), src, int64(bytes), s.cu()) })
}

func (c *cuContext) CopyOut(dst unsafe.Pointer, src Address, bytes int, s Stream) error {
	return c.with("cuMemcpyDtoHAsync", func() error { return cu.MemcpyDtoHAsync(dst, cu.DevicePtr(src), int64(bytes), s.cu()) })
}

func (c *cuContext) CopyWithin(dst, src Address, bytes int, s Stream) error {
	return c.with("cuMemcpyDtoDAsync", func() error {
		return cu.MemcpyDtoDAsync(cu.DevicePtr(dst), cu.DevicePtr(src), int64(bytes), s.cu())
	})
}

func (c *cuContext) CopyFrom(dst Address, from Context, src Address, bytes int, s Stream) error {
	return c.with("cuMemcpyPeerAsync", func() error {
		return cu.MemcpyPeerAsync(cu.DevicePtr(dst), c.ctx, cu.DevicePtr(src), from.(*cuContext).ctx, int64(bytes), s.cu())
	})
}

// logBytes is the room for the words of the driver's compiler.
const logBytes = 8192

func (c *cuContext) Assemble(ptx []byte) (image []byte, err error) {
	source := C.CString(string(ptx))
	defer C.free(unsafe.Pointer(source))
	var made unsafe.Pointer
	var size C.size_t
	err = c.with("cuLinkComplete", func() error {
		return refusal("cuLinkComplete", C.gputour_assemble(source, C.size_t(len(ptx)+1), &made, &size))
	})
	if err != nil {
		return nil, err
	}
	defer C.free(made)
	return C.GoBytes(made, C.int(size)), nil
}

func (c *cuContext) Load(code []byte) (m Module, err error) {
	source := C.CString(string(code))
	defer C.free(unsafe.Pointer(source))
	log := (*C.char)(C.calloc(1, logBytes))
	defer C.free(unsafe.Pointer(log))
	err = c.with("cuModuleLoadDataEx", func() error {
		return refusal("cuModuleLoadDataEx", C.gputour_load((*C.CUmodule)(unsafe.Pointer(&m)), source, log, logBytes))
	})
	if text := C.GoString(log); err != nil && text != "" {
		e := err.(*Error)
		e.Text += ": " + text
	}
	return m, err
}

func (c *cuContext) Unload(m Module) error {
	return c.with("cuModuleUnload", func() error { return m.cu().Unload() })
}

func (c *cuContext) Function(m Module, name string) (f Function, err error) {
	err = c.with("cuModuleGetFunction", func() error {
		fn, err := m.cu().Function(name)
		f = *(*Function)(unsafe.Pointer(&fn))
		return err
	})
	return f, err
}

func (c *cuContext) AllowShared(f Function, bytes int) error {
	return c.with("cuFuncSetAttribute", func() error {
		return refusal("cuFuncSetAttribute", C.cuFuncSetAttribute(f.c(), C.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, C.int(bytes)))
	})
}

// Launch makes the context current on the C side, and so is one call into C and not two: programs launch often.
func (c *cuContext) Launch(f Function, grid, block [3]uint32, shared uint32, s Stream, params []byte) error {
	var first unsafe.Pointer
	if len(params) > 0 {
		first = unsafe.Pointer(&params[0])
	}
	return refusal("cuLaunchKernel", C.gputour_launch(c.c(), f.c(),
		C.uint(grid[0]), C.uint(grid[1]), C.uint(grid[2]), C.uint(block[0]), C.uint(block[1]), C.uint(block[2]),
		C.uint(shared), s.c(), first, C.size_t(len(params))))
}

func (c *cuContext) NewStream(priority int) (s Stream, err error) {
	err = c.with("cuStreamCreateWithPriority", func() error {
		made, err := cu.MakeStreamWithPriority(priority, cu.NonBlocking)
		s = *(*Stream)(unsafe.Pointer(&made))
		return err
	})
	return s, err
}

func (c *cuContext) DestroyStream(s Stream) error {
	return c.with("cuStreamDestroy", func() error { st := s.cu(); return st.Destroy() })
}

func (c *cuContext) SynchronizeStream(s Stream) error {
	return c.with("cuStreamSynchronize", func() error { return s.cu().Synchronize() })
}

func (c *cuContext) StreamDone(s Stream) (bool, error) {
	return done(c.with("cuStreamQuery", func() error { return s.cu().Query() }))
}

// done reads the answer of a query.
func done(err error) (bool, error) {
	if e, ok := err.(*Error); ok && e.Code == NotReady {
		return false, nil
	}
	return err == nil, err
}

func (c *cuContext) WaitEvent(s Stream, e Event) error {
	return c.with("cuStreamWaitEvent", func() error { return s.cu().Wait(e.cu(), 0) })
}

func (c *cuContext) NewEvent(timing bool) (e Event, err error) {
	flags := cu.DisableTiming
	if timing {
		flags = cu.DefaultEvent
	}
	err = c.with("cuEventCreate", func() error {
		made, err := cu.MakeEvent(flags)
		e = *(*Event)(unsafe.Pointer(&made))
		return err
	})
	return e, err
}

func (c *cuContext) DestroyEvent(e Event) error {
	return c.with("cuEventDestroy", func() error { ev := e.cu(); return cu.DestroyEvent(&ev) })
}

func (c *cuContext) Record(e Event, s Stream) error {
	return c.with("cuEventRecord", func() error { return e.cu().Record(s.cu()) })
}

func (c *cuContext) SynchronizeEvent(e Event) error {
	return c.with("cuEventSynchronize", func() error { return e.cu().Synchronize() })
}

func (c *cuContext) EventDone(e Event) (bool, error) {
	return done(c.with("cuEventQuery", func() error { return e.cu().Query() }))
}

func (c *cuContext) Elapsed(start, end Event) (ms float64, err error) {
	err = c.with("cuEventElapsedTime", func() (err error) {
		ms, err = start.cu().Elapsed(end.cu())
		return err
	})
	return ms, err
}

func (c *cuContext) EnablePeer(from Context) error {
	return c.with("cuCtxEnablePeerAccess", func() error { return from.(*cuContext).ctx.EnablePeerAccess(0) })
}
