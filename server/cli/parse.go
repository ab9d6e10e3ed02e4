package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"gputour/engine/diag"
)

const helpFlag = "help"

// ErrHelp is what Parse returns for a command line that asks for help on the command that it names.
var ErrHelp = errors.New("help was asked for")

// Parse reads a command line into the grammar's structs and returns the command that it names. A struct with a method
// Validate has its say when all is read.
func (c *Command) Parse(words []string) (*Command, error) {
	p := &parser{command: c, words: words}
	if err := p.all(); err != nil {
		return p.command, err
	}
	for at := p.command; at != nil; at = at.Parent {
		if v, ok := at.Target.(interface{ Validate() error }); ok {
			if err := v.Validate(); err != nil {
				return p.command, err
			}
		}
	}
	return p.command, nil
}

// parser is on its way through a command line.
type parser struct {
	command *Command // as far as it is named
	words   []string // that are left
	given   int      // arguments
	plain   bool     // after --, words are no flags
	help    bool
}

func (p *parser) all() error {
	for len(p.words) > 0 {
		word := p.words[0]
		p.words = p.words[1:]
		if err := p.word(word); err != nil {
			return err
		}
	}
	if p.help {
		return ErrHelp
	}
	return p.finish()
}

func (p *parser) word(word string) error {
	switch {
	case word == "--" && !p.plain:
		p.plain = true
		return nil
	case strings.HasPrefix(word, "-") && word != "-" && !p.plain:
		return p.flag(word)
	}
	if p.given == 0 && !p.plain {
		if sub := p.command.Find(word); sub != nil {
			p.command = sub
			return nil
		}
	}
	return p.argument(word)
}

func (p *parser) argument(word string) error {
	p.useDefault()
	list := p.command.Arguments
	at := min(p.given, len(list)-1)
	if at < 0 || at < p.given && !list[at].many() {
		return fmt.Errorf("unexpected argument %s", word)
	}
	p.given++
	v := list[at]
	if field, many := v.target.Addr().Interface().(*[]string); many {
		*field = append(*field, word)
		return nil
	}
	return v.named("<"+v.Name+">", v.set(word))
}

// useDefault goes on to the command that is meant when none is named.
func (p *parser) useDefault() {
	if d := p.command.Default; d != nil {
		p.command = d
	}
}

// flag reads --NAME, --NAME=VALUE, --NAME VALUE, --no-NAME and -SHORT.
func (p *parser) flag(word string) error {
	name, value, has := strings.Cut(word, "=")
	v, no := p.find(name)
	if v == nil && p.command.Default != nil {
		p.useDefault()
		v, no = p.find(name)
	}
	if v == nil {
		return fmt.Errorf("unknown flag %s%s", name, p.similar(name))
	}
	switch {
	case v.Name == helpFlag:
		p.help = true
		return nil
	case v.IsBool() && !has:
		value = fmt.Sprint(!no)
	case no:
		return fmt.Errorf("%s: takes no value", name)
	case !has && (len(p.words) == 0 || strings.HasPrefix(p.words[0], "--")):
		return fmt.Errorf("%s: expected a value", name)
	case !has:
		value, p.words = p.words[0], p.words[1:]
	}
	return v.named("--"+v.Name, v.set(value))
}

// find is the flag of a name as it is typed, and whether it was negated.
func (p *parser) find(name string) (v *Value, no bool) {
	for _, v := range p.command.All() {
		switch {
		case name == "--"+v.Name, v.Short != "" && name == "-"+v.Short:
			return v, false
		case v.Negatable && name == "--no-"+v.Name:
			return v, true
		}
	}
	return nil, false
}

// finish fills in what was not said.
func (p *parser) finish() error {
	if p.given == 0 {
		p.useDefault()
	}
	if len(p.command.Commands) > 0 {
		var names []string
		for _, sub := range p.command.Commands {
			names = append(names, sub.Name)
		}
		return fmt.Errorf("expected one of %s", quoted(names))
	}
	for _, v := range p.command.Arguments[min(p.given, len(p.command.Arguments)):] {
		word, ok := os.LookupEnv(v.Env)
		switch {
		case v.Env != "" && ok:
			if err := v.named("$"+v.Env, v.set(word)); err != nil {
				return err
			}
		case !v.Optional:
			return fmt.Errorf("expected \"<%s>\"", v.Name)
		}
	}
	return nil
}

// named says which flag or argument an error is about.
func (v *Value) named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// similar proposes the flags that a name may have been meant for.
func (p *parser) similar(name string) string {
	var close []string
	for _, v := range p.command.All() {
		if full := "--" + v.Name; !v.Hidden && len(name) > 3 && (strings.HasPrefix(full, name) || diag.Distance(full, name) <= 2) {
			close = append(close, full)
		}
	}
	if len(close) == 0 {
		return ""
	}
	slices.Sort(close)
	return ", did you mean " + strings.Join(close, " or ") + "?"
}
