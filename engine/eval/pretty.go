package eval

import (
	"strings"
	"unicode/utf8"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file writes a value as text, as IPython does: IPython.lib.pretty (python/IPython/lib/pretty.py)
// lays out what is more than one short line. Most values are no more, so that they never
// get there: what decides is whether pretty and repr must agree.

// prettyWidth is how long a line may be, in code points.
const prettyWidth = 79

// shortItems is how many items of a short line are looked at.
const shortItems = 40

// plainText is the text/plain of a value.
func (e *Evaluator) plainText(t *object.Thread, v object.Value) (string, error) {
	if e.config.Reprs || e.reprs || scalar(v) && !e.floats {
		return object.Repr(t, v)
	}
	if left := shortItems; !e.floats && flat(v, &left) {
		text, err := object.Repr(t, v)
		if err != nil || utf8.RuneCountInString(text) <= prettyWidth && !strings.Contains(text, "\n") {
			return text, err
		}
	}
	pretty, err := interp.Import(t, "IPython.lib.pretty")
	if err != nil {
		return "", err
	}
	text, err := object.CallAttr(t, pretty, "pretty", v)
	if err != nil {
		return "", err
	}
	return object.ToStr(t, text)
}

// scalar reports whether v is a number, text or None, whose repr is one word.
func scalar(v object.Value) bool {
	switch v.Class() {
	case object.IntClass, object.FloatClass, object.BoolClass, object.StrClass, object.NoneClass:
		return true
	}
	return false
}

// flat reports whether v consists of lists, tuples and dicts of scalars, left of them at most.
func flat(v object.Value, left *int) bool {
	*left--
	switch {
	case *left < 0:
		return false
	case scalar(v):
		return true
	}
	switch v.Class() {
	case object.ListClass, object.TupleClass:
		for _, x := range items(v) {
			if !flat(x, left) {
				return false
			}
		}
		return true
	case object.DictClass:
		for k, x := range v.Object().(*object.Dict).All() {
			if !flat(k, left) || !flat(x, left) {
				return false
			}
		}
		return true
	}
	return false
}
