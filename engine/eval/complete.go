package eval

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/object/char"
	"gputour/engine/pattern"
	"gputour/engine/pylib/std"
	"gputour/engine/wire"
)

// This file answers completion from the live objects; see look.go for how that is
// safe. When the run cannot let it in, it answers what it last knew.

// maxMatches are offered at once, of maxKeys keys.
const (
	maxMatches = 200
	maxKeys    = 2000
)

// names are what completion knew when it last looked.
type names struct {
	mu    sync.Mutex
	known map[string][]wire.Completion // by what was asked
}

// remember keeps a list; few are kept.
func (n *names) remember(what string, list []wire.Completion) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil || len(n.known) > 64 {
		n.known = map[string][]wire.Completion{"": n.known[""]}
	}
	n.known[what] = list
}

func (n *names) recall(what string) []wire.Completion {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.known[what]
}

// Complete implements session.Evaluator.
func (e *Evaluator) Complete(code string, cursor int) wire.CompleteReplyBody {
	place := cell.TypedBefore(code, cursor)
	reply := wire.CompleteReplyBody{Start: cursor - len([]rune(place.Prefix)), End: cursor, Matches: []wire.Completion{}}
	switch place.Kind {
	case cell.Nothing:
	case cell.Magic:
		reply.Matches = matching(e.known("%", e.magics), place.Prefix)
	case cell.Module:
		reply.Matches = matching(e.modules(place.Prefix), place.Prefix)
	case cell.ModuleName:
		reply.Matches = matching(e.known("import "+place.Object, func(t *object.Thread) []wire.Completion { return e.exports(t, place.Object) }), place.Prefix)
	case cell.Attribute:
		reply.Matches = matching(e.known(place.Object+".", func(t *object.Thread) []wire.Completion { return e.members(t, code, place.Object) }), place.Prefix)
	case cell.Key:
		list := e.known(place.Object+"["+place.Quote, func(t *object.Thread) []wire.Completion { return e.keys(t, place.Object, place.Quote) })
		if place.Quote == "" && len(list) == 0 {
			list = e.known("", e.globals)
		}
		reply.Matches = matching(list, place.Prefix)
	case cell.Name:
		reply.Matches = e.nameMatches(code, cursor, place)
	}
	return reply
}

// nameMatches offers the arguments of the call that the cursor stands in, then names.
func (e *Evaluator) nameMatches(code string, cursor int, place cell.Typed) []wire.Completion {
	var list []wire.Completion
	if place.Call != "" {
		arguments := e.known(place.Call+"(", func(t *object.Thread) []wire.Completion { return e.arguments(t, code, place.Call) })
		list = matching(slices.DeleteFunc(slices.Clone(arguments), func(c wire.Completion) bool {
			return slices.Contains(place.Given, strings.TrimSuffix(c.Text, "="))
		}), place.Prefix)
	}
	list = append(list, matching(append(e.known("", e.globals), cell.NamesBefore(code, cursor)...), place.Prefix)...)
	return list[:min(len(list), maxMatches)]
}

// known looks, or recalls what the last look at the same thing saw.
func (e *Evaluator) known(what string, look func(*object.Thread) []wire.Completion) []wire.Completion {
	answer := make(chan []wire.Completion, 1)
	if !e.look(func(t *object.Thread) { answer <- look(t) }) {
		return e.names.recall(what)
	}
	select {
	case list := <-answer:
		e.names.remember(what, list)
		return list
	default: // it panicked
		return nil
	}
}

// globals lists variables, builtins and keywords.
func (e *Evaluator) globals(*object.Thread) []wire.Completion {
	var list []wire.Completion
	for _, ns := range []*object.Namespace{e.main, e.session.Builtins} {
		for name, v := range ns.All() {
			list = append(list, wire.Completion{Text: name, Kind: kindOf(v), Detail: object.TypeName(v)})
		}
	}
	for _, word := range cell.Keywords {
		list = append(list, wire.Completion{Text: word, Kind: "keyword"})
	}
	return list
}

func kindOf(v object.Value) string {
	switch v.Object().(type) {
	case *object.Class:
		return "class"
	case *object.Module:
		return "module"
	case *object.Builtin, *object.BoundMethod, *interp.Function:
		return "function"
	}
	return "variable"
}

// magics lists what % and %% know.
func (e *Evaluator) magics(t *object.Thread) []wire.Completion {
	shell, err := e.getIPython(t, nil)
	if err != nil {
		return nil
	}
	var list []wire.Completion
	for _, table := range []struct{ mark, name string }{{"%", "line_magics"}, {"%%", "cell_magics"}} {
		v, err := object.GetAttr(t, shell, table.name)
		if magics, ok := v.Object().(*object.Dict); err == nil && ok {
			for k := range magics.All() {
				name, _ := object.AsStr(k)
				list = append(list, wire.Completion{Text: table.mark + name, Kind: "function"})
			}
		}
	}
	return list
}

// modules lists the modules that can be imported, those below a package only once it is named.
func (e *Evaluator) modules(prefix string) []wire.Completion {
	depth := strings.Count(prefix, ".")
	var list []wire.Completion
	for _, m := range library() {
		if strings.Count(m.Name, ".") <= depth && !std.Absent(m.Name) {
			list = append(list, wire.Completion{Text: m.Name, Kind: "module"})
		}
	}
	return list
}

// exported finds the names that a module written in Python binds.
var exported = pattern.Lazy(`(?m)^(?:(def|class)\s+([A-Za-z]\w*)|([A-Za-z]\w*)\s*(?::[^=\n]*)?=[^=])`)

// exports lists what `from module import` can take.
func (e *Evaluator) exports(t *object.Thread, module string) []wire.Completion {
	var list []wire.Completion
	for _, m := range library() {
		if rest, ok := strings.CutPrefix(m.Name, module+"."); ok && !strings.Contains(rest, ".") {
			list = append(list, wire.Completion{Text: rest, Kind: "module"})
		}
	}
	if v, ok := e.session.Modules.GetStr(module); ok {
		return append(list, membersOf(t, v)...)
	}
	for _, m := range library() {
		if m.Name != module {
			continue
		}
		for _, found := range exported().FindAllStringSubmatch(m.Text(), -1) {
			kind := map[string]string{"def": "function", "class": "class", "": "variable"}[found[1]]
			list = append(list, wire.Completion{Text: found[2] + found[3], Kind: kind})
		}
	}
	return list
}

// members lists the attributes of what an expression stands for.
func (e *Evaluator) members(t *object.Thread, code, expression string) []wire.Completion {
	v, ok := e.resolveIn(t, code, expression)
	if !ok {
		return nil
	}
	return membersOf(t, v)
}

func membersOf(t *object.Thread, v object.Value) []wire.Completion {
	dir, err := object.Dir(t, v)
	if err != nil {
		return nil
	}
	var list []wire.Completion
	for _, item := range items(dir) {
		if name, ok := object.AsStr(item); ok {
			list = append(list, wire.Completion{Text: name, Kind: memberKind(v, name)})
		}
	}
	return list
}

// memberKind tells what an attribute is as far as the class or module says so; no
// property is run for it.
func memberKind(v object.Value, name string) string {
	if m, ok := v.Object().(*object.Module); ok {
		if x, ok := m.Dict.Get(name); ok {
			return kindOf(x)
		}
		return ""
	}
	c := v.Class()
	if k, ok := v.Object().(*object.Class); ok {
		c = k
	}
	if x, ok := c.Lookup(name); ok {
		if kind := kindOf(x); kind != "variable" {
			return kind
		}
	}
	return "property"
}

// keys lists the keys of a dictionary: as literals, or, when a quote has been
// typed, what can follow it.
func (e *Evaluator) keys(t *object.Thread, expression, quote string) []wire.Completion {
	v, ok := e.resolve(t, expression)
	d, isDict := v.Object().(*object.Dict)
	if !ok || !isDict {
		return nil
	}
	var list []wire.Completion
	for k := range d.All() {
		if len(list) == maxKeys {
			break
		}
		text, isStr := object.AsStr(k)
		switch {
		case isStr && quote == "":
			text = char.Quote(text)
		case isStr:
			if strings.ContainsAny(text, quote+"\\\n") {
				continue
			}
		case quote == "" && (object.IsInteger(k) || k.IsFloat()):
			text, _ = object.Repr(t, k)
		default:
			continue
		}
		list = append(list, wire.Completion{Text: text, Kind: "key"})
	}
	return list
}

// arguments lists the parameters of a function that can be given by name.
func (e *Evaluator) arguments(t *object.Thread, code, expression string) []wire.Completion {
	v, ok := e.resolveIn(t, code, expression)
	if !ok {
		return cell.Parameters(code, expression)
	}
	res, err := callHelp(t, "arguments", v)
	if err != nil {
		return nil
	}
	var list []wire.Completion
	for _, item := range items(res) {
		if name, ok := object.AsStr(item); ok {
			list = append(list, wire.Completion{Text: name + "=", Kind: "argument"})
		}
	}
	return list
}

// matching are the candidates that begin with prefix: private ones only when asked for.
func matching(all []wire.Completion, prefix string) []wire.Completion {
	list := []wire.Completion{}
	seen := map[string]bool{}
	for _, c := range all {
		hidden := strings.HasPrefix(c.Text, "_") && !strings.HasPrefix(prefix, "_") && c.Kind != "key"
		if strings.HasPrefix(c.Text, prefix) && !hidden && !seen[c.Text] {
			seen[c.Text] = true
			list = append(list, c)
		}
	}
	if len(list) > 0 && list[0].Kind != "key" { // keys stay in the dictionary's order
		sort.SliceStable(list, func(i, j int) bool { return list[i].Text < list[j].Text })
	}
	return list[:min(len(list), maxMatches)]
}
