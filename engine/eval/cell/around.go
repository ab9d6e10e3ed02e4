package cell

import (
	"strings"

	"gputour/engine/pattern"
)

// This file finds what a cursor stands in: a name, or an argument of a call.

var wordRest = pattern.Lazy(`^[\pL\pN_]*`)

// NameAround is the dotted name that a cursor stands in, or the function whose
// arguments it stands among.
func NameAround(code string, cursor int) string {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	rest := wordRest().FindString(string(runes[cursor:]))
	place := TypedBefore(code, cursor+len([]rune(rest)))
	switch {
	case place.Kind == Attribute && place.Object != "" && place.Prefix != "":
		return place.Object + "." + place.Prefix
	case place.Kind == Name && place.Prefix != "":
		return place.Prefix
	case place.Kind == Name:
		return place.Call
	}
	return ""
}

// Argument is which argument of a call is being written: the n-th, or the one with a keyword.
type Argument struct {
	At      int // -1: none
	keyword string
}

// Among is the place of the parameter that takes the argument, -1 for none.
func (a Argument) Among(parameters []string) int {
	if a.At < 0 {
		return -1
	}
	n := 0
	for i, p := range parameters {
		name := FirstName(strings.TrimLeft(p, "*"))
		switch {
		case a.keyword != "":
			if name == a.keyword || strings.HasPrefix(p, "**") {
				return i
			}
		case p == "/":
		case p == "*":
			return -1
		case strings.HasPrefix(p, "*"):
			return i
		case n == a.At:
			return i
		default:
			n++
		}
	}
	return -1
}

var (
	identifier = pattern.Lazy(`^[\pL_][\pL\pN_]*$`)
	wordStart  = pattern.Lazy(`^[\pL_][\pL\pN_]*`)
	keywordArg = pattern.Lazy(`^\s*([\pL_][\pL\pN_]*)\s*=(?:[^=]|$)`)
)

// IsName tells whether a text is one name.
func IsName(s string) bool { return identifier().MatchString(s) }

// FirstName is the name that a text begins with, "" for none.
func FirstName(s string) string { return wordStart().FindString(s) }

// CallAround is the function among whose arguments a cursor stands, and which one it stands in.
func CallAround(code string, cursor int) (string, Argument) {
	r := readerBefore(code, cursor)
	if r.scan(); r.comment {
		return "", Argument{At: -1}
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.text[r.open[i]] != '(' {
			continue
		}
		name := r.expression(r.open[i])
		if name == "" || definition().MatchString(string(r.text[:r.open[i]])) {
			continue // brackets, or the parameters of a def
		}
		return name, r.argumentAt(r.open[i])
	}
	return "", Argument{At: -1}
}

var definition = pattern.Lazy(`(?:^|\s)(?:def|class)\s+[\pL\pN_]+$`)

// argumentAt is the argument that the end of the text stands in, of the call that opens at open.
func (r *reader) argumentAt(open int) Argument {
	ends := map[int]int{}
	for end, begin := range r.pair {
		ends[begin] = end
	}
	a, begin := Argument{}, open+1
	for i := open + 1; i < len(r.text); i++ {
		if end, ok := ends[i]; ok {
			i = end
			continue
		}
		if c := r.text[i]; c == '(' || c == '[' || c == '{' || r.quote != "" && i == r.quoteAt {
			break // not closed: the rest stands in it
		} else if c == ',' {
			a.At++
			begin = i + 1
		}
	}
	if m := keywordArg().FindStringSubmatch(string(r.text[begin:])); m != nil {
		a.keyword = m[1]
	}
	return a
}
