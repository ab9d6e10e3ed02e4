package main

import (
	"gputour/server/cli"
	"gputour/server/flags"
	"gputour/server/version"
)

// manCommand prints the program's page of the manual, made of the grammar of the command line. It is the same each time it is
// made of the same program: its date is that of the commit.
type manCommand struct{}

// Run implements gputour man.
func (manCommand) Run(term flags.Terminal) error {
	return cli.Manual{Version: version.Short(), Date: version.Date(), More: [][2]string{
		{"Files", "~/.local/share/gputour: what happens in sessions, and a class (--data)"},
		{"See also", "https://docs.python.org/3, https://pytorch.org/docs, https://docs.nvidia.com/cuda"},
	}}.Write(term.Out, grammar(&commandLine{}))
}
