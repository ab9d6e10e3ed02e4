package torch

import (
	_ "embed"
	"strings"
	"sync"

	"gputour/engine/object"
)

// This file gives operations their docstrings: how they are called, from
// signatures.txt, and a sentence, from docs.txt, whose lines are
//
//	name alias…: sentence

//go:embed docs.txt
var docText string

// sentences holds docs.txt by name.
var sentences = sync.OnceValue(func() map[string]string {
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

// sentence says what an operation does; that of name_ does it in place.
func sentence(name string) string {
	if s, ok := sentences()[name]; ok {
		return s
	}
	if s, ok := sentences()[strings.TrimSuffix(name, "_")]; ok {
		return s + " Changes the tensor itself."
	}
	for _, module := range []string{"linalg_", "special_"} {
		if plain, ok := strings.CutPrefix(name, module); ok {
			return sentence(plain) // torch.special.erf is torch.erf
		}
	}
	return ""
}

// Sentence says what the operation torch.name does, "" where there is none.
func Sentence(name string) string { return sentence(name) }

// doc is the docstring of an operation: a line for each way to call it but those with
// names of dimensions, then the sentence.
func doc(p *parser) string {
	var b strings.Builder
	for _, text := range p.texts {
		if !strings.HasPrefix(text, "d ") && !strings.Contains(text, "Dimname") {
			b.WriteString(untyped(text) + "\n")
		}
	}
	if s := sentence(p.name); s != "" {
		b.WriteString("\n" + s)
	}
	return strings.TrimSpace(b.String())
}

// documented gives the methods their sentences; how they are called Python knows.
func documented(methods []object.Method) []object.Method {
	for i := range methods {
		name, _, _ := strings.Cut(methods[i].Sig, "(")
		if methods[i].Doc == "" {
			methods[i].Doc = sentence(name)
		}
	}
	return methods
}

// untyped is a line of signatures.txt as PyTorch's documentation writes it: without types.
func untyped(text string) string {
	name, rest, _ := strings.Cut(text, "(")
	for _, module := range []string{"linalg_", "fft_", "special_"} {
		name = strings.TrimPrefix(name, module)
	}
	fields := splitFields(strings.TrimSuffix(rest, ")"))
	for i, field := range fields {
		if _, parameter, ok := strings.Cut(field, " "); ok {
			fields[i] = parameter
		}
	}
	return name + "(" + strings.Join(fields, ", ") + ")"
}
