// Package lesson reads a lesson's Markdown into a model: Lesson, Section, Block, Cell.
//
// Its one idea: a lesson is MyST Markdown that GitHub, JupyterLab (through
// jupytext) and this package all read. Only fences whose info string begins with
// `{` mean something here; everything between them stays Markdown text, to be
// rendered elsewhere. What is wrong with a file comes back as a diag.List with
// file and line, never as a panic, and a broken file never hides its neighbours.
//
//	course := lesson.Load(lessons.Files)
//	for _, e := range course.Entries { … e.Lang("zh").Title … }
//
// Solutions, hidden tests and other answers stand in files of their own (NAME.solution.md,
// NAME.tests.md, NAME.answers.md) and come back in Entry.Secret, never in a Lesson:
// whoever renders a Lesson cannot leak them.
package lesson

import (
	"crypto/sha256"
	"encoding/hex"

	"gputour/engine/diag"
)

// Languages are the languages that a course may be written in, in order of display.
var Languages = []string{"zh", "en"}

// Lesson is one file NAME.LANG.md.
type Lesson struct {
	ID      string // lesson: in the front matter; the NAME of the file
	Lang    string // "zh" or "en"
	File    string
	Title   string // the H1
	Summary string // summary: in the front matter
	Part    string // part: the heading it stands under in the map of the course
	Order   int    // place in the course, from 1
	Minutes int    // reading time that the author states; 0 if none
	Version int    // version: in the front matter
	// Needs are the lessons that must have been read before, by id.
	Needs []string
	// Devices are the device specs that the lesson promises to work on; the
	// first is the one a session starts with.
	Devices  []string
	Sections []*Section
	// Hash names this text: 12 hexadecimal digits. Drafts are kept per hash.
	Hash string
}

// Section is what stands under one H2. The text before the first H2 is a section without title.
type Section struct {
	ID     string // the MyST target `(id)=` before the heading, else s1, s2, …
	Title  string // Markdown, without the ##
	Pos    diag.Pos
	Blocks []Block
}

// Block is one piece of a section: exactly one of Text, Cell and Directive.
type Block struct {
	Pos       diag.Pos
	Text      string // Markdown
	Cell      *Cell
	Directive *Directive
}

// Directive is a fence ```{name} argument that is no cell: an admonition, a
// diagram, a figure. See directives for the names.
type Directive struct {
	Name     string
	Argument string
	Options  map[string]string // its :key: value lines
	Body     string            // Markdown, or the diagram's source
	BodyPos  diag.Pos
}

// Kind says what a learner does with a cell.
type Kind string

const (
	Demo     Kind = "demo"     // read and run
	Predict  Kind = "predict"  // choose what it will print, then run
	Exercise Kind = "exercise" // change it until its tests pass
	Kernel   Kind = "kernel"   // an exercise in CUDA C++
	Order    Kind = "order"    // an exercise: put its lines in order, indent them, leave out what does not belong
	Quiz     Kind = "quiz"     // choose; nothing runs
	Tests    Kind = "tests"    // tests of the exercise For; visible in the lesson, hidden in NAME.tests.md
	Solution Kind = "solution" // only in NAME.solution.md
	Right    Kind = "right"    // an answer to For that must pass; only in NAME.answers.md
	Wrong    Kind = "wrong"    // an answer to For that must not pass; only in NAME.answers.md
)

// Cell is one ```{code-cell}.
type Cell struct {
	ID       string
	Kind     Kind
	For      string // Tests, Solution, Right, Wrong: the exercise they belong to
	Language string // "python"
	Tags     []string
	Code     string // without a final newline
	Pos      diag.Pos
	CodePos  diag.Pos // of the first line of Code
	Points   int
	Options  []string // Predict, Quiz: Markdown
	Answers  []int    // Predict, Quiz: right options, from 1
	Why      string   // Predict, Quiz: Markdown, shown with the answer; Right, Wrong: what the answer stands for
	Reasons  []string // Quiz: Markdown, of each option why it is wrong; "" for the right ones, nil where none is given
	Learned  string   // exercises: Markdown, one sentence, shown when it is passed
	Change   []string // Right, Wrong: texts of the solution and what stands in their place, by turns, instead of Code
	Expect   Expect
	// Engine overrides Expect for a family of devices: "cpu", "sim", "cuda".
	Engine map[string]Expect
	Hints  []Hint // in order: a nudge, a concept, near-code
	// Explore are the numbers of the code that the page lets the learner drag.
	Explore []Choice
	// Measured: what the cell shows or asks for is of the card, such as a time: it holds on the lesson's own devices only.
	Measured bool
	// Aside: nothing after the cell builds on it but by the names that it gives values to, so that a check of an exercise
	// runs it only where one of them is read.
	Aside bool
	// Localized lets the code differ from the sibling language's.
	Localized bool
}

// Choice is a name that the code sets on a line of its own, with the values it may have.
type Choice struct {
	Name   string
	Values []string
}

// Expect is what a cell promises to print or raise. The zero Expect promises
// nothing, and the output is compared with a golden file.
type Expect struct {
	Output  *string // all of the output, trailing space trimmed
	Pattern string  // a regular expression that matches somewhere in it
	Close   float64 // compare numbers in Output within this relative tolerance; 0 is exactly
	Device  string  // the device of the displayed tensor
	Error   string  // the last line of the traceback contains it; the cell must raise
}

// IsZero reports whether nothing is promised.
func (e Expect) IsZero() bool { return e == Expect{} }

// Hint is one step of help for an exercise.
type Hint struct {
	Level int    // 1 nudge, 2 concept, 3 near-code
	Text  string // Markdown
	Pos   diag.Pos
}

// Raises reports whether the cell must raise.
func (c *Cell) Raises() bool { return c.HasTag("raises-exception") || c.Expect.Error != "" }

// IsExercise reports whether the cell is an exercise of any kind: it is changed until its tests pass.
func (c *Cell) IsExercise() bool { return c.Kind == Exercise || c.Kind == Kernel || c.Kind == Order }

// IsAnswer reports whether the cell is an answer to an exercise, right or wrong.
func (c *Cell) IsAnswer() bool { return c.Kind == Right || c.Kind == Wrong }

// HasTag reports whether the cell carries a tag.
func (c *Cell) HasTag(tag string) bool {
	for _, t := range c.Tags {
		if t == tag {
			return true
		}
	}
	return false
}

// Hash names the cell's code: 12 hexadecimal digits.
func (c *Cell) Hash() string { return hash(c.Code) }

// Promise is what the cell promises on a device spec such as "sim:2".
func (c *Cell) Promise(spec string) Expect {
	if e, ok := c.Engine[engineOf(spec)]; ok {
		return e
	}
	return c.Expect
}

// Cells returns the lesson's cells in order.
func (l *Lesson) Cells() []*Cell {
	var cells []*Cell
	for _, s := range l.Sections {
		for _, b := range s.Blocks {
			if b.Cell != nil {
				cells = append(cells, b.Cell)
			}
		}
	}
	return cells
}

// Cell returns the cell with an id, or nil.
func (l *Lesson) Cell(id string) *Cell {
	for _, c := range l.Cells() {
		if c.ID == id {
			return c
		}
	}
	return nil
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// engineOf cuts a device spec down to its family: "sim:2,memory=1GiB" is "sim".
func engineOf(spec string) string {
	for i, c := range spec {
		if c == ':' || c == ',' {
			return spec[:i]
		}
	}
	return spec
}
