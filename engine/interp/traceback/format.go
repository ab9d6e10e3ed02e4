package traceback

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file writes exceptions as text, as CPython 3.11's traceback module does.

const (
	causeMessage   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextMessage = "\nDuring handling of the above exception, another exception occurred:\n\n"
)

// Bounds of what is shown of an exception to a person; the traceback module has it whole.
const (
	maxShownText  = 64 << 10 // bytes of what it says
	maxShownNotes = 256      // lines
	maxShownLine  = 2 << 10  // bytes of a line of source
)

// Format returns the text that python writes for an uncaught exception, chained
// ones and "Did you mean" included. What is very long in it is cut, and says so.
func Format(t *object.Thread, e *object.Exception) string {
	p := printer{t: t, suggest: true, brief: true}
	p.chain(e)
	return p.b.String()
}

// FormatOnly returns the entries after the stack: for a SyntaxError the
// source and the caret, then "Type: message", then the notes. Each ends in a newline.
func FormatOnly(t *object.Thread, e *object.Exception) []string {
	p := printer{t: t}
	return p.exceptionOnly(e)
}

// Conclusion is FormatOnly as it is shown to a person: what is very long is cut.
func Conclusion(t *object.Thread, e *object.Exception) []string {
	p := printer{t: t, brief: true}
	return p.exceptionOnly(e)
}

// printer writes exceptions; margin and depth are those of exception groups.
type printer struct {
	t         *object.Thread
	b         strings.Builder
	suggest   bool
	brief     bool // what is very long is cut
	depth     int
	needClose bool
	seen      map[*object.Exception]bool
}

// Limits of the traceback module for exception groups.
const (
	maxGroupWidth = 15
	maxGroupDepth = 10
)

func (p *printer) indent() string { return strings.Repeat(" ", 2*p.depth) }

// emit writes text with the margin of the groups around it.
func (p *printer) emit(text string, margin string) {
	if p.depth == 0 {
		p.b.WriteString(text)
		return
	}
	prefix := p.indent() + margin + " "
	for _, line := range strings.SplitAfter(text, "\n") {
		if line != "" {
			p.b.WriteString(prefix + line)
		}
	}
}

// chain writes e after what led to it.
func (p *printer) chain(e *object.Exception) {
	type link struct {
		message string
		e       *object.Exception
	}
	var links []link
	if p.seen == nil {
		p.seen = map[*object.Exception]bool{}
	}
	for e != nil && !p.seen[e] {
		p.seen[e] = true
		next, message := e.Context, contextMessage
		if e.Cause != nil {
			next, message = e.Cause, causeMessage
		} else if e.SuppressContext {
			next = nil
		}
		if next == nil || p.seen[next] {
			message = ""
		}
		links = append(links, link{message, e})
		e = next
	}
	for i := len(links) - 1; i >= 0; i-- {
		if links[i].message != "" {
			p.emit(links[i].message, "|")
		}
		open := p.needClose
		if p.one(links[i].e); i > 0 && p.suggest {
			p.needClose = open // whatever groups led to e: the interpreter has it so, module traceback not
		}
	}
}

func (p *printer) one(e *object.Exception) {
	if object.BaseExceptionGroup.Is(e.Value()) {
		p.group(e)
		return
	}
	if entries := interp.Entries(e); len(entries) > 0 {
		p.emit("Traceback (most recent call last):\n", "|")
		for _, s := range p.stack(entries) {
			p.emit(s, "|")
		}
	}
	for _, s := range p.exceptionOnly(e) {
		p.emit(s, "|")
	}
}

func (p *printer) group(e *object.Exception) {
	if p.depth > maxGroupDepth {
		p.emit(fmt.Sprintf("... (max_group_depth is %d)\n", maxGroupDepth), "|")
		return
	}
	top := p.depth == 0
	margin := "|"
	if top {
		p.depth, margin = 1, "+"
	}
	if entries := interp.Entries(e); len(entries) > 0 {
		p.emit("Exception Group Traceback (most recent call last):\n", margin)
		for _, s := range p.stack(entries) {
			p.emit(s, "|")
		}
	}
	for _, s := range p.exceptionOnly(e) {
		p.emit(s, "|")
	}
	members := groupMembers(p.t, e)
	n := min(len(members), maxGroupWidth+1)
	p.needClose = false
	for i := range n {
		p.member(members, i, i == n-1)
	}
	if top {
		p.depth = 0
	}
}

func (p *printer) member(members []*object.Exception, i int, last bool) {
	if last {
		p.needClose = true
	}
	title, start := fmt.Sprint(i+1), "  "
	if i >= maxGroupWidth {
		title = "..."
	}
	if i == 0 {
		start = "+-"
	}
	p.b.WriteString(p.indent() + start + "+---------------- " + title + " ----------------\n")
	p.depth++
	if i < maxGroupWidth {
		p.chain(members[i])
	} else {
		rest := len(members) - maxGroupWidth
		p.emit(fmt.Sprintf("and %d more exception%s\n", rest, object.PluralEnding(rest)), "|")
	}
	if last && p.needClose {
		p.b.WriteString(p.indent() + "+------------------------------------\n")
		p.needClose = false
	}
	p.depth--
}

func groupMembers(t *object.Thread, e *object.Exception) []*object.Exception {
	list, ok, err := object.GetAttrOpt(t, e.Value(), "exceptions")
	if !ok || err != nil {
		return nil
	}
	items, err := object.Collect(t, list)
	if err != nil {
		return nil
	}
	var members []*object.Exception
	for _, v := range items {
		if x, ok := v.Object().(*object.Exception); ok {
			members = append(members, x)
		}
	}
	return members
}

// recursiveCutoff is how often the same line is shown before the rest is counted.
const recursiveCutoff = 3

func (p *printer) stack(entries []interp.Entry) []string {
	var out []string
	var last interp.Entry
	count := 0
	repeated := func() {
		if count > recursiveCutoff {
			n := count - recursiveCutoff
			out = append(out, fmt.Sprintf("  [Previous line repeated %d more time%s]\n", n, object.PluralEnding(n)))
		}
	}
	for i, en := range entries {
		if i == 0 || en.File != last.File || en.Line != last.Line || en.Name != last.Name {
			repeated()
			last, count = en, 0
		}
		if count++; count <= recursiveCutoff {
			out = append(out, p.entry(en))
		}
	}
	repeated()
	return out
}

func (p *printer) entry(en interp.Entry) string {
	text := fmt.Sprintf("  File \"%s\", line %d, in %s\n", p.cut(en.File, maxShownLine), en.Line, p.cut(en.Name, maxShownLine))
	line, ok := interp.SourceLine(p.t, en.File, en.Line)
	stripped := strings.TrimSpace(line)
	if !ok || stripped == "" {
		return text
	}
	if p.brief && len(line) > maxShownLine {
		return text + "    " + p.cut(stripped, maxShownLine) + "\n"
	}
	text += "    " + stripped + "\n"
	if marks := carets(line, en); marks != "" {
		text += "    " + marks + "\n"
	}
	return text
}

// exceptionOnly is FormatOnly.
func (p *printer) exceptionOnly(e *object.Exception) []string {
	name := qualifiedName(e.Class())
	var out []string
	if object.SyntaxError.Is(e.Value()) {
		out = p.syntaxError(e, name)
	} else {
		text := p.text(e)
		if p.suggest {
			text += suggestion(p.t, e)
		}
		out = []string{finalLine(p.cut(name, maxShownLine), text)}
	}
	return append(out, p.notes(e)...)
}

func finalLine(name, text string) string {
	if text == "" {
		return name + "\n"
	}
	return name + ": " + text + "\n"
}

// text is str(e).
func (p *printer) text(e *object.Exception) string {
	s, err := object.ToStr(p.t, e.Value())
	if err != nil {
		return "<exception str() failed>"
	}
	return p.cut(s, maxShownText)
}

// cut takes the middle out of a text that is too long to be shown.
func (p *printer) cut(s string, limit int) string {
	if !p.brief || len(s) <= limit {
		return s
	}
	head, tail := limit/4*3, len(s)-limit/4
	for !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + fmt.Sprintf(" … %d bytes are left out … ", tail-head) + s[tail:]
}

func (p *printer) notes(e *object.Exception) []string {
	var out []string
	for _, v := range e.Notes() {
		s, err := object.ToStr(p.t, v)
		if err != nil {
			s = "<note str() failed>"
		}
		for _, line := range strings.Split(p.cut(s, maxShownText), "\n") {
			out = append(out, line+"\n")
		}
		if p.brief && len(out) > maxShownNotes {
			return append(out[:maxShownNotes], "… more notes are left out …\n")
		}
	}
	return out
}

// qualifiedName is a class as tracebacks name it.
func qualifiedName(c *object.Class) string {
	if c.Module == "" || c.Module == "builtins" || c.Module == "__main__" {
		return c.QualName
	}
	return c.Module + "." + c.QualName
}

func (p *printer) syntaxError(e *object.Exception, name string) []string {
	str := func(field string) (string, bool) { return object.AsStr(e.Field(field)) }
	num := func(field string) (int, bool) {
		n, ok := object.AsInt(e.Field(field))
		return int(n), ok
	}
	var out []string
	suffix := ""
	file, hasFile := str("filename")
	if line, ok := num("lineno"); ok {
		if !hasFile {
			file = "<string>"
		}
		out = append(out, fmt.Sprintf("  File \"%s\", line %d\n", file, line))
	} else if hasFile {
		suffix = " (" + file + ")"
	}
	if text, ok := str("text"); ok {
		offset, hasOffset := num("offset")
		end, hasEnd := num("end_offset")
		if p.brief && len(text) > maxShownLine {
			out = append(out, "    "+p.cut(strings.TrimSpace(text), maxShownLine)+"\n")
		} else {
			out = append(out, sourceCarets(text, offset, end, hasOffset, hasEnd)...)
		}
	}
	msg, err := object.ToStr(p.t, e.Field("msg"))
	if err != nil || e.Field("msg").IsNone() && !p.suggest {
		msg = "<no detail available>"
	}
	return append(out, name+": "+p.cut(msg, maxShownText)+p.cut(suffix, maxShownLine)+"\n")
}

// sourceCarets writes the source line of a SyntaxError and the carets below it.
func sourceCarets(text string, offset, end int, hasOffset, hasEnd bool) []string {
	right := strings.TrimRight(text, "\n")
	left := []rune(strings.TrimLeft(right, " \n\f"))
	spaces := len([]rune(right)) - len(left)
	out := []string{"    " + string(left) + "\n"}
	if !hasOffset {
		return out
	}
	if !hasEnd || end == 0 {
		end = offset
	}
	if offset == end || end == -1 {
		end = offset + 1
	}
	col, endCol := offset-1-spaces, end-1-spaces
	if col < 0 {
		return out
	}
	var pad strings.Builder
	for i := range col {
		if i < len(left) && (left[i] == '\t' || left[i] == '\f') {
			pad.WriteRune(left[i])
		} else {
			pad.WriteByte(' ')
		}
	}
	return append(out, "    "+pad.String()+strings.Repeat("^", max(endCol-col, 0))+"\n")
}
