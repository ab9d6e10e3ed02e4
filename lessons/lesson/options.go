package lesson

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"gopkg.in/yaml.v3"

	"gputour/lessons/lines"
)

// This file reads settings: the front matter and the options of a cell, both
// YAML. Each accepted key stands in a table; any other is an error at its line.

// setting takes a YAML value into a Lesson or Cell; its error says what is wrong with the value.
type setting[T any] func(x T, v *yaml.Node) error

var frontMatterKeys = map[string]setting[*Lesson]{
	"file_format": ignore[*Lesson], "kernelspec": ignore[*Lesson], "jupytext": ignore[*Lesson],
	"gputour": func(l *Lesson, v *yaml.Node) error { return nil }, // its own table, below
}

var lessonKeys = map[string]setting[*Lesson]{
	"lesson": func(l *Lesson, v *yaml.Node) error {
		if v.Value != l.ID {
			return fmt.Errorf("lesson %s stands in a file named for %s", v.Value, l.ID)
		}
		return nil
	},
	"lang": func(l *Lesson, v *yaml.Node) error {
		if v.Value != l.Lang {
			return fmt.Errorf("language %s stands in a file named for %s", v.Value, l.Lang)
		}
		return nil
	},
	"order":   func(l *Lesson, v *yaml.Node) error { return natural(&l.Order, v) },
	"minutes": func(l *Lesson, v *yaml.Node) error { return natural(&l.Minutes, v) },
	"version": func(l *Lesson, v *yaml.Node) error { return natural(&l.Version, v) },
	"part":    func(l *Lesson, v *yaml.Node) error { return text(&l.Part, v) },
	"summary": func(l *Lesson, v *yaml.Node) error { return text(&l.Summary, v) },
	"devices": func(l *Lesson, v *yaml.Node) error { return texts(&l.Devices, v) },
	"needs":   func(l *Lesson, v *yaml.Node) error { return texts(&l.Needs, v) },
}

var cellKeys = map[string]setting[*Cell]{
	"tags":    func(c *Cell, v *yaml.Node) error { return texts(&c.Tags, v) },
	"gputour": func(c *Cell, v *yaml.Node) error { return nil }, // its own table, below
}

var gputourKeys = merge(map[string]setting[*Cell]{
	"id":       func(c *Cell, v *yaml.Node) error { return id(&c.ID, v) },
	"for":      func(c *Cell, v *yaml.Node) error { return id(&c.For, v) },
	"kind":     func(c *Cell, v *yaml.Node) error { return kind(&c.Kind, v) },
	"points":   func(c *Cell, v *yaml.Node) error { return natural(&c.Points, v) },
	"options":  func(c *Cell, v *yaml.Node) error { return texts(&c.Options, v) },
	"answer":   func(c *Cell, v *yaml.Node) error { return answers(&c.Answers, v) },
	"why":      func(c *Cell, v *yaml.Node) error { return text(&c.Why, v) },
	"wrong":    func(c *Cell, v *yaml.Node) error { return reasons(&c.Reasons, v) },
	"learned":  func(c *Cell, v *yaml.Node) error { return text(&c.Learned, v) },
	"change":   func(c *Cell, v *yaml.Node) error { return texts(&c.Change, v) },
	"explore":  func(c *Cell, v *yaml.Node) error { return choices(&c.Explore, v) },
	"measured": func(c *Cell, v *yaml.Node) error { return v.Decode(&c.Measured) },
	"aside":    func(c *Cell, v *yaml.Node) error { return v.Decode(&c.Aside) },
	"localize": func(c *Cell, v *yaml.Node) error { return v.Decode(&c.Localized) },
	"cpu":      engine("cpu"), "sim": engine("sim"), "cuda": engine("cuda"),
}, func(c *Cell) *Expect { return &c.Expect })

var expectKeys = map[string]setting[*Expect]{
	"expect": func(e *Expect, v *yaml.Node) error { e.Output = new(string); return text(e.Output, v) },
	"expect_re": func(e *Expect, v *yaml.Node) error {
		if _, err := regexp.Compile(v.Value); err != nil {
			return fmt.Errorf("not a regular expression: %w", err)
		}
		return text(&e.Pattern, v)
	},
	"expect_close": func(e *Expect, v *yaml.Node) error {
		if err := v.Decode(&e.Close); err != nil || e.Close < 0 {
			return fmt.Errorf("wants a tolerance such as 1e-5")
		}
		return nil
	},
	"expect_device": func(e *Expect, v *yaml.Node) error { return text(&e.Device, v) },
	"expect_error":  func(e *Expect, v *yaml.Node) error { return text(&e.Error, v) },
}

// merge adds expectKeys to a table of settings of something that holds an Expect.
func merge(table map[string]setting[*Cell], field func(*Cell) *Expect) map[string]setting[*Cell] {
	for key, set := range expectKeys {
		table[key] = func(c *Cell, v *yaml.Node) error { return set(field(c), v) }
	}
	return table
}

// reasons reads why options are wrong, by their numbers.
func reasons(list *[]string, v *yaml.Node) error {
	var texts map[int]string
	if err := v.Decode(&texts); err != nil || len(texts) == 0 {
		return fmt.Errorf("wants a reason for each wrong option, as in {1: …, 3: …}")
	}
	for n, reason := range texts {
		if n < 1 || n > maxOptions || strings.TrimSpace(reason) == "" {
			return fmt.Errorf("%d is no option with a reason; they count from 1", n)
		}
		for len(*list) < n {
			*list = append(*list, "")
		}
		(*list)[n-1] = reason
	}
	return nil
}

// maxOptions bounds the options of a quiz.
const maxOptions = 20

// choices reads names with the values that they may have, in order.
func choices(list *[]Choice, v *yaml.Node) error {
	if v.Kind != yaml.MappingNode || len(v.Content) == 0 {
		return fmt.Errorf("wants names with values, as in {block: [32, 64, 128]}")
	}
	for i := 0; i+1 < len(v.Content); i += 2 {
		name, values := v.Content[i], v.Content[i+1]
		c := Choice{Name: name.Value}
		if values.Kind != yaml.SequenceNode || len(values.Content) < 2 {
			return fmt.Errorf("%s wants at least two values, as in [32, 64]", name.Value)
		}
		for _, x := range values.Content {
			c.Values = append(c.Values, x.Value)
		}
		*list = append(*list, c)
	}
	return nil
}

// engine reads expectations that hold on one family of devices only.
func engine(name string) setting[*Cell] {
	return func(c *Cell, v *yaml.Node) error {
		if v.Kind != yaml.MappingNode {
			return fmt.Errorf("wants expectations, as in {expect: …}")
		}
		var e Expect
		for i := 0; i+1 < len(v.Content); i += 2 {
			set, ok := expectKeys[v.Content[i].Value]
			if !ok {
				return fmt.Errorf("unknown expectation %s", v.Content[i].Value)
			}
			if err := set(&e, v.Content[i+1]); err != nil {
				return err
			}
		}
		if c.Engine == nil {
			c.Engine = map[string]Expect{}
		}
		c.Engine[name] = e
		return nil
	}
}

// settings reads the front matter, whose first line is line.
func (p *parser) settings(src string, line int) {
	doc := p.yaml(src, line)
	if doc == nil {
		return
	}
	apply(p, p.lesson, doc, frontMatterKeys, line)
	if own := child(doc, "gputour"); own != nil {
		apply(p, p.lesson, own, lessonKeys, line)
	} else {
		p.errorf(1, "front-matter", "add gputour: {lesson: …, lang: …}", "front matter says nothing of gputour")
	}
	if len(p.lesson.Devices) == 0 {
		p.lesson.Devices = []string{"sim:2", "cpu"}
	}
}

// cell reads a ```{code-cell}.
func (p *parser) cell(f fenced, language string) {
	p.cells++
	c := &Cell{ID: fmt.Sprintf("c%d", p.cells), Kind: Demo, Language: language, Pos: at(f.line)}
	if language != "python" && language != "ipython3" {
		p.errorf(f.line, "language", "write ```{code-cell} python; CUDA C++ goes into a cell that begins %%cuda", "cell in language %q", language)
	}
	c.Language = "python"
	header, body, line := p.header(f)
	if doc := p.yaml(header, f.line+1); doc != nil {
		apply(p, c, doc, cellKeys, f.line+1)
		if own := child(doc, "gputour"); own != nil {
			apply(p, c, own, gputourKeys, f.line+1)
		}
	}
	c.Code, c.CodePos = strings.TrimRight(strings.Join(body, "\n"), " \t\n"), at(line)
	p.checkCell(c)
	p.add(Block{Pos: c.Pos, Cell: c})
}

// header cuts the options off a cell and returns them as YAML: either `:key:
// value` lines or a YAML document between two lines ---. Line numbers stay.
func (p *parser) header(f fenced) (header string, body []string, line int) {
	if len(f.body) > 0 && f.body[0] == "---" {
		for i := 1; i < len(f.body); i++ {
			if f.body[i] == "---" {
				return "\n" + strings.Join(f.body[1:i], "\n"), f.body[i+1:], f.line + i + 2
			}
		}
		p.errorf(f.line+1, "options", "end them with a line ---", "options of the cell are not closed")
		return "", nil, f.line + 1
	}
	var lines []string
	for _, l := range f.body {
		key, value, ok := optionLine(l)
		if !ok {
			break
		}
		lines = append(lines, key+": "+value)
	}
	return strings.Join(lines, "\n"), f.body[len(lines):], f.line + 1 + len(lines)
}

// checkCell checks one cell's settings against each other.
func (p *parser) checkCell(c *Cell) {
	line := c.Pos.Line
	if first, taken := p.ids[c.ID]; taken {
		p.errorf(line, "duplicate-id", "", "cell id %s is taken by line %d", c.ID, first.Line)
	}
	p.ids[c.ID] = c.Pos
	chosen := c.Kind == Predict || c.Kind == Quiz
	switch {
	case chosen && (len(c.Options) < 2 || len(c.Answers) == 0):
		p.errorf(line, "options", "give options: [...] and answer: n", "%s cell needs at least two options and an answer", c.Kind)
	case !chosen && len(c.Options) > 0:
		p.errorf(line, "options", "", "options belong to predict and quiz cells, not to %s", c.Kind)
	case c.Kind == Tests && c.For == "":
		p.errorf(line, "options", "add for: id", "tests cell does not say which exercise it tests")
	case c.IsAnswer() && c.Why == "":
		p.errorf(line, "options", "add why: a word on what it stands for", "answer %s does not say why it is %s", c.ID, c.Kind)
	case c.IsAnswer() && (len(c.Change)%2 != 0 || (len(c.Change) == 0) == (c.Code == "")):
		p.errorf(line, "options", "write code, or change: [text of the solution, what replaces it]", "answer %s needs code or changes of the solution", c.ID)
	case !c.IsAnswer() && len(c.Change) > 0:
		p.errorf(line, "options", "", "change belongs to right and wrong answers, not to %s", c.Kind)
	}
	p.checkReasons(c)
	p.checkOrder(c)
	if c.Learned != "" && !c.IsExercise() {
		p.errorf(line, "options", "", "learned belongs to exercises, not to %s", c.Kind)
	}
	for _, e := range c.Explore {
		if !e.begins(c.Code) {
			p.errorf(line, "explore", "write "+e.Name+" = "+e.Values[0]+" on a line of its own", "the code does not set %s to one of its values", e.Name)
		}
	}
	for _, a := range c.Answers {
		if a > len(c.Options) {
			p.errorf(line, "options", "", "answer %d of %d options", a, len(c.Options))
		}
	}
}

// checkOrder checks that lines can be put in order: some, one below the other, indented by steps.
func (p *parser) checkOrder(c *Cell) {
	if c.Kind != Order {
		return
	}
	code := lines.Read(c.Code)
	if len(code.Lines) < 3 || code.String() != c.Code {
		p.errorf(c.Pos.Line, "lines", "give at least three lines without blank ones between them, indented by steps of four spaces", "the lines of %s cannot be put in order", c.ID)
	}
}

// checkReasons checks that each wrong option of a quiz has a reason, or none has.
func (p *parser) checkReasons(c *Cell) {
	line := c.Pos.Line
	switch {
	case c.Reasons == nil:
		return
	case c.Kind != Quiz:
		p.errorf(line, "options", "", "reasons belong to quiz cells, not to %s", c.Kind)
		return
	case len(c.Reasons) > len(c.Options):
		p.errorf(line, "options", "", "a reason for option %d of %d", len(c.Reasons), len(c.Options))
		return
	}
	for len(c.Reasons) < len(c.Options) {
		c.Reasons = append(c.Reasons, "")
	}
	for i, reason := range c.Reasons {
		switch right := slices.Contains(c.Answers, i+1); {
		case right && reason != "":
			p.errorf(line, "options", "say it under why", "option %d is right and has a reason why it is wrong", i+1)
		case !right && reason == "":
			p.errorf(line, "options", "add it under wrong", "option %d is wrong and nothing says why", i+1)
		}
	}
}

// begins reports whether code sets the name to one of the values.
func (e Choice) begins(code string) bool {
	for _, line := range strings.Split(code, "\n") {
		if value, ok := strings.CutPrefix(line, e.Name+" = "); ok {
			value, _, _ = strings.Cut(value, "#")
			return slices.Contains(e.Values, strings.TrimSpace(value))
		}
	}
	return false
}

// yaml parses src, whose first line is line of the file, into a mapping; nil if it is empty or broken.
func (p *parser) yaml(src string, line int) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(src), &doc); err != nil {
		at, msg := line, strings.TrimPrefix(err.Error(), "yaml: ")
		var n int
		if _, scan := fmt.Sscanf(msg, "line %d: ", &n); scan == nil {
			at = line + n - 1
			_, msg, _ = strings.Cut(msg, ": ")
		}
		p.errorf(at, "yaml", "", "%s", msg)
		return nil
	}
	if len(doc.Content) == 0 {
		return nil
	}
	if m := doc.Content[0]; m.Kind == yaml.MappingNode {
		return m
	}
	p.errorf(line, "yaml", "write key: value", "settings are no mapping")
	return nil
}

// apply runs a table of settings over a mapping.
func apply[T any](p *parser, x T, m *yaml.Node, table map[string]setting[T], line int) {
	if m.Kind != yaml.MappingNode {
		p.errorf(line+m.Line-1, "yaml", "write {key: value}", "settings are no mapping")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(m.Content); i += 2 {
		key, value := m.Content[i], m.Content[i+1]
		at := line + key.Line - 1
		set, ok := table[key.Value]
		switch {
		case !ok:
			p.errorf(at, "option", "known: "+names(table), "unknown option %s", key.Value)
		case seen[key.Value]:
			p.errorf(at, "option", "", "option %s stands twice", key.Value)
		default:
			if err := set(x, value); err != nil {
				p.errorf(at, "option", "", "%s: %v", key.Value, err)
			}
		}
		seen[key.Value] = true
	}
}

func child(m *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return m.Content[i+1]
		}
	}
	return nil
}

// names lists a table's keys for a hint.
func names[V any](table map[string]V) string {
	var keys []string
	for k := range table {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return strings.Join(keys, ", ")
}

func ignore[T any](T, *yaml.Node) error { return nil }

func natural(dst *int, v *yaml.Node) error {
	if err := v.Decode(dst); err != nil || *dst < 0 {
		return fmt.Errorf("wants a number from 0 up")
	}
	return nil
}

func text(dst *string, v *yaml.Node) error {
	if v.Kind != yaml.ScalarNode {
		return fmt.Errorf("wants a text")
	}
	*dst = v.Value
	return nil
}

func texts(dst *[]string, v *yaml.Node) error {
	if v.Kind != yaml.SequenceNode {
		return fmt.Errorf("wants a list, as in [a, b]")
	}
	*dst = nil
	for _, item := range v.Content {
		var s string
		if err := text(&s, item); err != nil {
			return err
		}
		*dst = append(*dst, s)
	}
	return nil
}

func id(dst *string, v *yaml.Node) error {
	if !isID(v.Value) {
		return fmt.Errorf("wants a short name of small letters, digits and hyphens")
	}
	*dst = v.Value
	return nil
}

func kind(dst *Kind, v *yaml.Node) error {
	switch k := Kind(v.Value); k {
	case Demo, Predict, Exercise, Kernel, Order, Quiz, Tests, Solution, Right, Wrong:
		*dst = k
		return nil
	}
	return fmt.Errorf("unknown kind %q; known: demo, predict, exercise, kernel, order, quiz, tests, solution, right, wrong", v.Value)
}

func answers(dst *[]int, v *yaml.Node) error {
	var one int
	if v.Decode(&one) == nil {
		*dst = []int{one}
	} else if v.Decode(dst) != nil {
		return fmt.Errorf("wants the number of an option, from 1, or a list of them")
	}
	for _, n := range *dst {
		if n < 1 {
			return fmt.Errorf("options count from 1")
		}
	}
	return nil
}
