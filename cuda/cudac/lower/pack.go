// This file lowers parameter packs. A function template with packs is taken, for each number of
// arguments, as one whose packs are that many parameters of their own; where a pack is expanded,
// the pattern is repeated with each of them in turn.

package lower

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// packs are the packs of the function that is being lowered, and of those around it.
func (l *lowering) packs() map[string]int {
	for in := l.call; in != nil; in = in.up {
		if in.f.Packs != nil {
			return in.f.Packs
		}
		if in.f.Closure == nil {
			return nil
		}
	}
	return nil
}

// length is how many elements the packs of a pattern have.
func (l *lowering) length(e *syntax.Expr) int {
	packs, n := l.packs(), -1
	note := func(name string) {
		if k, ok := packs[name]; ok {
			n = k
		}
	}
	var types func(t *syntax.Type)
	types = func(t *syntax.Type) {
		for ; t != nil; t = t.Elem {
			if t.Kind == word.Parameter {
				note(t.Name)
			}
			for _, a := range t.Args {
				types(a.Type)
			}
		}
	}
	syntax.WalkExpr(e, func(k *syntax.Expr) {
		if k.Op == "name" {
			note(k.Name)
		}
		types(k.Type)
		for _, a := range k.Args {
			types(a.Type)
		}
	})
	return n
}

// spread puts the elements of packs in the place of patterns in a list.
func (l *lowering) spread(list []*syntax.Expr) []*syntax.Expr {
	var out []*syntax.Expr
	for i, e := range list {
		if e == nil || e.Op != "pack" {
			if out != nil {
				out = append(out, e)
			}
			continue
		}
		if out == nil {
			out = append(make([]*syntax.Expr, 0, len(list)+4), list[:i]...)
		}
		n := l.length(e.Kids[0])
		if n < 0 {
			l.fail(e.Tok, "", "there is no parameter pack to expand before '...'")
		}
		for k := range n {
			out = append(out, syntax.Repeated{Packs: l.packs(), I: k}.Expr(e.Kids[0]))
		}
	}
	if out == nil {
		return list
	}
	return out
}

// withoutPacks is an expression whose lists have their packs expanded.
func (l *lowering) withoutPacks(e *syntax.Expr) *syntax.Expr {
	for _, k := range e.Kids {
		if k != nil && k.Op == "pack" {
			c := *e
			c.Kids = l.spread(e.Kids)
			return &c
		}
	}
	return e
}

// fold writes a fold over a pack as the operators that it stands for.
func (l *lowering) fold(e *syntax.Expr) *syntax.Expr {
	left := e.Many
	pattern, init := e.Kids[0], (*syntax.Expr)(nil)
	if len(e.Kids) == 2 {
		if init = e.Kids[0]; l.length(init) < 0 {
			pattern, left = e.Kids[1], true
		} else {
			init, left = e.Kids[1], false
		}
	}
	n := l.length(pattern)
	if n < 0 {
		l.fail(e.Tok, "", "there is no parameter pack to fold")
	}
	var parts []*syntax.Expr
	for i := range n {
		parts = append(parts, syntax.Repeated{Packs: l.packs(), I: i}.Expr(pattern))
	}
	switch {
	case init != nil && left:
		parts = append([]*syntax.Expr{init}, parts...)
	case init != nil:
		parts = append(parts, init)
	}
	if len(parts) == 0 {
		neutral := map[string]string{"&&": "true", "||": "false"}[e.Name]
		if neutral == "" && e.Name != "," {
			l.fail(e.Tok, "", "the fold over '%s' has nothing to compute with", e.Name)
		}
		if neutral == "" {
			return &syntax.Expr{Op: "cast", Tok: e.Tok, Type: syntax.Basic[word.Void], Kids: []*syntax.Expr{{Op: "num", Tok: lex.Token{Kind: lex.Number, Text: "0", Pos: e.Tok.Pos, End: e.Tok.End}}}}
		}
		return &syntax.Expr{Op: "name", Name: neutral, Tok: lex.Token{Kind: lex.Name, Text: neutral, Pos: e.Tok.Pos, End: e.Tok.End}}
	}
	join := func(a, b *syntax.Expr) *syntax.Expr {
		return &syntax.Expr{Op: e.Name, Tok: e.Tok, Kids: []*syntax.Expr{a, b}}
	}
	if left {
		all := parts[0]
		for _, p := range parts[1:] {
			all = join(all, p)
		}
		return all
	}
	all := parts[len(parts)-1]
	for i := len(parts) - 2; i >= 0; i-- {
		all = join(parts[i], all)
	}
	return all
}
