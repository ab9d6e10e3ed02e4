package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles calls.

// maxArgs is the number of arguments that are passed in registers; a call with more makes a tuple and a dict of them, as
// one with stars does.
const maxArgs = 60

func (c *compiler) call(e *syntax.Call, r int) {
	if anyStarred(e.Args) || anyDoubleStarred(e.Keywords) || len(e.Args)+len(e.Keywords) > maxArgs {
		c.reuse(r)
		base := c.temp(e.Func)
		c.callEx(e.Args, e.Keywords, base, r)
		return
	}
	if a, ok := e.Func.(*syntax.Attribute); ok {
		c.callMethod(e, a, r)
		return
	}
	c.reuse(r)
	base := c.temp(e.Func)
	n, names := c.arguments(e.Args, e.Keywords)
	if names == nil {
		c.emit(bytecode.Call, base, n, r, c.site(""))
	} else {
		c.emit(bytecode.CallKw, base, n, r, c.kwNames(names))
	}
}

func (c *compiler) callMethod(e *syntax.Call, a *syntax.Attribute, r int) {
	c.reuse(r)
	base := c.alloc()
	old := c.at(a)
	if super, ok := plainSuper(a.Value); ok && c.code.Flags&bytecode.Optimized != 0 {
		c.into(super, base)
		c.alloc()
		c.emit(bytecode.LoadSuper, base, base, 0, c.site(a.Attr))
	} else {
		v := c.valueIn(a.Value, base)
		made := c.makersOf(a.Value, v)
		c.alloc()
		c.atAttr(a)
		c.ends(c.emit(bytecode.LoadMethod, base, v, 0, c.site(a.Attr)), made)
	}
	c.cur = old
	n, names := c.arguments(e.Args, e.Keywords)
	c.atAttr(a)
	if names == nil {
		c.emit(bytecode.CallMethod, base, n, r, c.site(""))
	} else {
		c.emit(bytecode.CallMethodKw, base, n, r, c.kwNames(names))
	}
}

// plainSuper recognises `super()`; what the name means is checked when it runs.
func plainSuper(e syntax.Expr) (*syntax.Name, bool) {
	call, ok := e.(*syntax.Call)
	if !ok || len(call.Args)+len(call.Keywords) > 0 {
		return nil, false
	}
	n, ok := call.Func.(*syntax.Name)
	return n, ok && n.ID == "super" && n.Binding.Scope == syntax.GlobalScope
}

func anyDoubleStarred(kws []*syntax.Keyword) bool {
	for _, k := range kws {
		if k.Name == "" {
			return true
		}
	}
	return false
}

// arguments compiles arguments into successive temporaries; it returns their
// number and the names of the last ones, nil if there are none.
func (c *compiler) arguments(args []syntax.Expr, kws []*syntax.Keyword) (int, []string) {
	for _, a := range args {
		c.argument(a)
	}
	var names []string
	for _, k := range kws {
		c.argument(k.Value)
		names = append(names, k.Name)
	}
	return len(args) + len(kws), names
}

// argument compiles e into a new temporary that the call uses up.
func (c *compiler) argument(e syntax.Expr) {
	r := c.temp(e)
	if made := c.makersOf(e, r); made != nil {
		c.passes(made)
	} else {
		c.lent(e)
	}
}

// lent notes that the value of e, compiled just now into a temporary, stays there no longer than
// a call lasts: the variable that it came from may go on owning it (see own.go).
func (c *compiler) lent(e syntax.Expr) {
	if _, ok := e.(*syntax.Name); ok {
		if last := len(c.code.Instrs) - 1; c.code.Instrs[last].Op == bytecode.Move {
			c.code.Hints[last] |= bytecode.Reads
		}
	}
}

// callEx calls the function in base with arguments that contain stars.
func (c *compiler) callEx(args []syntax.Expr, kws []*syntax.Keyword, base, r int) {
	list := c.alloc()
	if len(args) == 1 && anyStarred(args) {
		c.emit(bytecode.StarArgs, list, c.value(args[0].(*syntax.Starred).Value), 0, 0)
		c.top = list + 1
	} else {
		c.lends = true
		c.list(args, list)
	}
	hasKw := 0
	if len(kws) > 0 {
		hasKw = 1
		c.alloc()
	}
	if len(kws) == 1 && kws[0].Name == "" {
		c.emit(bytecode.StarKeywords, base+2, c.value(kws[0].Value), base, 0)
		c.top = base + 3
	} else if len(kws) > 0 {
		c.emit(bytecode.BuildDict, base+2, base+2, 0, 0)
		for _, k := range kws {
			mark := c.top
			if k.Name == "" {
				c.emit(bytecode.DictMerge, base+2, c.value(k.Value), base, 0)
			} else {
				c.keywordInto(k, base)
			}
			c.top = mark
		}
	}
	c.emit(bytecode.CallEx, base, hasKw, r, 0)
}

// keywordInto adds one keyword to the dict at base+2, refusing a repeated name.
func (c *compiler) keywordInto(k *syntax.Keyword, base int) {
	t := c.alloc()
	c.emit(bytecode.LoadConst, t, 0, 0, c.constant(k.Name))
	c.temp(k.Value)
	c.emit(bytecode.BuildDict, t, t, 1, 0)
	c.emit(bytecode.DictMerge, base+2, t, base, 0)
}
