package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	indent  = "  "
	between = "    " // the columns
)

// Detailed is a command that has more to say for its help than its sentence.
type Detailed interface{ Help() string }

// WriteHelp writes the help on a command, in lines of a width.
func (c *Command) WriteHelp(w io.Writer, width int) {
	fmt.Fprintf(w, "Usage: %s\n\n%s", c.usage(), fill(c.Help, "", width))
	if more, ok := c.Target.(Detailed); ok {
		fmt.Fprintf(w, "\n%s\n", more.Help())
	}
	section(w, "Arguments", rowsOf(c.Arguments, (*Value).argument), width)
	c.writeFlags(w, width)
	section(w, "Commands", c.rowsOfCommands(), width)
	if c.Parent == nil {
		fmt.Fprintf(w, "\nRun \"%s <command> --help\" for more information on a command.\n", c.Name)
	}
}

// usage is the command line in short.
func (c *Command) usage() string {
	words := []string{c.Name}
	for at := c.Parent; at != nil; at = at.Parent {
		words = append([]string{at.Name}, words...)
	}
	for _, v := range c.Arguments {
		words = append(words, v.argument())
	}
	if len(c.Commands) > 0 {
		words = append(words, "<command>")
	}
	return strings.Join(append(words, "[flags]"), " ")
}

// argument is an argument as it stands in help.
func (v *Value) argument() string {
	text := "<" + v.Name + ">"
	if v.many() {
		text += " ..."
	}
	if v.Optional {
		text = "[" + text + "]"
	}
	return text
}

// Flag is a flag as it stands in help: --NAME=VALUE.
func (v *Value) Flag() string {
	switch {
	case v.Negatable:
		return "--[no-]" + v.Name
	case v.IsBool():
		return "--" + v.Name
	case v.Placeholder == "" && v.Default != "":
		return "--" + v.Name + "=" + v.Default
	}
	value := v.Placeholder
	if value == "" {
		value = strings.ToUpper(v.target.Kind().String())
	}
	if v.many() {
		value += ",..."
	}
	return "--" + v.Name + "=" + value
}

// line is a flag in the column of flags, where short names stand before all.
func (v *Value) line() string {
	if v.Short != "" {
		return "-" + v.Short + ", " + v.Flag()
	}
	return between + v.Flag()
}

// about is what a flag or an argument does.
func (v *Value) about() string {
	if v.Env == "" {
		return v.Help
	}
	return strings.TrimSuffix(v.Help, ".") + " ($" + v.Env + ")."
}

// writeFlags writes the flags in groups: the program's, those of the commands above, the command's own.
func (c *Command) writeFlags(w io.Writer, width int) {
	var groups [][]row
	for at := c; at != nil; at = at.Parent {
		if rows := rowsOf(at.Flags, (*Value).line); len(rows) > 0 {
			groups = append([][]row{rows, {{}}}, groups...)
		}
	}
	var rows []row
	for _, group := range groups {
		rows = append(rows, group...)
	}
	section(w, "Flags", rows[:max(0, len(rows)-1)], width)
}

func (c *Command) rowsOfCommands() (rows []row) {
	for _, sub := range c.Commands {
		if len(sub.Commands) > 0 {
			rows = append(rows, sub.rowsOfCommands()...)
		} else {
			rows = append(rows, row{sub.Path(), sub.Help})
		}
	}
	return rows
}

// row is what stands in the two columns.
type row struct{ left, right string }

func rowsOf(list []*Value, left func(*Value) string) (rows []row) {
	for _, v := range list {
		if !v.Hidden {
			rows = append(rows, row{left(v), v.about()})
		}
	}
	return rows
}

// section writes rows in two columns under a heading. What is too wide for the left one has a line of its own.
func section(w io.Writer, heading string, rows []row, width int) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s:\n", heading)
	most, left := max(30, width*3/8), 0
	for _, r := range rows {
		if n := len(r.left); n < most+1 {
			left = max(left, n)
		}
	}
	margin := strings.Repeat(" ", len(indent)+left+len(between))
	for _, r := range rows {
		text := fill(r.right, margin, width)
		if len(r.left) > left {
			text = indent + r.left + "\n" + text
		} else if r.left != "" {
			text = fmt.Sprintf("%s%-*s%s%s", indent, left, r.left, between, text[min(len(margin), len(text)):])
		}
		io.WriteString(w, text)
	}
}

// fill breaks a text into lines of a width behind a margin.
func fill(text, margin string, width int) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case at == 0:
			b.WriteString(margin)
			at = len(margin)
		case at+1+n > width:
			b.WriteString("\n" + margin)
			at = len(margin)
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String() + "\n"
}
