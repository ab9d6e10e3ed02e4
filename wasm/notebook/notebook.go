// Package notebook reads and writes the files that notebooks are kept in: MyST
// Markdown (.md), the percent format (.py) and Jupyter's JSON (.ipynb).
//
// It keeps to what all three can say: a list of cells, each code or a note in
// Markdown. Jupyter's also has outputs, counts and metadata, which come back as Entries.
package notebook

//go:generate go run gputour/engine/wire/fields/gen

import (
	"errors"
	"path"
	"slices"
	"strings"

	"gputour/engine/wire/fields"
)

// Document is a notebook.
type Document struct {
	Title string
	Cells []Cell
	// Entries are the cells with all that Jupyter's format says of them; nil for the others.
	Entries []Entry
	// Metadata is the notebook's own, as JSON; nil where there is none.
	Metadata fields.Raw
}

// Cell is code, or a note in Markdown.
type Cell struct {
	Code string
	Note bool
}

// ErrFormat says that a file's name ends in none of the three ways.
var ErrFormat = errors.New("a notebook's name ends in .md, .py or .ipynb")

// MaxFile is the largest file that Parse reads, in bytes.
const MaxFile = 8 << 20

// Parse reads a file; its name says which format it has.
func Parse(name, text string) (Document, error) {
	if len(text) > MaxFile {
		return Document{}, errors.New("the file is larger than 8 MiB")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	switch path.Ext(name) {
	case ".md":
		return parseMarkdown(text), nil
	case ".py":
		return parsePercent(text), nil
	case ".ipynb":
		return parseJupyter(text)
	}
	return Document{}, ErrFormat
}

// Format writes a document in the format with the given extension, without dot.
func Format(d Document, ext string) (string, error) {
	switch ext {
	case "md":
		return formatMarkdown(d), nil
	case "py":
		return formatPercent(d), nil
	case "ipynb":
		return formatJupyter(d)
	}
	return "", ErrFormat
}

// cells gathers cells, leaving out empty notes.
type cells []Cell

func (c *cells) add(lines []string, note bool) {
	code := strings.Trim(strings.Join(lines, "\n"), "\n")
	if code != "" || !note {
		*c = append(*c, Cell{code, note})
	}
}

func parseMarkdown(text string) Document {
	lines := strings.Split(text, "\n")
	if len(lines) > 0 && lines[0] == "---" {
		lines = skipFrontMatter(lines)
	}
	var out cells
	var note []string
	for i := 0; i < len(lines); i++ {
		fence := codeFence(lines[i])
		if fence == "" {
			note = append(note, lines[i])
			continue
		}
		out.add(note, true)
		note = nil
		var code []string
		for i++; i < len(lines) && strings.TrimRight(lines[i], " ") != fence; i++ {
			code = append(code, lines[i])
		}
		out.add(skipOptions(code), false)
	}
	out.add(note, true)
	return Document{Cells: out}
}

func skipFrontMatter(lines []string) []string {
	for i := 1; i < len(lines); i++ {
		if lines[i] == "---" {
			return lines[i+1:]
		}
	}
	return lines
}

// skipOptions leaves out a cell's leading :key: value lines.
func skipOptions(lines []string) []string {
	for len(lines) > 0 && len(lines[0]) > 1 && lines[0][0] == ':' && strings.Contains(lines[0][1:], ":") {
		lines = lines[1:]
	}
	return lines
}

// codeFence is the run of backquotes that opens a code cell on this line, or "".
func codeFence(line string) string {
	n := len(line) - len(strings.TrimLeft(line, "`"))
	info := strings.TrimSpace(line[n:])
	if n < 3 || !(strings.HasPrefix(info, "{code-cell}") || info == "python") {
		return ""
	}
	return line[:n]
}

func formatMarkdown(d Document) string {
	var b strings.Builder
	b.WriteString("---\nfile_format: mystnb\nkernelspec: {name: python3}\n---\n")
	for _, c := range d.Cells {
		b.WriteByte('\n')
		if c.Note {
			b.WriteString(c.Code + "\n")
			continue
		}
		fence := strings.Repeat("`", max(3, longestTicks(c.Code)+1))
		b.WriteString(fence + "{code-cell} python\n" + c.Code + "\n" + fence + "\n")
	}
	return b.String()
}

func longestTicks(text string) int {
	best, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		best = max(best, run)
	}
	return best
}

func parsePercent(text string) Document {
	var out cells
	var lines []string
	note, begun := false, false
	flush := func() {
		if note {
			for i, l := range lines {
				lines[i] = strings.TrimPrefix(strings.TrimPrefix(l, "#"), " ")
			}
		}
		if begun || strings.TrimSpace(strings.Join(lines, "")) != "" {
			out.add(lines, note)
		}
		lines = nil
	}
	for _, l := range strings.Split(text, "\n") {
		if l != "# %%" && !strings.HasPrefix(l, "# %% ") {
			lines = append(lines, l)
			continue
		}
		flush()
		begun, note = true, strings.Contains(l, "[markdown]") || strings.Contains(l, "[md]")
	}
	flush()
	return Document{Cells: out}
}

func formatPercent(d Document) string {
	var b strings.Builder
	for i, c := range d.Cells {
		if i > 0 {
			b.WriteByte('\n')
		}
		if !c.Note {
			b.WriteString("# %%\n" + c.Code + "\n")
			continue
		}
		b.WriteString("# %% [markdown]\n")
		for _, l := range strings.Split(c.Code, "\n") {
			b.WriteString(strings.TrimRight("# "+l, " ") + "\n")
		}
	}
	return b.String()
}

// source is nbformat's multiline string: a string or a list of strings.
type source string

func (s *source) UnmarshalJSON(data []byte) error {
	var list []string
	if fields.ReadInto(string(data), &list) == nil {
		*s = source(strings.Join(list, ""))
		return nil
	}
	return fields.ReadInto(string(data), (*string)(s))
}

// savedNotebook is a notebook in a file.
type savedNotebook struct {
	Metadata fields.Raw  `json:"metadata"`
	Cells    []savedCell `json:"cells"`
}

type savedCell struct {
	Type     string        `json:"cell_type"`
	ID       string        `json:"id"`
	Source   source        `json:"source"`
	Metadata fields.Raw    `json:"metadata"`
	Count    *int          `json:"execution_count"`
	Outputs  []savedOutput `json:"outputs"`
}

func parseJupyter(text string) (Document, error) {
	var nb savedNotebook
	if err := fields.Read(text, &nb, false); err != nil {
		return Document{}, errors.New("this is no notebook that Jupyter wrote")
	}
	d := Document{Metadata: nb.Metadata}
	for _, c := range nb.Cells {
		var one cells
		if one.add(strings.Split(string(c.Source), "\n"), c.Type != "code"); one == nil {
			continue
		}
		e := Entry{Cell: one[0], ID: c.ID, Metadata: c.Metadata, Raw: c.Type == "raw"}
		if c.Count != nil {
			e.Count = *c.Count
		}
		for _, o := range c.Outputs {
			e.Outputs = append(e.Outputs, o.output())
		}
		d.Cells, d.Entries = append(d.Cells, one[0]), append(d.Entries, e)
	}
	return d, nil
}

func formatJupyter(d Document) (string, error) {
	entries := slices.Clone(d.Entries)
	if entries != nil {
		return Jupyter(d.Title, "", d.Metadata, entries)
	}
	for _, c := range d.Cells {
		entries = append(entries, Entry{Cell: c})
	}
	return Jupyter(d.Title, "", d.Metadata, entries)
}

// cellID satisfies nbformat 4.5: 1 to 64 letters, digits, - and _.
func cellID(i int) string {
	const digits = "0123456789"
	name := ""
	for n := i; ; n /= 10 {
		name = string(digits[n%10]) + name
		if n < 10 {
			return "cell-" + name
		}
	}
}
