package cuda

import (
	"encoding/binary"
	"fmt"
	"time"

	"gputour/cuda/driver"
	"gputour/engine/device"
)

// Native is a kernel of the program's own, compiled for one GPU.
type Native struct {
	d        *Device
	ptx      []byte
	entry    string
	function driver.Function
	epoch    int // of the context that function belongs to
}

// Argument is what a native kernel is called with: a pointer into a buffer or, where
// Buffer is nil, a number of 1, 2, 4 or 8 bytes.
type Argument struct {
	Buffer *device.Buffer
	Offset int // bytes
	Number []byte
}

// macros are those of math.h, which NVRTC has no headers for.
var macros = []string{"--define-macro=INFINITY=__int_as_float(0x7f800000)", "--define-macro=NAN=__int_as_float(0x7fffffff)"}

// Compile makes kernels of CUDA C++ source, in which errors call the file by name. It needs
// NVRTC on the machine; log has the compiler's warnings.
func (d *Device) Compile(file, source string, names []string) (kernels []*Native, log string, err error) {
	compiler, err := driver.OpenCompiler("")
	if err != nil {
		return nil, "", err
	}
	target := fmt.Sprintf("--gpu-architecture=compute_%d%d", d.info.Major, d.info.Minor)
	p, err := compiler.Compile(file, source, names, append([]string{target, "--std=c++17"}, macros...)...)
	if err != nil {
		return nil, "", err
	}
	for _, entry := range p.Entries {
		kernels = append(kernels, &Native{d: d, ptx: p.PTX, entry: entry})
	}
	return kernels, p.Log, nil
}

// Launch runs the kernel on a stream, the current one for nil, and waits for it: nobody knows
// whether it ends. While it runs poll is called; its error ends the wait, the kernel's
// context with all that is in it, and the launch.
func (k *Native) Launch(grid, block [3]uint32, shared uint32, s device.Stream, args []Argument, poll func() error) error {
	d := k.d
	op := "launch " + k.entry
	if err := d.ready(); err != nil {
		return err
	}
	params, err := d.pack(args)
	if err != nil {
		return d.fail(op, device.Invalid, err)
	}
	st, ok := s.(*stream)
	if !ok || st.d != d {
		st = d.current
	}
	handle, err := st.get()
	if err == nil {
		err = k.load()
	}
	if err == nil && shared > defaultShared {
		err = d.ctx.AllowShared(k.function, int(shared))
	}
	if err != nil {
		return d.check(op, err)
	}
	start, err := d.journal.begin(handle)
	if err == nil {
		err = d.ctx.Launch(k.function, grid, block, shared, handle, params)
	}
	if err == nil {
		err = d.journal.end(start, device.Record{Action: device.DidLaunch, Op: device.NoOp}, handle)
	}
	if err != nil {
		return d.check(op, err)
	}
	return d.await(op, handle, poll)
}

// mostPause is how long await sleeps between two looks at the GPU.
const mostPause = time.Millisecond

// await waits for a stream whose work may never end.
func (d *Device) await(op string, st driver.Stream, poll func() error) error {
	for pause := time.Duration(0); ; pause = min(pause+20*time.Microsecond, mostPause) {
		done, err := d.ctx.StreamDone(st)
		if err != nil {
			return d.check(op, err)
		}
		if done {
			d.journal.settle()
			return nil
		}
		if err := poll(); err != nil {
			d.faults++
			ctx := d.leave()
			go ctx.Destroy() // which waits for the kernel
			return err
		}
		time.Sleep(pause)
	}
}

// load has the driver compile the kernel for the present context.
func (k *Native) load() error {
	if k.epoch == k.d.epoch {
		return nil
	}
	m, err := k.d.ctx.Load(k.ptx)
	if err != nil {
		return err
	}
	f, err := k.d.ctx.Function(m, k.entry)
	if err == nil {
		k.function, k.epoch = f, k.d.epoch
	}
	return err
}

// pack lays arguments out as the interface does: each at a multiple of its size.
func (d *Device) pack(args []Argument) ([]byte, error) {
	var params []byte
	for _, a := range args {
		number := a.Number
		if a.Buffer != nil {
			at, err := d.window(a.Buffer, a.Offset, 0)
			if err != nil {
				return nil, err
			}
			number = binary.LittleEndian.AppendUint64(nil, uint64(at))
		}
		for len(params)%len(number) != 0 {
			params = append(params, 0)
		}
		params = append(params, number...)
	}
	return params, nil
}
