// This file lowers launches in device code.

package lower

import (
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// launchNested lowers a launch in device code.
func (l *lowering) launchNested(e *syntax.Expr) value {
	name := e.Kids[0].Name
	var list []*syntax.Function
	for _, f := range l.unit.Functions[name] {
		if f.Global {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		l.undeclared(name, e.Tok)
	}
	args := l.operands(e.Kids[1:])
	f, b := l.pick(list, args, e.Kids[0].Args, e.Tok, name)
	key := l.program.prepare(l, f, b)
	setup, run := l.launchSetup(e)
	slots := make([]int, len(f.Params))
	in := &inlined{f: f, types: b.types, up: l.call}
	for i, d := range f.Params {
		o := operand{}
		if i < len(args) {
			o = args[i]
		} else {
			o = l.operand(d.Init)
		}
		v := l.initialFrom(o, l.paramType(d, in, l.valuesOf(b)))
		slots[i] = l.reg()
		run = seq(run, seq(v.run, l.move(v.slot, slots[i])))
	}
	at := l.site(e.Tok, name)
	return value{typ: syntax.Basic[word.Void], run: seq(run, l.each(func(w *simt.Warp, lane int) {
		w.Launch(l.program.instances[key], setup, slots, lane, at)
	}))}
}

// prepare lowers a kernel that is launched from device code, unless that is being done.
func (p *compilation) prepare(l *lowering, f *syntax.Function, b binding) string {
	key := instanceKey(f, b)
	if _, ok := p.instances[key]; !ok {
		p.instances[key] = nil
		p.instances[key] = p.lowerFunction(l.unit, l.globals, f, b, false)
	}
	return key
}
