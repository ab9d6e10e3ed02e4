// Package completion completes the program's command lines in shells. A shell starts the program anew at each Tab, with the
// line in COMP_LINE, so that what is offered is always what that program understands.
package completion

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Line is the variable in which a shell says which line it asks about.
const Line = "COMP_LINE"

// Words are those with which the last one of a line may go on: commands, flags, and the values of a flag that takes
// one of a few. Nothing is said of others, and the shell offers files.
func Words(app *kong.Application, line string) (words []string) {
	typed := strings.Fields(line)
	last := ""
	if len(typed) > 0 && !strings.HasSuffix(line, " ") {
		last, typed = typed[len(typed)-1], typed[:len(typed)-1]
	}
	node, flags, waits := descend(app, typed[min(1, len(typed)):])
	var offered []string
	switch {
	case waits != nil:
		offered = choices(waits.Enum)
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
		for _, p := range node.Positional {
			offered = append(offered, choices(p.Enum)...)
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

// choices are the values of an enumeration as kong writes it.
func choices(enum string) []string {
	if enum == "" {
		return nil
	}
	return slices.DeleteFunc(strings.Split(enum, ","), func(v string) bool { return v == "" })
}
