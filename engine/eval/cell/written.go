package cell

import (
	"strings"

	"gputour/engine/pattern"
	"gputour/engine/wire"
)

// This file knows what the text of a cell binds that has not run: modules that it imports, functions and classes that it
// defines, names that it sets. The text need not be Python yet, so lines are read, not a tree.

var (
	importLine = pattern.Lazy(`(?m)^[ \t]*import[ \t]+([\w., \t]+)$`)
	fromLine   = pattern.Lazy(`(?m)^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([\w, \t]+)`)
	asName     = pattern.Lazy(`^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$`)
	setNames   = pattern.Lazy(`(?m)^[ \t]*([\pL_][\pL\pN_]*(?:[ \t]*,[ \t]*[\pL_][\pL\pN_]*)*)[ \t]*(?::[^=\n]+)?=[^=]`)
	loopNames  = pattern.Lazy(`(?m)\b(?:for[ \t]+([\pL_][\pL\pN_, \t]*?)[ \t]+in|as[ \t]+([\pL_][\pL\pN_]*)[ \t]*:)`)
	defLine    = pattern.Lazy(`(?m)^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+([\pL_][\pL\pN_]*)[ \t]*`)
)

// Import is what an import statement binds: a module, or a name of it.
type Import struct{ Module, Name string }

// Imports are the names that import statements of a text bind.
func Imports(code string) map[string]Import {
	found := map[string]Import{}
	for _, m := range importLine().FindAllStringSubmatch(code, -1) {
		for _, part := range strings.Split(m[1], ",") {
			if p := asName().FindStringSubmatch(part); p != nil && p[2] != "" {
				found[p[2]] = Import{p[1], ""}
			} else if p != nil {
				root, _, _ := strings.Cut(p[1], ".")
				found[root] = Import{root, ""}
			}
		}
	}
	for _, m := range fromLine().FindAllStringSubmatch(code, -1) {
		for _, part := range strings.Split(m[2], ",") {
			if p := asName().FindStringSubmatch(part); p != nil {
				name := p[2]
				if name == "" {
					name = p[1]
				}
				found[name] = Import{m[1], p[1]}
			}
		}
	}
	return found
}

// NamesBefore are the names that a text binds before a cursor.
func NamesBefore(code string, cursor int) []wire.Completion {
	runes := []rune(code)
	code = string(runes[:max(0, min(cursor, len(runes)))])
	var list []wire.Completion
	add := func(kind, names string) {
		for _, name := range strings.Split(names, ",") {
			if name = strings.TrimSpace(name); IsName(name) {
				list = append(list, wire.Completion{Text: name, Kind: kind})
			}
		}
	}
	for _, m := range defLine().FindAllStringSubmatch(code, -1) {
		add(map[string]string{"def": "function", "class": "class"}[m[2]], m[3])
	}
	for name := range Imports(code) {
		add("module", name)
	}
	for _, m := range setNames().FindAllStringSubmatch(code, -1) {
		add("variable", m[1])
	}
	for _, m := range loopNames().FindAllStringSubmatch(code, -1) {
		add("variable", m[1]+m[2])
	}
	return list
}

// Definition is what a text says of a function or class that it defines; the last definition counts.
func Definition(code, name string) *wire.Brief {
	var b *wire.Brief
	for _, at := range defLine().FindAllStringSubmatchIndex(code, -1) {
		if code[at[6]:at[7]] != name {
			continue
		}
		b = &wire.Brief{Name: name, Unrun: true, Type: map[string]string{"def": "function", "class": "type"}[code[at[4]:at[5]]]}
		rest := code[at[1]:]
		if b.Type == "type" {
			if init := Definition(rest, "__init__"); init != nil && len(init.Calls) > 0 {
				b.Calls = init.Calls
				b.Calls[0].Parameters = b.Calls[0].Parameters[min(1, len(b.Calls[0].Parameters)):]
			}
			continue
		}
		if call, body, ok := parameters(rest); ok {
			b.Calls, b.Doc = []wire.Call{call}, docstring(body)
		}
	}
	return b
}

// parameters reads "(a, b=2) -> int:" and returns what stands behind it.
func parameters(text string) (call wire.Call, rest string, ok bool) {
	r := &reader{text: []rune(text), pair: map[int]int{}}
	if len(r.text) == 0 || r.text[0] != '(' {
		return call, "", false
	}
	r.scan()
	end := 0
	for close, open := range r.pair {
		if open == 0 {
			end = close
		}
	}
	if end == 0 {
		return call, "", false
	}
	call.Parameters = []string{}
	depth, begin := 0, 1
	for i := 1; i <= end; i++ {
		switch c := r.text[i]; {
		case i == end || c == ',' && depth == 0:
			if p := strings.TrimSpace(string(r.text[begin:i])); p != "" {
				call.Parameters = append(call.Parameters, p)
			}
			begin = i + 1
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		}
	}
	returns, body, _ := strings.Cut(string(r.text[end+1:]), ":")
	call.Returns = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(returns), "->"))
	return call, body, true
}

var docText = pattern.Lazy(`^\s*[rR]?(?:"""((?s:.*?))"""|\x27\x27\x27((?s:.*?))\x27\x27\x27|"([^"\n]*)"|\x27([^\x27\n]*)\x27)`)

// docstring is the first paragraph of what a body begins with.
func docstring(body string) string {
	m := docText().FindStringSubmatch(body)
	if m == nil {
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimSpace(m[1]+m[2]+m[3]+m[4]), "\n\n")
	return first
}

// Parameters are the parameters of a function that a text defines, as completions.
func Parameters(code, name string) []wire.Completion {
	var list []wire.Completion
	if b := Definition(code, name); b != nil {
		for _, c := range b.Calls {
			for _, p := range c.Parameters {
				if n := FirstName(p); n != "" {
					list = append(list, wire.Completion{Text: n + "=", Kind: "argument"})
				}
			}
		}
	}
	return list
}
