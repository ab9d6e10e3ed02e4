// This file is the preprocessor: macros, conditions, and directives that need nothing.

package cudac

import (
	"maps"
	"strconv"
	"strings"

	"gputour/engine/diag"
)

// macro is a #define; params is nil for one that is not called.
type macro struct {
	params   []string
	called   bool
	variadic bool
	header   bool // of the headers here
	body     []token
}

// hidden is a list of macros that share their ends.
type hidden struct {
	name string
	up   *hidden
}

func (h *hidden) has(name string) bool {
	for ; h != nil; h = h.up {
		if h.name == name {
			return true
		}
	}
	return false
}

// with puts the macros of h in front of those of o.
func (h *hidden) with(o *hidden) *hidden {
	if h == nil || h == o {
		return o
	}
	if o.has(h.name) {
		return h.up.with(o)
	}
	return &hidden{h.name, h.up.with(o)}
}

// maxTokens bounds what macros may grow a source to.
const maxTokens = 1 << 17

type preprocessor struct {
	c      *compiler
	out    []token
	macros map[string]*macro
	spent  int

	included map[string]bool // headers
	once     map[string]bool // files of the program that say #pragma once
	nesting  int
	owned    map[string]bool // names that files have for themselves
	number   int             // of the file that is compiled, from 0
	first    map[string]int  // by included file: the first of those that include it
	moved    int             // what a #line adds to the numbers of the lines behind it
}

// predefined are the names that CUDA's headers define.
var predefined = map[string]string{
	"INT_MAX": "2147483647", "INT_MIN": "(-2147483647-1)", "UINT_MAX": "4294967295u", "FLT_MAX": "3.402823466e+38f",
	"FLT_MIN": "1.175494351e-38f", "FLT_EPSILON": "1.192092896e-07f", "DBL_MAX": "1.7976931348623157e+308",
	"INFINITY": "__infinity()", "NAN": "__nan()", "M_PI": "3.14159265358979323846", "CUDART_INF_F": "__infinity()", "CUDART_PI_F": "3.141592654f",
	"NULL": "nullptr", "__CUDACC__": "1", "__CUDA_ARCH__": "700", "M_PI_F": "3.141592654f", "LLONG_MAX": "9223372036854775807LL",
	"ULONG_MAX": "18446744073709551615ull", "LONG_MAX": "9223372036854775807ll", "LONG_MIN": "(-9223372036854775807ll-1)", "ULLONG_MAX": "18446744073709551615ull", "LLONG_MIN": "(-9223372036854775807ll-1)",
	"SHRT_MAX": "32767", "SHRT_MIN": "(-32768)", "USHRT_MAX": "65535", "SCHAR_MAX": "127", "SCHAR_MIN": "(-128)", "CHAR_MAX": "127", "CHAR_MIN": "(-128)", "UCHAR_MAX": "255",
	"INT32_MAX": "2147483647", "INT32_MIN": "(-2147483647-1)", "UINT32_MAX": "4294967295u", "INT64_MAX": "9223372036854775807ll", "INT64_MIN": "(-9223372036854775807ll-1)", "UINT64_MAX": "18446744073709551615ull", "SIZE_MAX": "18446744073709551615ull",
	"DBL_EPSILON": "2.2204460492503131e-16", "DBL_MIN": "2.2250738585072014e-308", "CHAR_BIT": "8", "FULL_MASK": "0xffffffffu",
}

// placeMacros stand for the place where they are used.
var placeMacros = map[string]func(c *compiler, t token) (tokenKind, string){
	"__FILE__": func(c *compiler, t token) (tokenKind, string) {
		file, _ := c.within(t.pos.Line)
		return tokString, strconv.Quote(file)
	},
	"__LINE__": func(c *compiler, t token) (tokenKind, string) {
		_, n := c.within(t.pos.Line)
		return tokNumber, strconv.Itoa(n)
	},
	"__DATE__": func(*compiler, token) (tokenKind, string) { return tokString, `"Jan  1 2024"` },
	"__TIME__": func(*compiler, token) (tokenKind, string) { return tokString, `"00:00:00"` },
}

// preprocess expands a source.
func (c *compiler) preprocess(tokens []token, more []File) []token {
	p := &preprocessor{c: c, macros: map[string]*macro{}, included: map[string]bool{}, once: map[string]bool{}, first: map[string]int{}}
	for name, text := range predefined {
		if name == "FULL_MASK" {
			continue
		}
		l := &lexer{src: text, line: 1, c: c}
		body := l.all()
		p.macros[name] = &macro{body: body[:len(body)-1], header: true}
	}
	for _, text := range c.defines {
		name, value, given := strings.Cut(text, "=")
		if !given {
			value = "1"
		}
		l := &lexer{src: value, line: 1, c: c}
		body := l.all()
		p.macros[name] = &macro{body: body[:len(body)-1]}
	}
	p.header("common", diag.Pos{Line: 1})
	if c.whole {
		p.header("runtime", diag.Pos{Line: 1})
		p.suit(strings.Join(c.lines, "\n"), diag.Pos{Line: 1})
	}
	p.run(tokens)
	if len(more) > 0 {
		p.owned = ownNames(p.out)
	}
	for i, f := range more {
		p.begin(i + 1)
		p.suit(f.Text, diag.Pos{Line: 1})
		from := len(p.out)
		p.run(c.add(f, diag.Pos{Line: 1}))
		p.apart(from, i+2)
	}
	return append(p.out, tokens[len(tokens)-1])
}

// begin makes ready for another file that is compiled: it does not see the macros of those before.
func (p *preprocessor) begin(number int) {
	p.number, p.once = number, map[string]bool{}
	maps.DeleteFunc(p.macros, func(_ string, m *macro) bool { return !m.header })
}

// branches are the #if that are open: whether the lines of each count, and whether one of
// its branches was taken.
type branches struct {
	active, taken []bool
	at            []token // the #if of each
}

func (b *branches) live() bool {
	for _, a := range b.active {
		if !a {
			return false
		}
	}
	return true
}

// run preprocesses the tokens of a file.
func (p *preprocessor) run(tokens []token) {
	var b branches
	for i := 0; tokens[i].kind != tokEOF; {
		t := tokens[i]
		end := i + 1
		if t.first && t.is("#") {
			for !tokens[end].first {
				end++
			}
			line := tokens[i+1 : end]
			i = end
			if len(line) > 0 && !p.conditional(&b, line) && b.live() {
				p.directive(line)
			}
			continue
		}
		// A run of text goes up to the next directive.
		for tokens[end].kind != tokEOF && !(tokens[end].first && tokens[end].is("#")) {
			end++
		}
		if b.live() {
			p.out = append(p.out, p.expand(p.from(tokens[i:end]))...)
			if p.spent > maxTokens {
				p.c.report(t.pos, len(t.text), "macro expansion grows too large", "")
				return
			}
		}
		i = end
	}
	if len(b.active) > 0 {
		t := b.at[len(b.at)-1]
		p.c.report(t.pos, len(t.text), "unterminated conditional directive", "an #if has no #endif")
	}
}

// conditional takes in #if and its kin; false says that the directive is another.
func (p *preprocessor) conditional(b *branches, line []token) bool {
	n := len(b.active) - 1
	word := line[0].text
	switch word {
	case "if", "ifdef", "ifndef":
		ok := b.live() && p.condition(line)
		b.active, b.taken, b.at = append(b.active, ok), append(b.taken, ok), append(b.at, line[0])
		return true
	case "elif", "else", "endif":
		if n < 0 {
			p.c.report(line[0].pos, len(word), "#"+word+" without #if", "")
			return true
		}
	default:
		return false
	}
	if word == "endif" {
		b.active, b.taken, b.at = b.active[:n], b.taken[:n], b.at[:n]
		return true
	}
	b.active[n] = true
	ok := !b.taken[n] && b.live() && (word == "else" || p.condition(line))
	b.active[n] = ok
	b.taken[n] = b.taken[n] || ok
	return true
}

func (p *preprocessor) directive(line []token) {
	switch line[0].text {
	case "define":
		p.define(line)
	case "undef":
		if len(line) > 1 {
			delete(p.macros, line[1].text)
		}
	case "include":
		p.include(line)
	case "pragma":
		p.pragma(line)
	case "line":
		p.origin(line)
	case "ident":
	case "warning":
		p.c.warn(line[0], "", "#warning "+joined(line[1:]))
	case "error":
		p.c.report(line[0].pos, 5, "#error "+joined(line[1:]), "")
	default:
		p.c.report(line[0].pos, len(line[0].text), "invalid preprocessing directive #"+line[0].text, "")
	}
}

func (p *preprocessor) define(line []token) {
	if len(line) < 2 || line[1].kind != tokName {
		p.c.report(line[0].pos, 6, "macro name missing", "write #define NAME value")
		return
	}
	m := &macro{body: line[2:], header: line[1].header}
	if len(line) > 2 && line[2].is("(") && !line[2].spaced {
		m.called = true
		i := 3
		for ; i < len(line) && !line[i].is(")"); i++ {
			switch {
			case line[i].is("..."):
				m.variadic = true
				m.params = append(m.params, "__VA_ARGS__")
			case line[i].kind == tokName:
				m.params = append(m.params, line[i].text)
			}
		}
		if i == len(line) {
			p.c.report(line[2].pos, 1, "expected ')' in macro parameter list", "")
			return
		}
		m.body = line[i+1:]
	}
	p.macros[line[1].text] = m
}

func joined(line []token) string {
	var b strings.Builder
	for i, t := range line {
		if i > 0 && t.spaced {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// expand replaces macros in a run of tokens.
func (p *preprocessor) expand(in []token) []token {
	var out []token
	for i := 0; i < len(in) && p.spent <= maxTokens; i++ {
		t := in[i]
		m := p.macros[t.text]
		if f := placeMacros[t.text]; f != nil && t.kind == tokName {
			t.kind, t.text = f(p.c, t)
			out = append(out, t)
			continue
		}
		if t.kind != tokName || m == nil || t.hidden.has(t.text) || t.header && !m.header { // a program's macros are not for the headers
			out = append(out, t)
			continue
		}
		body := m.body
		if m.called {
			args, end := arguments(in, i+1)
			if end < 0 {
				out = append(out, t)
				continue
			}
			body = p.substitute(m, args)
			i = end
		}
		if p.spent += len(body) + 1; p.spent > maxTokens {
			return out
		}
		own := &hidden{t.text, t.hidden}
		fresh := make([]token, len(body))
		for k, b := range body {
			b.pos, b.end, b.header = t.pos, t.end, t.header
			b.hidden = b.hidden.with(own)
			fresh[k] = b
		}
		// What follows may be the argument list of a macro that the body ends with.
		if n := len(fresh); n > 0 && i+1 < len(in) && in[i+1].is("(") && p.macros[fresh[n-1].text] != nil && p.macros[fresh[n-1].text].called {
			if p.spent += len(in) - i; p.spent > maxTokens {
				return out
			}
			in = append(append([]token(nil), fresh...), in[i+1:]...)
			i = -1
			continue
		}
		out = append(out, p.expand(fresh)...)
	}
	return out
}

// arguments reads the argument list at in[i]; end is its closing parenthesis, or -1.
func arguments(in []token, i int) (args [][]token, end int) {
	if i >= len(in) || !in[i].is("(") {
		return nil, -1
	}
	depth := 0
	var arg []token
	for ; i < len(in); i++ {
		t := in[i]
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
			if depth == 1 {
				continue
			}
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
			if depth == 0 {
				return append(args, arg), i
			}
		case t.is(",") && depth == 1:
			args = append(args, arg)
			arg = nil
			continue
		}
		arg = append(arg, t)
	}
	return nil, -1
}

func (p *preprocessor) substitute(m *macro, args [][]token) []token {
	find := func(t token) ([]token, bool) {
		for k, name := range m.params {
			if t.kind != tokName || t.text != name {
				continue
			}
			if m.variadic && k == len(m.params)-1 {
				var all []token
				for j := k; j < len(args); j++ {
					if j > k {
						all = append(all, token{kind: tokPunct, text: ","})
					}
					all = append(all, args[j]...)
				}
				return all, true
			}
			if k < len(args) {
				return args[k], true
			}
			return nil, true
		}
		return nil, false
	}
	var out []token
	expanded := map[string][]token{}
	before := 0
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if t.is("#") && i+1 < len(m.body) {
			if arg, ok := find(m.body[i+1]); ok {
				out = append(out, token{kind: tokString, text: strconv.Quote(joined(arg))})
				i++
				continue
			}
		}
		if p.spent += len(out) - before; p.spent > maxTokens {
			break
		}
		before = len(out)
		pasted := i+1 < len(m.body) && m.body[i+1].is("##") || i > 0 && m.body[i-1].is("##")
		words := []token{t}
		if arg, ok := find(t); ok {
			words = arg
			if !pasted {
				done, ok := expanded[t.text]
				if !ok {
					done = p.expand(arg)
					expanded[t.text] = done
				}
				words = done
			}
		}
		if t.is("##") {
			continue
		}
		if i > 1 && m.body[i-1].is("##") && m.body[i-2].is(",") && t.text == "__VA_ARGS__" { // as in GNU C
			if len(words) == 0 && len(out) > 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p.expand(words)...)
			continue
		}
		if i > 0 && m.body[i-1].is("##") && len(out) > 0 && len(words) > 0 {
			last := &out[len(out)-1]
			last.text += words[0].text
			words = words[1:]
		}
		out = append(out, words...)
	}
	return out
}

// condition evaluates #if, #elif, #ifdef and #ifndef.
func (p *preprocessor) condition(line []token) bool {
	if line[0].text == "ifdef" || line[0].text == "ifndef" {
		return len(line) > 1 && (p.macros[line[1].text] != nil) == (line[0].text == "ifdef")
	}
	var words []token
	for i := 1; i < len(line); i++ {
		t := line[i]
		if t.is("defined") {
			j := i + 1
			paren := j < len(line) && line[j].is("(")
			if paren {
				j++
			}
			value := "0"
			if j < len(line) && p.macros[line[j].text] != nil {
				value = "1"
			}
			words = append(words, token{kind: tokNumber, text: value, pos: t.pos, end: t.end})
			if i = j; paren {
				i++
			}
			continue
		}
		words = append(words, t)
	}
	words = p.expand(words)
	for i := range words {
		if words[i].kind == tokName && words[i].text != "true" {
			words[i] = token{kind: tokNumber, text: "0", pos: words[i].pos, end: words[i].end}
		}
	}
	ps := newParser(p.c, append(words, token{kind: tokEOF, pos: line[0].pos, end: line[0].end}))
	v := int64(0)
	ps.guard(func() {
		e := ps.ternary()
		n, ok := p.c.constant(e, nil)
		if !ok {
			ps.fail(line[0], "#if needs a constant expression", "")
		}
		v = n
	})
	return v != 0
}
