// This file is the preprocessor: macros, conditions, and directives that need nothing.

package lex

import (
	"maps"
	"strconv"
	"strings"

	"gputour/cuda/cudac/source"
	"gputour/engine/diag"
)

// macro is a #define; params is nil for one that is not called.
type macro struct {
	params   []string
	called   bool
	variadic bool
	header   bool // of the headers here
	body     []Token
}

// hidden is a list of macros that share their ends.
type hidden struct {
	Name string
	up   *hidden
}

func (h *hidden) has(name string) bool {
	for ; h != nil; h = h.up {
		if h.Name == name {
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
	if o.has(h.Name) {
		return h.up.with(o)
	}
	return &hidden{h.Name, h.up.with(o)}
}

// maxTokens bounds what macros may grow a source to.
const maxTokens = 1 << 19

// preprocessor includes files and expands macros.
type preprocessor struct {
	c      *source.Text
	value  Evaluator
	out    []Token
	macros map[string]*macro
	spent  int

	included map[string]bool // headers
	once     map[string]bool // files of the program that say #pragma once
	nesting  int
	owned    map[string]bool // names that files have for themselves
	number   int             // of the file that is compiled, from 0
	first    map[string]int  // by included file: the first of those that include it
	seen     map[string]bool // the declarations of such files, spelled
	moved    int             // what a #line adds to the numbers of the lines behind it
}

// predefined are the names that CUDA's headers define.
var predefined = map[string]string{
	"INT_MAX": "2147483647", "INT_MIN": "(-2147483647-1)", "UINT_MAX": "4294967295u", "FLT_MAX": "3.402823466e+38f",
	"FLT_MIN": "1.175494351e-38f", "FLT_EPSILON": "1.192092896e-07f", "DBL_MAX": "1.7976931348623157e+308",
	"INFINITY": "__infinity()", "NAN": "__nan()", "M_PI": "3.14159265358979323846", "CUDART_INF_F": "__infinity()", "CUDART_PI_F": "3.141592654f",
	"NULL": "nullptr", "__CUDACC__": "1", "__CUDA_ARCH__": "700", "M_PI_F": "3.141592654f", "LLONG_MAX": "9223372036854775807LL",
	"ULONG_MAX": "18446744073709551615ull", "LONG_MAX": "9223372036854775807ll", "LONG_MIN": "(-9223372036854775807ll-1)", "ULLONG_MAX": "18446744073709551615ull", "LLONG_MIN": "(-9223372036854775807ll-1)",
	"INT8_MAX": "127", "INT8_MIN": "(-128)", "UINT8_MAX": "255", "INT16_MAX": "32767", "INT16_MIN": "(-32768)", "UINT16_MAX": "65535", "__CUDA_RUNTIME_H__": "", "__DRIVER_TYPES_H__": "",
	"SHRT_MAX": "32767", "SHRT_MIN": "(-32768)", "USHRT_MAX": "65535", "SCHAR_MAX": "127", "SCHAR_MIN": "(-128)", "CHAR_MAX": "127", "CHAR_MIN": "(-128)", "UCHAR_MAX": "255",
	"INT32_MAX": "2147483647", "INT32_MIN": "(-2147483647-1)", "UINT32_MAX": "4294967295u", "INT64_MAX": "9223372036854775807ll", "INT64_MIN": "(-9223372036854775807ll-1)", "UINT64_MAX": "18446744073709551615ull", "SIZE_MAX": "18446744073709551615ull",
	"DBL_EPSILON": "2.2204460492503131e-16", "DBL_MIN": "2.2250738585072014e-308", "CHAR_BIT": "8", "FULL_MASK": "0xffffffffu",
}

// placeMacros stand for the place where they are used.
var placeMacros = map[string]func(c *source.Text, t Token) (Kind, string){
	"__FILE__": func(c *source.Text, t Token) (Kind, string) {
		file, _ := c.Within(t.Pos.Line)
		return String, strconv.Quote(file)
	},
	"__LINE__": func(c *source.Text, t Token) (Kind, string) {
		_, n := c.Within(t.Pos.Line)
		return Number, strconv.Itoa(n)
	},
	"__DATE__": func(*source.Text, Token) (Kind, string) { return String, `"Jan  1 2024"` },
	"__TIME__": func(*source.Text, Token) (Kind, string) { return String, `"00:00:00"` },
}

// Evaluator computes the constant expression of an #if, whose tokens end with tokEOF; it tells of one that is none at the
// directive.
type Evaluator func(c *source.Text, expression []Token, directive Token) int64

// Tokens are the tokens of a source, of what it includes, and of the files that are compiled with it.
func Tokens(c *source.Text, text string, more []source.File, value Evaluator) []Token {
	return withLaunches(withoutAttributes(preprocess(c, Scan(c, text, 1, true), more, value)))
}

// preprocess expands a source.
func preprocess(c *source.Text, tokens []Token, more []source.File, value Evaluator) []Token {
	p := &preprocessor{c: c, value: value, macros: map[string]*macro{}, included: map[string]bool{}, once: map[string]bool{}, first: map[string]int{}, seen: map[string]bool{}}
	for name, text := range predefined {
		if name == "FULL_MASK" {
			continue
		}
		body := Scan(c, text, 1, false)
		p.macros[name] = &macro{body: body[:len(body)-1], header: true}
	}
	for _, text := range c.Defines {
		name, value, given := strings.Cut(text, "=")
		if !given {
			value = "1"
		}
		body := Scan(c, value, 1, false)
		p.macros[name] = &macro{body: body[:len(body)-1]}
	}
	p.header("common", diag.Pos{Line: 1})
	if c.Whole {
		p.header("runtime", diag.Pos{Line: 1})
		p.suit(strings.Join(c.Lines, "\n"), diag.Pos{Line: 1})
	}
	p.run(tokens)
	if len(more) > 0 {
		p.owned = ownNames(p.out)
	}
	for i, f := range more {
		p.begin(i + 1)
		p.suit(f.Text, diag.Pos{Line: 1})
		from := len(p.out)
		p.run(p.file(f, diag.Pos{Line: 1}))
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
	at            []Token // the #if of each
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
func (p *preprocessor) run(tokens []Token) {
	var b branches
	for i := 0; tokens[i].Kind != EOF; {
		t := tokens[i]
		end := i + 1
		if t.First && t.Is("#") {
			for !tokens[end].First {
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
		for tokens[end].Kind != EOF && !(tokens[end].First && tokens[end].Is("#")) {
			end++
		}
		if b.live() {
			p.out = append(p.out, p.expand(p.from(tokens[i:end]))...)
			if p.spent > maxTokens {
				p.c.Report(t.Pos, len(t.Text), "macro expansion grows too large", "")
				return
			}
		}
		i = end
	}
	if len(b.active) > 0 {
		t := b.at[len(b.at)-1]
		p.c.Report(t.Pos, len(t.Text), "unterminated conditional directive", "an #if has no #endif")
	}
}

// conditional takes in #if and its kin; false says that the directive is another.
func (p *preprocessor) conditional(b *branches, line []Token) bool {
	n := len(b.active) - 1
	word := line[0].Text
	switch word {
	case "if", "ifdef", "ifndef":
		ok := b.live() && p.condition(line)
		b.active, b.taken, b.at = append(b.active, ok), append(b.taken, ok), append(b.at, line[0])
		return true
	case "elif", "else", "endif":
		if n < 0 {
			p.c.Report(line[0].Pos, len(word), "#"+word+" without #if", "")
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

func (p *preprocessor) directive(line []Token) {
	switch line[0].Text {
	case "define":
		p.define(line)
	case "undef":
		if len(line) > 1 {
			delete(p.macros, line[1].Text)
		}
	case "include":
		p.include(line)
	case "pragma":
		p.pragma(line)
	case "line":
		p.origin(line)
	case "ident":
	case "warning":
		p.c.Warn(line[0].Pos, line[0].Width(), "", "#warning "+joined(line[1:]))
	case "error":
		p.c.Report(line[0].Pos, 5, "#error "+joined(line[1:]), "")
	default:
		p.c.Report(line[0].Pos, len(line[0].Text), "invalid preprocessing directive #"+line[0].Text, "")
	}
}

func (p *preprocessor) define(line []Token) {
	if len(line) < 2 || line[1].Kind != Name {
		p.c.Report(line[0].Pos, 6, "macro name missing", "write #define NAME value")
		return
	}
	m := &macro{body: line[2:], header: line[1].Header}
	if len(line) > 2 && line[2].Is("(") && !line[2].spaced {
		m.called = true
		i := 3
		for ; i < len(line) && !line[i].Is(")"); i++ {
			switch {
			case line[i].Is("..."):
				m.variadic = true
				m.params = append(m.params, "__VA_ARGS__")
			case line[i].Kind == Name:
				m.params = append(m.params, line[i].Text)
			}
		}
		if i == len(line) {
			p.c.Report(line[2].Pos, 1, "expected ')' in macro parameter list", "")
			return
		}
		m.body = line[i+1:]
	}
	p.macros[line[1].Text] = m
}

func joined(line []Token) string {
	var b strings.Builder
	for i, t := range line {
		if i > 0 && t.spaced {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// expand replaces macros in a run of tokens.
func (p *preprocessor) expand(in []Token) []Token {
	var out []Token
	for i := 0; i < len(in) && p.spent <= maxTokens; i++ {
		t := in[i]
		m := p.macros[t.Text]
		if f := placeMacros[t.Text]; f != nil && t.Kind == Name {
			t.Kind, t.Text = f(p.c, t)
			out = append(out, t)
			continue
		}
		if t.Kind != Name || m == nil || t.Hidden.has(t.Text) || t.Header && !m.header { // a program's macros are not for the headers
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
		own := &hidden{t.Text, t.Hidden}
		fresh := make([]Token, len(body))
		for k, b := range body {
			b.Pos, b.End, b.Header = t.Pos, t.End, t.Header
			b.Hidden = b.Hidden.with(own)
			fresh[k] = b
		}
		if len(fresh) > 0 {
			fresh[0].spaced = t.spaced
		}
		// What follows may be the argument list of a macro that the body ends with.
		if n := len(fresh); n > 0 && i+1 < len(in) && in[i+1].Is("(") && p.macros[fresh[n-1].Text] != nil && p.macros[fresh[n-1].Text].called {
			if p.spent += len(in) - i; p.spent > maxTokens {
				return out
			}
			in = append(append([]Token(nil), fresh...), in[i+1:]...)
			i = -1
			continue
		}
		out = append(out, p.expand(fresh)...)
	}
	return out
}

// arguments reads the argument list at in[i]; end is its closing parenthesis, or -1.
func arguments(in []Token, i int) (args [][]Token, end int) {
	if i >= len(in) || !in[i].Is("(") {
		return nil, -1
	}
	depth := 0
	var arg []Token
	for ; i < len(in); i++ {
		t := in[i]
		switch {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
			if depth == 1 {
				continue
			}
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
			if depth == 0 {
				return append(args, arg), i
			}
		case t.Is(",") && depth == 1:
			args = append(args, arg)
			arg = nil
			continue
		}
		arg = append(arg, t)
	}
	return nil, -1
}

func (p *preprocessor) substitute(m *macro, args [][]Token) []Token {
	find := func(t Token) ([]Token, bool) {
		for k, name := range m.params {
			if t.Kind != Name || t.Text != name {
				continue
			}
			if m.variadic && k == len(m.params)-1 {
				var all []Token
				for j := k; j < len(args); j++ {
					if j > k {
						all = append(all, Token{Kind: Punct, Text: ","})
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
	var out []Token
	expanded := map[string][]Token{}
	before := 0
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if t.Is("#") && i+1 < len(m.body) {
			if arg, ok := find(m.body[i+1]); ok {
				out = append(out, Token{Kind: String, Text: strconv.Quote(joined(arg))})
				i++
				continue
			}
		}
		if p.spent += len(out) - before; p.spent > maxTokens {
			break
		}
		before = len(out)
		pasted := i+1 < len(m.body) && m.body[i+1].Is("##") || i > 0 && m.body[i-1].Is("##")
		words := []Token{t}
		if arg, ok := find(t); ok {
			words = arg
			if !pasted {
				done, ok := expanded[t.Text]
				if !ok {
					done = p.expand(arg)
					expanded[t.Text] = done
				}
				words = done
			}
		}
		if t.Is("##") {
			continue
		}
		if i > 1 && m.body[i-1].Is("##") && m.body[i-2].Is(",") && t.Text == "__VA_ARGS__" { // as in GNU C
			if len(words) == 0 && len(out) > 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p.expand(words)...)
			continue
		}
		if i > 0 && m.body[i-1].Is("##") && len(out) > 0 && len(words) > 0 {
			last := &out[len(out)-1]
			last.Text += words[0].Text
			words = words[1:]
		}
		from := len(out)
		if out = append(out, words...); from < len(out) && (i == 0 || !m.body[i-1].Is("##")) {
			out[from].spaced = t.spaced
		}
	}
	return out
}

// condition evaluates #if, #elif, #ifdef and #ifndef.
func (p *preprocessor) condition(line []Token) bool {
	if line[0].Text == "ifdef" || line[0].Text == "ifndef" {
		return len(line) > 1 && (p.macros[line[1].Text] != nil) == (line[0].Text == "ifdef")
	}
	var words []Token
	for i := 1; i < len(line); i++ {
		t := line[i]
		if t.Is("defined") {
			j := i + 1
			paren := j < len(line) && line[j].Is("(")
			if paren {
				j++
			}
			value := "0"
			if j < len(line) && p.macros[line[j].Text] != nil {
				value = "1"
			}
			words = append(words, Token{Kind: Number, Text: value, Pos: t.Pos, End: t.End})
			if i = j; paren {
				i++
			}
			continue
		}
		words = append(words, t)
	}
	words = p.expand(words)
	for i := range words {
		if words[i].Kind == Name && words[i].Text != "true" {
			words[i] = Token{Kind: Number, Text: "0", Pos: words[i].Pos, End: words[i].End}
		}
	}
	return p.value(p.c, append(words, Token{Kind: EOF, Pos: line[0].Pos, End: line[0].End}), line[0]) != 0
}

// origin takes in a #line of a translated source; other sources say nothing by it.
func (p *preprocessor) origin(line []Token) {
	if n, err := strconv.Atoi(joined(line[1:])); err == nil && p.c.Generated != "" {
		p.moved = n - line[0].Pos.Line - 1
	}
}

// from puts tokens where the original of their line stands.
func (p *preprocessor) from(tokens []Token) []Token {
	if p.moved == 0 {
		return tokens
	}
	for i := range tokens {
		tokens[i].Pos.Line += p.moved
	}
	return tokens
}
