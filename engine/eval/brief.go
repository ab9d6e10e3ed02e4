package eval

import (
	"strings"

	"gputour/engine/eval/cell"
	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file answers what a line beside the code says of a name: how it is called, and what it is.

// inBrief answers InspectCall and InspectName.
func (e *Evaluator) inBrief(code string, cursor, detail int) wire.InspectReplyBody {
	name, given := cell.NameAround(code, cursor), cell.Argument{At: -1}
	if detail == wire.InspectCall {
		name, given = cell.CallAround(code, cursor)
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
		b = cell.Definition(code, name)
	}
	if b == nil {
		return wire.InspectReplyBody{}
	}
	for i := range b.Calls {
		b.Calls[i].Active = given.Among(b.Calls[i].Parameters)
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
	return ok || !cell.IsName(root)
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
