// This file makes kernels of functions in Python, which their modules have translated to CUDA C++.

package cellkernel

import (
	"gputour/cuda/cudac"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
)

// translated is _gputour_cuda.translated: the kernel of a source whose #line directives name lines of shown, the text
// of file. It runs on the GPU of the tensor home where no argument is on another, and takes tensors whatever their strides.
func translated(_ *object.Thread, a []object.Value) (object.Value, error) {
	file, _ := object.AsStr(a[0])
	shown, _ := object.AsStr(a[1])
	source, _ := object.AsStr(a[2])
	x, ok := values.AsTensor(a[3])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "home must be a tensor")
	}
	home, ok := x.Device().(gpu)
	if !ok {
		return object.Value{}, object.Raise(object.RuntimeError, "kernels do not run on %s", x.Device().Info().Name)
	}
	program, err := cudac.Generated(file, source, shown)
	if err != nil {
		return object.Value{}, uncompiled(file, err)
	}
	if len(program.Kernels) != 1 {
		return object.Value{}, object.Raise(object.ValueError, "the source has %d kernels, not one", len(program.Kernels))
	}
	return object.Adopt(&Kernel{kernel: program.Kernels[0], file: file, home: home, strided: true}, KernelClass), nil
}
