// Package export writes the course for reading elsewhere: as Jupyter notebooks, and
// as a handout and slides in HTML that need neither server nor network.
//
// Solutions and hidden tests stay at home. They are in lesson.Entry.Secret, which
// this package never looks at.
package export

import (
	"encoding/base64"
	"fmt"
	"sort"
	"strings"

	"gputour/lessons/lesson"
)

// File is one file of an export.
type File struct {
	Name string
	Data []byte
}

// Formats are the names of the formats, with what writes a course in each.
var Formats = map[string]func(c *lesson.Course, lang string) ([]File, error){
	"ipynb":  Notebooks,
	"html":   Handout,
	"slides": Slides,
}

// book is the course in one language, as an export sees it.
type book struct {
	course *lesson.Course
	lang   string
	ending string          // of the files, such as ".ipynb"
	pages  map[string]bool // those that lessons lead to
}

func newBook(c *lesson.Course, lang, ending string) *book {
	return &book{course: c, lang: lang, ending: ending, pages: map[string]bool{}}
}

// fileName is what a lesson or page is called in the export.
func (b *book) fileName(name, lang string) string { return name + "." + lang + b.ending }

// link is the address of a link's target among the exported files. anchor makes the
// part behind # of a section.
func (b *book) link(target string, anchor func(lesson.Link) string) string {
	l, ok := lesson.ParseLink(target)
	if !ok {
		return target
	}
	if l.Page {
		b.pages[l.Name] = true
	}
	url := b.fileName(l.Name, l.Lang)
	if l.Section != "" {
		url += "#" + anchor(l)
	}
	return url
}

// linked lists the pages that lessons lead to.
func (b *book) linked() []string {
	var names []string
	for name := range b.pages {
		if b.course.Page(name, b.lang) != nil {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// image is a figure as a data URL, so that no file depends on another.
func (b *book) image(target string) string {
	name, ok := strings.CutPrefix(strings.TrimPrefix(target, "../"), lesson.FiguresFolder+"/")
	if !ok {
		return ""
	}
	f, ok := b.course.Figures[name]
	if !ok {
		return ""
	}
	return "data:" + f.Type + ";base64," + base64.StdEncoding.EncodeToString(f.Data)
}

// gpus says how many GPUs a lesson wants: "sim:4,memory=1GiB" wants four.
func gpus(l *lesson.Lesson) int {
	n := 0
	for _, spec := range l.Devices {
		fmt.Sscanf(spec, "sim:%d", &n)
	}
	return n
}

// visibleTests are the tests of an exercise that stand in the lesson.
func visibleTests(l *lesson.Lesson, exercise string) string {
	var code []string
	for _, c := range l.Cells() {
		if c.Kind == lesson.Tests && c.For == exercise {
			code = append(code, c.Code)
		}
	}
	return strings.Join(code, "\n\n")
}
