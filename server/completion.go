package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// This file completes command lines. The shell starts the program anew at each Tab, with the line in COMP_LINE, so that
// what is offered is always what this program understands.

// completionCommand prints what a shell has to be told.
type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh or fish." enum:"bash,zsh,fish"`
}

// Help implements kong's.
func (completionCommand) Help() string {
	return "For this shell: eval \"$(gputour completion bash)\"; for all of them, put that line into ~/.bashrc or ~/.zshrc. " +
		"For fish: gputour completion fish | source"
}

// shells are the words by which a shell asks a program to complete its command lines; %q is the program.
var shells = map[string]string{
	"bash": "complete -o default -o bashdefault -C %q gputour\n",
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\ncomplete -o default -o bashdefault -C %q gputour\n",
	"fish": `function __complete_gputour
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct); and set COMP_LINE "$COMP_LINE "
    %q
end
complete -c gputour -a "(__complete_gputour)"
`,
}

// Run implements gputour completion.
func (c *completionCommand) Run(term terminal) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, shells[c.Shell], program)
	return err
}

// completes writes what may follow the line that a shell asks about, and reports whether one did.
func completes(app *kong.Application, out io.Writer) bool {
	line := os.Getenv("COMP_LINE")
	if line == "" {
		return false
	}
	for _, word := range complete(app, line) {
		fmt.Fprintln(out, word)
	}
	return true
}

// complete are the words with which the last one of a line may go on: commands, flags, and the values of a flag that takes
// one of a few. Nothing is said of others, and the shell offers files.
func complete(app *kong.Application, line string) (words []string) {
	typed := strings.Fields(line)
	last := ""
	if len(typed) > 0 && !strings.HasSuffix(line, " ") {
		last, typed = typed[len(typed)-1], typed[:len(typed)-1]
	}
	node, flags, waits := descend(app, typed[min(1, len(typed)):])
	var offered []string
	switch {
	case waits != nil:
		offered = values(waits)
	case strings.HasPrefix(last, "-"):
		for _, f := range flags {
			if !f.Hidden {
				offered = append(offered, "--"+f.Name)
			}
		}
	default:
		for _, child := range node.Children {
			if !child.Hidden {
				offered = append(offered, child.Name)
			}
		}
	}
	for _, word := range offered {
		if strings.HasPrefix(word, last) {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// descend follows the words of a line to the command that they name, the flags that it takes, and the one whose value
// comes next, if one's does.
func descend(app *kong.Application, typed []string) (node *kong.Node, flags []*kong.Flag, waits *kong.Flag) {
	node = app.Node
	flags = slices.Clone(node.Flags)
	for _, word := range typed {
		if waits != nil {
			waits = nil
			continue
		}
		if name, ok := strings.CutPrefix(word, "--"); ok {
			i := slices.IndexFunc(flags, func(f *kong.Flag) bool { return f.Name == name })
			if i >= 0 && !flags[i].IsBool() {
				waits = flags[i]
			}
			continue
		}
		for _, child := range node.Children {
			if child.Name == word {
				node, flags = child, append(flags, child.Flags...)
				break
			}
		}
	}
	return node, flags, waits
}

func values(f *kong.Flag) []string {
	if f.Enum == "" {
		return nil
	}
	return slices.DeleteFunc(strings.Split(f.Enum, ","), func(v string) bool { return v == "" })
}
