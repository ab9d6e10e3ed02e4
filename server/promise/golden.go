package promise

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gputour/lessons/lesson"
)

// This file keeps golden outputs: testdata/LESSON@SPEC.golden beside the lessons (LESSON.LANG
// where the code differs between languages), a text of parts
//
//	-- cell-id --
//	what the cell printed
//
// which is rewritten by Update and reviewed as a diff.

// Goldens is the folder of golden files.
type Goldens struct {
	Dir   string
	Files fs.FS // where Dir is; nil is the system's
}

// golden is one file's parts, in order.
type golden struct {
	order []string
	parts map[string]string
}

func (g *golden) get(cell string) (string, bool) {
	text, ok := g.parts[cell]
	return text, ok
}

func (g *golden) set(cell, text string) {
	g.order = append(g.order, cell)
	g.parts[cell] = text
}

func (d Goldens) file(l *lesson.Lesson, spec string) string {
	name := l.ID
	for _, c := range l.Cells() {
		if c.Localized {
			name = l.ID + "." + l.Lang
		}
	}
	on := strings.NewReplacer(":", "-", ",", "-", "=", "-").Replace(spec)
	return filepath.Join(d.Dir, name+"@"+on+".golden")
}

// read returns the golden parts of a lesson; there are none when there is no file yet.
func (d Goldens) read(l *lesson.Lesson, spec string) (*golden, error) {
	g := &golden{parts: map[string]string{}}
	read := os.ReadFile
	if d.Files != nil {
		read = func(name string) ([]byte, error) { return fs.ReadFile(d.Files, filepath.ToSlash(name)) }
	}
	data, err := read(d.file(l, spec))
	if errors.Is(err, fs.ErrNotExist) {
		return g, nil
	}
	if err != nil {
		return nil, err
	}
	cell := ""
	for _, line := range strings.SplitAfter(string(data), "\n") {
		if name, ok := separator(line); ok {
			cell = name
			g.parts[cell] = ""
			continue
		}
		if cell != "" {
			g.parts[cell] += line
		}
	}
	return g, nil
}

// separator reads a line "-- cell-id --".
func separator(line string) (cell string, ok bool) {
	line = strings.TrimSuffix(line, "\n")
	rest, ok := strings.CutPrefix(line, "-- ")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, " --")
}

// write stores the parts, or removes the file when there are none.
func (d Goldens) write(l *lesson.Lesson, spec string, g *golden) error {
	file := d.file(l, spec)
	if len(g.order) == 0 {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	var b strings.Builder
	for _, cell := range g.order {
		fmt.Fprintf(&b, "-- %s --\n%s", cell, g.parts[cell])
		if text := g.parts[cell]; text != "" && !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	if err := os.MkdirAll(d.Dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}
