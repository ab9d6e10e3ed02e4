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

// TestOddFiles reads what editors and other programs write.
func TestOddFiles(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"a byte order mark", "a.py", "\ufeffx = 1\n", "x = 1\n"},
		{"a notebook with one", "a.ipynb", "\ufeff" + `{"cells": [{"cell_type": "code", "source": "x"}]}`, "x"},
		{"Latin-1", "a.py", "#!/usr/bin/python\n# -*- coding: latin-1 -*-\nx = '\xe9'\n", "#!/usr/bin/python\n# -*- coding: latin-1 -*-\nx = 'é'\n"},
		{"no text", "a.py", "x = 1\ny = '\xff'\n", "a.py: line 2: not UTF-8: byte 0xff"},
		{"broken JSON", "a.ipynb", "{\n\"cells\": [\n", "a.ipynb is no notebook: line 3: unexpected end of JSON input"},
		{"an empty notebook", "a.ipynb", " ", "a.ipynb is no notebook: it is empty"},
		{"a list", "a.ipynb", "[]", "a.ipynb is no notebook: it must be an object, not array"},
		{"cells of another kind", "a.ipynb", `{"cells": 3}`, "a.ipynb is no notebook: cells must not be number"},
		{"an old notebook", "a.ipynb", `{"worksheets": [], "nbformat": 3}`, "a.ipynb is no notebook: it is written in nbformat 3; Jupyter writes it anew as nbformat 4 when it saves it"},
	} {
		s, err := Parse(c.file, []byte(c.text), false)
		got := ""
		if err != nil {
			got = err.Error()
		} else if len(s.Cells) == 1 {
			got = s.Cells[0].Code
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
