package app

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/steps"
	"gputour/wasm/terminal"
)

// This file defines the outputs of a cell and how text flows into them.

// OutputKind says which field of an Output is set.
type OutputKind uint8

const (
	StreamOutput OutputKind = iota
	DisplayOutput
	FailureOutput
	LimitOutput
	ProgressOutput
)

// Output is one piece below a cell.
type Output struct {
	Kind     OutputKind
	Stream   *terminal.Stream
	Display  *wire.DisplayBody
	Result   bool // a Display that is the cell's value
	Failure  *wire.ErrorBody
	Limit    *wire.LimitBody
	Progress *wire.ProgressBody
	Replay   *steps.Recording // of a Display that can be stepped through
	Grid     Grid             // of a Display that can be laid out as a table
	Rev      int
}

// fresh makes room for the first output of a run: the outputs of the run before go.
func (c *Cell) fresh() {
	if c.Clearing {
		c.Outputs, c.Clearing, c.Failure = nil, false, nil
	}
}

// add appends an output.
func (c *Cell) add(o *Output) {
	c.fresh()
	c.Outputs = append(c.Outputs, o)
}

// print appends text to the last output when that is the same stream.
func (c *Cell) print(b *wire.StreamBody) {
	c.fresh()
	var o *Output
	if bar := c.openLine(b); bar != nil {
		o = bar
	} else if n := len(c.Outputs); n > 0 && c.Outputs[n-1].Kind == StreamOutput && c.Outputs[n-1].Stream.Name == b.Name {
		o = c.Outputs[n-1]
	} else {
		o = &Output{Kind: StreamOutput, Stream: &terminal.Stream{Name: b.Name}}
		c.Outputs = append(c.Outputs, o)
	}
	if b.Dropped > 0 {
		o.Stream.Skip(b.Dropped)
	}
	o.Stream.Write(b.Text)
	o.Rev++
}

// openLine is where text that returns to the beginning of its line belongs, when another
// stream has printed since: a progress bar stays in one place.
func (c *Cell) openLine(b *wire.StreamBody) *Output {
	if !strings.HasPrefix(b.Text, "\r") || b.Dropped > 0 {
		return nil
	}
	for i := len(c.Outputs) - 1; i >= 0; i-- {
		if o := c.Outputs[i]; o.Kind == StreamOutput && o.Stream.Name == b.Name {
			if !o.Stream.Open() {
				return nil
			}
			return o
		}
	}
	return nil
}

// update replaces every display with the id.
func (c *Cell) update(b *wire.DisplayBody) bool {
	found := false
	for _, o := range c.Outputs {
		if o.Kind == DisplayOutput && o.Display.ID == b.ID && b.ID != "" {
			o.Display, found = b, true
			o.Rev++
		}
	}
	return found
}

// advance shows a progress bar, or moves the one with the same id.
func (c *Cell) advance(b *wire.ProgressBody) {
	for _, o := range c.Outputs {
		if o.Kind == ProgressOutput && o.Progress.ID == b.ID && !c.Clearing {
			o.Progress = b
			o.Rev++
			return
		}
	}
	c.add(&Output{Kind: ProgressOutput, Progress: b})
}

// rowBytes is how much text about fills a row of the page.
const rowBytes = 100

// Rows is how many rows of the page the outputs take, roughly: long lines wrap.
func (c *Cell) Rows() int { return max(c.Lines(), c.Bytes()/rowBytes) }

// drawn reports a Display that is drawn, and not its text.
func (o *Output) drawn() bool { return o.Replay != nil || o.Grid.Shown() }

// Lines counts the lines of text in the outputs.
func (c *Cell) Lines() int {
	n := 0
	for _, o := range c.Outputs {
		switch o.Kind {
		case StreamOutput:
			n += o.Stream.Lines
		case DisplayOutput:
			if o.drawn() {
				continue
			}
			n += 1 + strings.Count(o.Display.Data["text/plain"], "\n")
		}
	}
	return n
}

// Bytes counts the text in the outputs.
func (c *Cell) Bytes() int {
	n := 0
	for _, o := range c.Outputs {
		switch o.Kind {
		case StreamOutput:
			n += o.Stream.Bytes
		case DisplayOutput:
			if o.drawn() {
				continue
			}
			n += len(o.Display.Data["text/plain"])
		}
	}
	return n
}

// Plain is all outputs as text, for the clipboard and for files.
func (c *Cell) Plain() string {
	var b strings.Builder
	for _, o := range c.Outputs {
		switch o.Kind {
		case StreamOutput:
			b.WriteString(terminal.Strip(o.Stream.String()))
		case DisplayOutput:
			b.WriteString(o.Display.Data["text/plain"] + "\n")
		case FailureOutput:
			b.WriteString(terminal.Strip(o.Failure.Text) + "\n")
		case LimitOutput:
			b.WriteString(o.Limit.Text + "\n")
		}
	}
	return b.String()
}
