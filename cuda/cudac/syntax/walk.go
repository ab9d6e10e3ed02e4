// This file walks the syntax tree.

package syntax

import (
	"slices"
	"strings"
)

// TakenIn are the variables of a function whose address may be taken: those behind an &,
// and arguments of functions that return a reference.
func (u *Unit) TakenIn(f *Function) map[string]bool {
	if t := u.Taken[f]; t != nil {
		return t
	}
	taken := map[string]bool{}
	u.Taken[f] = taken // for functions that call each other
	if f.Body != nil {
		Walk(f.Body, func(e *Expr) {
			switch {
			case e.Op == "unary" && e.Name == "&" && e.Kids[0].Op == "name":
				taken[e.Kids[0].Name] = true
			case (e.Op == "call" || e.Op == "launch") && e.Kids[0].Op == "name":
				for _, g := range u.Functions[e.Kids[0].Name] {
					for i, k := range e.Kids[1:] {
						if k.Op == "name" && (g.RetRef || i < len(g.Params) && g.Params[i].Ref && u.TakenIn(g)[g.Params[i].Name]) {
							taken[k.Name] = true
						}
					}
				}
			}
		})
	}
	return taken
}

// Walk visits the expressions of a statement.
func Walk(s *Stmt, visit func(*Expr)) {
	if s == nil {
		return
	}
	for _, e := range []*Expr{s.Cond, s.Post} {
		WalkExpr(e, visit)
	}
	for _, d := range s.Decls {
		WalkExpr(d.Init, visit)
	}
	Walk(s.Init, visit)
	Walk(s.Other, visit)
	for _, b := range s.Body {
		Walk(b, visit)
	}
}

// WalkExpr visits an expression and what it is made of.
func WalkExpr(e *Expr, visit func(*Expr)) {
	if e == nil {
		return
	}
	visit(e)
	if e.Lambda != nil {
		Walk(e.Lambda.F.Body, visit)
	}
	for _, k := range e.Kids {
		WalkExpr(k, visit)
	}
	for _, a := range e.Args {
		WalkExpr(a.Val, visit)
	}
	for _, k := range e.Setup {
		WalkExpr(k, visit)
	}
}

// Pointees are the functions whose names stand in the source as values.
func (u *Unit) Pointees() []*Function {
	if u.pointed != nil {
		return u.pointed
	}
	u.pointed = []*Function{}
	callees, cast := map[*Expr]bool{}, map[*Expr]bool{}
	note := func(e *Expr) {
		if e == nil {
			return
		}
		if (e.Op == "call" || e.Op == "launch") && e.Kids[0].Op == "name" {
			callees[e.Kids[0]] = true
		}
		if k := e.Kids; e.Op == "cast" && len(k) == 1 && k[0].Op == "unary" && k[0].Name == "&" {
			cast[k[0].Kids[0]] = true
		} else if e.Op == "cast" && len(k) == 1 {
			cast[k[0]] = true
		}
		if e.Op != "name" || callees[e] {
			return
		}
		for _, f := range u.Functions[e.Name] {
			f.Recast = f.Recast || cast[e]
			u.Point(f)
		}
	}
	for _, f := range u.Order {
		Walk(f.Body, note)
	}
	for _, d := range u.Globals {
		WalkExpr(d.Init, note)
	}
	return u.pointed
}

// Point makes a function one that pointers may point to; false says that it was, or that none can.
func (u *Unit) Point(f *Function) bool {
	if f.Id != 0 || f.Template != nil || f.Global {
		return false
	}
	u.pointed = append(u.pointed, f)
	f.Id = uint64(len(u.pointed)) << 4
	return true
}

// LookBefore takes note of what the condition of a statement reads that an atomic within it changes:
// who looks so whether the atomic is worth it lives with the changes of others, which the atomic sees.
func (u *Unit) LookBefore(s *Stmt) {
	var changed []*Expr
	note := func(e *Expr) {
		if e.Op != "call" || len(e.Kids) < 2 || e.Kids[0].Op != "name" || !isAtomicName(e.Kids[0].Name) {
			return
		}
		if at := e.Kids[1]; at.Op == "unary" && at.Name == "&" {
			changed = append(changed, at.Kids[0])
		} else {
			changed = append(changed, &Expr{Op: "unary", Name: "*", Tok: at.Tok, Kids: []*Expr{at}})
		}
	}
	for _, b := range s.Body {
		Walk(b, note)
	}
	WalkExpr(s.Post, note)
	if len(changed) == 0 {
		return
	}
	WalkExpr(s.Cond, func(e *Expr) {
		if slices.ContainsFunc(changed, func(c *Expr) bool { return alike(e, c) }) {
			u.Looks[e] = true
		}
	})
}

// AtomicNames are the functions that change memory at once.
var AtomicNames = []string{"atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicCAS", "atomicAnd", "atomicOr", "atomicXor", "atomicInc", "atomicDec"}

func isAtomicName(name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_block"), "_system")
	return slices.Contains(AtomicNames, name)
}

// alike reports that two expressions are written alike, with this-> or without.
func alike(a, b *Expr) bool {
	a, b = withoutThis(a), withoutThis(b)
	if a.Op != b.Op || a.Name != b.Name || a.Op == "num" && a.Tok.Text != b.Tok.Text {
		return false
	}
	return slices.EqualFunc(a.Kids, b.Kids, alike)
}

func withoutThis(e *Expr) *Expr {
	if e.Op == "arrow" && e.Kids[0].Op == "name" && e.Kids[0].Name == "this" {
		return &Expr{Op: "name", Name: e.Name}
	}
	return e
}
