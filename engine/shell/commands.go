package shell

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"sort"
	"strings"
	"sync"

	"github.com/spf13/afero"
)

// This file holds the commands: small, with the options that lessons use.

var (
	once  sync.Once
	table map[string]Command
)

// commands is the table of what every shell has; it never changes.
func commands() map[string]Command {
	once.Do(func() { table = makeTable() })
	return table
}

func makeTable() map[string]Command {
	return map[string]Command{
		"cat": cat, "ls": ls, "mkdir": mkdir, "rm": rm, "cp": cp, "mv": mv, "touch": touch,
		"head": head, "tail": tail, "wc": wc, "grep": grep, "sort": sortLines, "uniq": uniq, "seq": seq,
		"sleep": sleep, "date": date, "env": env, "printenv": env, "which": which, "basename": base, "dirname": dir,
		"tee": tee, "tr": tr, "cut": cut, "awk": absent("awk"), "sed": absent("sed"),
		"whoami": say("student"), "hostname": say("gputour"), "uname": say("Linux"), "clear": say(""),
		"wget": absent("wget"), "curl": absent("curl"), "git": absent("git"), "apt": absent("apt"),
		"pip": pip, "pip3": pip, "bash": sh, "sh": sh,
	}
}

// Names lists the commands that s has, sorted.
func (s *Shell) Names() []string {
	seen := map[string]bool{}
	for name := range commands() {
		seen[name] = true
	}
	for name := range s.Commands {
		seen[name] = true
	}
	names := make([]string, 0, len(seen))
	for name := range seen {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func say(text string) Command {
	return func(_ context.Context, c *Call) int { fmt.Fprintln(c.Stdout, text); return 0 }
}

// absent is a program of a real machine that this shell cannot have.
func absent(name string) Command {
	return func(_ context.Context, c *Call) int {
		fmt.Fprintf(c.Stderr, "%s: not available in this shell, which has no network and no programs of the machine\n", name)
		return 127
	}
}

func pip(_ context.Context, c *Call) int {
	if len(c.Args) > 0 && c.Args[0] == "list" {
		fmt.Fprintln(c.Stdout, "torch is built in")
		return 0
	}
	return absent("pip")(nil, c)
}

func sh(ctx context.Context, c *Call) int {
	inner := *c.Shell
	inner.Cwd = c.Dir
	if len(c.Args) == 2 && c.Args[0] == "-c" {
		return inner.Run(ctx, c.Args[1], c.Stdin, c.Stdout, c.Stderr)
	}
	text, status := "", 0
	if len(c.Args) > 0 {
		text, status = readAll(c, "bash", c.Args[:1])
	} else {
		text, status = readAll(c, "bash", nil)
	}
	if status != 0 {
		return status
	}
	return inner.Run(ctx, text, strings.NewReader(""), c.Stdout, c.Stderr)
}

// options splits single-letter flags off the arguments.
func options(args []string) (flags string, rest []string) {
	for i, a := range args {
		if a == "--" {
			return flags, append(rest, args[i+1:]...)
		}
		if len(a) > 1 && a[0] == '-' && !strings.HasPrefix(a, "--") && (a[1] < '0' || a[1] > '9') {
			flags += a[1:]
		} else {
			rest = append(rest, a)
		}
	}
	return flags, rest
}

// readAll returns the named files, or standard input, as one text.
func readAll(c *Call, name string, files []string) (string, int) {
	if len(files) == 0 {
		data, _ := io.ReadAll(io.LimitReader(c.Stdin, 64<<20))
		return string(data), 0
	}
	var b strings.Builder
	for _, f := range files {
		data, err := afero.ReadFile(c.Shell.FS, c.Path(f))
		if err != nil {
			return "", c.Fail(name, &fs.PathError{Op: "open", Path: f, Err: fs.ErrNotExist})
		}
		b.Write(data)
	}
	return b.String(), 0
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// filter makes a command of a function from lines to lines.
func filter(c *Call, name string, files []string, f func([]string) []string) int {
	text, status := readAll(c, name, files)
	if status != 0 {
		return status
	}
	for _, l := range f(lines(text)) {
		fmt.Fprintln(c.Stdout, l)
	}
	return 0
}
