package script

import (
	"reflect"
	"strings"
	"testing"
)

func TestPercent(t *testing.T) {
	src := "# gputour: --devices sim:2 --script\nimport torch\n# %% a title\n\n# %% [markdown]\n# text\n# %% tags=[\"raises-exception\"]\n1/0\n# %%\nx"
	s, err := Parse("a.py", []byte(src), false)
	if err != nil {
		t.Fatal(err)
	}
	want := []Cell{
		{Code: "# gputour: --devices sim:2 --script\nimport torch\n", Line: 1},
		{Code: "1/0\n", Line: 8, Raises: true},
		{Code: "x", Line: 10},
	}
	if !reflect.DeepEqual(s.Cells, want) {
		t.Errorf("got %+v", s.Cells)
	}
	if got := strings.Join(s.Flags, " "); got != "--devices sim:2 --script" {
		t.Errorf("flags %q", got)
	}
}

func TestWhole(t *testing.T) {
	s, err := Parse("a.py", []byte("a\n# %%\nb\n"), true)
	if err != nil || len(s.Cells) != 1 || s.Cells[0].Code != "a\n# %%\nb\n" {
		t.Errorf("got %+v, %v", s, err)
	}
}

func TestNotebook(t *testing.T) {
	src := `{"cells": [
	  {"cell_type": "markdown", "source": "# T"},
	  {"cell_type": "code", "source": ["a = 1\n", "a"], "metadata": {}},
	  {"cell_type": "code", "source": "1/0", "metadata": {"tags": ["raises-exception"]}}], "nbformat": 4}`
	s, err := Parse("a.ipynb", []byte(src), false)
	want := []Cell{{Code: "a = 1\na", Line: 1}, {Code: "1/0", Line: 1, Raises: true}}
	if err != nil || !reflect.DeepEqual(s.Cells, want) {
		t.Errorf("got %+v, %v", s, err)
	}
	for _, bad := range []string{"", "[]", "{}", `{"cells":[{"cell_type":"code","source":3}]}`} {
		if _, err := Parse("a.ipynb", []byte(bad), false); err == nil {
			t.Errorf("%q was read as a notebook", bad)
		}
	}
}

func TestLesson(t *testing.T) {
	src := "---\ngputour: {lesson: a, lang: en, devices: [\"sim:4\"]}\n---\n# A\n```{code-cell} python\nx = 1\n```\n```{code-cell} python\n:gputour: {id: q, kind: quiz, options: [a, b], answer: 1}\n```\n"
	s, err := Parse("a.en.md", []byte(src), false)
	if err != nil || s.Devices != "sim:4" || len(s.Cells) != 1 || s.Cells[0].Line != 6 {
		t.Errorf("got %+v, %v", s, err)
	}
	if _, err := Parse("a.en.md", []byte("no lesson"), false); err == nil {
		t.Error("a broken lesson was read")
	}
}
