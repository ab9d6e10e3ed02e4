// This file defines what may go wrong while a kernel runs.

package simt

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
	Threads [][3]int // whose assertion failed
	Where   string   // it stands: the file and the line
}

// Finding is the fault as one that does not end what runs.
func (f *Fault) Finding() Finding {
	return Finding{spoken: f.spoken, Kind: f.Kind, Line: f.Pos.Line, Col: f.Pos.Col + 1, Text: f.text, Message: f.Message}
}

// Error implements error.
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

// Stopped unwinds a block that must not go on.
type Stopped struct{ Err error }

// Fail ends the launch on behalf of a lane.
func (w *Warp) Fail(kind string, at *Site, lane int, format string, args ...any) {
	panic(w.Core.Grid.Fault(kind, at, w.Core.block, w.Core.Grid.ThreadOf(w.index*Lanes+lane), format, args...))
}

// when is the place with what is done there.
func (p *Place) when(does string) *Place {
	if p != nil {
		p.Does = does
	}
	return p
}

// FailAt is fail for an access of a place.
func (w *Warp) FailAt(p *Place, kind string, at *Site, lane int, format string, args ...any) {
	f := w.Core.Grid.Fault(kind, at, w.Core.block, w.Core.Grid.ThreadOf(w.index*Lanes+lane), format, args...)
	f.Place = p
	panic(f)
}

// Fault describes what a thread did.
func (g *Grid) Fault(kind string, at *Site, block, thread [3]int, format string, args ...any) *Fault {
	text := fmt.Sprintf(format, args...)
	f := &Fault{spoken: saying(format, args), text: text, Kind: kind, Kernel: g.Kernel.Name, Pos: at.Pos, Block: block, Thread: thread, Line: g.Kernel.Module.Source.Line(at.Pos.Line)}
	f.Pos.Line = g.Line(at)
	line := g.Kernel.Module.Source.Named(at.Pos.Line)
	if g.Kernel.IsHost {
		f.Message = fmt.Sprintf("%s\n  in host code, line %s", text, line)
	} else {
		f.Message = fmt.Sprintf("%s\n  in kernel %s, line %s, thread %s of block %s", text, g.Kernel.Name, line, coordinates(thread), coordinates(block))
	}
	if f.Line != "" {
		_, n := g.Kernel.Module.Source.Within(at.Pos.Line)
		f.Message += fmt.Sprintf("\n  %d | %s", n, f.Line)
	}
	return f
}

func coordinates(c [3]int) string { return fmt.Sprintf("(%d,%d,%d)", c[0], c[1], c[2]) }

// Line is the line of the cell in which a site stands.
func (g *Grid) Line(at *Site) int { return g.Kernel.Module.Source.Outer(at.Pos.Line) }

// ThreadOf is the index of a block's thread by its number.
func (g *Grid) ThreadOf(i int) [3]int {
	b := g.Launch.Block
	return [3]int{i % b[0], i / b[0] % b[1], i / b[0] / b[1]}
}

// blockOf is the index of a block by its number.
func (g *Grid) blockOf(i int64) [3]int {
	x, y := int64(g.Launch.Grid[0]), int64(g.Launch.Grid[1])
	return [3]int{int(i % x), int(i / x % y), int(i / x / y)}
}

// Line is a line of the cell that the kernel stands in, counted as in diagnostics.
func (k *Kernel) Line(line int) string { return k.Module.Source.Line(line - k.Module.Source.Shift) }
