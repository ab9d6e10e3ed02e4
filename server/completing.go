package main

import (
	"fmt"
	"os"

	"gputour/server/completion"
	"gputour/server/flags"
)

// completionCommand prints what a shell has to be told.
type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh, fish or powershell." enum:"bash,zsh,fish,powershell"`
}

// Help implements cli.Detailed.
func (completionCommand) Help() string {
	help := "For the shell that runs; in its file of settings, for all later ones:\n"
	for _, s := range completion.Shells {
		help += "\n    " + s.Hint
	}
	return help
}

// Run implements gputour completion.
func (c *completionCommand) Run(term flags.Terminal) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	shell, _ := completion.Find(c.Shell)
	_, err = fmt.Fprint(term.Out, shell.Script(program))
	return err
}
