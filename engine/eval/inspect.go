package eval

import (
	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// This file answers help: name? and name??, and the page's tooltip.

// Inspect implements session.Evaluator.
func (e *Evaluator) Inspect(code string, cursor, detail int) wire.InspectReplyBody {
	if detail == wire.InspectCall || detail == wire.InspectName {
		return e.inBrief(code, cursor, detail)
	}
	if detail == wire.InspectTensor {
		return e.tensorText(code)
	}
	if detail == wire.InspectTable {
		return e.inspectTable(code)
	}
	name := cell.NameAround(code, cursor)
	if name == "" {
		return wire.InspectReplyBody{}
	}
	text := make(chan string, 1)
	e.look(func(t *object.Thread) {
		if v, ok := e.resolveIn(t, code, name); ok {
			text <- helpText(t, name, v, detail)
		}
	})
	select {
	case text := <-text:
		return wire.InspectReplyBody{Found: true, Data: wire.Bundle{"text/plain": text}}
	default:
		return wire.InspectReplyBody{}
	}
}

// tensorText is what the tensor of that name holds, as print shows it.
func (e *Evaluator) tensorText(name string) (b wire.InspectReplyBody) {
	text := make(chan string, 1)
	e.look(func(t *object.Thread) {
		found := e.tensorNamed(name)
		if found == nil {
			return
		}
		if s, err := object.Repr(t, values.Wrap(found)); err == nil {
			text <- s
		}
	})
	select {
	case s := <-text:
		return wire.InspectReplyBody{Found: true, Data: wire.Bundle{"text/plain": s}}
	default:
		return b
	}
}

// tensorNamed is the tensor that the placement calls so, nil for none; it is called from a look.
func (e *Evaluator) tensorNamed(name string) (found *tensor.Tensor) {
	w := &placer{e: e, blocks: map[*tensor.Storage]*wire.Block{}, seen: map[object.Object]bool{}, left: maxSeen}
	w.note = func(n, _ string, x *tensor.Tensor) {
		if n == name && found == nil {
			found = x
		}
	}
	for global, v := range e.main.Glance() {
		w.walk(global, v, maxDepth)
	}
	return found
}

// helpText is what `name?` prints; with detail 1 the source stands in the place of the docstring.
func helpText(t *object.Thread, name string, v object.Value, detail int) string {
	res, err := callHelp(t, "info", object.NewStr(name), v, object.Int(int64(detail)))
	if err != nil {
		return object.TypeName(v)
	}
	text, _ := object.AsStr(res)
	return text
}

// callHelp calls a function of the module _help.
func callHelp(t *object.Thread, what string, args ...object.Value) (object.Value, error) {
	help, err := interp.Import(t, "_help")
	if err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, help, what, args...)
}
