// Package completion completes the program's command lines in shells. A shell starts the program anew at each Tab, with the
// line in COMP_LINE, so that what is offered is always what that program understands.
package completion

import (
	"slices"
	"strings"

	"gputour/server/cli"
)

// Line is the variable in which a shell says which line it asks about.
const Line = "COMP_LINE"

// Words are those with which the last one of a line may go on: commands, flags, and the values of a flag that takes
// one of a few. Nothing is said of others, and the shell offers files.
func Words(program *cli.Command, line string) (words []string) {
	typed := strings.Fields(line)
	last := ""
	if len(typed) > 0 && !strings.HasSuffix(line, " ") {
		last, typed = typed[len(typed)-1], typed[:len(typed)-1]
	}
	c, flags, waits := descend(program, typed[min(1, len(typed)):])
	var offered []string
	switch {
	case waits != nil:
		offered = choices(waits)
	case strings.HasPrefix(last, "-"):
		for _, f := range flags {
			if !f.Hidden {
				offered = append(offered, "--"+f.Name)
			}
		}
	default:
		for _, sub := range c.Commands {
			offered = append(offered, sub.Name)
		}
		for _, v := range c.Arguments {
			offered = append(offered, choices(v)...)
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
func descend(program *cli.Command, typed []string) (c *cli.Command, flags []*cli.Value, waits *cli.Value) {
	c, flags = program, slices.Clone(program.Flags)
	for _, word := range typed {
		if waits != nil {
			waits = nil
			continue
		}
		if name, ok := strings.CutPrefix(word, "--"); ok {
			i := slices.IndexFunc(flags, func(f *cli.Value) bool { return f.Name == name })
			if i >= 0 && !flags[i].IsBool() {
				waits = flags[i]
			}
			continue
		}
		if sub := c.Find(word); sub != nil {
			c, flags = sub, append(flags, sub.Flags...)
		}
	}
	return c, flags, waits
}

// choices are the values of which a flag or an argument takes one.
func choices(v *cli.Value) []string {
	return slices.DeleteFunc(slices.Clone(v.Enum), func(choice string) bool { return choice == "" })
}
