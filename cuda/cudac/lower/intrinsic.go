// This file is the registry of the functions that CUDA defines without a header.

package lower

import (
	"maps"
	"strings"
	"sync"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// call is a call of an intrinsic that is being lowered.
type call struct {
	name string
	args []*syntax.Expr
	at   lex.Token
}

// intrinsic is a function of CUDA's own. It takes n arguments, or any number where n is
// negative.
type intrinsic struct {
	n      int
	device bool // it exists in device code only
	lower  func(l *lowering, c *call) value
}

// intrinsics are all of them, by name. They are put together when a kernel is first compiled: not
// with the variable, since the functions in the table use it.
func intrinsics() map[string]intrinsic {
	allIntrinsics.once.Do(func() {
		allIntrinsics.byName = map[string]intrinsic{}
		for _, list := range []map[string]intrinsic{
			mathIntrinsics(), bitIntrinsics(), conversionIntrinsics(), halfIntrinsics(), memoryIntrinsics(), blockIntrinsics(), outputIntrinsics(), variadicIntrinsics(), scanIntrinsics(), atomicIntrinsics(), matrixIntrinsics(), generatedIntrinsics(),
		} {
			maps.Copy(allIntrinsics.byName, list)
		}
		for name, t := range syntax.VectorTypes {
			allIntrinsics.byName["make_"+name] = intrinsic{len(t.Members()), false, func(l *lowering, c *call) value {
				return l.construct(t, l.operands(c.args), c.at, true)
			}}
		}
	})
	return allIntrinsics.byName
}

var allIntrinsics struct {
	once   sync.Once
	byName map[string]intrinsic
}

// legacy are functions that CUDA had before Volta.
var legacy = map[string]bool{"__shfl": true, "__shfl_up": true, "__shfl_down": true, "__shfl_xor": true, "__ballot": true, "__any": true, "__all": true}

// legacy lowers a function that CUDA had before Volta, which the compiler of whole programs still takes for older cards: those
// lanes take part that come to the call together.
func (l *lowering) legacy(name string, e *syntax.Expr) value {
	l.warn(e.Tok, "use "+name+"_sync(0xffffffff, …)", "'%s' was removed with Volta: it does not say which threads take part", name)
	named := func(n string) *syntax.Expr { return &syntax.Expr{Op: "name", Name: n, Tok: e.Tok} }
	here := &syntax.Expr{Op: "call", Tok: e.Tok, Kids: []*syntax.Expr{named("__activemask")}}
	args := append([]*syntax.Expr{named(name + "_sync"), here}, e.Kids[1:]...)
	return l.intrinsic(name+"_sync", &syntax.Expr{Op: "call", Tok: e.Tok, Kids: args})
}

// intrinsic lowers a call of a function of CUDA.
func (l *lowering) intrinsic(name string, e *syntax.Expr) value {
	f, ok := intrinsics()[name]
	if !ok && legacy[name] && l.c.Whole {
		return l.legacy(name, e)
	}
	if !ok && legacy[name] {
		l.fail(e.Tok, "use "+name+"_sync(0xffffffff, …)", "'%s' was removed with Volta: it does not say which threads take part", name)
	}
	if !ok && strings.HasPrefix(name, "atomic") {
		l.fail(e.Tok, source.Suggest(name, syntax.AtomicNames), "use of undeclared identifier '%s'", name)
	}
	if !ok {
		l.undeclared(name, e.Tok)
	}
	c := &call{name, e.Kids[1:], e.Tok}
	if f.device && l.host {
		l.fail(e.Tok, "", "'%s' can only be called from device code", name)
	}
	if f.n >= 0 && len(c.args) != f.n {
		l.fail(e.Tok, "", "'%s' takes %d argument%s, %s given", name, f.n, map[bool]string{true: "s"}[f.n != 1], isOrAre(len(c.args)))
	}
	return f.lower(l, c)
}

// numbers lowers the arguments as numbers of a kind.
func (l *lowering) numbers(c *call, kinds ...word.Kind) []value {
	list := make([]value, len(c.args))
	for i, a := range c.args {
		list[i] = l.convert(l.rvalue(a), syntax.Basic[kinds[min(i, len(kinds)-1)]], a.Tok)
	}
	return list
}

// compute lowers a function of registers: f gets those of one lane.
func (l *lowering) compute(t *syntax.Type, args []value, f func(x []uint64) uint64) value {
	d := l.reg()
	if l.host {
		return value{typ: t, slot: d, run: l.evaluated(scalarCall(l, args, f), d)}
	}
	var run simt.Op
	for _, a := range args {
		run = seq(run, a.run)
	}
	slots := make([]int, len(args))
	for i, a := range args {
		slots[i] = a.slot
	}
	all := wholeLanes(slots, d, f)
	switch len(args) {
	case 1:
		all = simt.Ruled1(slots[0], d, func(a uint64) uint64 { return f([]uint64{a}) }, nil, all)
	case 2:
		all = simt.Ruled(slots[0], slots[1], d, func(a, b uint64) uint64 { return f([]uint64{a, b}) }, nil, all)
	}
	return value{typ: t, slot: d, run: seq(run, all)}
}

// wholeLanes computes f of the registers in slots, lane by lane.
func wholeLanes(slots []int, d int, f func(x []uint64) uint64) simt.Op {
	return func(w *simt.Warp, m uint32) {
		var in [4]*simt.Vec
		for k, s := range slots {
			in[k] = w.In(s)
		}
		x, z := w.Wholes[:len(slots)], w.Out(d)
		for ; m != 0; m &= m - 1 {
			i := simt.First(m)
			for k := range x {
				x[k] = in[k][i]
			}
			z[i] = f(x)
		}
	}
}

// simple is an intrinsic whose arguments and result have fixed kinds.
func simple(result word.Kind, params []word.Kind, f func(x []uint64) uint64) intrinsic {
	return intrinsic{len(params), false, func(l *lowering, c *call) value {
		return l.compute(syntax.Basic[result], l.numbers(c, params...), f)
	}}
}
