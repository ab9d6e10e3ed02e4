// This file lowers lambdas: objects of a class of their own, whose operator() is inlined
// where the names of the lambda's surroundings still mean what they meant.

package cudac

import (
	"fmt"
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

// selfField is the member that holds the address of the surrounding method's object.
const selfField = "#this"

// lambdaValue makes the object that a lambda is.
func (l *lowering) lambdaValue(e *expr) value {
	f := *e.fn.f
	l.unit.lambdas++
	c := &class{name: fmt.Sprintf("lambda#%d", l.unit.lambdas), header: true, complete: true, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}
	t := &Type{Kind: word.Struct, Name: c.name, class: c}
	f.owner, f.closure = t, &closure{scopes: l.scopes[:len(l.scopes):len(l.scopes)], in: l.call, kernel: l, refs: e.fn.byRef}
	c.methods = []*function{&f}
	held := l.captured(e, f.closure)
	for _, h := range held {
		c.fields = append(c.fields, Field{Name: h.name, Type: h.typ})
	}
	c.layout(0)
	self := &place{typ: t, reg: -1, addr: l.allot(t), at: l.site(e.tok, "")}
	var run step
	for i, h := range held {
		run = seq(run, l.hold(l.part(self, c.fields[i].Offset, h.typ), h, e.tok))
	}
	return value{typ: t, slot: self.addr.slot, run: run, fresh: true}
}

// holding is what a lambda captures by value.
type holding struct {
	name string
	typ  *Type
	v    value
}

// hold copies what a lambda captures to a member of its object.
func (l *lowering) hold(p *place, h holding, at token) step {
	switch p.typ.Kind {
	case word.Struct:
		return l.copyAt(p, h.v, at)
	case word.Array:
		p, run := l.fixed(p)
		return seq(run, seq(h.v.run, l.copyBytes(p.addr.slot, h.v.slot, p.typ.Size(), p.typ.alignment(), p.at)))
	}
	return seq(h.v.run, l.assign(p, h.v))
}

// captured lists what a lambda captures by value.
func (l *lowering) captured(e *expr, c *closure) (list []holding) {
	names := map[string]bool{}
	keep := func(name string, v value) {
		list = append(list, holding{name, plain(v.typ), v})
		names[name] = true
	}
	variable := func(name string, at token) {
		s := l.find(name)
		switch {
		case s == nil || s.place == nil || s == l.globals[name]:
		case s.place.typ.Kind == word.Array && s.place.reg < 0 && s.place.typ.N > 0:
			v := s.place.addr
			v.typ = s.place.typ
			keep(name, v)
		case s.place.typ.Kind != word.Array:
			keep(name, l.rvalue(&expr{op: "name", name: name, tok: at}))
		}
	}
	byRef := map[string]bool{}
	for _, k := range e.fn.captures {
		switch {
		case k.init != nil:
			keep(k.tok.text, l.rvalue(k.init))
		case k.ref:
			byRef[k.tok.text], c.refs = true, true
			l.mustSee(k.tok)
		default:
			l.mustSee(k.tok)
			variable(k.tok.text, k.tok)
		}
	}
	if e.fn.byCopy {
		walk(e.fn.f.body, func(k *expr) {
			if k.op == "name" && k.typ == nil && !names[k.name] && !byRef[k.name] {
				variable(k.name, k.tok)
			}
		})
	}
	if this := l.this(); this != nil && !names[selfField] {
		keep(selfField, *this)
	}
	return list
}

func (l *lowering) mustSee(t token) {
	if l.find(t.text) == nil {
		l.undeclared(t.text, t)
	}
}

// within gives a lambda's body the names, the types and the object of its surroundings. A
// lambda that runs elsewhere, in a kernel, has of the names what it holds and the constants.
func (c *closure) within(l *lowering, in *inlined, inner *scope, at token) []*scope {
	elsewhere := c.kernel != l
	if elsewhere && c.refs {
		l.fail(at, "capture by value: [=]", "a lambda that captures by reference cannot run in a kernel")
	}
	held := &scope{names: map[string]*symbol{}}
	if self := in.this; self != nil {
		object := l.objectOf(*self, at)
		for _, f := range in.f.owner.class.fields {
			p := l.part(object, f.Offset, f.Type)
			if f.Name == selfField {
				if elsewhere {
					this := l.read(p)
					in.this = &this
				}
				continue
			}
			held.names[f.Name] = &symbol{decl: &decl{tok: at, name: f.Name}, typ: f.Type, place: p, used: true}
		}
	}
	if c.in != nil {
		if !elsewhere {
			in.this = c.in.this
		}
		types := map[string]*Type{}
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
