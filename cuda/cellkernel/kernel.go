// Package cellkernel is the Python face of kernel cells: it compiles a %%cuda cell, and
// makes each of its kernels an object that is launched as Numba's are,
// name[grid, block, stream, shared_bytes](arguments…).
package cellkernel

import (
	"fmt"
	"strings"

	"gputour/cuda/cudac"
	"gputour/engine/device"
	"gputour/engine/diag"
	"gputour/engine/eval"
	"gputour/engine/object"
	"gputour/engine/pylib/torch"
	"gputour/engine/tensor"
)

// Kernel is a kernel that Python holds.
type Kernel struct {
	object.Head
	kernel  *cudac.Kernel
	machine *eval.Machine
	last    *cudac.Profile // of the last launch
	nanos   int64
	gpu     *device.Info
}

// bound is a kernel with a launch configuration: what name[grid, block] gives.
type bound struct {
	object.Head
	*Kernel
	grid, block [3]int
	stream      device.Stream
	shared      int
}

// The classes.
var (
	KernelClass  = object.NewBuiltin("gputour.cuda.Kernel")
	boundClass   = object.NewBuiltin("gputour.cuda.ConfiguredKernel")
	LaunchError  = object.NewBuiltin("gputour.cuda.LaunchError")
	CompileError = object.NewBuiltin("gputour.cuda.CompileError")
	kernelError  = object.NewBuiltin("gputour.cuda.KernelError")
)

// faults are the exception classes by what went wrong.
var faults = map[string]*object.Class{
	"memcheck": object.NewBuiltin("gputour.cuda.MemcheckError"), "race": object.NewBuiltin("gputour.cuda.RaceError"),
	"barrier": object.NewBuiltin("gputour.cuda.SynccheckError"), "budget": object.NewBuiltin("gputour.cuda.KernelTimeout"),
	"assert": object.NewBuiltin("gputour.cuda.DeviceAssertError"), "arithmetic": object.NewBuiltin("gputour.cuda.ArithmeticFault"),
}

func init() {
	kernelError.Define(object.Spec{Doc: "A kernel did what it must not.", Bases: []*object.Class{object.RuntimeError}})
	CompileError.Define(object.Spec{Doc: "A kernel cell does not compile.", Bases: []*object.Class{object.RuntimeError}})
	LaunchError.Define(object.Spec{Doc: "A launch configuration is outside the device's limits.", Bases: []*object.Class{object.RuntimeError}})
	for _, c := range faults {
		c.Define(object.Spec{Doc: "What the checks of a kernel found.", Bases: []*object.Class{kernelError}})
	}
	KernelClass.Define(object.Spec{
		Doc: "A CUDA kernel; kernel[grid, block](…) launches it.", NoConstructor: true,
		Slots: object.Slots{
			GetItem: func(t *object.Thread, v, key object.Value) (object.Value, error) {
				return v.Object().(*Kernel).configure(t, key)
			},
			Call: func(_ *object.Thread, v object.Value, _ object.Args) (object.Value, error) {
				name := v.Object().(*Kernel).kernel.Name
				return object.Value{}, object.Raise(object.TypeError, "a kernel needs a launch configuration: %s[grid, block](…)", name)
			},
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				return "<CUDA kernel " + v.Object().(*Kernel).signature() + ">", nil
			},
		},
	})
	boundClass.Define(object.Spec{
		Doc: "A CUDA kernel with its grid and block.", NoConstructor: true,
		Slots: object.Slots{Call: func(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
			return v.Object().(*bound).launch(t, a)
		}},
	})
}

func (k *Kernel) signature() string {
	var list []string
	for _, p := range k.kernel.Params {
		list = append(list, p.Type.String()+" "+p.Name)
	}
	return k.kernel.Name + "(" + strings.ReplaceAll(strings.Join(list, ", "), "* ", "*") + ")"
}

// Compile runs a kernel cell; it is eval.Config's Kernels.
func Compile(cell eval.KernelCell) (object.Value, error) {
	install(cell.Thread.Session)
	if args, ok := runs(cell.Options); ok {
		return run(cell, args)
	}
	program, err := cudac.Compile(cell.File, cell.Source, 2)
	if err != nil {
		return object.Value{}, object.Raise(CompileError, "%s", describe(err))
	}
	for _, d := range program.Warnings {
		fmt.Fprintln(cell.Thread.Session.Stderr, show(d))
	}
	for _, k := range program.Kernels {
		cell.Globals.Set(k.Name, object.Adopt(&Kernel{kernel: k, machine: cell.Machine}, KernelClass))
	}
	return object.Value{}, nil
}

// describe shows diagnostics as a compiler prints them.
func describe(err error) string {
	list, ok := err.(diag.List)
	if !ok {
		return err.Error()
	}
	parts := []string{}
	for _, d := range list {
		parts = append(parts, show(d))
	}
	n := len(list)
	return fmt.Sprintf("the kernel cell does not compile (%d error%s)\n%s", n, map[bool]string{true: "s"}[n > 1], strings.Join(parts, "\n"))
}

func show(d *diag.Diagnostic) string {
	at := d.Span.Start
	s := fmt.Sprintf("%s:%d:%d: %s: %s", d.File, at.Line, at.Col+1, d.Severity, d.Message)
	if d.LineText != "" {
		number := fmt.Sprint(at.Line)
		pad := strings.Map(func(r rune) rune {
			if r == '\t' {
				return r
			}
			return ' '
		}, string([]rune(d.LineText)[:min(at.Col, len([]rune(d.LineText)))]))
		s += fmt.Sprintf("\n %s | %s\n %s | %s^%s", number, d.LineText, strings.Repeat(" ", len(number)), pad, strings.Repeat("~", max(d.Span.End.Col-at.Col-1, 0)))
	}
	if d.Hint != "" {
		s += "\n  hint: " + d.Hint
	}
	return s
}

// dtypes are the element types that may lie behind a pointer to a kind.
var dtypes = map[cudac.Kind]tensor.DType{
	cudac.Bool: tensor.Bool, cudac.U8: tensor.Uint8, cudac.I8: tensor.Int8, cudac.I16: tensor.Int16, cudac.I32: tensor.Int32,
	cudac.U32: tensor.Int32, cudac.I64: tensor.Int64, cudac.U64: tensor.Int64, cudac.F32: tensor.Float32, cudac.F64: tensor.Float64,
	cudac.F16: tensor.Float16, cudac.BF16: tensor.BFloat16,
}

// launch checks the arguments, runs the kernel and puts it on the device's clock.
func (b *bound) launch(t *object.Thread, a object.Args) (object.Value, error) {
	k := b.kernel
	if len(a.Kw) > 0 {
		return object.Value{}, object.Raise(object.TypeError, "%s() takes no keyword arguments", k.Name)
	}
	if len(a.Pos) != len(k.Params) {
		return object.Value{}, object.Raise(object.TypeError, "%s takes %d arguments, %d were given: %s", k.Name, len(k.Params), len(a.Pos), b.signature())
	}
	gpu, err := b.device(a.Pos)
	if err != nil {
		return object.Value{}, err
	}
	run := cudac.Launch{Grid: b.grid, Block: b.block, DynamicShared: b.shared, Stdout: t.Session.Stdout, Poll: t.Poll}
	var touched []*tensor.Tensor
	for i, v := range a.Pos {
		arg, x, err := b.argument(gpu, k.Params[i], v)
		if err != nil {
			return object.Value{}, err
		}
		run.Args = append(run.Args, arg)
		if x != nil {
			touched = append(touched, x)
		}
	}
	p, err := k.Launch(run)
	if err != nil {
		if g, ok := gpu.(interface{ Forget() }); ok {
			g.Forget()
		}
		return object.Value{}, raise(err)
	}
	for i, x := range touched {
		_ = i
		x.Bump()
	}
	b.last, b.gpu = p, gpu.Info()
	bytes := 32 * float64(p.LoadSectors+p.StoreSectors)
	b.nanos = gpu.Ran(b.stream, bytes, float64(p.Flops), int(p.Threads))
	return object.None, nil
}

func raise(err error) error {
	if f, ok := err.(*cudac.Fault); ok {
		class := faults[f.Kind]
		if class == nil {
			class = kernelError
		}
		return object.Raise(class, "%s", f.Message)
	}
	return err
}

// gpu is a GPU whose buffers a kernel on the host reaches: bytes are given out before the
// kernel, and Ran says that it is done. A device that keeps its own copy writes it back
// then, or drops it when told to Forget.
type gpu interface {
	device.Device
	Bytes(b *device.Buffer) ([]byte, error)
	Ran(s device.Stream, bytes, flops float64, threads int) (nanos int64)
}

// device is the GPU that a launch runs on: that of its tensors, else the first.
func (b *bound) device(args []object.Value) (gpu, error) {
	for _, v := range args {
		if x, ok := torch.AsTensor(v); ok && !x.IsCPU() {
			if d, ok := x.Device().(gpu); ok {
				return d, nil
			}
			return nil, object.Raise(object.RuntimeError, "kernel cells do not run on %s", x.Device().Info().Name)
		}
	}
	for _, d := range b.machine.GPUs {
		if g, ok := d.(gpu); ok {
			return g, nil
		}
	}
	return nil, object.Raise(object.RuntimeError, "a kernel needs a GPU and this session has none; start gputour with --devices sim:1 for a simulated one")
}

// argument checks one argument against its parameter.
func (b *bound) argument(gpu gpu, p cudac.Param, v object.Value) (cudac.Arg, *tensor.Tensor, error) {
	var none cudac.Arg
	x, isTensor := torch.AsTensor(v)
	if p.Type.Kind != cudac.Pointer {
		if isTensor {
			return none, nil, object.Raise(object.TypeError, "%s: argument '%s' is a %s, got a tensor; pass a number, such as x.item()", b.kernel.Name, p.Name, p.Type)
		}
		if object.IsInteger(v) {
			n, ok := object.AsInt(v)
			if !ok {
				return none, nil, object.Raise(object.OverflowError, "%s: argument '%s' does not fit into 64 bits", b.kernel.Name, p.Name)
			}
			return cudac.Number(p.Type, 0, n, false), nil, nil
		}
		if v.IsFloat() {
			return cudac.Number(p.Type, v.Float64(), 0, true), nil, nil
		}
		return none, nil, object.Raise(object.TypeError, "%s: argument '%s' must be a number (%s)", b.kernel.Name, p.Name, p.Type)
	}
	if !isTensor {
		return none, nil, object.Raise(object.TypeError, "%s: argument '%s' must be a CUDA tensor for '%s'", b.kernel.Name, p.Name, p.Type)
	}
	if x.IsCPU() {
		return none, nil, object.Raise(object.ValueError, "%s: argument '%s' is a tensor on cpu; a kernel reaches the memory of its GPU only: pass %s.cuda()", b.kernel.Name, p.Name, p.Name)
	}
	if x.Device() != device.Device(gpu) {
		return none, nil, object.Raise(object.ValueError, "%s: argument '%s' is on %s, other arguments are on %s", b.kernel.Name, p.Name, x.Device().Info(), gpu.Info())
	}
	elem := p.Type.Elem
	if elem.Kind == cudac.Struct && len(elem.Members()) > 0 {
		elem = elem.Members()[0].Type
	}
	if want, ok := dtypes[elem.Kind]; ok && want != x.DType() {
		return none, nil, object.Raise(object.TypeError, "%s: argument '%s' is '%s', which needs a tensor of %s, got %s", b.kernel.Name, p.Name, p.Type, want, x.DType())
	}
	if !x.IsContiguous() {
		return none, nil, object.Raise(object.ValueError, "%s: argument '%s' is not contiguous; pass %s.contiguous()", b.kernel.Name, p.Name, p.Name)
	}
	mem, err := gpu.Bytes(&x.Storage().Buffer)
	if err != nil {
		return none, nil, object.Raise(object.RuntimeError, "%s", err)
	}
	offset := x.Offset() * x.DType().Size()
	return cudac.Arg{Buffer: &cudac.Buffer{Name: p.Name, Data: mem}, Offset: offset}, x, nil
}
