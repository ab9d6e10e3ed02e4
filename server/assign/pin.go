package assign

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing/fstest"

	"gputour/lessons/lesson"
	"gputour/server/store"
)

// This file pins a lesson: an assignment keeps the files that it was made from, so that a lesson may change meanwhile.

// ErrLesson is the error of a lesson that is not there or not sound.
var ErrLesson = errors.New("there is no such lesson, or it has errors")

// Pin reads the files of a lesson, apart from other answers, which no test needs. The same files have the same digest.
func Pin(files fs.FS, id string) (store.AddContent, error) {
	kept := map[string]string{}
	for _, part := range append([]string{"solution", "tests"}, lesson.Languages...) {
		name := id + "." + part + ".md"
		data, err := fs.ReadFile(files, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return store.AddContent{}, fmt.Errorf("%s: %w", name, err)
		default:
			kept[name] = string(data)
		}
	}
	data, err := json.Marshal(kept) // by name
	if err != nil {
		return store.AddContent{}, err
	}
	if _, err := Unpin(data, id); err != nil {
		return store.AddContent{}, err
	}
	return store.AddContent{Digest: sha256.Sum256(data), Data: data}, nil
}

// Unpin is the lesson that was pinned.
func Unpin(data []byte, id string) (*lesson.Entry, error) {
	var kept map[string]string
	if err := json.Unmarshal(data, &kept); err != nil {
		return nil, fmt.Errorf("%s: %w", id, err)
	}
	files := fstest.MapFS{}
	for name, text := range kept {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if e := lesson.Load(files).Entry(id); e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("%s: %w", id, ErrLesson)
}

// Test is one test of an exercise as its author wrote it.
type Test struct {
	Key   string // of a store.Part
	Title string
}

// testHead is a test function with the beginning of its docstring.
var testHead = regexp.MustCompile(`(?m)^def (test_\w+)\([^)]*\)[^:\n]*:[ \t]*(?:\n[ \t]+(?:"""|'''|"|')([^"'\n]+))?`)

// TestsOf lists the tests of an exercise, the visible ones first. A cell that has no function is one test.
func TestsOf(e *lesson.Entry, exercise string) []Test {
	var tests []Test
	add := func(c *lesson.Cell, hidden bool) {
		heads := testHead.FindAllStringSubmatch(c.Code, -1)
		for _, m := range heads {
			title := strings.TrimSpace(m[2])
			if title == "" {
				title = strings.ReplaceAll(strings.TrimPrefix(m[1], "test_"), "_", " ")
			}
			tests = append(tests, Test{Key(m[1], hidden), title})
		}
		if len(heads) == 0 {
			tests = append(tests, Test{Key("", hidden), c.ID})
		}
	}
	for _, c := range e.Lang("").Cells() {
		if c.Kind == lesson.Tests && c.For == exercise {
			add(c, false)
		}
	}
	for _, c := range e.Secret.Tests[exercise] {
		add(c, true)
	}
	return tests
}

// Exercises are the cells of a lesson that an assignment may ask for.
func Exercises(l *lesson.Lesson) []*lesson.Cell {
	var cells []*lesson.Cell
	for _, c := range l.Cells() {
		if c.IsExercise() {
			cells = append(cells, c)
		}
	}
	return cells
}

// ItemOf is what an exercise asks for where nobody says otherwise: all of its points by its tests, shared equally. An
// exercise without tests has its points by hand.
func ItemOf(e *lesson.Entry, c *lesson.Cell, most store.Points) store.Item {
	item := store.Item{Cell: c.ID, Max: most}
	tests := TestsOf(e, c.ID)
	for i, p := range Split(most, len(tests)) {
		item.Parts = append(item.Parts, store.Part{Test: tests[i].Key, Points: p})
	}
	return item
}

// Carry is what of some items a new version of their lesson still has. A test that is new is worth nothing until somebody says
// otherwise, and the points of one that is gone are given by hand.
func Carry(items []store.Item, e *lesson.Entry) []store.Item {
	var carried []store.Item
	for _, i := range items {
		if e.Lang("").Cell(i.Cell) == nil {
			continue
		}
		worth := map[string]store.Points{}
		for _, p := range i.Parts {
			worth[p.Test] = p.Points
		}
		i.Parts = nil
		for _, t := range TestsOf(e, i.Cell) {
			i.Parts = append(i.Parts, store.Part{Test: t.Key, Points: worth[t.Key]})
		}
		carried = append(carried, i)
	}
	return carried
}
