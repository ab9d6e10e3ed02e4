// This file says what a function takes.

package syntax

import (
	"strings"

	"gputour/cuda/cudac/word"
)

// Signature is a function as an error shows it.
func (f *Function) Signature() string {
	var list []string
	for _, p := range f.Params {
		s := p.Type.String()
		if p.Ref {
			s += " &"
		}
		list = append(list, s)
	}
	return f.Name + "(" + strings.Join(list, ", ") + ")"
}

// Least is how many arguments a function needs.
func (f *Function) Least() int {
	n := 0
	for _, p := range f.Params {
		n += int(word.Bit(p.Init == nil))
	}
	return n
}

// Takes reports that a function may be called with n arguments.
func (f *Function) Takes(n int) bool {
	return n >= f.Least() && (n <= len(f.Params) || f.Variadic)
}

// Type is a function's type.
func (f *Function) Type() *Type {
	t := &Type{Kind: word.Func, Elem: f.Result}
	for _, d := range f.Params {
		t.Params = append(t.Params, d.Type)
	}
	return t
}

// Overrider is what a class has for a virtual function.
func (c *Class) Overrider(f *Function) *Function {
	if f.Name[0] == '~' {
		return (&Type{Kind: word.Struct, Class: c}).Destructor()
	}
	var found *Function
	for _, g := range c.Methods {
		if g.Name == f.Name && g.Constant == f.Constant && sameParams(g, f) {
			found = g
		}
	}
	return found
}

// Forwards reports T && where T is a template's parameter: it takes whatever is given.
func (d *Decl) Forwards() bool { return d.Move && d.Type.Kind == word.Parameter && !d.Type.Const }

// Unpacked is f for a call with n arguments and so many that are named in brackets.
func (f *Function) Unpacked(n, explicit int) *Function {
	pack := -1
	for i, p := range f.Template {
		if p.pack {
			pack = i
		}
	}
	if pack < 0 {
		return f
	}
	count := max(0, explicit-pack)
	if k := len(f.Params); k > 0 && f.Params[k-1].pack {
		count = max(0, n-k+1)
	}
	if g := f.clones[count]; g != nil {
		return g
	}
	if f.clones == nil {
		f.clones = map[int]*Function{}
	}
	g := *f
	g.clones, g.Packs, g.Template, g.Params = nil, map[string]int{}, nil, nil
	for _, p := range f.Template {
		if !p.pack {
			g.Template = append(g.Template, p)
			continue
		}
		g.Packs[p.Name] = count
		for i := range count {
			q := p
			q.Name, q.pack = element(p.Name, i), false
			g.Template = append(g.Template, q)
		}
	}
	for _, d := range f.Params {
		if !d.pack {
			g.Params = append(g.Params, d)
			continue
		}
		g.Packs[d.Name] = count
		for i := range count {
			e := *d
			e.Name, e.pack = element(d.Name, i), false
			e.Type = Repeated{g.Packs, i}.Type(d.Type)
			g.Params = append(g.Params, &e)
		}
	}
	f.clones[count] = &g
	return &g
}
