package cell

import (
	"strings"

	"gputour/engine/pattern"
	"gputour/engine/syntax/parse"
)

// This file turns the lines that only a notebook knows into Python, one line for
// one line, so that positions in tracebacks stay true:
//
//	!ls -l           get_ipython().system('ls -l')
//	files = !ls      files = get_ipython().getoutput('ls')
//	%timeit f(x)     get_ipython().run_line_magic('timeit', 'f(x)')
//	t = %timeit f    t = get_ipython().run_line_magic('timeit', 'f')
//	torch.add?       get_ipython().run_line_magic('pinfo', 'torch.add')
//	torch.add??      get_ipython().run_line_magic('pinfo2', 'torch.add')
//
// Only a line that begins a statement counts, never one inside a string or a
// bracket.

// CellMagic splits a cell that begins with %%name into its first line and the rest.
func CellMagic(text string) (line, rest string, ok bool) {
	trimmed := strings.TrimLeft(text, " \t\n")
	for strings.HasPrefix(trimmed, "#") { // the flags of a script's first line, comments
		_, after, found := strings.Cut(trimmed, "\n")
		if !found {
			return "", "", false
		}
		trimmed = strings.TrimLeft(after, " \t\n")
	}
	if !strings.HasPrefix(trimmed, "%%") {
		return "", "", false
	}
	line, rest, _ = strings.Cut(trimmed, "\n")
	return strings.TrimSpace(line[2:]), rest, true
}

// Unfinished reports whether more lines must follow before code, typed line by line,
// is a cell. A block and a cell magic end with an empty line.
func Unfinished(code string) bool {
	if _, _, ok := CellMagic(code); ok {
		return !strings.HasSuffix(code, "\n")
	}
	return parse.CheckComplete(Python(code)) == parse.Incomplete
}

// Python returns the cell as Python.
func Python(text string) string {
	text = pasted(text)
	if !strings.ContainsAny(text, "!%?") {
		return text
	}
	lines := strings.Split(text, "\n")
	var s scanner
	for i, line := range lines {
		if s.fresh() {
			if python, ok := translateLine(line); ok {
				lines[i] = python
				continue
			}
		}
		s.line(line)
	}
	return strings.Join(lines, "\n")
}

// prompts are what a copied session has before its lines.
var prompts = pattern.Lazy(`(?m)^(>>>|\.\.\.)( |$)|^In \[\d+\]: |^ *\.\.\.+: `)

// pasted takes off what code has that was copied from elsewhere: prompts, and the
// indentation of the first line.
func pasted(text string) string {
	if first := strings.TrimLeft(text, "\n"); strings.HasPrefix(first, ">>>") || strings.HasPrefix(first, "In [") {
		text = prompts().ReplaceAllString(text, "")
	}
	start := len(text) - len(strings.TrimLeft(text, "\n"))
	indent := text[start : len(text)-len(strings.TrimLeft(text[start:], " \t"))]
	if indent == "" || strings.TrimSpace(text) == "" {
		return text
	}
	return text[:start] + strings.ReplaceAll(text[start+len(indent):], "\n"+indent, "\n")
}

func translateLine(line string) (string, bool) {
	body := strings.TrimLeft(line, " \t")
	indent := line[:len(line)-len(body)]
	switch {
	case body == "":
		return "", false
	case body[0] == '!':
		if strings.HasPrefix(body, "!!") {
			return indent + call("getoutput", body[2:]), true
		}
		return indent + call("system", body[1:]), true
	case body[0] == '?':
		return translateHelp(indent, strings.TrimLeft(body, "?")+body[:len(body)-len(strings.TrimLeft(body, "?"))])
	case strings.HasSuffix(strings.TrimRight(body, " \t"), "?"):
		if python, ok := translateHelp(indent, strings.TrimRight(body, " \t")); ok {
			return python, true
		}
	}
	if body[0] == '%' && isNameStart((strings.TrimPrefix(body[1:], "%") + " ")[0]) {
		return indent + LineMagic(body[1:]), true
	}
	target, value, ok := strings.Cut(body, "=")
	value = strings.TrimLeft(value, " \t")
	if !ok || value == "" || !isTarget(target) {
		return "", false
	}
	switch {
	case value[0] == '!' && !strings.HasPrefix(value, "!="):
		return indent + target + "= " + call("getoutput", value[1:]), true
	case value[0] == '%' && len(value) > 1 && isNameStart(value[1]):
		return indent + target + "= " + LineMagic(value[1:]), true
	}
	return "", false
}

// translateHelp reads name? and name??, and ?name and ??name before it.
func translateHelp(indent, body string) (string, bool) {
	name := strings.TrimRight(body, "?")
	marks := len(body) - len(name)
	bare := strings.TrimLeft(name, "%")
	if marks > 2 || !isPath(strings.ReplaceAll(bare, "*", "_")) {
		return "", false
	}
	which := [...]string{1: "pinfo", 2: "pinfo2"}[marks]
	if strings.Contains(name, "*") {
		which = "psearch"
	}
	return indent + LineMagic(which+" "+name), true
}

// LineMagic calls a line magic: a name and what follows it.
func LineMagic(text string) string {
	name, rest, _ := strings.Cut(text, " ")
	return "get_ipython().run_line_magic(" + quote(name) + ", " + quote(strings.TrimSpace(rest)) + ")"
}

func call(method, text string) string {
	return "get_ipython()." + method + "(" + quote(strings.TrimSpace(text)) + ")"
}

// quote writes a Python string literal on one line.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\r", `\r`).Replace(s) + "'"
}

func isNameStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isTarget reports whether text can stand left of = in `x = !cmd`: names, commas, subscripts.
func isTarget(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || !isNameStart(text[0]) {
		return false
	}
	for _, c := range text {
		if !strings.ContainsRune("_., []'\"", c) && !(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return true
}

// isPath reports whether text is a dotted name.
func isPath(text string) bool {
	for _, part := range strings.Split(text, ".") {
		if part == "" || !isNameStart(part[0]) {
			return false
		}
		for i := range len(part) {
			if !isNameStart(part[i]) && !(part[i] >= '0' && part[i] <= '9') {
				return false
			}
		}
	}
	return true
}

// scanner follows strings, brackets and continuations from line to line, just far
// enough to know which lines begin a statement.
type scanner struct {
	depth  int    // open brackets
	quote  string // the quotes that end the open string, or ""
	joined bool   // the last line ended in a backslash
}

// fresh reports whether the next line begins a statement.
func (s *scanner) fresh() bool { return s.depth == 0 && s.quote == "" && !s.joined }

// line moves over one line.
func (s *scanner) line(text string) {
	s.joined = false
	for i := 0; i < len(text); i++ {
		if s.quote != "" {
			i = s.inString(text, i)
			continue
		}
		switch c := text[i]; c {
		case '#':
			return
		case '(', '[', '{':
			s.depth++
		case ')', ']', '}':
			s.depth = max(s.depth-1, 0)
		case '\\':
			s.joined = i == len(text)-1
		case '"', '\'':
			s.quote = string(c)
			if strings.HasPrefix(text[i:], strings.Repeat(s.quote, 3)) {
				s.quote = strings.Repeat(s.quote, 3)
			}
			i += len(s.quote) - 1
		}
	}
	if len(s.quote) == 1 && !strings.HasSuffix(text, `\`) {
		s.quote = "" // an unclosed string is the parser's business
	}
}

// inString moves on from index i inside a string and returns the last index it looked at.
func (s *scanner) inString(text string, i int) int {
	switch {
	case text[i] == '\\':
		return i + 1
	case strings.HasPrefix(text[i:], s.quote):
		i += len(s.quote) - 1
		s.quote = ""
	}
	return i
}

// PythonMagics are the cell magics whose cell is Python.
var PythonMagics = map[string]bool{"time": true, "timeit": true, "capture": true, "python": true, "python3": true}

// MagicName is the name in the first line of a cell magic.
func MagicName(line string) string {
	name, _, _ := strings.Cut(line, " ")
	return name
}
