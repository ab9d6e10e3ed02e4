package lesson

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
)

// This file reads one file, line by line: front matter, headings, fences, text.
//
// The walk knows only what decides about structure. A line is, at the left margin,
//
//	---              front matter, on line 1
//	# T  ## T        title; section
//	(id)=            the id of the section that follows
//	% text, +++      a MyST comment; a jupytext block break: left out
//	```{name} arg    a directive, up to a line of as many backquotes
//	```lang          static code: part of the text, but nothing in it is structure
//	anything else    text

// MaxFile is the largest lesson file, in bytes.
const MaxFile = 1 << 20

// directives are the names that ```{name} may have besides code-cell and hint;
// true where the body is Markdown (and may hold directives of no kind).
var directives = map[string]bool{
	"note": true, "tip": true, "important": true, "warning": true, "seealso": true,
	"figure": true, "image": true, "mermaid": false, "math": false,
}

// Parse reads a lesson file NAME.LANG.md. The Lesson is as complete as the text
// allows even when the list of diagnostics is not empty. file is the path shown in them.
func Parse(file string, src []byte) (*Lesson, diag.List) {
	p := &parser{file: file, lesson: &Lesson{File: file, Hash: hash(string(src))}, ids: map[string]diag.Pos{}}
	p.name()
	p.read(string(src))
	p.finish()
	return p.lesson, p.errs
}

// parser is the state of one walk.
type parser struct {
	file   string
	lines  []string
	lesson *Lesson
	errs   diag.List
	ids    map[string]diag.Pos // of cells

	section *Section
	text    []string // lines of the text block being gathered
	textAt  int      // line of text[0]
	target  string   // a pending (id)=
	hints   []pendingHint
	cells   int
}

type pendingHint struct {
	cell string
	Hint
}

// errorf notes what is wrong at a line.
func (p *parser) errorf(line int, code, hint, format string, args ...any) {
	text := ""
	if line >= 1 && line <= len(p.lines) {
		text = p.lines[line-1]
	}
	p.errs = append(p.errs, &diag.Diagnostic{
		Code: code, Message: fmt.Sprintf(format, args...), File: p.file, Hint: hint, LineText: text,
		Span: diag.Span{Start: at(line), End: diag.Pos{Line: line, Col: utf8.RuneCountInString(text)}},
	})
}

func at(line int) diag.Pos { return diag.Pos{Line: line} }

// name takes id and language from the file name; the front matter must agree.
func (p *parser) name() {
	parts := strings.Split(path.Base(p.file), ".")
	if len(parts) == 3 && parts[2] == "md" {
		p.lesson.ID, p.lesson.Lang = parts[0], parts[1]
		return
	}
	p.lesson.ID = strings.TrimSuffix(path.Base(p.file), ".md")
}

func (p *parser) read(src string) {
	if len(src) > MaxFile {
		p.errorf(1, "size", "split the lesson", "file of %d bytes, at most %d", len(src), MaxFile)
		return
	}
	if !utf8.ValidString(src) {
		p.errorf(1, "encoding", "save the file as UTF-8", "file is not UTF-8")
		return
	}
	src = strings.TrimPrefix(src, "\ufeff")
	src = strings.ReplaceAll(src, "\r\n", "\n")
	p.lines = strings.Split(src, "\n")
	p.section = &Section{ID: "s0", Pos: at(1)}
	p.lesson.Sections = append(p.lesson.Sections, p.section)
	for i := p.frontMatter(); i < len(p.lines); {
		i = p.line(i)
	}
	p.flush()
}

// frontMatter reads the leading YAML and returns the index of the first line behind it.
func (p *parser) frontMatter() int {
	if p.lines[0] != "---" {
		p.errorf(1, "front-matter", "begin the file with ---, the gputour: settings and ---", "lesson has no front matter")
		return 0
	}
	for i := 1; i < len(p.lines); i++ {
		if p.lines[i] == "---" {
			p.settings(strings.Join(p.lines[1:i], "\n"), 2)
			return i + 1
		}
	}
	p.errorf(1, "front-matter", "end it with a line ---", "front matter is not closed")
	return len(p.lines)
}

// line handles the line at index i and returns the index of the next one.
func (p *parser) line(i int) int {
	text := p.lines[i]
	switch {
	case strings.HasPrefix(text, "```"):
		return p.fence(i)
	case strings.HasPrefix(text, "# "):
		p.title(i, strings.TrimSpace(text[2:]))
	case strings.HasPrefix(text, "## "):
		p.heading(i, strings.TrimSpace(text[3:]))
	case isTarget(text):
		p.flush()
		p.target = text[1 : len(text)-2]
	case strings.HasPrefix(text, "% ") || text == "%" || strings.HasPrefix(text, "+++"):
		p.flush()
	case strings.Contains(text, "```{"):
		p.errorf(i+1, "directive", "begin its fence at the left margin", "directive inside a list or quotation")
	default:
		p.gather(i, text)
	}
	return i + 1
}

// isTarget recognises a MyST target: (id)=
func isTarget(line string) bool {
	return strings.HasPrefix(line, "(") && strings.HasSuffix(line, ")=") && isID(line[1:len(line)-2])
}

func (p *parser) title(i int, title string) {
	p.flush()
	if p.lesson.Title != "" {
		p.errorf(i+1, "title", "use ## for sections", "second title; a lesson has one")
		return
	}
	p.lesson.Title = title
}

func (p *parser) heading(i int, title string) {
	p.flush()
	id := p.target
	p.target = ""
	if id == "" {
		id = fmt.Sprintf("s%d", len(p.lesson.Sections))
	}
	for _, s := range p.lesson.Sections {
		if s.ID == id {
			p.errorf(i+1, "duplicate-id", "", "section id %s is taken by line %d", id, s.Pos.Line)
		}
	}
	p.section = &Section{ID: id, Title: title, Pos: at(i + 1)}
	p.lesson.Sections = append(p.lesson.Sections, p.section)
}

// gather adds lines, the first of them at index i, to the text block. It begins with no blank line.
func (p *parser) gather(i int, lines ...string) {
	if len(p.text) == 0 {
		if lines[0] == "" {
			return
		}
		p.textAt = i + 1
	}
	p.text = append(p.text, lines...)
}

// flush ends the text block being gathered.
func (p *parser) flush() {
	text := strings.Trim(strings.Join(p.text, "\n"), "\n")
	if strings.TrimSpace(text) != "" {
		p.add(Block{Pos: at(p.textAt), Text: text})
	}
	p.text = nil
}

func (p *parser) add(b Block) { p.section.Blocks = append(p.section.Blocks, b) }

// fence handles the fence that opens at index i and returns the index behind it.
func (p *parser) fence(i int) int {
	open := p.lines[i]
	ticks := len(open) - len(strings.TrimLeft(open, "`"))
	info := strings.TrimSpace(open[ticks:])
	end := i + 1
	for ; end < len(p.lines) && !closes(p.lines[end], ticks); end++ {
	}
	if end == len(p.lines) {
		p.errorf(i+1, "fence", "close it with "+strings.Repeat("`", ticks), "fence is not closed")
		return end
	}
	if !strings.HasPrefix(info, "{") {
		p.gather(i, p.lines[i:end+1]...)
		return end + 1
	}
	p.flush()
	p.directive(fenced{info: info, line: i + 1, body: p.lines[i+1 : end]})
	return end + 1
}

// closes reports whether a line ends a fence of so many backquotes.
func closes(line string, ticks int) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= ticks && strings.Trim(line, "`") == ""
}

// fenced is a directive's raw text.
type fenced struct {
	info string // "{name} argument"
	line int    // of the opening fence
	body []string
}

func (p *parser) directive(f fenced) {
	name, arg, ok := strings.Cut(f.info[1:], "}")
	arg = strings.TrimSpace(arg)
	if !ok {
		p.errorf(f.line, "directive", "write ```{name}", "directive's name is not closed")
		return
	}
	_, known := directives[name]
	switch {
	case name == "code-cell":
		p.cell(f, arg)
	case name == "hint":
		p.hint(f, arg)
	case known:
		opts, body, line := p.plainOptions(f)
		p.add(Block{Pos: at(f.line), Directive: &Directive{
			Name: name, Argument: arg, Options: opts, Body: strings.Join(body, "\n"), BodyPos: at(line),
		}})
	default:
		p.errorf(f.line, "directive", "known: code-cell, hint, "+names(directives), "unknown directive {%s}", name)
	}
}

// plainOptions cuts the `:key: value` lines off a directive.
func (p *parser) plainOptions(f fenced) (opts map[string]string, body []string, line int) {
	body, line = f.body, f.line+1
	for len(body) > 0 {
		key, value, ok := optionLine(body[0])
		if !ok {
			break
		}
		if opts == nil {
			opts = map[string]string{}
		}
		opts[key] = value
		body, line = body[1:], line+1
	}
	return opts, body, line
}

// optionLine splits `:key: value`.
func optionLine(line string) (key, value string, ok bool) {
	if !strings.HasPrefix(line, ":") {
		return "", "", false
	}
	key, value, ok = strings.Cut(line[1:], ":")
	return key, strings.TrimSpace(value), ok && isID(key)
}

// hint reads ```{hint} id n.
func (p *parser) hint(f fenced, arg string) {
	var id string
	var level int
	if n, _ := fmt.Sscanf(arg, "%s %d", &id, &level); n != 2 || level < 1 || level > 3 {
		p.errorf(f.line, "hint", "write ```{hint} cell-id 1 (2, 3)", "hint needs the id of a cell and a level from 1 to 3")
		return
	}
	text := strings.Trim(strings.Join(f.body, "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		p.errorf(f.line, "hint", "", "hint is empty")
		return
	}
	p.hints = append(p.hints, pendingHint{id, Hint{Level: level, Text: text, Pos: at(f.line)}})
}

// finish checks what only the whole file can tell.
func (p *parser) finish() {
	l := p.lesson
	if l.Title == "" && len(p.errs) == 0 {
		p.errorf(1, "title", "add a line # Title", "lesson has no title")
	}
	if first := l.Sections; len(first) > 0 && len(first[0].Blocks) == 0 && len(first) > 1 {
		l.Sections = first[1:]
	}
	for _, h := range p.hints {
		p.attach(h)
	}
	for _, c := range l.Cells() {
		if c.For != "" && isLanguage(l.Lang) && l.Cell(c.For) == nil {
			p.errorf(c.Pos.Line, "unknown-id", "", "no exercise %s in this lesson", c.For)
		}
	}
}

func (p *parser) attach(h pendingHint) {
	c := p.lesson.Cell(h.cell)
	if c == nil {
		p.errorf(h.Pos.Line, "unknown-id", "", "hint for %s, which is no cell of this lesson", h.cell)
		return
	}
	if h.Level != len(c.Hints)+1 {
		p.errorf(h.Pos.Line, "hint", "number hints 1, 2, 3 in order", "hint %d of %s follows %d", h.Level, h.cell, len(c.Hints))
		return
	}
	c.Hints = append(c.Hints, h.Hint)
}

// isID reports whether s can name a lesson, section, cell or option.
func isID(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i, c := range s {
		lower := c >= 'a' && c <= 'z'
		if !lower && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '_' || c >= 'A' && c <= 'Z')) {
			return false
		}
	}
	return true
}
