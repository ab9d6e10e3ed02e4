// This file is what kernels and programs write, and the strings that they hand over.

package simt

import (
	"fmt"
	"gputour/cuda/cudac/report"
	"io"
)

// Assertion fails for the lanes of bad.
func (w *Warp) Assertion(bad uint32, at *Site, what string) {
	g := w.Core.Grid
	f := g.Fault("assert", at, w.Core.block, g.ThreadOf(w.index*Lanes+First(bad)), "Assertion %sfailed", what)
	file, line := g.Kernel.Module.Source.Within(at.Pos.Line)
	f.Where = fmt.Sprintf("%s:%d", file, line)
	for ; bad != 0; bad &= bad - 1 {
		f.Threads = append(f.Threads, g.ThreadOf(w.index*Lanes+First(bad)))
	}
	panic(f)
}

// Write writes to standard output, or to standard error where file is 2.
func (w *Warp) Write(file int, s string) {
	w.Core.alone()
	w.Core.turn()
	to := w.Core.Launch.Stdout
	if file == 2 && w.Core.Launch.Stderr != nil {
		to = w.Core.Launch.Stderr
	}
	if file >= FirstSink && w.Core.Host != nil {
		w.Core.Host.WriteTo(w, file, s)
		return
	}
	if to != nil {
		io.WriteString(to, s)
	}
}

// MaxString bounds the strings that are read from memory.
const MaxString = 1 << 20

// CString reads a string.
func (w *Warp) CString(a uint64, lane int, at *Site) string {
	if a == 0 {
		return "(null)"
	}
	var b []byte
	for n := uint64(0); n < MaxString; n++ {
		c := w.Bytes(a+n, 1, lane, at, false)[0]
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// Machine is what runs the host's code of a program.
type Machine interface {
	Note(f report.Finding)                  // tells of a finding
	WriteTo(w *Warp, file int, text string) // writes to one of the program's own files
}

// FirstSink is the first number of a file that a program opens.
const FirstSink = 16
