// This file runs the cells that begin with %%cuda --run: whole programs with a main.

package cellkernel

import (
	"fmt"
	"strings"

	"gputour/cuda/cudac"
	"gputour/engine/device"
	"gputour/engine/eval"
	"gputour/engine/object"
)

// ProgramError says that a program ended with a status other than 0.
var ProgramError = object.NewBuiltin("gputour.cuda.ProgramError")

func init() {
	ProgramError.Define(object.Spec{Doc: "A program ended with a status other than 0.", Bases: []*object.Class{object.RuntimeError}})
}

// runs reports that a cell's options ask for a run, with the arguments of main.
func runs(options string) (args []string, ok bool) {
	words := strings.Fields(options)
	if len(words) == 0 || words[0] != "--run" {
		return nil, false
	}
	return words[1:], true
}

// run compiles a program and runs its main against the first GPU's memory.
func run(cell eval.KernelCell, args []string) (object.Value, error) {
	session := cell.Thread.Session
	program, err := cudac.CompileProgram(cell.File, cell.Source, 2)
	if err != nil {
		return object.Value{}, uncompiled(cell.File, err)
	}
	for _, d := range program.Warnings {
		fmt.Fprintln(session.Stderr, show(d))
	}
	b := &bound{Kernel: &Kernel{machine: cell.Machine}}
	card, err := b.device(nil)
	if err != nil {
		return object.Value{}, err
	}
	result, err := program.Run(cudac.Host{
		Args: args, Stdout: session.Stdout, Stderr: session.Stderr, Poll: cell.Thread.Poll,
		Memory: max(1, cell.Thread.Room()),
		Device: described(card.Info()),
		KernelTime: func(p *cudac.Profile) int64 {
			_, nanos := charge(card, nil, p)
			return nanos
		},
	})
	if err != nil {
		return object.Value{}, raise(cell.Thread, cell.File, err)
	}
	for _, note := range result.Notes {
		fmt.Fprintln(session.Stderr, "note: "+note)
	}
	if result.Exit != 0 {
		return object.Value{}, object.Raise(ProgramError, "the program ended with status %d", result.Exit)
	}
	return object.Value{}, nil
}

// described is a GPU as cudaGetDeviceProperties tells of it.
func described(i *device.Info) cudac.Device {
	return cudac.Device{Name: i.Name, Memory: i.Memory, Multiprocessors: i.SMs, Major: i.Major, Minor: i.Minor, ThreadsPerSM: i.SMThreads,
		ClockKHz: 1_530_000, MemoryClockKHz: 877_000, BusBits: 4096, L2Bytes: 6 << 20}
}
