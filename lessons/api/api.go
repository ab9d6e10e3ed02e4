// Package api lists the public names of torch and numpy as they are here: how each is called, what it does and
// where PyTorch or NumPy document it.
//
// names.txt is written by the program itself, from the docstrings (make api).
package api

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed names.txt
var text string

// Module is a module or a class with what it offers.
type Module struct {
	Name  string // torch.nn
	Names []Name
	Same  []Name // those that do what a function of the same name does: methods, and operations in place
}

// Name is a function, a class or a method.
type Name struct {
	Name string
	Call string // what stands behind the name: (input, *, out=None)
	Says string // a sentence
	Page string // the address of its page; "" for none
}

// Modules lists all modules in the order of names.txt.
var Modules = sync.OnceValue(func() []Module { return Parse(text) })

// Parse reads a list: "# module page", where the page has {} in the place of a name, and below it a line for each name,
// name(parameters), a tab and a sentence, and a line "= name…" of those that do the same as a function of that name. A
// name that has no page has - before it.
func Parse(text string) []Module {
	var list []Module
	var page string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if module, ok := strings.CutPrefix(line, "# "); ok {
			module, page, _ = strings.Cut(module, " ")
			list = append(list, Module{Name: module})
			continue
		}
		if len(list) == 0 {
			continue
		}
		m := &list[len(list)-1]
		if names, ok := strings.CutPrefix(line, "= "); ok {
			for _, name := range strings.Fields(names) {
				m.Same = append(m.Same, m.name(name, page))
			}
			continue
		}
		call, says, _ := strings.Cut(line, "\t")
		at := strings.IndexByte(call, '(')
		if at < 0 {
			at = len(call)
		}
		n := m.name(call[:at], page)
		n.Call, n.Says = call[at:], says
		m.Names = append(m.Names, n)
	}
	return list
}

// name is a name of the module with its page.
func (m *Module) name(name, page string) Name {
	if bare, ok := strings.CutPrefix(name, "-"); ok {
		return Name{Name: bare}
	}
	return Name{Name: name, Page: strings.ReplaceAll(page, "{}", m.Name+"."+name)}
}
