package traceback

import (
	"strings"
	"unicode"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file finds the "Did you mean" of NameError and AttributeError, with
// CPython's distance and limits (Python/suggestions.c).

const (
	moveCost      = 2
	caseCost      = 1
	maxCandidates = 750
	maxNameSize   = 40
)

// suggestion returns ". Did you mean: 'x'?" or "".
func suggestion(t *object.Thread, e *object.Exception) string {
	name, ok := object.AsStr(e.Field("name"))
	if !ok {
		return ""
	}
	best := ""
	switch v := e.Value(); {
	case object.AttributeError.Is(v):
		best = suggestAttr(t, e.Field("obj"), name)
	case object.NameError.Is(v):
		best = suggestName(t, e, name)
	}
	if best == "" {
		return ""
	}
	return ". Did you mean: '" + best + "'?"
}

// suggestAttr has nothing to say of a module that makes names when they are asked for: its list of them is not whole.
func suggestAttr(t *object.Thread, obj object.Value, name string) string {
	if m, ok := obj.Object().(*object.Module); ok {
		if _, lazy := m.Dict.Get("__getattr__"); lazy {
			return ""
		}
	}
	return closest(name, attributes(t, obj))
}

// attributes are the names that dir() gives of an object.
func attributes(t *object.Thread, obj object.Value) []string {
	if obj.IsNone() {
		return nil
	}
	fn, _ := t.Session.Builtins.Get("dir")
	if fn.IsNil() {
		return nil
	}
	list, err := object.Call(t, fn, obj)
	if err != nil {
		return nil
	}
	return stringsOf(t, list)
}

// stringsOf returns the strings among the elements of v.
func stringsOf(t *object.Thread, v object.Value) []string {
	items, err := object.Collect(t, v)
	if err != nil {
		return nil
	}
	var names []string
	for _, x := range items {
		if s, ok := object.AsStr(x); ok {
			names = append(names, s)
		}
	}
	return names
}

// suggestName looks among the variables of the function, the globals, the builtins.
func suggestName(t *object.Thread, e *object.Exception, name string) string {
	locals, globals, ok := interp.Scope(e)
	if !ok {
		return ""
	}
	for _, names := range [][]string{locals, globals, t.Session.Builtins.Names()} {
		if best := closest(name, names); best != "" {
			return best
		}
	}
	return ""
}

// closest returns the candidate nearest to name, "" if none is near enough.
func closest(name string, candidates []string) string {
	if len(candidates) >= maxCandidates {
		return ""
	}
	return Closest(name, candidates)
}

// Closest is the candidate that a name may have meant, "" where none is near; there may be any number.
func Closest(name string, candidates []string) string {
	best, bestDistance := "", int(^uint(0)>>1)
	for _, c := range candidates {
		if c == name {
			continue
		}
		limit := min((len(name)+len(c)+3)*moveCost/6, bestDistance-1)
		if d := distance(name, c, limit); d <= limit {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the weighted edit distance, or more than limit where it exceeds that.
func distance(a, b string, limit int) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if a == "" || b == "" {
		return (len(a) + len(b)) * moveCost
	}
	if len(a) > maxNameSize || len(b) > maxNameSize {
		return limit + 1
	}
	if len(b) < len(a) {
		a, b = b, a
	}
	if (len(b)-len(a))*moveCost > limit {
		return limit + 1
	}
	row := make([]int, len(a))
	for i := range row {
		row[i] = (i + 1) * moveCost
	}
	result := 0
	for j := range len(b) {
		diagonal := j * moveCost
		result = diagonal
		least := int(^uint(0) >> 1)
		for i := range len(a) {
			substitute := diagonal + substituteCost(b[j], a[i])
			diagonal = row[i]
			result = min(min(result, diagonal)+moveCost, substitute)
			row[i] = result
			least = min(least, result)
		}
		if least > limit {
			return limit + 1
		}
	}
	return result
}

func substituteCost(a, b byte) int {
	switch {
	case a == b:
		return 0
	case strings.EqualFold(string(rune(a)), string(rune(b))) && unicode.IsLetter(rune(a)):
		return caseCost
	}
	return moveCost
}

// Suggested is the name that a NameError may have meant, "" where none is near.
func Suggested(t *object.Thread, e *object.Exception) string {
	name, ok := object.AsStr(e.Field("name"))
	if !ok {
		return ""
	}
	return suggestName(t, e, name)
}

// SuggestedAttribute is the attribute of an object that a name may have meant, "" where none is near. Other
// than in a traceback, the object may have any number.
func SuggestedAttribute(t *object.Thread, of object.Value, name string) string {
	return Closest(name, attributes(t, of))
}
