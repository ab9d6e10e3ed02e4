package shell

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// This file reads a command line, and refuses in words what this shell does not have.

var (
	errLong = errors.New("Argument list too long")
	errDeep = errors.New("brackets are nested too deep")
)

// parse reads a source as bash does.
func parse(text string) (*syntax.File, error) {
	if len(text) > maxSource {
		return nil, fmt.Errorf("%w: a command line has at most %d bytes", errLong, maxSource)
	}
	if nesting(text) > maxNesting {
		return nil, errDeep
	}
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil {
		return nil, err
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if what := refused(n); what != "" && err == nil {
			err = fmt.Errorf("%s: %s not available in this shell", n.Pos(), what)
		}
		return err == nil
	})
	return file, err
}

// nesting is how deep the parser may have to go: brackets, and words that open a statement.
func nesting(text string) (deepest int) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(0, depth-1)
		}
		deepest = max(deepest, depth)
	}
	for _, word := range []string{"if", "while", "until", "for", "case", "function", "time", "coproc", "!", "`"} {
		deepest = max(deepest, runs(text, word))
	}
	return deepest
}

// runs counts how often word stands at most after itself, with nothing but blanks between.
func runs(text, word string) (most int) {
	n := 0
	for rest := text; ; {
		at := strings.Index(rest, word)
		if at < 0 {
			return most
		}
		if strings.Trim(rest[:at], " \t\n;\\") != "" {
			n = 0
		}
		n++
		most = max(most, n)
		rest = rest[at+len(word):]
	}
}

// refused names a construct that this shell does not have.
func refused(n syntax.Node) string {
	switch n := n.(type) {
	case *syntax.ProcSubst:
		return "process substitution " + n.Op.String() + "…) is"
	case *syntax.CoprocClause:
		return "coproc is"
	case *syntax.TestDecl:
		return "@test is"
	case *syntax.ForClause:
		if n.Select {
			return "select is"
		}
	case *syntax.Redirect:
		if n.N != nil && (n.N.Value == "" || n.N.Value[0] == '{' || len(n.N.Value) > 1) {
			return "redirecting " + n.N.Value + " is"
		}
	case *syntax.CmdSubst:
		if n.TempFile || n.ReplyVar {
			return "${ …; } is"
		}
	}
	return ""
}
