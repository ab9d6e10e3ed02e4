// Package steps is what was recorded to be stepped through, a launch of a kernel or a cell of Python, and where in it the learner is.
package steps

import (
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
)

//go:generate go run gputour/engine/wire/fields/gen

// The MIME types of recordings.
const (
	StepsType = "application/vnd.gputour.steps+json"
	TraceType = "application/vnd.gputour.trace+json"
)

// Recording is a recording with the place that is shown. One of Launch and Trace is set.
type Recording struct {
	Launch *Launch
	Trace  *Trace

	Block, Warp, Lane int
	At                int // step of the warp, or of the cell
}

// Read reads a recording; nil where there is none, or it has no step.
func Read(data wire.Bundle) *Recording {
	r := &Recording{}
	switch {
	case data[StepsType] != "":
		r.Launch = &Launch{}
		if fields.Read(data[StepsType], r.Launch, false) != nil || len(r.Launch.Blocks) == 0 || len(r.Launch.Blocks[0].Warps) == 0 {
			return nil
		}
	case data[TraceType] != "":
		r.Trace = &Trace{}
		if fields.Read(data[TraceType], r.Trace, false) != nil || len(r.Trace.Steps) == 0 {
			return nil
		}
	default:
		return nil
	}
	return r
}

// Steps are those of the warp that is shown.
func (r *Recording) Steps() []WarpStep { return r.Launch.Blocks[r.Block].Warps[r.Warp] }

// Len is how many steps there are.
func (r *Recording) Len() int {
	if r.Trace != nil {
		return len(r.Trace.Steps)
	}
	return len(r.Steps())
}

// Move goes to another step, warp, block or lane: "next", "back", "first", "last", "barrier",
// "at 3", "warp 1", "block 0", "lane 5".
func (r *Recording) Move(how string) {
	what, number, _ := strings.Cut(how, " ")
	n, _ := strconv.Atoi(number)
	within := func(n, length int) int { return max(0, min(n, length-1)) }
	switch what {
	case "next":
		r.At++
	case "back":
		r.At--
	case "first":
		r.At = 0
	case "last":
		r.At = r.Len() - 1
	case "at":
		r.At = n
	case "barrier":
		r.toBarrier()
	case "lane":
		r.Lane = within(n, Lanes)
	case "warp":
		r.Warp = within(n, len(r.Launch.Blocks[r.Block].Warps))
	case "block":
		r.Block = within(n, len(r.Launch.Blocks))
		r.Warp = within(r.Warp, len(r.Launch.Blocks[r.Block].Warps))
	}
	r.At = within(r.At, r.Len())
}

// toBarrier goes to the step behind the next barrier, or to the end.
func (r *Recording) toBarrier() {
	steps := r.Steps()
	for r.At < len(steps)-1 {
		if r.At++; steps[r.At-1].Barrier {
			return
		}
	}
}
