package app

import (
	"strings"

	"gputour/engine/wire"
)

// This file gives keys their meaning.

const twoKeys = 800 // ms within which the second of two keys must follow

// keyTables map chords to commands: those of command mode, and those that hold in
// editors too. The board has keys of its own, beside those of every page.
var commandKeys, boardKeys, editKeys map[string]string

func init() {
	commandKeys, boardKeys, editKeys = map[string]string{}, map[string]string{}, map[string]string{}
	for _, spec := range Commands {
		for _, k := range spec.Keys {
			switch {
			case spec.Group == "board":
				boardKeys[k] = spec.Name
			case spec.Name == "palette" || spec.Name == "shortcuts":
				boardKeys[k] = spec.Name
				fallthrough
			default:
				commandKeys[k] = spec.Name
			}
		}
		for _, k := range spec.Edit {
			editKeys[k] = spec.Name
		}
	}
}

// key carries out a key press; false leaves it to the browser.
func (s *State) key(k Key) bool {
	if s.Dialog.Kind != NoDialog {
		return s.dialogKey(k)
	}
	chord := upper(k.Chord)
	if do := timelineKeys[chord]; do != nil && k.In == "timeline" {
		do(s)
		return true
	}
	if s.replayKey(k, chord) || s.lineKey(&k, chord) {
		return true
	}
	if k.In == "timeline" || strings.HasPrefix(k.In, "replay ") {
		k.In = "page"
	}
	if name, ok := editKeys[chord]; ok && k.In != "input" {
		if chord == "Escape" && k.In == "page" {
			return s.escape()
		}
		s.act(Act{Name: name, Cell: k.Cell})
		return true
	}
	switch {
	case k.In != "page":
		return false
	case s.isBoard():
		return s.commandKey(chord, boardKeys)
	case s.Watched() && watchKeys[chord] != "" && (s.OneKeys || len(chord) > 1):
		s.act(Act{Name: watchKeys[chord]})
		return true
	case len(s.Doc) == 0 && !pageWide[commandKeys[chord]]:
		return false
	}
	return s.commandKey(chord, commandKeys)
}

// pageWide commands have keys on pages without cells too.
var pageWide = map[string]bool{"palette": true, "shortcuts": true, "search": true}

// commandKey handles command mode, two-key shortcuts included.
func (s *State) commandKey(chord string, keys map[string]string) bool {
	if !s.OneKeys && !strings.Contains(chord, "+") && len(chord) == 1 {
		return false
	}
	two := s.lastKey + " " + chord
	if name, ok := keys[two]; ok && s.lastKey != "" && s.Now-s.lastKeyAt <= twoKeys {
		s.lastKey = ""
		s.act(Act{Name: name})
		return true
	}
	s.lastKey, s.lastKeyAt = chord, s.Now
	if name, ok := keys[chord]; ok && s.Offered(commandByName[name]) {
		s.act(Act{Name: name})
		return true
	}
	_, first := keys[chord+" "+chord]
	return first
}

// escape closes what lies above the page.
func (s *State) escape() bool {
	switch {
	case s.several() != nil:
		s.unpick()
	case s.Menu:
		s.setMenu(false)
	case s.Sheet:
		s.setSheet(false)
	case s.Present:
		s.togglePresent()
	case s.Class != nil && s.Class.Follows():
		s.act(Act{Name: "unfollow"})
	case s.Watched():
		s.act(Act{Name: "to-board"})
	default:
		return false
	}
	return true
}

// upper writes a single letter in upper case: shortcuts do not mind Caps Lock.
func upper(chord string) string {
	i := strings.LastIndexByte(chord, '+')
	if last := chord[i+1:]; len(last) == 1 && last[0] >= 'a' && last[0] <= 'z' {
		return chord[:i+1] + strings.ToUpper(last)
	}
	return chord
}

func (s *State) takePen() {
	s.send(wire.Request(wire.Pen, &wire.PenBody{}))
}
