// This file lowers parameter packs. A function template with packs is taken, for each number of
// arguments, as one whose packs are that many parameters of their own; where a pack is expanded,
// the pattern is repeated with each of them in turn.

package cudac

import (
	"fmt"
	"gputour/cuda/cudac/word"
)

// element names the parameter that stands for one of a pack.
func element(name string, i int) string { return fmt.Sprintf("%s#%d", name, i) }

// unpacked is f for a call with n arguments and so many that are named in brackets.
func (f *function) unpacked(n, explicit int) *function {
	pack := -1
	for i, p := range f.template {
		if p.pack {
			pack = i
		}
	}
	if pack < 0 {
		return f
	}
	count := max(0, explicit-pack)
	if k := len(f.params); k > 0 && f.params[k-1].pack {
		count = max(0, n-k+1)
	}
	if g := f.clones[count]; g != nil {
		return g
	}
	if f.clones == nil {
		f.clones = map[int]*function{}
	}
	g := *f
	g.clones, g.packs, g.template, g.params = nil, map[string]int{}, nil, nil
	for _, p := range f.template {
		if !p.pack {
			g.template = append(g.template, p)
			continue
		}
		g.packs[p.name] = count
		for i := range count {
			q := p
			q.name, q.pack = element(p.name, i), false
			g.template = append(g.template, q)
		}
	}
	for _, d := range f.params {
		if !d.pack {
			g.params = append(g.params, d)
			continue
		}
		g.packs[d.name] = count
		for i := range count {
			e := *d
			e.name, e.pack = element(d.name, i), false
			e.typ = repeated{g.packs, i}.typ(d.typ)
			g.params = append(g.params, &e)
		}
	}
	f.clones[count] = &g
	return &g
}

// packs are the packs of the function that is being lowered, and of those around it.
func (l *lowering) packs() map[string]int {
	for in := l.call; in != nil; in = in.up {
		if in.f.packs != nil {
			return in.f.packs
		}
		if in.f.closure == nil {
			return nil
		}
	}
	return nil
}

// repeated puts element i of packs in their places.
type repeated struct {
	packs map[string]int
	i     int
}

func (r repeated) typ(t *Type) *Type {
	if t == nil {
		return nil
	}
	u := *t
	switch {
	case t.Kind == word.Parameter:
		if _, ok := r.packs[t.Name]; ok {
			u.Name = element(t.Name, r.i)
			return &u
		}
	case t.Elem != nil:
		u.Elem = r.typ(t.Elem)
		return &u
	case t.generic != nil:
		u.args = r.args(t.args)
		return &u
	}
	return t
}

func (r repeated) args(list []templateArg) []templateArg {
	var out []templateArg
	for _, a := range list {
		out = append(out, templateArg{typ: r.typ(a.typ), val: r.expr(a.val)})
	}
	return out
}

func (r repeated) list(list []*expr) []*expr {
	var out []*expr
	for _, e := range list {
		out = append(out, r.expr(e))
	}
	return out
}

func (r repeated) expr(e *expr) *expr {
	if e == nil || e.op == "pack" {
		return e
	}
	c := *e
	if _, ok := r.packs[e.name]; ok && e.op == "name" && e.typ == nil {
		c.name = element(e.name, r.i)
	}
	c.kids, c.setup, c.typ, c.args = r.list(e.kids), r.list(e.setup), r.typ(e.typ), r.args(e.args)
	return &c
}

// length is how many elements the packs of a pattern have.
func (l *lowering) length(e *expr) int {
	packs, n := l.packs(), -1
	note := func(name string) {
		if k, ok := packs[name]; ok {
			n = k
		}
	}
	var types func(t *Type)
	types = func(t *Type) {
		for ; t != nil; t = t.Elem {
			if t.Kind == word.Parameter {
				note(t.Name)
			}
			for _, a := range t.args {
				types(a.typ)
			}
		}
	}
	walkExpr(e, func(k *expr) {
		if k.op == "name" {
			note(k.name)
		}
		types(k.typ)
		for _, a := range k.args {
			types(a.typ)
		}
	})
	return n
}

// spread puts the elements of packs in the place of patterns in a list.
func (l *lowering) spread(list []*expr) []*expr {
	var out []*expr
	for i, e := range list {
		if e == nil || e.op != "pack" {
			if out != nil {
				out = append(out, e)
			}
			continue
		}
		if out == nil {
			out = append(make([]*expr, 0, len(list)+4), list[:i]...)
		}
		n := l.length(e.kids[0])
		if n < 0 {
			l.fail(e.tok, "", "there is no parameter pack to expand before '...'")
		}
		for k := range n {
			out = append(out, repeated{l.packs(), k}.expr(e.kids[0]))
		}
	}
	if out == nil {
		return list
	}
	return out
}

// withoutPacks is an expression whose lists have their packs expanded.
func (l *lowering) withoutPacks(e *expr) *expr {
	for _, k := range e.kids {
		if k != nil && k.op == "pack" {
			c := *e
			c.kids = l.spread(e.kids)
			return &c
		}
	}
	return e
}

// fold writes a fold over a pack as the operators that it stands for.
func (l *lowering) fold(e *expr) *expr {
	left := e.many
	pattern, init := e.kids[0], (*expr)(nil)
	if len(e.kids) == 2 {
		if init = e.kids[0]; l.length(init) < 0 {
			pattern, left = e.kids[1], true
		} else {
			init, left = e.kids[1], false
		}
	}
	n := l.length(pattern)
	if n < 0 {
		l.fail(e.tok, "", "there is no parameter pack to fold")
	}
	var parts []*expr
	for i := range n {
		parts = append(parts, repeated{l.packs(), i}.expr(pattern))
	}
	switch {
	case init != nil && left:
		parts = append([]*expr{init}, parts...)
	case init != nil:
		parts = append(parts, init)
	}
	if len(parts) == 0 {
		neutral := map[string]string{"&&": "true", "||": "false"}[e.name]
		if neutral == "" && e.name != "," {
			l.fail(e.tok, "", "the fold over '%s' has nothing to compute with", e.name)
		}
		if neutral == "" {
			return &expr{op: "cast", tok: e.tok, typ: basic[word.Void], kids: []*expr{{op: "num", tok: token{kind: tokNumber, text: "0", pos: e.tok.pos, end: e.tok.end}}}}
		}
		return &expr{op: "name", name: neutral, tok: token{kind: tokName, text: neutral, pos: e.tok.pos, end: e.tok.end}}
	}
	join := func(a, b *expr) *expr { return &expr{op: e.name, tok: e.tok, kids: []*expr{a, b}} }
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
