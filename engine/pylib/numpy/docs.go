package numpy

import (
	_ "embed"
	"strings"
	"sync"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/docs"
)

// This file gives functions and methods their docstrings, a sentence each, from docs.txt:
//
//	name alias…: sentence
//
// A name is as it stands below numpy (linalg.inv, random.normal); a method of ndarray has the sentence of
// the function of its name unless there is one for ndarray.name.

//go:embed docs.txt
var docText string

// sentences holds docs.txt by name.
var sentences = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for line := range strings.Lines(docText) {
		names, sentence, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, name := range strings.Fields(names) {
			table[name] = sentence
		}
	}
	return table
})

// sentence says what numpy.name does, "" where the table does not say.
func sentence(name string) string {
	if s, ok := sentences()[name]; ok {
		return s
	}
	if method, ok := strings.CutPrefix(name, "ndarray."); ok {
		return sentences()[method]
	}
	return ""
}

// sentenceIn says what a function written in Python does: qualName in a module of this package.
func sentenceIn(module, qualName string) string {
	part, _, _ := strings.Cut(strings.TrimPrefix(module, "numpy."), ".")
	name := qualName[strings.LastIndexByte(qualName, '.')+1:]
	switch part {
	case "numpy", "core", "lib":
		return sentence(qualName)
	case "_draws":
		return sentence("random." + name)
	}
	return sentence(part + "." + name)
}

// doc is the docstring of a ufunc: how it is called and a sentence. Those that are kernels of the tensor library do
// what the operation of torch with that name does.
func (f *ufunc) doc() string {
	operands := "x"
	if f.nin == 2 {
		operands = "x1, x2"
	}
	s := sentence(f.name)
	if s == "" {
		s = docs.Sentence(f.name)
	}
	return f.name + "(" + operands + ", /, out=None, *, where=True, casting='same_kind', order='K', dtype=None)\n\n" + s
}

// doc is the docstring of a scalar type.
func (i *typeInfo) doc() string {
	kind := map[byte]string{'b': "True or False", 'i': "A signed integer", 'u': "An unsigned integer", 'f': "A floating-point number", 'c': "A complex number"}[i.kind]
	return kind + ", element of arrays of type " + i.name + "."
}

// documented gives methods of ndarray their sentences.
func documented(methods []object.Method) []object.Method {
	for i := range methods {
		name, _, _ := strings.Cut(methods[i].Sig, "(")
		methods[i].Doc = sentence("ndarray." + name)
	}
	return methods
}

// describe gives functions their sentences.
func describe(list []*object.Builtin) []*object.Builtin {
	for _, f := range list {
		if s := sentence(f.Name); s != "" {
			f.Doc = s
		}
	}
	return list
}
