package cell

import (
	"slices"

	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// This file finds the lines on which the names of a text get their values.

// Binding is one place where a text binds a name: "x", or "self.x" in a method.
type Binding struct {
	Name  string
	Line  int
	Param bool // a parameter: its value came from the caller
	Def   int  // line of the function that binds it, 0 for none
	end   int  // the last line of that function
}

// Bindings lists the places of a source that bind names, in order. A source that does not
// parse has none.
func Bindings(text string) []Binding {
	module, err := parse.Source("", Python(text), parse.Options{})
	if err != nil {
		return nil
	}
	b := finder{}
	b.body(module.Body)
	return b.found
}

type finder struct {
	found    []Binding
	def, end int
}

func (b *finder) bind(name string, line int) {
	b.found = append(b.found, Binding{Name: name, Line: line, Def: b.def, end: b.end})
}

func (b *finder) target(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		b.bind(e.ID, e.Start.Line)
	case *syntax.Attribute:
		if of, ok := e.Value.(*syntax.Name); ok {
			b.bind(of.ID+"."+e.Attr, e.Start.Line)
		}
	case *syntax.Starred:
		b.target(e.Value)
	case *syntax.Tuple:
		for _, x := range e.Elts {
			b.target(x)
		}
	case *syntax.List:
		for _, x := range e.Elts {
			b.target(x)
		}
	}
}

func (b *finder) body(body []syntax.Stmt) {
	for _, s := range body {
		b.stmt(s)
	}
}

func (b *finder) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Assign:
		for _, t := range s.Targets {
			b.target(t)
		}
	case *syntax.AugAssign:
		b.target(s.Target)
	case *syntax.AnnAssign:
		b.target(s.Target)
	case *syntax.For:
		b.target(s.Target)
		b.body(s.Body)
		b.body(s.Orelse)
	case *syntax.While:
		b.body(s.Body)
		b.body(s.Orelse)
	case *syntax.If:
		b.body(s.Body)
		b.body(s.Orelse)
	case *syntax.With:
		for _, item := range s.Items {
			b.target(item.Target)
		}
		b.body(s.Body)
	case *syntax.Try:
		b.body(s.Body)
		for _, h := range s.Handlers {
			b.body(h.Body)
		}
		b.body(s.Orelse)
		b.body(s.Finally)
	case *syntax.Import:
		b.imports(s.Aliases)
	case *syntax.ImportFrom:
		b.imports(s.Aliases)
	case *syntax.ClassDef:
		b.bind(s.Name.ID, s.Start.Line)
		b.body(s.Body)
	case *syntax.FunctionDef:
		b.function(s)
	}
}

func (b *finder) imports(aliases []*syntax.Alias) {
	for _, a := range aliases {
		if a.Name != nil {
			b.bind(a.Name.ID, a.Start.Line)
		}
	}
}

func (b *finder) function(f *syntax.FunctionDef) {
	b.bind(f.Name.ID, f.Start.Line)
	outer := *b
	b.def, b.end = f.Start.Line, f.End.Line
	if p := f.Params; p != nil {
		all := slices.Concat(p.PosOnly, p.Args, p.KwOnly)
		for _, p := range append(all, p.VarArg, p.KwArg) {
			if p != nil {
				b.bind(p.Name.ID, p.Start.Line)
				b.found[len(b.found)-1].Param = true
			}
		}
	}
	b.body(f.Body)
	b.def, b.end = outer.def, outer.end
}

// LastBinding is the last place before a line, where one is given, that binds a name:
// inside the function that the line is in, or outside all.
func LastBinding(list []Binding, name string, before int, inside bool) *Binding {
	for i := len(list) - 1; i >= 0; i-- {
		b := &list[i]
		within := b.Def > 0 && (before == 0 || b.Def <= before && before <= b.end)
		if b.Name != name || inside != (b.Def > 0) || inside && !within {
			continue
		}
		if before == 0 || b.Line < before || b.Param {
			return b
		}
	}
	return nil
}
