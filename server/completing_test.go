package main

import (
	"strings"
	"testing"

	"gputour/server/cli"
	"gputour/server/completion"
	"gputour/server/flags"
	"gputour/server/manage"
)

func TestComplete(t *testing.T) {
	program := grammar(&commandLine{})
	for _, c := range []struct{ line, want string }{
		{"gputour class", "class classroom"},
		{"gputour class ", "backup"},
		{"gputour class res", "restore"},
		{"gputour classroom --ro", "--roster"},
		{"gputour classroom --join ", "approve oidc open roster"},
		{"gputour classroom --join o", "oidc open"},
		{"gputour classroom --join open --ti", "--title"},
		{"gputour --devices cpu ru", "run"},
		{"gputour export --lang ", "all"},
		{"gputour run x", ""},
		{"gputour nonsense --", "--help"},
		{"gputour --vers", ""},
		{"gputour completion ", "bash fish powershell zsh"},
		{"", "serve"},
	} {
		got := strings.Join(completion.Words(program, c.line), " ")
		if c.want == "" && got != "" || !strings.Contains(" "+got+" ", " "+c.want+" ") {
			t.Errorf("%q offers %q, want %q", c.line, got, c.want)
		}
	}
}

// TestCommands: every command that can be named runs.
func TestCommands(t *testing.T) {
	var check func(c *cli.Command)
	check = func(c *cli.Command) {
		_, runs := c.Target.(interface{ Run(flags.Terminal) error })
		_, asks := c.Target.(interface {
			Run(flags.Terminal, manage.Hub) error
		})
		if len(c.Commands) == 0 && runs == asks {
			t.Errorf("%s does not run", c.Path())
		}
		for _, sub := range c.Commands {
			check(sub)
		}
	}
	check(grammar(&commandLine{}))
}
