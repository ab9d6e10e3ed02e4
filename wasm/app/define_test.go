package app

import (
	"testing"

	"gputour/engine/wire"
)

func TestBinds(t *testing.T) {
	for _, c := range []struct {
		code string
		want bool
	}{
		{"lines = 1", true}, {"a, lines = f()", true}, {"lines: int = 3", true}, {"lines += 1", true}, {"(lines, b) = c", true},
		{"def lines(x):", true}, {"class lines: pass", true}, {"import lines", true}, {"import numpy as lines", true}, {"from a import b, lines", true},
		{"for lines in x:", true}, {"with open(x) as lines:", true}, {"x = 1\nlines = !nvidia-smi", true},
		{"print(lines)", false}, {"lines == 3", false}, {"import lines as l", false}, {"from lines import x", false}, {"def f(lines):", false},
		{"    lines = 1", false}, {"x = lines", false}, {"lines[0] = 1", false}, {"", false}, {"    ", false},
	} {
		if got := binds(c.code, "lines"); got != c.want {
			t.Errorf("%q binds lines: %v", c.code, got)
		}
	}
}

func TestMissingNameIsTracedToItsCell(t *testing.T) {
	b := online(t)
	b.s.Cells["a"].Code = "z = 3"
	if def := b.s.Defines("z", b.s.Cells["b"]); def == nil || def.ID != "a" {
		t.Fatalf("z is defined by %v", def)
	}
	b.do(Act{Name: "run-both", Cell: "b", Value: "a"})
	var ran []string
	for _, m := range b.sent {
		if m.Type == wire.Execute {
			ran = append(ran, m.Cell)
		}
	}
	if len(ran) != 2 || ran[0] != "a" || ran[1] != "b" {
		t.Errorf("ran %v", ran)
	}
	if def := b.s.Defines("z", b.s.Cells["a"]); def != nil {
		t.Error("a cell does not define what it needs itself")
	}
}
