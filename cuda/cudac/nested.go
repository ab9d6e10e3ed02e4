// This file launches kernels from kernels: the block that does waits for its turn, and the
// new kernel runs to its end at once.

package cudac

// maxNesting is how deep kernels launch each other (CUDA Dynamic Parallelism).
const maxNesting = 24

// launchNested lowers a launch in device code.
func (l *lowering) launchNested(e *expr) value {
	name := e.kids[0].name
	var list []*function
	for _, f := range l.unit.functions[name] {
		if f.global {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		l.undeclared(name, e.tok)
	}
	args := l.operands(e.kids[1:])
	f, b := l.pick(list, args, e.kids[0].args, e.tok, name)
	key := l.program.prepare(l, f, b)
	setup, run := l.launchSetup(e)
	slots := make([]int, len(f.params))
	in := &inlined{f: f, types: b.types, up: l.call}
	for i, d := range f.params {
		o := operand{}
		if i < len(args) {
			o = args[i]
		} else {
			o = l.operand(d.init)
		}
		v := l.initialFrom(o, l.paramType(d, in, l.valuesOf(b)))
		slots[i] = l.reg()
		run = seq(run, seq(v.run, l.move(v.slot, slots[i])))
	}
	at := l.site(e.tok, name)
	l.polls = true // its block has its turn
	return value{typ: basic[Void], run: seq(run, l.each(func(w *warp, lane int) {
		w.launch(l.program.instances[key], setup, slots, lane, at)
	}))}
}

// prepare lowers a kernel that is launched from device code, unless that is being done.
func (p *Program) prepare(l *lowering, f *function, b binding) string {
	key := instanceKey(f, b)
	if _, ok := p.instances[key]; !ok {
		p.instances[key] = nil
		p.instances[key] = p.lowerFunction(l.unit, l.globals, f, b, false)
	}
	return key
}

// launch runs a kernel on behalf of a lane.
func (w *warp) launch(k *Kernel, setup [4]int, args []int, lane int, at *site) {
	r := w.run
	r.alone()
	r.turn()
	if k == nil || r.launch.depth >= maxNesting {
		w.fail("budget", at, lane, "kernels launch each other more than %d deep", maxNesting)
	}
	l := Launch{Stdout: r.launch.Stdout, Stderr: r.launch.Stderr, Steps: max(r.steps, 1), Lenient: r.launch.Lenient, depth: r.launch.depth + 1, cores: 1, Poll: r.heed}
	for i := firstBuffer; i < len(r.grid.spaces); i++ {
		l.Memory = append(l.Memory, &r.grid.spaces[i].Buffer)
	}
	for i, to := range []*[3]int{&l.Grid, &l.Block} {
		b := w.block(w.in(setup[i])[lane], 12, lane, at, false)
		for d := range to {
			to[d] = int(get(b[4*d:], U32))
		}
	}
	l.DynamicShared = int(min(w.in(setup[2])[lane], 1<<30))
	if configuration(k, &l) != 0 {
		return // cudaGetLastError would say so
	}
	for i, slot := range args {
		if t := k.Params[i].Type; t.Kind == Struct {
			data := append([]byte(nil), w.block(w.in(slot)[lane], t.Size(), lane, at, false)...)
			l.Args = append(l.Args, Arg{Buffer: &Buffer{Name: "argument " + k.Params[i].Name, Data: data}})
			continue
		}
		l.Args = append(l.Args, Arg{Bits: w.in(slot)[lane]})
	}
	p, err := k.Launch(l)
	if f, ok := err.(*Fault); ok {
		panic(f)
	}
	if err != nil {
		panic(stopped{err})
	}
	r.findings = append(r.findings, newTo(r.findings, p.Findings)...)
	r.spend(p.Instructions)
}

// heed passes on whether the launch may go on to a kernel that it has launched.
func (r *run) heed() error {
	select {
	case r.grid.attention <- struct{}{}:
	default:
	}
	if r.grid.halt.Load() {
		return errHalted
	}
	return nil
}
