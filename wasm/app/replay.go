package app

import (
	"strconv"
	"strings"
)

// This file moves in what was recorded to be stepped through, and has it recorded.

// replayKeys are the keys while a recording has the keyboard.
var replayKeys = map[string]string{"ArrowRight": "next", "ArrowDown": "next", "ArrowLeft": "back", "ArrowUp": "back", "Home": "first", "End": "last"}

// replay moves in the recording that is output n of a cell.
func (s *State) replay(c *Cell, n int, how string) {
	if c == nil || n < 0 || n >= len(c.Outputs) || c.Outputs[n].Replay == nil {
		return
	}
	r := c.Outputs[n].Replay
	if what, _, _ := strings.Cut(how, " "); r.Launch == nil && (what == "warp" || what == "block" || what == "lane" || what == "barrier") {
		return
	}
	r.Move(how)
	c.Outputs[n].Rev++
	s.changed(c)
}

// replayAct is a button's "0 next".
func (s *State) replayAct(c *Cell, value string) {
	number, how, _ := strings.Cut(value, " ")
	if n, err := strconv.Atoi(number); err == nil {
		s.replay(c, n, how)
	}
}

// replayTyped is a slider's or a list's "replay CELL 0 at", with its value.
func (s *State) replayTyped(field, value string) bool {
	parts := strings.Fields(field)
	if len(parts) != 4 || parts[0] != "replay" {
		return false
	}
	s.replayAct(s.cell(parts[1]), parts[2]+" "+parts[3]+" "+value)
	return true
}

// replayKey is a key where data-keys is "replay CELL 0".
func (s *State) replayKey(k Key, chord string) bool {
	parts, how := strings.Fields(k.In), replayKeys[chord]
	if len(parts) != 3 || how == "" {
		return false
	}
	s.replayAct(s.cell(parts[1]), parts[2]+" "+how)
	return true
}

// stepThrough runs a cell and records it; a kernel's launch is stepped through by its name.
func (s *State) stepThrough(c *Cell) {
	if !c.Note {
		s.stepping = true
		s.execute(c, false)
		s.stepping = false
	}
}

// stepKernel shows the last launch of a kernel step by step, in a cell of its own.
func (s *State) stepKernel(name string) {
	c := newCell(s.ownID(), "import gputour.cuda\ngputour.cuda.step("+name+")")
	s.insert(c, true)
	s.execute(c, false)
	s.do(FocusBlock{"c-" + c.ID})
}

// HasKernel reports whether a cell of the notebook defines a kernel of that name.
func (s *State) HasKernel(name string) bool {
	for _, c := range s.Cells {
		if strings.HasPrefix(c.Code, "%%cuda") && strings.Contains(c.Code, "__global__") && strings.Contains(c.Code, " "+name+"(") {
			return true
		}
	}
	return false
}
