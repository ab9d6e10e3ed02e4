// This file is what kernels and programs write, and the strings that they hand over.

package cudac

import (
	"fmt"
	"io"
)

// assertion fails for the lanes of bad.
func (w *warp) assertion(bad uint32, at *site, what string) {
	g := w.run.grid
	f := g.fault("assert", at, w.run.block, g.threadOf(w.index*lanes+first(bad)), "Assertion %sfailed", what)
	file, line := g.kernel.module.source.Within(at.pos.Line)
	f.where = fmt.Sprintf("%s:%d", file, line)
	for ; bad != 0; bad &= bad - 1 {
		f.threads = append(f.threads, g.threadOf(w.index*lanes+first(bad)))
	}
	panic(f)
}

// write writes to standard output, or to standard error where file is 2.
func (w *warp) write(file int, s string) {
	w.run.alone()
	w.run.turn()
	to := w.run.launch.Stdout
	if file == 2 && w.run.launch.Stderr != nil {
		to = w.run.launch.Stderr
	}
	if file >= firstSink && w.run.host != nil {
		w.run.host.WriteTo(w, file, s)
		return
	}
	if to != nil {
		io.WriteString(to, s)
	}
}

// maxString bounds the strings that are read from memory.
const maxString = 1 << 20

// cString reads a string.
func (w *warp) cString(a uint64, lane int, at *site) string {
	if a == 0 {
		return "(null)"
	}
	var b []byte
	for n := uint64(0); n < maxString; n++ {
		c := w.bytes(a+n, 1, lane, at, false)[0]
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// Machine is what runs the host's code of a program.
type Machine interface {
	Note(f Finding)                         // tells of a finding
	WriteTo(w *warp, file int, text string) // writes to one of the program's own files
}

// firstSink is the first number of a file that a program opens.
const firstSink = 16
