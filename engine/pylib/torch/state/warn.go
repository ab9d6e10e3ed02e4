package state

import (
	"gputour/engine/interp"
	"gputour/engine/object"
)

// Warn shows a Python warning once.
func (s *Session) Warn(t *object.Thread, category, text string) { s.WarnOf(t, text, category, text) }

// WarnOf shows one warning of a kind.
func (s *Session) WarnOf(t *object.Thread, kind, category, text string) {
	if s.warned[kind] && !s.WarnAlways {
		return
	}
	s.warned[kind] = true
	WarnEach(t, category, text)
}

// WarnEach gives a warning each time, as far as Python's filters let it through.
func WarnEach(t *object.Thread, category, text string) {
	warnings, err := interp.Import(t, "warnings")
	if err == nil {
		class, _ := t.Session.Builtins.Get(category)
		_, _ = object.CallAttr(t, warnings, "warn", object.NewStr(text), class, object.Int(1))
	}
}
