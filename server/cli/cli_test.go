package cli

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

type bytesOf int

func (b *bytesOf) UnmarshalText(text []byte) error {
	*b = bytesOf(len(text))
	return nil
}

type bounds struct {
	Time time.Duration `help:"How long (${default})." default:"10m" placeholder:"TIME"`
	Most bytesOf       `help:"How much." default:"12"`
}

type line struct {
	Serve serve `cmd:"" default:"1" help:"Serve."`
	Run   run   `cmd:"" help:"Run a file, and say at length what it does with it, in more than one line."`
	Class class `cmd:"" help:"Look after a class."`
	Ask   bool  `name:"ask" hidden:""`
}

type serve struct {
	PerWorker string   `enum:"auto,off" default:"auto" help:"Where."`
	Names     []string `name:"name" help:"Names." placeholder:"HOST"`
	Tab       bool     `default:"true" negatable:"" help:"Tab."`
	N         int      `help:"Number." default:"3"`
	bounds
}

func (s *serve) Validate() error {
	if s.N < 0 {
		return errors.New("--n must not be negative")
	}
	return nil
}

type run struct {
	Put   map[string]string `name:"file" help:"Files." placeholder:"NAME=PATH"`
	File  string            `arg:"" help:"The file."`
	Where string            `arg:"" optional:"" env:"CLI_TEST_WHERE" default:"here" help:"Where."`
	Open  bool              `help:"Open."`
}

func (run) Help() string { return "More words." }

type class struct {
	Data string `help:"Folder."`
	Add  add    `cmd:"" help:"Add."`
}

type add struct {
	Paths []string `arg:"" name:"path" optional:"" help:"Paths."`
}

func TestParse(t *testing.T) {
	t.Setenv("CLI_TEST_WHERE", "there")
	plain := "{auto [] true 3 {10m0s 2}}"
	for _, c := range []struct{ words, command, want string }{
		{"", "serve", plain},
		{"serve", "serve", plain},
		{"--n=5 --time 2s", "serve", "{auto [] true 5 {2s 2}}"},
		{"serve --no-tab --name a,b --name c --most 1234567 --per-worker off", "serve", "{off [a b c] false 3 {10m0s 7}}"},
		{"serve --n -1", "serve", "--n must not be negative"},
		{"serve --n", "serve", "--n: expected a value"},
		{"serve --n --tab", "serve", "--n: expected a value"},
		{"serve --n x", "serve", `--n: expected a whole number but got "x"`},
		{"serve --time 3", "serve", `--time: expected a time such as 90s or 2h but got "3"`},
		{"serve --per-worker on", "serve", `--per-worker: must be one of "auto", "off" but got "on"`},
		{"serve --per-work off", "serve", "unknown flag --per-work, did you mean --per-worker?"},
		{"serve --tabs", "serve", "unknown flag --tabs, did you mean --tab?"},
		{"serve --no-n", "serve", "unknown flag --no-n"},
		{"serve --no-tab=x", "serve", "--no-tab: takes no value"},
		{"serve x", "serve", "unexpected argument x"},
		{"fly", "serve", "unexpected argument fly"},
		{"run a.py", "run", "{map[] a.py there false}"},
		{"run --open a.py nowhere --file x=1=2 --file y=", "run", "{map[x:1=2 y:] a.py nowhere true}"},
		{"run --open=false -- --a.py", "run", "{map[] --a.py there false}"},
		{"run -", "run", "{map[] - there false}"},
		{"run --file a b", "run", `--file: expected <key>=<value> but got "a"`},
		{"run", "run", `expected "<file>"`},
		{"run a b c", "run", "unexpected argument c"},
		{"class", "class", `expected one of "add"`},
		{"class --data d add a b,c", "class add", "{[a b,c]}"},
		{"class add --data d", "class add", "{[]}"},
		{"class fly", "class", "unexpected argument fly"},
		{"class add -h", "class add", ErrHelp.Error()},
		{"--help run", "run", ErrHelp.Error()},
		{"-x", "serve", "unknown flag -x"},
		{"-=x", "serve", "unknown flag -"},
	} {
		program := Program("p", "Does things.", &line{})
		chosen, err := program.Parse(strings.Fields(c.words))
		got := ""
		switch target := chosen.Target.(type) {
		case *serve:
			got = fmt.Sprint(*target)
		case *run:
			got = fmt.Sprint(*target)
		case *add:
			got = fmt.Sprint(*target)
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want || chosen.Path() != c.command {
			t.Errorf("%s: %s %s, want %s %s", c.words, chosen.Path(), got, c.command, c.want)
		}
	}
}

const help = `Usage: p run <file> [<where>] [flags]

Run a file, and say at length what it
does with it, in more than one line.

More words.

Arguments:
  <file>       The file.
  [<where>]    Where ($CLI_TEST_WHERE).

Flags:
  -h, --help              Show
                          context-sensitive
                          help.

      --file=NAME=PATH    Files.
      --open              Open.
`

const helpOfAll = `Usage: p <command> [flags]

Does things.

Flags:
  -h, --help    Show context-sensitive help.

Commands:
  serve        Serve.
  run          Run a file, and say at length what it does with it, in more than
               one line.
  class add    Add.

Run "p <command> --help" for more information on a command.
`

func TestHelp(t *testing.T) {
	program := Program("p", "Does things.", &line{})
	var b strings.Builder
	program.Find("run").WriteHelp(&b, 40)
	if b.String() != help {
		t.Errorf("%s", b.String())
	}
	b.Reset()
	program.WriteHelp(&b, 80)
	if b.String() != helpOfAll {
		t.Errorf("%s", b.String())
	}
	b.Reset()
	program.Find("serve").WriteHelp(&b, 80)
	for _, want := range []string{"--per-worker=auto ", "--name=HOST,... ", "--[no-]tab ", "--n=3 ", "--time=TIME ", "How long (10m).", "--most=12 "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

const manual = `.TH P 1 2026\-01\-02 "p 1.0"
.SH NAME
p \- Does things.
.SH SYNOPSIS
p <command> [flags]
.SH OPTIONS
.TP
.B \-\-help
Show context\-sensitive help.
.SH COMMANDS
.SS "p add [<path> ...] [flags]"
\&.Adds \(aqall\(aq.
.TP
.B "[<path> ...]"
Paths.
.SH "SEE ALSO"
\(dqit\(dq \e
`

func TestManual(t *testing.T) {
	var b strings.Builder
	program := Program("p", "Does things.", &struct {
		Add add `cmd:"" help:".Adds 'all'."`
	}{})
	err := Manual{"1.0", time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), [][2]string{{"See also", `"it" \`}}}.Write(&b, program)
	if err != nil || b.String() != manual {
		t.Errorf("%v\n%s", err, b.String())
	}
}
