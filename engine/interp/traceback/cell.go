package traceback

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file writes exceptions in IPython's form: a header, then each frame with
// the lines around the failing one and an arrow at it.

const (
	// cellWidth is the width of the header.
	cellWidth = 75
	// cellContext is how many statements are shown on either side of the one that failed,
	// causeContext around those of the exceptions that led to the last.
	cellContext  = 2
	causeContext = 1
)

// FormatCell renders e, and what led to it, as IPython does in a notebook.
func FormatCell(t *object.Thread, e *object.Exception) string {
	if object.SyntaxError.Is(e.Value()) && len(userEntries(t, e)) == 0 {
		return formatCellSyntax(t, e)
	}
	f := &cellFormatter{t: t, outlines: map[string]*outline{}}
	f.b.WriteString(strings.Repeat("-", cellWidth) + "\n")
	chain, messages := chained(e)
	for i := len(chain) - 1; i >= 0; i-- {
		context := causeContext
		if i == 0 {
			context = cellContext
		}
		f.exception(chain[i], context)
		if i > 0 {
			f.b.WriteString(messages[i-1])
		}
	}
	return f.b.String()
}

// cellFormatter writes one traceback.
type cellFormatter struct {
	t        *object.Thread
	b        strings.Builder
	outlines map[string]*outline // by file; nil where there is no source
}

// maxChained bounds the exceptions that one traceback shows.
const maxChained = 100

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
		if next == nil || seen[next] || len(chain) == maxChained {
			return chain, messages
		}
		messages = append(messages, message)
		e = next
	}
}

func formatCellSyntax(t *object.Thread, e *object.Exception) string {
	lines := Conclusion(t, e)
	if len(lines) > 0 {
		file, _ := object.AsStr(e.Field("filename"))
		line, _ := object.AsInt(e.Field("lineno"))
		if strings.HasPrefix(file, "Cell In[") {
			lines[0] = fmt.Sprintf("  %s, line %d\n", file, line)
		}
	}
	return strings.Join(lines, "")
}

func (f *cellFormatter) exception(e *object.Exception, context int) {
	shown := printer{brief: true}
	name := shown.cut(qualifiedName(e.Class()), maxShownLine)
	const header = "Traceback (most recent call last)"
	f.b.WriteString(name + strings.Repeat(" ", max(cellWidth-len(name)-len(header), 1)) + header + "\n")
	for i, en := range foldRepeated(interp.Entries(e)) {
		if i > 0 {
			f.b.WriteString("\n")
		}
		if en.repeats != "" {
			f.b.WriteString("    [... skipping similar frames: " + en.repeats + "]\n")
		} else {
			f.entry(en.Entry, context)
		}
	}
	f.b.WriteString("\n")
	p := printer{t: f.t, suggest: true, brief: true}
	for _, s := range p.exceptionOnly(e) {
		f.b.WriteString(s)
	}
}

// userEntries are the entries whose source is known.
func userEntries(t *object.Thread, e *object.Exception) []interp.Entry {
	var out []interp.Entry
	for _, en := range interp.Entries(e) {
		if _, ok := interp.SourceLine(t, en.File, en.Line); ok {
			out = append(out, en)
		}
	}
	return out
}

// foldedEntry is an entry, or the note that some repeat others.
type foldedEntry struct {
	interp.Entry
	repeats string
}

// place is what makes entries similar.
type place struct {
	file, name string
	line       int
}

// foldRepeated shortens what deep recursion gives: of an entry that comes more than
// recursiveCutoff times, the first two and the last are left.
func foldRepeated(entries []interp.Entry) []foldedEntry {
	total, seen := map[place]int{}, map[place]int{}
	for _, en := range entries {
		total[placeOf(en)]++
	}
	var out []foldedEntry
	left := map[place]int{} // in a row
	for _, en := range entries {
		p := placeOf(en)
		seen[p]++
		if n := total[p]; n > recursiveCutoff && seen[p] > 2 && seen[p] < n {
			left[p]++
			continue
		}
		if len(left) > 0 {
			out = append(out, foldedEntry{repeats: describeRepeats(left)})
			clear(left)
		}
		out = append(out, foldedEntry{Entry: en})
	}
	return out
}

func placeOf(en interp.Entry) place { return place{en.File, en.QualName, en.Line} }

// describeRepeats names what was left out, the most frequent first.
func describeRepeats(left map[place]int) string {
	places := slices.SortedFunc(maps.Keys(left), func(a, b place) int {
		return cmp.Or(left[b]-left[a], strings.Compare(a.name, b.name), a.line-b.line)
	})
	var parts []string
	for _, p := range places {
		parts = append(parts, fmt.Sprintf("%s at line %d (%d times)", p.name, p.line, left[p]))
	}
	return strings.Join(parts, ", ")
}

func (f *cellFormatter) entry(en interp.Entry, context int) {
	if strings.HasPrefix(en.File, "Cell In[") {
		fmt.Fprintf(&f.b, "%s, line %d", en.File, en.Line)
	} else {
		fmt.Fprintf(&f.b, "File %s:%d", en.File, en.Line)
	}
	if en.Name != "<module>" {
		f.b.WriteString(", in " + en.QualName + "(" + strings.Join(en.Params, ", ") + ")")
	}
	f.b.WriteString("\n")
	o := f.outline(en.File)
	if o == nil {
		return
	}
	for _, l := range o.excerpt(en.Line, en.Name, context) {
		switch l.number {
		case 0:
			f.b.WriteString("   (...)\n")
		case en.Line:
			arrow := strings.Repeat("-", max(5-len(strconv.Itoa(l.number)), 1)) + "> " + strconv.Itoa(l.number)
			if p := (printer{brief: true}); len(l.text) > maxShownLine {
				f.b.WriteString(arrow + " " + p.cut(l.text, maxShownLine) + "\n")
				continue
			}
			f.b.WriteString(arrow + " " + l.text + "\n")
			writeMarks(&f.b, o.lines[l.number-1], l.text, en)
		default:
			p := printer{brief: true}
			fmt.Fprintf(&f.b, "%7d %s\n", l.number, p.cut(l.text, maxShownLine))
		}
	}
}

// outline is that of a file, nil where the session knows no source of it.
func (f *cellFormatter) outline(file string) *outline {
	o, known := f.outlines[file]
	if !known {
		if lines := interp.SourceLines(f.t, file); lines != nil {
			o = outlineOf(lines)
		}
		f.outlines[file] = o
	}
	return o
}

// writeMarks writes the carets below the failing expression where it is a part of the line,
// of which shown is what stands above.
func writeMarks(b *strings.Builder, line, shown string, en interp.Entry) {
	if marks := carets(line, en); marks != "" {
		lead := shown[:len(shown)-len(strings.TrimLeft(shown, " \t"))]
		b.WriteString(strings.Repeat(" ", 8) + lead + marks + "\n")
	}
}
