// Package cellkernel is the Python face of kernel cells: it compiles a %%cuda cell, and
// makes each of its kernels an object that is launched as Numba's are,
// name[grid, block, stream, shared_bytes](arguments…).
package cellkernel

import (
	"fmt"
	"strings"

	"gputour/cuda"
	"gputour/cuda/cudac"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/engine/device"
	"gputour/engine/diag"
	"gputour/engine/eval"
	"gputour/engine/interp"
	"gputour/engine/object"
)

// Kernel is a kernel that Python holds.
type Kernel struct {
	object.Head
	kernel  *simt.Kernel
	machine *eval.Machine
	file    string                        // the cell
	native  map[*cuda.Device]*cuda.Native // where it runs on the GPU itself
	home    gpu                           // of a translated kernel: where it runs when no argument says so
	strided bool                          // its arguments may be tensors that are not contiguous

	// Of the last launch:
	last             *report.Profile
	kept             *simt.Replay  // as it was before; nil where that is too much
	fault            *report.Fault // what ended it; nil where nothing did
	cost             estimate
	nanos, hostNanos int64 // on the device's clock and on the host's
	on               gpu
	gpu              *device.Info
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
	"initcheck": object.NewBuiltin("gputour.cuda.InitcheckError"), "deadlock": object.NewBuiltin("gputour.cuda.DeadlockError"),
}

func faultClasses() (list []*object.Class) {
	for _, c := range faults {
		list = append(list, c)
	}
	return list
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
	if o, ok := runs(cell.Options); ok {
		return run(cell, o)
	}
	program, err := cudac.Compile(cell.File, cell.Source, 2)
	if err != nil {
		return object.Value{}, uncompiled(cell.File, err)
	}
	for _, d := range program.Warnings {
		fmt.Fprintln(cell.Thread.Session.Stderr, show(d))
	}
	var compiled map[*cuda.Device][]*cuda.Native
	if natively(cell.Options) {
		if compiled, err = native(cell, program.Kernels); err != nil {
			return object.Value{}, err
		}
	}
	for i, k := range program.Kernels {
		kernel := &Kernel{kernel: k, machine: cell.Machine, file: cell.File}
		for d, list := range compiled {
			if kernel.native == nil {
				kernel.native = map[*cuda.Device]*cuda.Native{}
			}
			kernel.native[d] = list[i]
		}
		cell.Globals.Set(k.Name, object.Adopt(kernel, KernelClass))
	}
	return object.Value{}, nil
}

// describe shows diagnostics as a compiler prints them.
// uncompiled makes an exception of what a compiler said. Its traceback ends where the
// first mistake stands.
func uncompiled(file string, err error) error {
	raised := object.Raise(CompileError, "%s", describe(err))
	list, _ := err.(diag.List)
	if e, ok := object.AsException(raised); ok && len(list) > 0 {
		at := list[0].Span.Start
		interp.Within(e, file, "<module>", at.Line, at.Col)
	}
	return raised
}

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
