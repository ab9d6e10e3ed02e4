package shell

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"sort"
	"strings"
	"sync"
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
		"pip": pip, "pip3": pip, "yes": yes, "true": status(0), "false": status(1),
	}
}

// Names lists the commands that s has, sorted.
func (s *Shell) Names() []string {
	seen := map[string]bool{"bash": true, "sh": true}
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

// status is a command that says nothing.
func status(n int) Command { return func(context.Context, *Call) int { return n } }

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

// readAll returns the named files, or standard input, as one text. The command holds it until it returns.
func readAll(c *Call, name string, files []string) (string, int) {
	var b bytes.Buffer
	if len(files) == 0 {
		if err := c.gather(&b, c.Stdin); err != nil {
			return "", c.Fail(name, err)
		}
		return b.String(), 0
	}
	for _, f := range files {
		in, err := c.open(f)
		if err != nil {
			return "", c.Fail(name, err)
		}
		err = c.gather(&b, in)
		in.Close()
		if err != nil {
			return "", c.Fail(name, err)
		}
	}
	return b.String(), 0
}

// open opens a file to read it.
func (c *Call) open(name string) (io.ReadCloser, error) {
	info, err := c.Shell.FS.Stat(c.Path(name))
	switch {
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case info.IsDir():
		return nil, fmt.Errorf("%s: Is a directory", name)
	}
	return c.Shell.FS.Open(c.Path(name))
}

// gather reads all of r. What a command makes of a text may take several times its room.
func (c *Call) gather(b *bytes.Buffer, r io.Reader) error {
	piece := make([]byte, 32<<10)
	for {
		n, err := r.Read(piece)
		c.hold(gathered * n)
		b.Write(piece[:n])
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// gathered is how many bytes a command may hold for one byte of its input: lines of one
// character are the worst.
const gathered = 24

// each copies standard input, or every named file, through f.
func (c *Call) stream(name string, files []string, f func(io.Reader) error) int {
	if len(files) == 0 {
		if err := f(c.Stdin); err != nil {
			return c.Fail(name, err)
		}
		return 0
	}
	return each(c, name, files, func(file string) error {
		in, err := c.open(file)
		if err != nil {
			return err
		}
		defer in.Close()
		return f(in)
	})
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
	w := bufio.NewWriter(c.Stdout)
	for _, l := range f(lines(text)) {
		fmt.Fprintln(w, l)
	}
	if err := w.Flush(); err != nil {
		return 1
	}
	return 0
}

// yes writes a line again and again; it ends with who reads it.
func yes(ctx context.Context, c *Call) int {
	word := "y"
	if len(c.Args) > 0 {
		word = strings.Join(c.Args, " ")
	}
	text := strings.Repeat(word+"\n", max(1, 4096/(len(word)+1)))
	for ctx.Err() == nil {
		if _, err := io.WriteString(c.Stdout, text); err != nil {
			return 1
		}
	}
	return 130
}
