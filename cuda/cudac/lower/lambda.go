// This file lowers lambdas: objects of a class of their own, whose operator() is inlined
// where the names of the lambda's surroundings still mean what they meant.

package lower

import (
	"fmt"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// closure is what a lambda's body sees of the function that it stands in. What the lambda
// holds are members of its object.
type closure struct {
	scopes []*scope
	in     *inlined
	kernel *lowering
	refs   bool // it captures something by reference
}

// closureOf is what the body of a lambda sees; nil for other functions.
func closureOf(f *syntax.Function) *closure {
	c, _ := f.Closure.(*closure)
	return c
}

// selfField is the member that holds the address of the surrounding method's object.
const selfField = "#this"

// lambdaValue makes the object that a lambda is.
func (l *lowering) lambdaValue(e *syntax.Expr) value {
	f := *e.Lambda.F
	l.unit.Lambdas++
	c := &syntax.Class{Name: fmt.Sprintf("lambda#%d", l.unit.Lambdas), Header: true, Complete: true, Types: map[string]*syntax.Type{}, Consts: map[string]*syntax.Decl{}, Values: map[string]int64{}}
	t := &syntax.Type{Kind: word.Struct, Name: c.Name, Class: c}
	sees := &closure{scopes: l.scopes[:len(l.scopes):len(l.scopes)], in: l.call, kernel: l, refs: e.Lambda.ByRef}
	f.Owner, f.Closure = t, sees
	c.Methods = []*syntax.Function{&f}
	held := l.captured(e, sees)
	for _, h := range held {
		c.Fields = append(c.Fields, syntax.Field{Name: h.name, Type: h.typ})
	}
	c.Layout(0)
	self := &place{typ: t, reg: -1, addr: l.allot(t), at: l.site(e.Tok, "")}
	var run simt.Op
	for i, h := range held {
		run = seq(run, l.hold(l.part(self, c.Fields[i].Offset, h.typ), h, e.Tok))
	}
	return value{typ: t, slot: self.addr.slot, run: run, fresh: true}
}

// holding is what a lambda captures by value.
type holding struct {
	name string
	typ  *syntax.Type
	v    value
}

// hold copies what a lambda captures to a member of its object.
func (l *lowering) hold(p *place, h holding, at lex.Token) simt.Op {
	switch p.typ.Kind {
	case word.Struct:
		return l.copyAt(p, h.v, at)
	case word.Array:
		p, run := l.fixed(p)
		return seq(run, seq(h.v.run, l.copyBytes(p.addr.slot, h.v.slot, p.typ.Size(), p.typ.Alignment(), p.at)))
	}
	return seq(h.v.run, l.assign(p, h.v))
}

// captured lists what a lambda captures by value.
func (l *lowering) captured(e *syntax.Expr, c *closure) (list []holding) {
	names := map[string]bool{}
	keep := func(name string, v value) {
		list = append(list, holding{name, syntax.Plain(v.typ), v})
		names[name] = true
	}
	variable := func(name string, at lex.Token) {
		s := l.find(name)
		switch {
		case s == nil || s.place == nil || s == l.globals[name]:
		case s.place.typ.Kind == word.Array && s.place.reg < 0 && s.place.typ.N > 0:
			v := s.place.addr
			v.typ = s.place.typ
			keep(name, v)
		case s.place.typ.Kind != word.Array:
			keep(name, l.rvalue(&syntax.Expr{Op: "name", Name: name, Tok: at}))
		}
	}
	byRef := map[string]bool{}
	for _, k := range e.Lambda.Captures {
		switch {
		case k.Init != nil:
			keep(k.Tok.Text, l.rvalue(k.Init))
		case k.Ref:
			byRef[k.Tok.Text], c.refs = true, true
			l.mustSee(k.Tok)
		default:
			l.mustSee(k.Tok)
			variable(k.Tok.Text, k.Tok)
		}
	}
	if e.Lambda.ByCopy {
		syntax.Walk(e.Lambda.F.Body, func(k *syntax.Expr) {
			if k.Op == "name" && k.Type == nil && !names[k.Name] && !byRef[k.Name] {
				variable(k.Name, k.Tok)
			}
		})
	}
	if this := l.this(); this != nil && !names[selfField] {
		keep(selfField, *this)
	}
	return list
}

func (l *lowering) mustSee(t lex.Token) {
	if l.find(t.Text) == nil {
		l.undeclared(t.Text, t)
	}
}

// within gives a lambda's body the names, the types and the object of its surroundings. A
// lambda that runs elsewhere, in a kernel, has of the names what it holds and the constants.
func (c *closure) within(l *lowering, in *inlined, inner *scope, at lex.Token) []*scope {
	elsewhere := c.kernel != l
	if elsewhere && c.refs {
		l.fail(at, "capture by value: [=]", "a lambda that captures by reference cannot run in a kernel")
	}
	held := &scope{names: map[string]*symbol{}}
	if self := in.this; self != nil {
		object := l.objectOf(*self, at)
		for _, f := range in.f.Owner.Class.Fields {
			p := l.part(object, f.Offset, f.Type)
			if f.Name == selfField {
				if elsewhere {
					this := l.read(p)
					in.this = &this
				}
				continue
			}
			held.names[f.Name] = &symbol{decl: &syntax.Decl{Tok: at, Name: f.Name}, typ: f.Type, place: p, used: true}
		}
	}
	if c.in != nil {
		if !elsewhere {
			in.this = c.in.this
		}
		types := map[string]*syntax.Type{}
		for name, t := range c.in.types {
			types[name] = t
		}
		for name, t := range in.types {
			types[name] = t
		}
		in.types = types
	} else {
		in.this = nil
	}
	if !elsewhere {
		return append(c.scopes[:len(c.scopes):len(c.scopes)], held, inner)
	}
	return []*scope{c.constants(), held, inner}
}

// constants are the names of a lambda's surroundings that stand for numbers.
func (c *closure) constants() *scope {
	known := &scope{names: map[string]*symbol{}}
	for _, s := range c.scopes {
		for name, v := range s.names {
			if v.konst != nil {
				known.names[name] = &symbol{decl: v.decl, typ: v.typ, konst: v.konst, used: true}
			} else {
				delete(known.names, name)
			}
		}
	}
	return known
}
