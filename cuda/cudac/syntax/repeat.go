// This file writes an expression over packs out for one of their elements.

package syntax

import (
	"fmt"

	"gputour/cuda/cudac/word"
)

// element names the parameter that stands for one of a pack.
func element(name string, i int) string { return fmt.Sprintf("%s#%d", name, i) }

// Repeated puts element i of packs in their places.
type Repeated struct {
	Packs map[string]int
	I     int
}

// Type is t for the element.
func (r Repeated) Type(t *Type) *Type {
	if t == nil {
		return nil
	}
	u := *t
	switch {
	case t.Kind == word.Parameter:
		if _, ok := r.Packs[t.Name]; ok {
			u.Name = element(t.Name, r.I)
			return &u
		}
	case t.Elem != nil:
		u.Elem = r.Type(t.Elem)
		return &u
	case t.Generic != nil:
		u.Args = r.args(t.Args)
		return &u
	}
	return t
}

func (r Repeated) args(list []TemplateArg) []TemplateArg {
	var out []TemplateArg
	for _, a := range list {
		out = append(out, TemplateArg{Type: r.Type(a.Type), Val: r.Expr(a.Val)})
	}
	return out
}

func (r Repeated) list(list []*Expr) []*Expr {
	var out []*Expr
	for _, e := range list {
		out = append(out, r.Expr(e))
	}
	return out
}

// Expr is e for the element.
func (r Repeated) Expr(e *Expr) *Expr {
	if e == nil || e.Op == "pack" {
		return e
	}
	c := *e
	if _, ok := r.Packs[e.Name]; ok && e.Op == "name" && e.Type == nil {
		c.Name = element(e.Name, r.I)
	}
	c.Kids, c.Setup, c.Type, c.Args = r.list(e.Kids), r.list(e.Setup), r.Type(e.Type), r.args(e.Args)
	return &c
}
