// This file defines what may go wrong while a kernel runs.

package cudac

import (
	"fmt"

	"gputour/engine/diag"
)

// Fault is what went wrong while a kernel ran.
type Fault struct {
	spoken
	Kind    string // "memcheck", "initcheck", "race", "barrier", "deadlock", "budget", "assert", "arithmetic"
	Message string
	Kernel  string // its name
	Pos     diag.Pos
	Line    string // text of the source line
	Block   [3]int
	Thread  [3]int
	Profile *Profile // of what ran until then; nil for host code
	Place   *Place   // of an array, that the thread touched; nil where it is in none
	Other   *Toucher // whom it races with; nil where it races with nobody
	text    string   // the message without the place
	threads [][3]int // whose assertion failed
	where   string   // it stands: the file and the line
}

// finding is the fault as one that does not end what runs.
func (f *Fault) finding() Finding {
	return Finding{spoken: f.spoken, Kind: f.Kind, Line: f.Pos.Line, Col: f.Pos.Col + 1, Text: f.text, message: f.Message}
}

func (f *Fault) Error() string { return f.Message }

// Place is an element of an array, and what the thread did there: "read", "write", "atomic",
// or "" where that is not known. Length is 0 where it is not known.
type Place struct {
	Array         string
	Index, Length int64
	Does          string
}

// Toucher is a thread that touched a place before.
type Toucher struct {
	Block, Thread [3]int
	Line          int    // of the cell
	Source        string // text of that line
	Does          string // as in Place
}

// stopped unwinds a block that must not go on.
type stopped struct{ err error }

// fail ends the launch on behalf of a lane.
func (w *warp) fail(kind string, at *site, lane int, format string, args ...any) {
	panic(w.run.grid.fault(kind, at, w.run.block, w.run.grid.threadOf(w.index*lanes+lane), format, args...))
}

// when is the place with what is done there.
func (p *Place) when(does string) *Place {
	if p != nil {
		p.Does = does
	}
	return p
}

// failAt is fail for an access of a place.
func (w *warp) failAt(p *Place, kind string, at *site, lane int, format string, args ...any) {
	f := w.run.grid.fault(kind, at, w.run.block, w.run.grid.threadOf(w.index*lanes+lane), format, args...)
	f.Place = p
	panic(f)
}

// fault describes what a thread did.
func (g *grid) fault(kind string, at *site, block, thread [3]int, format string, args ...any) *Fault {
	text := fmt.Sprintf(format, args...)
	f := &Fault{spoken: saying(format, args), text: text, Kind: kind, Kernel: g.kernel.Name, Pos: at.pos, Block: block, Thread: thread, Line: g.kernel.module.source.Line(at.pos.Line)}
	f.Pos.Line = g.line(at)
	line := g.kernel.module.source.Named(at.pos.Line)
	if g.kernel.isHost {
		f.Message = fmt.Sprintf("%s\n  in host code, line %s", text, line)
	} else {
		f.Message = fmt.Sprintf("%s\n  in kernel %s, line %s, thread %s of block %s", text, g.kernel.Name, line, coordinates(thread), coordinates(block))
	}
	if f.Line != "" {
		_, n := g.kernel.module.source.Within(at.pos.Line)
		f.Message += fmt.Sprintf("\n  %d | %s", n, f.Line)
	}
	return f
}

func coordinates(c [3]int) string { return fmt.Sprintf("(%d,%d,%d)", c[0], c[1], c[2]) }

// line is the line of the cell in which a site stands.
func (g *grid) line(at *site) int { return g.kernel.module.source.Outer(at.pos.Line) }

// threadOf is the index of a block's thread by its number.
func (g *grid) threadOf(i int) [3]int {
	b := g.launch.Block
	return [3]int{i % b[0], i / b[0] % b[1], i / b[0] / b[1]}
}

// blockOf is the index of a block by its number.
func (g *grid) blockOf(i int64) [3]int {
	x, y := int64(g.launch.Grid[0]), int64(g.launch.Grid[1])
	return [3]int{int(i % x), int(i / x % y), int(i / x / y)}
}

// Line is a line of the cell that the kernel stands in, counted as in diagnostics.
func (k *Kernel) Line(line int) string { return k.module.source.Line(line - k.module.source.Shift) }
