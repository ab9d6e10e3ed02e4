// This file says where it was that something went wrong, and ends the launch.

package simt

import (
	"fmt"
	"gputour/cuda/cudac/report"
)

// Stopped unwinds a block that must not go on.
type Stopped struct{ Err error }

// Fail ends the launch on behalf of a lane.
func (w *Warp) Fail(kind string, at *Site, lane int, format string, args ...any) {
	panic(w.Core.Grid.Fault(kind, at, w.Core.block, w.Core.Grid.ThreadOf(w.index*Lanes+lane), format, args...))
}

// FailAt is fail for an access of a place.
func (w *Warp) FailAt(p *report.Place, kind string, at *Site, lane int, format string, args ...any) {
	f := w.Core.Grid.Fault(kind, at, w.Core.block, w.Core.Grid.ThreadOf(w.index*Lanes+lane), format, args...)
	f.Place = p
	panic(f)
}

// Fault describes what a thread did.
func (g *Grid) Fault(kind string, at *Site, block, thread [3]int, format string, args ...any) *report.Fault {
	f := report.NewFault(kind, format, args...)
	f.Kernel, f.Pos, f.Block, f.Thread, f.Line = g.Kernel.Name, at.Pos, block, thread, g.Kernel.Module.Source.Line(at.Pos.Line)
	f.Pos.Line = g.Line(at)
	line := g.Kernel.Module.Source.Named(at.Pos.Line)
	if g.Kernel.IsHost {
		f.Message += fmt.Sprintf("\n  in host code, line %s", line)
	} else {
		f.Message += fmt.Sprintf("\n  in kernel %s, line %s, thread %s of block %s", g.Kernel.Name, line, coordinates(thread), coordinates(block))
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
