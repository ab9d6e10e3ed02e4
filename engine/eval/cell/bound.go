// Package cell reads the text of a notebook's cell without running it: which names it binds and reads,
// what is being typed in it, and what it is as Python where it has lines that only a notebook knows.
package cell

import (
	"strings"

	"gputour/engine/pattern"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// This file finds the names that a cell gives values to, without running it.

// kernelName is what stands before a kernel's parameters in CUDA C++.
var kernelName = pattern.Lazy(`__global__\s[^(;{]*?(?:__launch_bounds__\s*\([^)]*\)[^(;{]*?)?(\w+)\s*\(`)

// Bound are the names that the top level of a cell binds, or stores attributes or
// items into. A text that is no Python binds nothing.
func Bound(code string) map[string]bool {
	names := map[string]bool{}
	if magic, rest, ok := CellMagic(code); ok {
		if code = rest; strings.HasPrefix(magic, "cuda") {
			for _, m := range kernelName().FindAllStringSubmatch(rest, -1) {
				names[m[1]] = true
			}
			return names
		}
	}
	m, err := parse.Source("<cell>", Python(code), parse.Options{})
	if err != nil {
		return names
	}
	binder(names).block(m.Body)
	return names
}

// binder collects names.
type binder map[string]bool

func (b binder) block(body []syntax.Stmt) {
	for _, s := range body {
		b.statement(s)
	}
}

func (b binder) statement(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		b.walrus(s.Value)
	case *syntax.Assign:
		for _, target := range s.Targets {
			b.target(target)
		}
		b.walrus(s.Value)
	case *syntax.AugAssign:
		b.target(s.Target)
	case *syntax.AnnAssign:
		if s.Value != nil {
			b.target(s.Target)
		}
	case *syntax.TypeAlias:
		b.target(s.Name)
	case *syntax.Import:
		b.aliases(s.Aliases)
	case *syntax.ImportFrom:
		b.aliases(s.Aliases)
	case *syntax.FunctionDef:
		b.target(s.Name)
		globals(s.Body, func(name string) { b[name] = true })
	case *syntax.ClassDef:
		b.target(s.Name)
	case *syntax.If:
		b.block(s.Body)
		b.block(s.Orelse)
	case *syntax.While:
		b.block(s.Body)
		b.block(s.Orelse)
	case *syntax.For:
		b.target(s.Target)
		b.block(s.Body)
		b.block(s.Orelse)
	case *syntax.With:
		for _, item := range s.Items {
			b.target(item.Target)
		}
		b.block(s.Body)
	case *syntax.Try:
		b.block(s.Body)
		for _, h := range s.Handlers {
			b.block(h.Body)
		}
		b.block(s.Orelse)
		b.block(s.Finally)
	case *syntax.Match:
		for _, c := range s.Cases {
			b.block(c.Body)
		}
	}
}

// globals are the names that a function's body declares global.
func globals(body []syntax.Stmt, found func(string)) {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.Global:
			for _, name := range s.Names {
				found(name)
			}
		case *syntax.If:
			globals(s.Body, found)
			globals(s.Orelse, found)
		case *syntax.For:
			globals(s.Body, found)
		case *syntax.While:
			globals(s.Body, found)
		case *syntax.With:
			globals(s.Body, found)
		}
	}
}

func (b binder) aliases(list []*syntax.Alias) {
	for _, a := range list {
		if a.Name != nil {
			b[a.Name.ID] = true
		}
	}
}

func (b binder) target(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		b[e.ID] = true
	case *syntax.Tuple:
		for _, x := range e.Elts {
			b.target(x)
		}
	case *syntax.List:
		for _, x := range e.Elts {
			b.target(x)
		}
	case *syntax.Starred:
		b.target(e.Value)
	case *syntax.Attribute:
		b.target(e.Value)
	case *syntax.Subscript:
		b.target(e.Value)
	}
}

// walrus finds what `:=` binds.
func (b binder) walrus(e syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		if named, ok := n.(*syntax.NamedExpr); ok {
			b.target(named.Target)
		}
		_, function := n.(*syntax.Lambda)
		return !function
	})
}
