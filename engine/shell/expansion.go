package shell

import (
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/afero"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// This file expands words. Package expand does the work; what it may not do unasked
// (make texts as long as it likes, match for as long as it likes) is decided here first.

func (p *process) config() *expand.Config {
	c := &expand.Config{Env: environ{p}, CmdSubst: p.substitute, NoUnset: p.opts.nounset}
	if !p.opts.noglob {
		c.ReadDir2 = p.folder
	}
	return c
}

// failed ends the statement, and the shell where it must: an expansion has no value.
func (p *process) failed(err error) {
	p.errorf("%v", err)
	panic(exited{1})
}

// fields expands words to the arguments of a command.
func (p *process) fields(words ...*syntax.Word) (list []string) {
	ready := make([]*syntax.Word, len(words))
	for i, w := range words {
		ready[i] = p.prepare(w)
		if numbers(w) {
			p.terse++
			defer func() { p.terse-- }()
		}
	}
	for field, err := range expand.FieldsSeq(p.config(), ready...) {
		if err != nil {
			p.failed(err)
		}
		p.poll()
		p.keep(len(field) + 32)
		list = append(list, field)
	}
	return list
}

// literal expands a word to one text.
func (p *process) literal(w *syntax.Word) string { return p.expanded(expand.Literal, w) }

// document expands the body of a here-document.
func (p *process) document(w *syntax.Word) string { return p.expanded(expand.Document, w) }

// pattern expands a word to a pattern, what is quoted in it escaped.
func (p *process) pattern(w *syntax.Word) string { return p.expanded(expand.Pattern, w) }

func (p *process) expanded(f func(*expand.Config, *syntax.Word) (string, error), w *syntax.Word) string {
	if w == nil {
		return ""
	}
	if numbers(w) {
		p.terse++
		defer func() { p.terse-- }()
	}
	s, err := f(p.config(), p.prepare(w))
	if err != nil {
		p.failed(err)
	}
	p.keep(len(s))
	return s
}

func (p *process) arithmetic(x syntax.ArithmExpr) int {
	p.terse++
	defer func() { p.terse-- }()
	n, err := expand.Arithm(p.config(), x)
	if err != nil {
		p.failed(err)
	}
	return n
}

// substitute is $(…): it runs the statements and writes what they print.
func (p *process) substitute(w io.Writer, s *syntax.CmdSubst) error {
	var kept strings.Builder
	p.inside(func(c *process) {
		c.fds[1].drop()
		c.fds[1] = &stream{w: &captive{p: p, to: &kept}, refs: 1}
		if name, ok := readsFile(s.Stmts); ok {
			c.cat(c.literal(name))
			return
		}
		c.stmts(s.Stmts)
	})
	_, err := io.WriteString(w, kept.String())
	return err
}

// readsFile says which file $(<file) reads.
func readsFile(list []*syntax.Stmt) (*syntax.Word, bool) {
	if len(list) != 1 || list[0].Cmd != nil || len(list[0].Redirs) != 1 || list[0].Redirs[0].Op != syntax.RdrIn {
		return nil, false
	}
	return list[0].Redirs[0].Word, true
}

// captive takes what a command substitution prints.
type captive struct {
	p  *process
	to *strings.Builder
}

func (k *captive) Write(b []byte) (int, error) {
	if k.to.Len()+len(b) > maxText {
		k.p.fail(fmt.Errorf("%w: a command substitution takes at most %d bytes here", errRoom, maxText))
	}
	k.p.keep(factor / 4 * len(b))
	return k.to.Write(b)
}

// folder reads a folder for a pattern of file names.
func (p *process) folder(name string) ([]fs.DirEntry, error) {
	p.poll()
	infos, err := afero.ReadDir(p.shell.FS, absolute(p.dir, name))
	if err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		p.keep(len(name) + len(info.Name()) + 64)
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, nil
}

// match reports whether a whole text matches a pattern.
func (p *process) match(pat, s string) bool {
	p.afford(pat, len(s))
	expr, err := pattern.Regexp(pat, pattern.EntireString|pattern.ExtendedOperators)
	if err != nil {
		return pat == s
	}
	re, err := regexp.Compile(expr)
	return err == nil && re.MatchString(s)
}

// afford refuses a match that could not be stopped in time.
func (p *process) afford(pat string, n int) {
	if int64(len(pat)+1)*int64(n) > maxMatch {
		p.failed(fmt.Errorf("a pattern of %d bytes is too long for a text of %d", len(pat), n))
	}
}

// matching are the expansions that match a pattern.
var matching = map[syntax.ParExpOperator]bool{
	syntax.RemSmallPrefix: true, syntax.RemLargePrefix: true, syntax.RemSmallSuffix: true, syntax.RemLargeSuffix: true,
	syntax.UpperFirst: true, syntax.UpperAll: true, syntax.LowerFirst: true, syntax.LowerAll: true,
}

// prepare returns a word whose patterns have been expanded, and found affordable.
func (p *process) prepare(w *syntax.Word) *syntax.Word {
	if w == nil || !matches(w) {
		return w
	}
	return &syntax.Word{Parts: p.prepared(w.Parts)}
}

// matches reports whether a pattern is matched in an expansion.
func matches(w syntax.Node) (found bool) {
	syntax.Walk(w, func(n syntax.Node) bool {
		if _, inner := n.(*syntax.CmdSubst); inner {
			return false
		}
		if pe, ok := n.(*syntax.ParamExp); ok {
			found = found || pe.Repl != nil || pe.Exp != nil && matching[pe.Exp.Op] || countsAll(pe)
		}
		return !found
	})
	return found
}

// countsAll reports whether a parameter is ${#a[@]}, which package expand does not know of a map.
func countsAll(x *syntax.ParamExp) bool {
	w, ok := x.Index.(*syntax.Word)
	return ok && x.Length && (w.Lit() == "@" || w.Lit() == "*")
}

// numbers reports whether a pattern is matched where a number is computed. It is not
// prepared there, but a number has few digits: see terse.
func numbers(w *syntax.Word) (found bool) {
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			return false
		case *syntax.ArithmExp:
			found = found || matches(n)
		case *syntax.ParamExp:
			found = found || n.Index != nil && matches(n.Index)
			if n.Slice != nil {
				found = found || n.Slice.Offset != nil && matches(n.Slice.Offset) || n.Slice.Length != nil && matches(n.Slice.Length)
			}
		}
		return !found
	})
	return found
}

func (p *process) prepared(parts []syntax.WordPart) []syntax.WordPart {
	ready := make([]syntax.WordPart, len(parts))
	for i, part := range parts {
		switch x := part.(type) {
		case *syntax.DblQuoted:
			c := *x
			c.Parts = p.prepared(x.Parts)
			ready[i] = &c
		case *syntax.ParamExp:
			ready[i] = p.preparedParam(x)
		default:
			ready[i] = part
		}
	}
	return ready
}

func (p *process) preparedParam(x *syntax.ParamExp) syntax.WordPart {
	if x.Param == nil || x.Repl == nil && x.Exp == nil && !countsAll(x) {
		return x
	}
	v := p.get(x.Param.Value)
	if countsAll(x) && v.Kind == expand.Associative {
		return &syntax.Lit{Value: strconv.Itoa(len(v.Map))}
	}
	if _, target := v.Resolve(environ{p}); target.Set {
		v = target
	}
	c := *x
	switch {
	case x.Repl != nil:
		pat, with := p.pattern(x.Repl.Orig), p.literal(x.Repl.With)
		p.afford(pat, length(v))
		p.affordReplacing(v, pat, with)
		c.Repl = &syntax.Replace{All: x.Repl.All, Orig: bare(pat), With: quoted(with)}
	case x.Exp != nil && matching[x.Exp.Op]:
		pat := p.literal(x.Exp.Word)
		p.afford(pat, length(v))
		c.Exp = &syntax.Expansion{Op: x.Exp.Op, Word: quoted(pat)}
	case x.Exp != nil && x.Exp.Word != nil:
		c.Exp = &syntax.Expansion{Op: x.Exp.Op, Word: p.prepare(x.Exp.Word)}
	}
	return &c
}

// affordReplacing announces the text that a replacement makes.
func (p *process) affordReplacing(v expand.Variable, pat, with string) {
	if len(with) == 0 {
		return
	}
	expr, err := pattern.Regexp(pat, 0)
	if err != nil || pat == "" {
		return
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return
	}
	texts := v.List
	if v.Kind == expand.String {
		texts = []string{v.Str}
	}
	made := length(v)
	p.keep(2 * factor * made) // where the matches are
	for _, s := range texts {
		p.poll()
		made += len(re.FindAllStringIndex(s, maxText/len(with)+1)) * len(with)
		if made > maxText {
			p.failed(fmt.Errorf("%w: a value holds at most %d bytes here", errRoom, maxText))
		}
	}
	p.keep(2 * made)
}

func quoted(s string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Value: s}}}
}

// bare is a pattern as a word; an empty part in front keeps a tilde what it is.
func bare(s string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{}, &syntax.Lit{Value: s}}}
}
