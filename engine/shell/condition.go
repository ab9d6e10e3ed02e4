package shell

import (
	"fmt"
	"io/fs"
	"regexp"
	"strconv"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// This file is [[ … ]], test and [.

func (p *process) condition(x syntax.TestExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		return p.literal(x) != ""
	case *syntax.ParenTest:
		return p.condition(x.X)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return !p.condition(x.X)
		}
		return p.unary(x.Op.String(), p.literal(word(x.X)))
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			return p.condition(x.X) && p.condition(x.Y)
		case syntax.OrTest:
			return p.condition(x.X) || p.condition(x.Y)
		}
		left := p.literal(word(x.X))
		switch x.Op {
		case syntax.TsMatch, syntax.TsMatchShort:
			return p.match(p.pattern(word(x.Y)), left)
		case syntax.TsNoMatch:
			return !p.match(p.pattern(word(x.Y)), left)
		case syntax.TsReMatch:
			return p.find(p.literal(word(x.Y)), left)
		case syntax.TsEql, syntax.TsNeq, syntax.TsLss, syntax.TsGtr, syntax.TsLeq, syntax.TsGeq:
			return compare(x.Op.String(), p.arithmetic(word(x.X)), p.arithmetic(word(x.Y)))
		}
		hit, _ := p.binaryTest(left, x.Op.String(), p.literal(word(x.Y)))
		return hit
	}
	return false
}

func word(x syntax.TestExpr) *syntax.Word {
	w, _ := x.(*syntax.Word)
	return w
}

// find is =~; what the groups matched stands in BASH_REMATCH.
func (p *process) find(expr, s string) bool {
	p.afford(expr, len(s))
	re, err := regexp.Compile(expr)
	if err != nil {
		p.failed(fmt.Errorf("syntax error in regular expression: %v", err))
	}
	groups := re.FindStringSubmatch(s)
	if err := p.set("BASH_REMATCH", expand.Variable{Set: true, Kind: expand.Indexed, List: groups}); err != nil {
		p.failed(err)
	}
	return groups != nil
}

// unary is an operator with one operand.
func (p *process) unary(op, x string) bool {
	switch op {
	case "-z":
		return x == ""
	case "-n":
		return x != ""
	case "-v":
		return p.get(x).IsSet()
	case "-t", "-o", "-R":
		return false
	}
	if x == "" {
		return false
	}
	info, err := p.shell.FS.Stat(absolute(p.dir, x))
	if x == "/dev/null" {
		return op == "-e" || op == "-c" || op == "-r" || op == "-w"
	}
	if err != nil {
		return false
	}
	switch op {
	case "-e", "-a", "-r", "-w", "-O", "-G", "-N":
		return true
	case "-f":
		return !info.IsDir()
	case "-d":
		return info.IsDir()
	case "-s":
		return info.IsDir() || info.Size() > 0
	case "-x":
		return info.IsDir() || info.Mode()&0o111 != 0
	case "-L", "-h":
		return info.Mode()&fs.ModeSymlink != 0
	}
	return false
}

// binaryTest is an operator between two texts; known is false for one that does not exist.
func (p *process) binaryTest(x, op, y string) (hit, known bool) {
	switch op {
	case "=", "==":
		return x == y, true
	case "!=":
		return x != y, true
	case "<":
		return x < y, true
	case ">":
		return x > y, true
	case "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		a, err1 := strconv.Atoi(x)
		b, err2 := strconv.Atoi(y)
		for _, bad := range []struct {
			s   string
			err error
		}{{x, err1}, {y, err2}} {
			if bad.err != nil {
				p.errorf("[: %s: integer expression expected", bad.s)
				return false, true
			}
		}
		return compare(op, a, b), true
	case "-nt", "-ot", "-ef":
		a, err1 := p.shell.FS.Stat(absolute(p.dir, x))
		b, err2 := p.shell.FS.Stat(absolute(p.dir, y))
		switch {
		case op == "-ef":
			return err1 == nil && err2 == nil && absolute(p.dir, x) == absolute(p.dir, y), true
		case err1 != nil || err2 != nil:
			return op == "-nt" && err1 == nil || op == "-ot" && err2 == nil, true
		case op == "-nt":
			return a.ModTime().After(b.ModTime()), true
		}
		return a.ModTime().Before(b.ModTime()), true
	}
	return false, false
}

func compare(op string, a, b int) bool {
	switch op {
	case "-eq":
		return a == b
	case "-ne":
		return a != b
	case "-lt":
		return a < b
	case "-le":
		return a <= b
	case "-gt":
		return a > b
	}
	return a >= b
}

func bracket(p *process, args []string) int {
	if len(args) == 0 || args[len(args)-1] != "]" {
		p.errorf("[: missing `]'")
		return 2
	}
	return test(p, args[:len(args)-1])
}

func test(p *process, args []string) int {
	t := &tester{p: p, args: args}
	hit := t.or()
	if t.bad == "" && len(t.args) > 0 {
		t.bad = "too many arguments"
	}
	if t.bad != "" {
		p.errorf("[: %s", t.bad)
		return 2
	}
	return oneIf(!hit)
}

// tester reads the arguments of test from left to right.
type tester struct {
	p    *process
	args []string
	deep int
	bad  string
}

func (t *tester) next(word string) bool {
	if len(t.args) > 0 && t.args[0] == word {
		t.args = t.args[1:]
		return true
	}
	return false
}

func (t *tester) or() bool {
	hit := t.and()
	for t.next("-o") {
		other := t.and()
		hit = hit || other
	}
	return hit
}

func (t *tester) and() bool {
	hit := t.primary()
	for t.next("-a") {
		other := t.primary()
		hit = hit && other
	}
	return hit
}

func (t *tester) primary() bool {
	if t.deep++; t.deep > maxNesting {
		t.bad, t.args = "too many arguments", nil
		return false
	}
	defer func() { t.deep-- }()
	if len(t.args) >= 3 {
		if hit, known := t.p.binaryTest(t.args[0], t.args[1], t.args[2]); known {
			t.args = t.args[3:]
			return hit
		}
	}
	switch {
	case len(t.args) == 0:
		return false
	case len(t.args) > 1 && t.next("!"):
		return !t.primary()
	case len(t.args) > 2 && t.next("("):
		hit := t.or()
		if !t.next(")") {
			t.bad = "`)' expected"
		}
		return hit
	}
	x := t.args[0]
	if len(t.args) > 1 && len(x) == 2 && x[0] == '-' {
		y := t.args[1]
		t.args = t.args[2:]
		return t.p.unary(x, y)
	}
	t.args = t.args[1:]
	return x != ""
}
