package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"

	"gputour/server/version"
)

// manCommand prints the program's page of the manual, made of the grammar of the command line.
type manCommand struct{}

// Run implements gputour man.
func (manCommand) Run(term terminal, line *kong.Kong) error {
	page := mangokong.NewManPage(1, line.Model).
		WithSection("Files", "~/.local/share/gputour: what happens in sessions, and a class (--data)").
		WithSection("See also", "https://docs.python.org/3, https://pytorch.org/docs, https://docs.nvidia.com/cuda")
	_, err := fmt.Fprint(term.out, page.Build(&dated{Document: roff.NewDocument()}))
	return err
}

// dated is a page that is the same each time it is made of the same program: what stands for its date is that of the commit.
type dated struct{ *roff.Document }

// Heading implements mango.Builder.
func (d *dated) Heading(section uint, title, _ string, _ time.Time) {
	d.Document.Heading(section, strings.ToUpper(title), "gputour "+version.Short(), version.Date())
}
