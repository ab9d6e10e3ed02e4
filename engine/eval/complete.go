package eval

import (
	"sort"
	"strings"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file answers completion and help. While no cell runs it looks at the live
// objects; while one does, at the names as they stood before it began.

// maxMatches are offered at once.
const maxMatches = 200

// names are what completion knows without touching a live object.
type names struct {
	mu      sync.Mutex
	globals []wire.Completion
	members map[string][]wire.Completion // of modules and objects, by the global's name
}

// refresh takes note of the globals. The caller holds e.working.
func (n *names) refresh(e *Evaluator) {
	list := e.globals()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.globals = list
}

// globals lists variables, builtins and keywords.
func (e *Evaluator) globals() []wire.Completion {
	var list []wire.Completion
	for _, ns := range []*object.Namespace{e.main, e.session.Builtins} {
		for name, v := range ns.All() {
			if !v.IsNil() {
				list = append(list, wire.Completion{Text: name, Kind: kindOf(v), Detail: object.TypeName(v)})
			}
		}
	}
	for _, word := range keywords {
		list = append(list, wire.Completion{Text: word, Kind: "keyword"})
	}
	return list
}

var keywords = strings.Fields("False None True and as assert break class continue def del elif else except finally for from global " +
	"if import in is lambda nonlocal not or pass raise return try while with yield match case")

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

// Complete implements session.Evaluator.
func (e *Evaluator) Complete(code string, cursor int) wire.CompleteReplyBody {
	path, prefix := pathBefore(code, cursor)
	reply := wire.CompleteReplyBody{Start: cursor - len([]rune(prefix)), End: cursor, Matches: []wire.Completion{}}
	reply.Matches = matching(e.candidates(path), prefix)
	return reply
}

// candidates are the names that can follow a path: "" is the start of an expression,
// "a.b" the attributes of that object.
func (e *Evaluator) candidates(path string) []wire.Completion {
	if !e.working.TryLock() {
		e.names.mu.Lock()
		defer e.names.mu.Unlock()
		if path == "" {
			return e.names.globals
		}
		return e.names.members[path]
	}
	defer e.working.Unlock()
	if path == "" {
		return e.globals()
	}
	list := e.members(path)
	e.names.mu.Lock()
	defer e.names.mu.Unlock()
	if e.names.members == nil || len(e.names.members) > 64 {
		e.names.members = map[string][]wire.Completion{}
	}
	e.names.members[path] = list
	return list
}

// members lists the attributes of the object that a dotted path names.
func (e *Evaluator) members(path string) []wire.Completion {
	t := object.NewThread(e.session, nil)
	v, ok := e.resolve(t, path)
	if !ok {
		return nil
	}
	dir, ok := e.session.Builtins.Get("dir")
	if !ok {
		return nil
	}
	var list []wire.Completion
	_, _ = e.guarded(func() (object.Value, error) {
		res, err := object.Call(t, dir, v)
		if err != nil {
			return res, err
		}
		for _, item := range items(res) {
			if name, ok := object.AsStr(item); ok {
				list = append(list, wire.Completion{Text: name, Kind: memberKind(v, name)})
			}
		}
		return res, nil
	})
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

// resolve follows a dotted path from a global; only plain attributes are read.
func (e *Evaluator) resolve(t *object.Thread, path string) (object.Value, bool) {
	first, rest, more := strings.Cut(path, ".")
	v, ok := e.main.Get(first)
	if !ok {
		if v, ok = e.session.Builtins.Get(first); !ok {
			return v, false
		}
	}
	for more {
		var name string
		name, rest, more = strings.Cut(rest, ".")
		x, err := e.guarded(func() (object.Value, error) { return object.GetAttr(t, v, name) })
		if err != nil {
			return v, false
		}
		v = x
	}
	return v, true
}

// pathBefore cuts the dotted name that ends at the cursor into what stands before
// its last dot and what has been typed after it.
func pathBefore(code string, cursor int) (path, prefix string) {
	runes := []rune(code)
	cursor = min(cursor, len(runes))
	start := cursor
	for start > 0 && (isWord(runes[start-1]) || runes[start-1] == '.') {
		start--
	}
	text := string(runes[start:cursor])
	if at := strings.LastIndexByte(text, '.'); at >= 0 {
		return text[:at], text[at+1:]
	}
	return "", text
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}

// matching are the candidates that begin with prefix: private ones only when asked for.
func matching(all []wire.Completion, prefix string) []wire.Completion {
	list := []wire.Completion{}
	seen := map[string]bool{}
	for _, c := range all {
		hidden := strings.HasPrefix(c.Text, "_") && !strings.HasPrefix(prefix, "_")
		if strings.HasPrefix(c.Text, prefix) && !hidden && !seen[c.Text] {
			seen[c.Text] = true
			list = append(list, c)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Text < list[j].Text })
	return list[:min(len(list), maxMatches)]
}

// Inspect implements session.Evaluator. It says nothing while a cell runs.
func (e *Evaluator) Inspect(code string, cursor, detail int) wire.InspectReplyBody {
	runes := []rune(code)
	cursor = min(cursor, len(runes))
	for cursor < len(runes) && isWord(runes[cursor]) {
		cursor++
	}
	path, prefix := pathBefore(string(runes), cursor)
	if path != "" {
		prefix = path + "." + prefix
	}
	if prefix == "" || !e.working.TryLock() {
		return wire.InspectReplyBody{}
	}
	defer e.working.Unlock()
	t := object.NewThread(e.session, nil)
	v, ok := e.resolve(t, prefix)
	if !ok {
		return wire.InspectReplyBody{}
	}
	return wire.InspectReplyBody{Found: true, Data: wire.Bundle{"text/plain": helpText(t, prefix, v)}}
}

// helpText is what `name?` prints: signature, type and docstring.
func helpText(t *object.Thread, name string, v object.Value) string {
	var b strings.Builder
	if sig, ok := textAttr(t, v, "__text_signature__"); ok {
		b.WriteString("Signature: " + name + sig + "\n")
	}
	b.WriteString("Type:      " + object.TypeName(v) + "\n")
	if object.Callable(v) {
		if doc, ok := textAttr(t, v, "__doc__"); ok {
			b.WriteString("Docstring: " + doc)
		}
		return strings.TrimRight(b.String(), "\n")
	}
	if text, err := object.Repr(t, v); err == nil {
		b.WriteString("String form: " + text)
	}
	return b.String()
}

func textAttr(t *object.Thread, v object.Value, name string) (string, bool) {
	x, ok, err := object.GetAttrOpt(t, v, name)
	if err != nil || !ok {
		return "", false
	}
	return object.AsStr(x)
}
