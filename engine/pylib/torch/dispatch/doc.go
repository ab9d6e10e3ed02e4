package dispatch

import (
	"strings"

	"gputour/engine/pylib/torch/docs"
)

// doc is the docstring of an operation: a line for each way to call it but those with
// names of dimensions, then the sentence.
func doc(p *Parser) string {
	var b strings.Builder
	for _, text := range p.texts {
		if !strings.HasPrefix(text, "d ") && !strings.Contains(text, "Dimname") {
			b.WriteString(untyped(text) + "\n")
		}
	}
	if s := docs.Sentence(p.Name); s != "" {
		b.WriteString("\n" + s)
	}
	return strings.TrimSpace(b.String())
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
