package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"gputour/lessons/lesson"
)

// This file writes Jupyter notebooks, nbformat 4.5
// (https://nbformat.readthedocs.io/en/latest/format_description.html).

type notebook struct {
	Cells    []any            `json:"cells"` // markdownCell, codeCell
	Metadata notebookMetadata `json:"metadata"`
	Format   int              `json:"nbformat"`
	Minor    int              `json:"nbformat_minor"`
}

type notebookMetadata struct {
	Kernel   map[string]string `json:"kernelspec"`
	Language map[string]string `json:"language_info"`
	Colab    map[string]any    `json:"colab"`
	Lesson   map[string]string `json:"gputour"`
}

type markdownCell struct {
	Type     string       `json:"cell_type"`
	ID       string       `json:"id"`
	Metadata cellMetadata `json:"metadata"`
	Source   []string     `json:"source"`
}

type codeCell struct {
	Type     string       `json:"cell_type"`
	Count    *int         `json:"execution_count"`
	ID       string       `json:"id"`
	Metadata cellMetadata `json:"metadata"`
	Outputs  []any        `json:"outputs"`
	Source   []string     `json:"source"`
}

type cellMetadata struct {
	Tags []string `json:"tags,omitempty"`
}

// Notebooks writes every lesson as NAME.LANG.ipynb, and the pages that lessons lead to.
func Notebooks(c *lesson.Course, lang string) ([]File, error) {
	b := newBook(c, lang, ".ipynb")
	var files []File
	for _, e := range c.Entries {
		file, err := b.notebook(e)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	for _, name := range b.linked() {
		w := &notebookWriter{book: b, words: texts[lang]}
		w.page(c.Page(name, lang))
		file, err := w.file(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// Notebook writes one lesson.
func Notebook(c *lesson.Course, lang, id string) (File, error) {
	return newBook(c, lang, ".ipynb").notebook(c.Entry(id))
}

func (b *book) notebook(e *lesson.Entry) (File, error) {
	w := &notebookWriter{book: b, words: texts[b.lang]}
	w.lesson(e.Lang(b.lang))
	return w.file(e.ID)
}

// notebookWriter gathers the cells of one notebook.
type notebookWriter struct {
	*book
	words words
	cells []any
	text  []string // pending pieces of one Markdown cell
	hash  string
}

func (w *notebookWriter) lesson(l *lesson.Lesson) {
	w.hash = l.Hash
	w.say("# "+l.Title, l.Summary, w.preface(l))
	for _, s := range l.Sections {
		if s.Title != "" {
			w.flush()
			w.say("## " + s.Title)
		}
		for _, block := range s.Blocks {
			w.block(l, block)
		}
	}
	w.flush()
}

func (w *notebookWriter) page(p *lesson.Page) {
	w.say("# " + p.Title)
	for _, line := range strings.Split(p.Text, "\n") {
		if !targetLine.MatchString(line) {
			w.text = append(w.text, line+"\n")
		}
	}
	w.text = []string{strings.Join(w.text, "")}
	w.flush()
}

// preface says where the notebook comes from and what it needs.
func (w *notebookWriter) preface(l *lesson.Lesson) string {
	text := []string{w.words.Notebook}
	switch n := gpus(l); {
	case n == 1:
		text = append(text, w.words.OneGPU)
	case n > 1:
		text = append(text, fmt.Sprintf(w.words.GPUs, n))
	}
	for _, c := range l.Cells() {
		if strings.HasPrefix(c.Code, "%%cuda") {
			text = append(text, w.words.Kernels)
			break
		}
	}
	return quote(strings.Join(text, "\n\n"))
}

func (w *notebookWriter) block(l *lesson.Lesson, b lesson.Block) {
	switch {
	case b.Cell == nil && b.Directive == nil:
		w.say(b.Text)
	case b.Directive != nil:
		w.say(w.directive(b.Directive))
	case b.Cell.Kind == lesson.Tests: // they follow their exercise
	case b.Cell.Kind == lesson.Predict || b.Cell.Kind == lesson.Quiz:
		w.question(b.Cell)
	default:
		w.code(b.Cell.ID, b.Cell.Code, b.Cell.Tags)
		w.help(l, b.Cell)
	}
}

// question writes the options before the cell and the answer behind it.
func (w *notebookWriter) question(c *lesson.Cell) {
	title := w.words.Predict
	if c.Kind == lesson.Quiz {
		title = w.words.Quiz
	}
	w.say("**" + title + "**\n\n" + options(c))
	if c.Kind == lesson.Predict || c.Code != "" {
		w.code(c.ID, c.Code, c.Tags)
	}
	var right []string
	for _, n := range c.Answers {
		right = append(right, fmt.Sprint(n))
	}
	why := strings.Join(right, ", ") + ". " + c.Why
	for i, reason := range c.Reasons {
		if reason != "" {
			why += fmt.Sprintf("\n\n%d: %s", i+1, reason)
		}
	}
	w.say(details(w.words.Answer, why))
}

// options is a numbered list.
func options(c *lesson.Cell) string {
	var b strings.Builder
	for i, o := range c.Options {
		fmt.Fprintf(&b, "%d. %s\n", i+1, o)
	}
	return strings.TrimRight(b.String(), "\n")
}

// help writes an exercise's hints, and its visible tests as a cell that runs them.
func (w *notebookWriter) help(l *lesson.Lesson, c *lesson.Cell) {
	for _, h := range c.Hints {
		w.say(details(fmt.Sprint(w.words.Hint, " ", h.Level), h.Text))
	}
	if tests := visibleTests(l, c.ID); tests != "" {
		w.code(c.ID+"-check", tests+"\n\n"+w.runner(tests), nil)
	}
}

var testName = regexp.MustCompile(`(?m)^def (test_\w+)\(\):`)

// runner is code that runs the test functions and prints the first line of each docstring,
// or the second where that is the learner's language.
func (w *notebookWriter) runner(tests string) string {
	var names []string
	for _, m := range testName.FindAllStringSubmatch(tests, -1) {
		names = append(names, m[1])
	}
	line := 0
	if w.lang == "zh" {
		line = -1
	}
	return fmt.Sprintf(`for test in (%s,):
    title = test.__doc__.splitlines()[%d].strip()
    try:
        test()
    except Exception as e:
        print("%s", title, repr(e))
    else:
        print("%s", title)`, strings.Join(names, ", "), line, w.words.Fail, w.words.Pass)
}

func (w *notebookWriter) directive(d *lesson.Directive) string {
	switch d.Name {
	case "math":
		return "$$\n" + d.Body + "\n$$"
	case "mermaid":
		return "```mermaid\n" + d.Body + "\n```"
	case "figure", "image":
		return strings.TrimSpace("![" + d.Options["alt"] + "](" + d.Argument + ")\n\n" + d.Body)
	}
	return quote(strings.TrimSpace("**" + d.Argument + "**\n\n" + d.Body))
}

func quote(text string) string {
	return "> " + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n> "), "\n> \n", "\n>\n")
}

func details(summary, text string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + text + "\n\n</details>"
}

// say adds Markdown to the pending cell.
func (w *notebookWriter) say(pieces ...string) {
	for _, p := range pieces {
		if p != "" {
			w.text = append(w.text, p)
		}
	}
}

func (w *notebookWriter) flush() {
	if len(w.text) == 0 {
		return
	}
	source := w.rewrite(strings.Join(w.text, "\n\n"))
	w.cells = append(w.cells, markdownCell{"markdown", fmt.Sprintf("text-%d", len(w.cells)+1), cellMetadata{}, textLines(source)})
	w.text = nil
}

func (w *notebookWriter) code(id, code string, tags []string) {
	w.flush()
	w.cells = append(w.cells, codeCell{"code", nil, cellID(id), cellMetadata{tags}, []any{}, textLines(code)})
}

// cellID keeps to what nbformat allows; a lesson's own ids do but for their length.
func cellID(id string) string { return id[:min(len(id), 64)] }

// textLines cuts a text as nbformat likes it: every line but the last keeps its end.
func textLines(text string) []string {
	return strings.SplitAfter(strings.TrimRight(text, "\n"), "\n")
}

var (
	targetLine     = regexp.MustCompile(`^\([a-z][a-zA-Z0-9_-]*\)=$`)
	markdownTarget = regexp.MustCompile(`(!?\[[^\]]*\])\(([^)\s]+)\)`)
)

// rewrite turns the targets of links and images in Markdown into those of the export.
func (w *notebookWriter) rewrite(text string) string {
	return markdownTarget.ReplaceAllStringFunc(text, func(s string) string {
		m := markdownTarget.FindStringSubmatch(s)
		if strings.HasPrefix(s, "!") {
			return m[1] + "(" + w.image(m[2]) + ")"
		}
		return m[1] + "(" + w.link(m[2], w.headingAnchor) + ")"
	})
}

// headingAnchor is how JupyterLab names a heading: its text with hyphens for spaces.
func (w *notebookWriter) headingAnchor(l lesson.Link) string {
	title := ""
	if l.Page {
		if p := w.course.Page(l.Name, l.Lang); p != nil {
			_, rest, _ := strings.Cut(p.Text, "\n("+l.Section+")=\n")
			title, _, _ = strings.Cut(strings.TrimLeft(rest, "#\n "), "\n")
		}
	} else if e := w.course.Entry(l.Name); e != nil {
		for _, s := range e.Lang(l.Lang).Sections {
			if s.ID == l.Section {
				title = s.Title
			}
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(title, "`", ""), " ", "-")
}

func (w *notebookWriter) file(name string) (File, error) {
	n := notebook{
		Cells: w.cells, Format: 4, Minor: 5,
		Metadata: notebookMetadata{
			Kernel:   map[string]string{"name": "python3", "display_name": "Python 3"},
			Language: map[string]string{"name": "python"},
			Colab:    map[string]any{"provenance": []any{}},
			Lesson:   map[string]string{"lesson": name, "lang": w.lang, "hash": w.hash},
		},
	}
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(n); err != nil {
		return File{}, fmt.Errorf("notebook %s: %w", name, err)
	}
	return File{w.fileName(name, w.lang), data.Bytes()}, nil
}
