// This file runs the cells that begin with %%cuda --run: whole programs with a main.

package cellkernel

import (
	"fmt"
	"io"
	"path"
	"strings"

	"gputour/cuda/cudac"
	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/source"
	"gputour/engine/device"
	"gputour/engine/eval"
	"gputour/engine/object"
)

// ProgramError says that a program ended with a status other than 0.
var ProgramError = object.NewBuiltin("gputour.cuda.ProgramError")

func init() {
	ProgramError.Define(object.Spec{Doc: "A program ended with a status other than 0.", Bases: []*object.Class{object.RuntimeError}})
}

// options are what stands behind %%cuda --run.
type options struct {
	strict bool     // a read of what was never written ends the program
	more   []string // files of the session that are compiled with the cell
	args   []string // of main
}

// runs reports that a cell's options ask for a run.
func runs(line string) (o options, ok bool) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "--run" {
		return o, false
	}
	words = words[1:]
	for len(words) > 0 {
		switch {
		case words[0] == "--strict":
			o.strict = true
		case words[0] == "--file" && len(words) > 1:
			o.more = append(o.more, words[1])
			words = words[1:]
		default:
			o.args = words
			return o, true
		}
		words = words[1:]
	}
	return o, true
}

// files are a session's, as a program sees them.
type files struct{ *object.Session }

func (s files) read(name string) ([]byte, bool) {
	f, err := s.FS.Open(s.path(name))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return b, err == nil
}

func (s files) text(name string) (string, bool) {
	b, ok := s.read(name)
	return string(b), ok
}

func (s files) write(name string, data []byte) {
	f, err := s.FS.Create(s.path(name))
	if err == nil {
		_, err = f.Write(data)
		f.Close()
	}
	if err != nil {
		fmt.Fprintf(s.Stderr, "note: the file %s could not be written: %v\n", name, err)
	}
}

func (s files) path(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(s.Cwd, name)
}

// run compiles a program and runs its main against the first GPU's memory.
func run(cell eval.KernelCell, o options) (object.Value, error) {
	session := cell.Thread.Session
	own := files{session}
	input := cudac.Source{File: cell.File, Text: cell.Source, Line: 2, Open: own.text}
	for _, name := range o.more {
		text, ok := own.text(name)
		if !ok {
			return object.Value{}, object.Raise(object.FileNotFoundError, "there is no file '%s' in the session: write it first, with %%%%writefile %s", name, name)
		}
		input.More = append(input.More, source.File{Name: name, Text: text})
	}
	program, err := input.Program()
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
	result, err := program.Run(host.Machine{
		Args: o.args, Strict: o.strict, Open: own.read, Save: own.write, Stdout: session.Stdout, Stderr: session.Stderr, Poll: cell.Thread.Poll,
		Memory: max(1, cell.Thread.Room()),
		Device: described(card.Info()), Devices: len(cell.Machine.GPUs),
		KernelTime: func(p *report.Profile) int64 {
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
func described(i *device.Info) host.Device {
	return host.Device{Name: i.Name, Memory: i.Memory, Multiprocessors: i.SMs, Major: i.Major, Minor: i.Minor, ThreadsPerSM: i.SMThreads,
		ClockKHz: 1_530_000, MemoryClockKHz: 877_000, BusBits: 4096, L2Bytes: 6 << 20}
}
