package lesson

import (
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"sort"
	"strings"

	"gputour/engine/diag"
	"gputour/lessons/lines"
)

// This file reads a folder of lessons: which files belong together, and whether
// siblings say the same.

// Course is a folder of lessons. It never changes after Load; a reload makes a new one.
type Course struct {
	// Entries are the lessons that can be served, in order.
	Entries []*Entry
	// Figures are the drawings, by file name.
	Figures map[string]Figure
	// Pages are the texts beside the lessons, by name and language.
	Pages map[string]map[string]*Page
	// Problems are what is wrong in the folder. A lesson with an error is in no Entry.
	Problems diag.List
}

// Entry is one lesson in all its languages.
type Entry struct {
	ID     string
	langs  map[string]*Lesson
	Secret Secret
}

// Secret holds what must not reach a learner's browser.
type Secret struct {
	Solutions map[string]*Cell   // by exercise
	Tests     map[string][]*Cell // hidden tests by exercise
	Answers   map[string][]*Cell // other answers by exercise, right and wrong, with their whole Code
}

// Lang returns the lesson in a language, or in another one when it lacks that.
func (e *Entry) Lang(lang string) *Lesson {
	if l := e.langs[lang]; l != nil {
		return l
	}
	for _, lang := range Languages {
		if l := e.langs[lang]; l != nil {
			return l
		}
	}
	return nil
}

// Has reports whether the lesson is written in a language.
func (e *Entry) Has(lang string) bool { return e.langs[lang] != nil }

// Languages lists the languages that the lesson is written in.
func (e *Entry) Languages() []string {
	var langs []string
	for _, lang := range Languages {
		if e.Has(lang) {
			langs = append(langs, lang)
		}
	}
	return langs
}

// Entry returns the lesson with an id, or nil.
func (c *Course) Entry(id string) *Entry {
	for _, e := range c.Entries {
		if e.ID == id {
			return e
		}
	}
	return nil
}

// Load reads every *.md file at the top of files; README.md and names that begin
// with "_" or "." are left out. It always returns a course, of the lessons that are sound.
func Load(files fs.FS) *Course {
	c := &Course{}
	c.readFigures(files)
	c.readPages(files)
	found, err := fs.Glob(files, "*.md")
	if err != nil || len(found) == 0 {
		c.problem(".", "empty", "no lesson files NAME.LANG.md here")
		return c
	}
	groups := map[string]*group{}
	for _, file := range found {
		if base := path.Base(file); base == "README.md" || base[0] == '_' || base[0] == '.' {
			continue
		}
		c.read(files, file, groups)
	}
	for _, g := range groups {
		g.check()
		c.Problems = append(c.Problems, g.errs...)
		if !g.errs.failed() && len(g.entry.langs) > 0 {
			c.Entries = append(c.Entries, g.entry)
		}
	}
	c.sort()
	c.checkNeeds()
	return c
}

// group gathers the files of one lesson.
type group struct {
	entry *Entry
	errs  list
}

// list is a diag.List that knows whether it holds an error, not only warnings.
type list diag.List

func (l list) failed() bool {
	for _, d := range l {
		if d.Severity == diag.Error {
			return true
		}
	}
	return false
}

func (c *Course) read(files fs.FS, file string, groups map[string]*group) {
	parts := strings.Split(path.Base(file), ".")
	if len(parts) != 3 || !isID(parts[0]) {
		c.problem(file, "name", "lesson files are named NAME.zh.md, NAME.en.md, NAME.solution.md, NAME.tests.md or NAME.answers.md")
		return
	}
	src, err := fs.ReadFile(files, file)
	if err != nil {
		c.problem(file, "read", "cannot be read")
		return
	}
	g := groups[parts[0]]
	if g == nil {
		g = &group{entry: &Entry{ID: parts[0], langs: map[string]*Lesson{}}}
		g.entry.Secret = Secret{Solutions: map[string]*Cell{}, Tests: map[string][]*Cell{}, Answers: map[string][]*Cell{}}
		groups[parts[0]] = g
	}
	l, errs := Parse(file, src)
	g.errs = append(g.errs, errs...)
	switch part := parts[1]; {
	case part == "solution":
		g.keep(l, Solution)
	case part == "tests":
		g.keep(l, Tests)
	case part == "answers":
		g.keep(l, Right, Wrong)
	case isLanguage(part):
		g.entry.langs[part] = l
		g.noSecrets(l)
	default:
		g.errorf(file, 1, "name", "unknown language %s; known: %s", part, strings.Join(Languages, ", "))
	}
}

func isLanguage(s string) bool {
	for _, lang := range Languages {
		if s == lang {
			return true
		}
	}
	return false
}

func (c *Course) problem(file, code, message string) {
	c.Problems = append(c.Problems, &diag.Diagnostic{Code: code, File: file, Message: message})
}

func (g *group) errorf(file string, line int, code, format string, args ...any) {
	g.errs = append(g.errs, &diag.Diagnostic{
		Code: code, File: file, Message: fmt.Sprintf(format, args...), Span: diag.Span{Start: at(line)},
	})
}

// keep files the cells of NAME.solution.md, NAME.tests.md or NAME.answers.md under their exercise.
func (g *group) keep(l *Lesson, kinds ...Kind) {
	secret := &g.entry.Secret
	for _, c := range l.Cells() {
		if !slices.Contains(kinds, c.Kind) || c.For == "" {
			g.errorf(l.File, c.Pos.Line, "kind", "cell %s must say kind: %s and for: the exercise", c.ID, spelled(kinds))
			continue
		}
		switch c.Kind {
		case Solution:
			secret.Solutions[c.For] = c
		case Tests:
			secret.Tests[c.For] = append(secret.Tests[c.For], c)
		default:
			secret.Answers[c.For] = append(secret.Answers[c.For], c)
		}
	}
}

func spelled(kinds []Kind) string {
	var words []string
	for _, k := range kinds {
		words = append(words, string(k))
	}
	return strings.Join(words, " or ")
}

// noSecrets refuses solutions and answers in a public file.
func (g *group) noSecrets(l *Lesson) {
	for _, c := range l.Cells() {
		switch {
		case c.Kind == Solution:
			g.errorf(l.File, c.Pos.Line, "kind", "solution %s stands in a public file; move it to %s.solution.md", c.ID, l.ID)
		case c.IsAnswer():
			g.errorf(l.File, c.Pos.Line, "kind", "answer %s stands in a public file; move it to %s.answers.md", c.ID, l.ID)
		}
	}
}

// complete gives the answers that only say how they differ from the solution their whole code.
func (g *group) complete(id string, answers []*Cell) {
	for _, c := range answers {
		if len(c.Change) == 0 {
			continue
		}
		solution := g.entry.Secret.Solutions[id]
		if solution == nil {
			g.errorf(g.entry.ID+".answers.md", c.Pos.Line, "unknown-id", "answer %s changes a solution that is not there", c.ID)
			continue
		}
		c.Code = solution.Code
		for i := 0; i+1 < len(c.Change); i += 2 {
			if strings.Count(c.Code, c.Change[i]) != 1 {
				g.errorf(g.entry.ID+".answers.md", c.Pos.Line, "change", "answer %s: %q stands %d times in the solution, not once", c.ID, c.Change[i], strings.Count(c.Code, c.Change[i]))
			}
			c.Code = strings.Replace(c.Code, c.Change[i], c.Change[i+1], 1)
		}
	}
}

// check compares the siblings of one lesson.
func (g *group) check() {
	e := g.entry
	var first *Lesson
	for _, lang := range Languages {
		l := e.langs[lang]
		switch {
		case l == nil && len(e.langs) > 0:
			have := e.Lang(lang)
			g.errorf(have.File, 1, "sibling", "no sibling %s.%s.md", e.ID, lang)
		case l == nil:
		case first == nil:
			first = l
		default:
			g.compare(first, l)
		}
	}
	if first == nil && g.errs.failed() {
		return
	}
	if first == nil {
		g.errorf(e.ID+".md", 0, "sibling", "solutions or tests without a lesson")
		return
	}
	for id, c := range e.Secret.Solutions {
		g.known(first, id, c, e.ID+".solution.md")
		g.ordered(first.Cell(id), c)
	}
	for id, cells := range e.Secret.Tests {
		g.known(first, id, cells[0], e.ID+".tests.md")
	}
	for id, cells := range e.Secret.Answers {
		g.known(first, id, cells[0], e.ID+".answers.md")
		g.complete(id, cells)
	}
}

func (g *group) known(l *Lesson, id string, c *Cell, file string) {
	if l.Cell(id) == nil {
		g.errorf(file, c.Pos.Line, "unknown-id", "no exercise %s in %s", id, l.File)
	}
}

// ordered checks that the solution of an exercise whose lines are to be put in order needs no other lines.
func (g *group) ordered(c, solution *Cell) {
	if c == nil || c.Kind != Order {
		return
	}
	given := lines.Read(c.Code)
	if lacks := given.Lacks(lines.Read(solution.Code)); lacks != "" {
		g.errorf(g.entry.ID+".solution.md", solution.Pos.Line, "lines", "solution %s needs the line %q, which %s does not give", solution.ID, lacks, c.ID)
	}
}

// compare says where b departs from a: ids, kinds, order, code, options, hints, sections.
func (g *group) compare(a, b *Lesson) {
	if len(a.Sections) != len(b.Sections) {
		g.errorf(b.File, 1, "sibling", "%d sections, but %s has %d", len(b.Sections), a.File, len(a.Sections))
	}
	for i := 0; i < min(len(a.Sections), len(b.Sections)); i++ {
		x, y := a.Sections[i], b.Sections[i]
		if x.ID != y.ID {
			g.errorf(b.File, y.Pos.Line, "sibling", "section %s, but %s has %s here", y.ID, a.File, x.ID)
			break
		}
		if p, q := shape(x), shape(y); p != q {
			g.errorf(b.File, y.Pos.Line, "sibling", "section %s is %s, but in %s:%d it is %s", y.ID, q, a.File, x.Pos.Line, p)
		}
	}
	x, y := a.Cells(), b.Cells()
	for i := 0; i < min(len(x), len(y)); i++ {
		if why := differ(x[i], y[i]); why != "" {
			g.errorf(b.File, y[i].Pos.Line, "sibling", "cell %s: %s (%s:%d)", y[i].ID, why, a.File, x[i].Pos.Line)
			if x[i].ID != y[i].ID {
				return // everything behind it would differ too
			}
		}
	}
	if len(x) != len(y) {
		g.errorf(b.File, 1, "sibling", "%d cells, but %s has %d", len(y), a.File, len(x))
	}
	if fmt.Sprint(a.Needs, a.Devices) != fmt.Sprint(b.Needs, b.Devices) {
		g.errorf(b.File, 1, "sibling", "needs or devices differ from those of %s", a.File)
	}
	if a.Order != b.Order {
		g.errorf(b.File, 1, "sibling", "order %d, but %s has %d", b.Order, a.File, a.Order)
	}
}

// shape is the order of a section's blocks, as in "text, cell, text".
func shape(s *Section) string {
	var kinds []string
	for _, b := range s.Blocks {
		switch {
		case b.Cell != nil:
			kinds = append(kinds, "cell")
		case b.Directive != nil:
			kinds = append(kinds, b.Directive.Name)
		default:
			kinds = append(kinds, "text")
		}
	}
	if kinds == nil {
		return "empty"
	}
	return strings.Join(kinds, ", ")
}

// differ says how two translations of a cell do not say the same.
func differ(a, b *Cell) string {
	switch {
	case a.ID != b.ID:
		return "the sibling has " + a.ID + " here"
	case a.Kind != b.Kind:
		return "the sibling's kind is " + string(a.Kind)
	case a.For != b.For:
		return "the sibling belongs to " + a.For
	case a.Code != b.Code && !a.Localized && !b.Localized:
		return "its code differs from the sibling's; say localize: true where it must"
	case len(a.Options) != len(b.Options) || fmt.Sprint(a.Answers) != fmt.Sprint(b.Answers):
		return "options or answer differ from the sibling's"
	case len(a.Reasons) != len(b.Reasons) || (a.Learned == "") != (b.Learned == ""):
		return "the sibling gives reasons for wrong options, or says what was learned, and this does not, or the other way round"
	case len(a.Hints) != len(b.Hints):
		return "the sibling has another number of hints"
	case a.Points != b.Points || fmt.Sprint(a.Tags) != fmt.Sprint(b.Tags):
		return "points or tags differ from the sibling's"
	case a.Aside != b.Aside:
		return "one of the two is an aside, and the sibling is not"
	case a.Measured != b.Measured || !a.Localized && !(reflect.DeepEqual(a.Expect, b.Expect) && reflect.DeepEqual(a.Engine, b.Engine)):
		return "it promises something else than the sibling"
	}
	return ""
}

// checkNeeds says which lessons need one that is not there or comes later.
func (c *Course) checkNeeds() {
	before := map[string]bool{}
	for _, e := range c.Entries {
		l := e.Lang("")
		for _, id := range l.Needs {
			if !before[id] {
				c.problem(l.File, "needs", "needs lesson "+id+", which does not stand before it")
			}
		}
		before[e.ID] = true
	}
}

func (c *Course) sort() {
	sort.Slice(c.Entries, func(i, j int) bool {
		a, b := c.Entries[i], c.Entries[j]
		if x, y := a.Lang("").Order, b.Lang("").Order; x != y {
			return x < y
		}
		return a.ID < b.ID
	})
	sort.SliceStable(c.Problems, func(i, j int) bool {
		a, b := c.Problems[i], c.Problems[j]
		if a.File != b.File {
			return a.File < b.File
		}
		return a.Span.Start.Line < b.Span.Start.Line
	})
}
