package interp

import (
	"fmt"
	"strings"

	"gputour/engine/compile"
	"gputour/engine/object"
)

// This file writes exceptions in IPython's form: a header, then each frame with
// the lines around the failing one and an arrow at it.

const (
	// cellWidth is the width of the header.
	cellWidth = 75
	// cellContext is how many lines are shown on either side.
	cellContext = 2
)

// FormatCell returns the text that a notebook shows for an uncaught exception.
func FormatCell(t *object.Thread, e *object.Exception) string {
	if object.SyntaxError.Is(e.Value()) && len(userEntries(t, e)) == 0 {
		return formatCellSyntax(t, e)
	}
	var b strings.Builder
	chain, messages := chained(e)
	for i := len(chain) - 1; i >= 0; i-- {
		writeCellException(&b, t, chain[i])
		if i > 0 {
			b.WriteString(messages[i-1])
		}
	}
	return b.String()
}

// chained lists e and what led to it, newest first, with the sentences between.
func chained(e *object.Exception) (chain []*object.Exception, messages []string) {
	seen := map[*object.Exception]bool{}
	for {
		chain = append(chain, e)
		seen[e] = true
		next, message := e.Context, contextMessage
		if e.Cause != nil {
			next, message = e.Cause, causeMessage
		} else if e.SuppressContext {
			next = nil
		}
		if next == nil || seen[next] {
			return chain, messages
		}
		messages = append(messages, message)
		e = next
	}
}

func formatCellSyntax(t *object.Thread, e *object.Exception) string {
	lines := FormatExceptionOnly(t, e)
	if len(lines) > 0 {
		file, _ := object.AsStr(e.Field("filename"))
		line, _ := object.AsInt(e.Field("lineno"))
		if strings.HasPrefix(file, "Cell In[") {
			lines[0] = fmt.Sprintf("  %s, line %d\n", file, line)
		}
	}
	return strings.Join(lines, "")
}

func writeCellException(b *strings.Builder, t *object.Thread, e *object.Exception) {
	name := qualifiedName(e.Class())
	const header = "Traceback (most recent call last)"
	b.WriteString(strings.Repeat("-", cellWidth) + "\n")
	b.WriteString(name + strings.Repeat(" ", max(cellWidth-len(name)-len(header), 1)) + header + "\n")
	entries := Entries(e)
	for i, en := range foldRepeated(entries) {
		if i > 0 {
			b.WriteString("\n")
		}
		writeCellEntry(b, t, en)
	}
	b.WriteString("\n")
	p := printer{t: t, suggest: true}
	for _, s := range p.exceptionOnly(e) {
		b.WriteString(s)
	}
}

// userEntries are the entries whose source is known.
func userEntries(t *object.Thread, e *object.Exception) []Entry {
	var out []Entry
	for _, en := range Entries(e) {
		if _, ok := SourceLine(t, en.File, en.Line); ok {
			out = append(out, en)
		}
	}
	return out
}

// foldedEntry is an entry, or the note that the ones before it repeat.
type foldedEntry struct {
	Entry
	repeats int
}

// foldRepeated shortens runs of the same frame, as deep recursion gives.
func foldRepeated(entries []Entry) []foldedEntry {
	var out []foldedEntry
	for i := 0; i < len(entries); {
		j := i
		for j < len(entries) && entries[j].File == entries[i].File && entries[j].Line == entries[i].Line && entries[j].Name == entries[i].Name {
			j++
		}
		out = append(out, foldedEntry{entries[i], 0})
		if n := j - i; n > recursiveCutoff {
			out = append(out, foldedEntry{repeats: n - 2}, foldedEntry{entries[i], 0})
		} else {
			for range n - 1 {
				out = append(out, foldedEntry{entries[i], 0})
			}
		}
		i = j
	}
	return out
}

func writeCellEntry(b *strings.Builder, t *object.Thread, en foldedEntry) {
	if en.repeats > 0 {
		fmt.Fprintf(b, "    [... skipping similar frames: %d times]\n", en.repeats)
		return
	}
	if strings.HasPrefix(en.File, "Cell In[") {
		fmt.Fprintf(b, "%s, line %d", en.File, en.Line)
	} else {
		fmt.Fprintf(b, "File %s:%d", en.File, en.Line)
	}
	if en.Name != "<module>" {
		b.WriteString(", in " + en.Name + "(" + strings.Join(en.params, ", ") + ")")
	}
	b.WriteString("\n")
	for n := max(en.Line-cellContext, 1); n <= en.Line+cellContext; n++ {
		line, ok := SourceLine(t, en.File, n)
		switch {
		case !ok:
		case n == en.Line:
			arrow := strings.Repeat("-", max(5-len(itoa(n)), 1)) + "> " + itoa(n)
			b.WriteString(arrow + " " + line + "\n")
			writeMarks(b, line, en.Entry)
		case strings.TrimSpace(line) == "" && n == en.Line+cellContext:
		default:
			fmt.Fprintf(b, "%7d %s\n", n, line)
		}
	}
}

// writeMarks writes the carets below the failing expression where it is a part of the line.
func writeMarks(b *strings.Builder, line string, en Entry) {
	marks := carets(line, en)
	if marks == "" {
		return
	}
	lead := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	b.WriteString(strings.Repeat(" ", 8) + lead + marks + "\n")
}

// paramNames are the parameters of a function as IPython shows them.
func paramNames(c *compile.Code) []string {
	names := append([]string(nil), c.Locals[:c.NumParams()]...)
	i := c.NumArgs + c.NumKwOnly
	if c.Flags&compile.VarArgs != 0 {
		names[i] = "*" + names[i]
		i++
	}
	if c.Flags&compile.VarKeywords != 0 {
		names[i] = "**" + names[i]
	}
	return names
}
