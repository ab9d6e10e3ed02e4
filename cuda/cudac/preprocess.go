// This file is the preprocessor: macros, conditions, and directives that need nothing.

package cudac

import (
	"strconv"
	"strings"
)

// macro is a #define; params is nil for one that is not called.
type macro struct {
	params   []string
	called   bool
	variadic bool
	body     []token
}

// maxTokens bounds what macros may grow a source to.
const maxTokens = 1 << 17

type preprocessor struct {
	c      *compiler
	in     []token
	out    []token
	macros map[string]*macro
	spent  int
}

// predefined are the names that CUDA's headers define.
var predefined = map[string]string{
	"INT_MAX": "2147483647", "INT_MIN": "(-2147483647-1)", "UINT_MAX": "4294967295u", "FLT_MAX": "3.402823466e+38f",
	"FLT_MIN": "1.175494351e-38f", "FLT_EPSILON": "1.192092896e-07f", "DBL_MAX": "1.7976931348623157e+308",
	"INFINITY": "__infinity()", "NAN": "__nan()", "M_PI": "3.14159265358979323846", "CUDART_INF_F": "__infinity()", "CUDART_PI_F": "3.141592654f",
	"NULL": "nullptr", "__CUDACC__": "1", "__CUDA_ARCH__": "700", "M_PI_F": "3.141592654f", "LLONG_MAX": "9223372036854775807LL",
	"DBL_EPSILON": "2.2204460492503131e-16", "DBL_MIN": "2.2250738585072014e-308", "CHAR_BIT": "8", "FULL_MASK": "0xffffffffu",
}

// preprocess expands a source.
func (c *compiler) preprocess(tokens []token) []token {
	p := &preprocessor{c: c, macros: map[string]*macro{}}
	for name, text := range predefined {
		if name == "FULL_MASK" {
			continue
		}
		l := &lexer{src: text, line: 1, c: c}
		body := l.all()
		p.macros[name] = &macro{body: body[:len(body)-1]}
	}
	var active []bool // of each open #if: whether its lines count
	var taken []bool
	live := func() bool {
		for _, a := range active {
			if !a {
				return false
			}
		}
		return true
	}
	for i := 0; i < len(tokens); {
		t := tokens[i]
		if t.kind == tokEOF {
			break
		}
		end := i + 1
		if t.first && t.is("#") {
			for !tokens[end].first {
				end++
			}
			line := tokens[i+1 : end]
			i = end
			if len(line) == 0 {
				continue
			}
			switch line[0].text {
			case "if", "ifdef", "ifndef":
				ok := live() && p.condition(line)
				active, taken = append(active, ok), append(taken, ok)
			case "elif", "else":
				if len(active) == 0 {
					p.c.report(line[0].pos, 1, "#"+line[0].text+" without #if", "")
					continue
				}
				n := len(active) - 1
				active[n] = true
				ok := !taken[n] && live() && (line[0].text == "else" || p.condition(line))
				active[n] = ok
				taken[n] = taken[n] || ok
			case "endif":
				if len(active) == 0 {
					p.c.report(line[0].pos, 1, "#endif without #if", "")
					continue
				}
				active, taken = active[:len(active)-1], taken[:len(taken)-1]
			default:
				if live() {
					p.directive(line)
				}
			}
			continue
		}
		// A run of text goes up to the next directive.
		for tokens[end].kind != tokEOF && !(tokens[end].first && tokens[end].is("#")) {
			end++
		}
		if live() {
			p.out = append(p.out, p.expand(tokens[i:end])...)
		}
		i = end
	}
	eof := tokens[len(tokens)-1]
	if len(active) > 0 {
		p.c.report(eof.pos, 1, "unterminated conditional directive", "an #if has no #endif")
	}
	return append(p.out, eof)
}

func (p *preprocessor) directive(line []token) {
	switch line[0].text {
	case "define":
		p.define(line)
	case "undef":
		if len(line) > 1 {
			delete(p.macros, line[1].text)
		}
	case "include", "pragma", "line", "warning":
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
	m := &macro{body: line[2:]}
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
	for i := 0; i < len(in); i++ {
		t := in[i]
		m := p.macros[t.text]
		if t.kind != tokName || m == nil || t.hidden[t.text] {
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
			p.c.report(t.pos, len(t.text), "macro expansion grows too large", "")
			return out
		}
		fresh := make([]token, len(body))
		for k, b := range body {
			b.pos, b.end = t.pos, t.end
			hidden := map[string]bool{t.text: true}
			for h := range b.hidden {
				hidden[h] = true
			}
			for h := range t.hidden {
				hidden[h] = true
			}
			b.hidden = hidden
			fresh[k] = b
		}
		// What follows may be the argument list of a macro that the body ends with.
		if n := len(fresh); n > 0 && i+1 < len(in) && in[i+1].is("(") && p.macros[fresh[n-1].text] != nil && p.macros[fresh[n-1].text].called {
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
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if t.is("#") && i+1 < len(m.body) {
			if arg, ok := find(m.body[i+1]); ok {
				out = append(out, token{kind: tokString, text: strconv.Quote(joined(arg))})
				i++
				continue
			}
		}
		pasted := i+1 < len(m.body) && m.body[i+1].is("##") || i > 0 && m.body[i-1].is("##")
		words := []token{t}
		if arg, ok := find(t); ok {
			words = arg
			if !pasted {
				words = p.expand(arg)
			}
		}
		if t.is("##") {
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
	ps := &parser{c: p.c, toks: append(words, token{kind: tokEOF, pos: line[0].pos, end: line[0].end})}
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
