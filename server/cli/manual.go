package cli

import (
	"io"
	"strings"
	"time"
)

// Manual is what the page of the manual says beside the grammar.
type Manual struct {
	Version string
	Date    time.Time
	More    [][2]string // sections: heading and text
}

// Write writes a program's page of the manual, in the language of man(7).
func (m Manual) Write(w io.Writer, program *Command) error {
	r := &roff{}
	r.macro("TH", strings.ToUpper(program.Name), "1", m.Date.Format(time.DateOnly), program.Name+" "+m.Version)
	r.macro("SH", "NAME")
	r.text(program.Name + " - " + program.Help)
	r.macro("SH", "SYNOPSIS")
	r.text(program.usage())
	r.macro("SH", "OPTIONS")
	r.values(program.Flags, (*Value).Flag)
	r.macro("SH", "COMMANDS")
	r.commands(program)
	for _, section := range m.More {
		r.macro("SH", strings.ToUpper(section[0]))
		r.text(section[1])
	}
	_, err := io.WriteString(w, r.b.String())
	return err
}

// roff is a text in the making.
type roff struct{ b strings.Builder }

var escapes = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `"`, `\(dq`, `'`, `\(aq`)

func (r *roff) macro(name string, args ...string) {
	r.b.WriteString("." + name)
	for _, arg := range args {
		if arg = escapes.Replace(arg); strings.Contains(arg, " ") {
			arg = `"` + arg + `"`
		}
		r.b.WriteString(" " + arg)
	}
	r.b.WriteByte('\n')
}

// text writes a text whose lines begin with no macro.
func (r *roff) text(text string) {
	for line := range strings.Lines(text) {
		line = escapes.Replace(strings.TrimSuffix(line, "\n"))
		if strings.HasPrefix(line, ".") {
			line = `\&` + line
		}
		r.b.WriteString(line + "\n")
	}
}

func (r *roff) commands(of *Command) {
	for _, c := range of.Commands {
		if len(c.Commands) == 0 {
			r.command(c)
		}
		r.commands(c)
	}
}

func (r *roff) command(c *Command) {
	r.macro("SS", c.usage())
	r.text(c.Help)
	if more, ok := c.Target.(Detailed); ok {
		r.macro("PP")
		r.macro("nf")
		r.text(more.Help())
		r.macro("fi")
	}
	r.values(c.Arguments, (*Value).argument)
	for at := c; at.Parent != nil; at = at.Parent {
		r.values(at.Flags, (*Value).Flag)
	}
}

func (r *roff) values(list []*Value, name func(*Value) string) {
	for _, v := range list {
		if v.Hidden {
			continue
		}
		r.macro("TP")
		r.macro("B", name(v))
		r.text(v.about())
	}
}
