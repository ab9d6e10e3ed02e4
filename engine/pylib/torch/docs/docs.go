// Package docs says in a sentence what each operation of torch does, from docs.txt, whose lines are
//
//	name alias…: sentence
package docs

import (
	_ "embed"
	"strings"
	"sync"

	"gputour/engine/object"
)

//go:embed docs.txt
var docText string

// Sentences holds docs.txt by name.
var Sentences = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for line := range strings.Lines(docText) {
		names, sentence, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		for _, name := range strings.Fields(names) {
			table[name] = sentence
		}
	}
	return table
})

// Sentence says what the operation torch.name does, "" where there is none; name_ does in place what name does.
func Sentence(name string) string {
	if s, ok := Sentences()[name]; ok {
		return s
	}
	if s, ok := Sentences()[strings.TrimSuffix(name, "_")]; ok {
		return s + " Changes the tensor itself."
	}
	for _, module := range []string{"linalg_", "special_"} {
		if plain, ok := strings.CutPrefix(name, module); ok {
			return Sentence(plain) // torch.special.erf is torch.erf
		}
	}
	return ""
}

// Documented gives the methods their sentences; how they are called Python knows.
func Documented(methods []object.Method) []object.Method {
	for i := range methods {
		name, _, _ := strings.Cut(methods[i].Sig, "(")
		if methods[i].Doc == "" {
			methods[i].Doc = Sentence(name)
		}
	}
	return methods
}
