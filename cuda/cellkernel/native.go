// This file runs kernels on a real GPU itself, unchecked and at its speed: what %%cuda
// --native asks for.

package cellkernel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"gputour/cuda"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
	"gputour/engine/device"
	"gputour/engine/eval"
	"gputour/engine/object"
)

// natively reports whether a cell's kernels are to run on the GPU itself.
func natively(options string) bool {
	words := strings.Fields(options)
	return len(words) > 0 && words[0] == "--native"
}

// native compiles a cell's kernels for the session's real GPUs. The answer is by GPU, in
// the order of kernels.
func native(cell eval.KernelCell, kernels []*simt.Kernel) (map[*cuda.Device][]*cuda.Native, error) {
	var names []string
	for _, k := range kernels {
		names = append(names, k.Name)
	}
	all := map[*cuda.Device][]*cuda.Native{}
	for _, g := range cell.Machine.GPUs {
		d, ok := g.(*cuda.Device)
		if !ok {
			continue
		}
		list, log, err := d.Compile(cell.File, "#line 2\n"+cell.Source, names)
		if err != nil {
			return nil, object.Raise(CompileError, "%s", err)
		}
		if len(all) == 0 && log != "" {
			fmt.Fprintln(cell.Thread.Session.Stderr, log)
		}
		all[d] = list
	}
	if len(all) == 0 {
		return nil, object.Raise(CompileError, "%%%%cuda --native needs a real GPU, and this session has none; without --native the kernels run, checked, anywhere")
	}
	return all, nil
}

// launchNative runs the kernel on the GPU of its tensors.
func (b *bound) launchNative(t *object.Thread, a object.Args) (object.Value, error) {
	g, err := b.device(a.Pos)
	if err != nil {
		return object.Value{}, err
	}
	d, ok := g.(*cuda.Device)
	if !ok {
		return object.Value{}, object.Raise(object.RuntimeError, "%s was compiled for real GPUs, and %s is none", b.kernel.Name, g.Info())
	}
	var args []cuda.Argument
	for i, p := range b.kernel.Params {
		arg, err := b.nativeArgument(t, d, p, a.Pos[i])
		if err != nil {
			return object.Value{}, err
		}
		args = append(args, arg)
	}
	if err := b.native[d].Launch(extents(b.grid), extents(b.block), uint32(b.shared), b.stream, args, t.Poll); err != nil {
		return object.Value{}, raiseNative(err)
	}
	return object.None, nil
}

// raiseNative makes an exception of a device's error; a stop stays one.
func raiseNative(err error) error {
	var failed *device.Error
	if errors.As(err, &failed) {
		return object.Raise(object.RuntimeError, "%s", err)
	}
	return err
}

// nativeArgument checks an argument and lays it out for the GPU.
func (b *bound) nativeArgument(t *object.Thread, d *cuda.Device, p simt.Param, v object.Value) (cuda.Argument, error) {
	if p.Type.Kind != word.Pointer {
		n, err := b.number(t, p, v)
		return cuda.Argument{Number: binary.LittleEndian.AppendUint64(nil, n.Bits)[:p.Type.Size()]}, err
	}
	x, err := b.pointer(d, p, v)
	if err != nil || x == nil {
		return cuda.Argument{Number: make([]byte, 8)}, err
	}
	x.Bump()
	return cuda.Argument{Buffer: &x.Storage().Buffer, Offset: x.Offset() * x.DType().Size()}, nil
}

func extents(n [3]int) [3]uint32 { return [3]uint32{uint32(n[0]), uint32(n[1]), uint32(n[2])} }
