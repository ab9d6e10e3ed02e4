package eval

import (
	"strings"

	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file answers what a line beside the code says of a name: how it is called, and what it is.

// inBrief answers InspectCall and InspectName.
func (e *Evaluator) inBrief(code string, cursor, detail int) wire.InspectReplyBody {
	name, given := nameAround(code, cursor), argument{at: -1}
	if detail == wire.InspectCall {
		name, given = callAround(code, cursor)
	}
	if name == "" {
		return wire.InspectReplyBody{}
	}
	found := make(chan *wire.Brief, 1)
	e.look(func(t *object.Thread) {
		if v, ok := e.resolveIn(t, code, name); ok {
			b := briefOf(t, name, v)
			b.Tensors = e.chips(v)
			b.Unrun = !e.defined(name)
			found <- b
		}
	})
	var b *wire.Brief
	select {
	case b = <-found:
	default:
		b = written(code, name)
	}
	if b == nil {
		return wire.InspectReplyBody{}
	}
	for i := range b.Calls {
		b.Calls[i].Active = given.among(b.Calls[i].Parameters)
	}
	return wire.InspectReplyBody{Found: true, Brief: b}
}

// defined reports whether an expression's first name is there.
func (e *Evaluator) defined(expression string) bool {
	root, _, _ := strings.Cut(expression, ".")
	if _, ok := e.main.Get(root); ok {
		return true
	}
	_, ok := e.session.Builtins.Get(root)
	return ok || !identifier().MatchString(root)
}

// briefOf asks the module _help about an object.
func briefOf(t *object.Thread, name string, v object.Value) *wire.Brief {
	b := &wire.Brief{Name: name, Type: object.TypeName(v)}
	res, err := callHelp(t, "brief", v)
	if err != nil {
		return b
	}
	fields := items(res)
	if len(fields) != 4 {
		return b
	}
	for _, way := range items(fields[0]) {
		pair := items(way)
		call := wire.Call{Parameters: []string{}}
		for _, p := range items(pair[0]) {
			text, _ := object.AsStr(p)
			call.Parameters = append(call.Parameters, text)
		}
		call.Returns, _ = object.AsStr(pair[1])
		b.Calls = append(b.Calls, call)
	}
	b.Doc, _ = object.AsStr(fields[1])
	b.Type, _ = object.AsStr(fields[2])
	b.Value, _ = object.AsStr(fields[3])
	return b
}

// argument is which argument of a call is being written: the n-th, or the one with a keyword.
type argument struct {
	at      int // -1: none
	keyword string
}

// among is the place of the parameter that takes the argument, -1 for none.
func (a argument) among(parameters []string) int {
	if a.at < 0 {
		return -1
	}
	n := 0
	for i, p := range parameters {
		name := wordStart().FindString(strings.TrimLeft(p, "*"))
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
		case n == a.at:
			return i
		default:
			n++
		}
	}
	return -1
}

var (
	identifier = pattern(`^[\pL_][\pL\pN_]*$`)
	wordStart  = pattern(`^[\pL_][\pL\pN_]*`)
	keywordArg = pattern(`^\s*([\pL_][\pL\pN_]*)\s*=(?:[^=]|$)`)
)

// callAround is the function among whose arguments a cursor stands, and which one it stands in.
func callAround(code string, cursor int) (string, argument) {
	r := readerBefore(code, cursor)
	if r.scan(); r.comment {
		return "", argument{at: -1}
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
	return "", argument{at: -1}
}

var definition = pattern(`(?:^|\s)(?:def|class)\s+[\pL\pN_]+$`)

// argumentAt is the argument that the end of the text stands in, of the call that opens at open.
func (r *reader) argumentAt(open int) argument {
	ends := map[int]int{}
	for end, begin := range r.pair {
		ends[begin] = end
	}
	a, begin := argument{}, open+1
	for i := open + 1; i < len(r.text); i++ {
		if end, ok := ends[i]; ok {
			i = end
			continue
		}
		if c := r.text[i]; c == '(' || c == '[' || c == '{' || r.quote != "" && i == r.quoteAt {
			break // not closed: the rest stands in it
		} else if c == ',' {
			a.at++
			begin = i + 1
		}
	}
	if m := keywordArg().FindStringSubmatch(string(r.text[begin:])); m != nil {
		a.keyword = m[1]
	}
	return a
}
