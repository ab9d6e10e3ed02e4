// This file launches kernels from kernels (CUDA Dynamic Parallelism). They run when the grid that
// launched them has ended, in the order of its blocks, or when its block waits for them with
// cudaDeviceSynchronize, as CUDA had it before version 12.

package cudac

import (
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/word"
)

// maxNesting is how deep kernels launch each other (CUDA Dynamic Parallelism).
const maxNesting = 24

// maxPending is how many kernels that a grid's threads launched may wait to run. A card's runtime keeps 2,048 at first
// and more in memory of its own (CUDA C++ Programming Guide, "Pending Launch Count").
const maxPending = 1 << 15

// child is a kernel that a kernel launched.
type child struct {
	kernel *Kernel
	launch Launch
}

// launch takes in a kernel's launch on behalf of a lane.
func (w *warp) launch(k *Kernel, setup [4]int, args []int, lane int, at *site) {
	r := w.run
	if k == nil || r.launch.depth >= maxNesting {
		w.fail("budget", at, lane, "kernels launch each other more than %d deep", maxNesting)
	}
	l := Launch{Stdout: r.launch.Stdout, Stderr: r.launch.Stderr, Lenient: r.launch.Lenient, depth: r.launch.depth + 1, cores: r.launch.cores, plain: r.launch.plain}
	for i, to := range []*[3]int{&l.Grid, &l.Block} {
		b := w.block(w.in(setup[i])[lane], 12, lane, at, false)
		for d := range to {
			to[d] = int(word.Load(b[4*d:], word.U32))
		}
	}
	l.DynamicShared = int(min(w.in(setup[2])[lane], 1<<30))
	if configuration(k, &l, 0) != 0 {
		return // cudaGetLastError would say so
	}
	for i, slot := range args {
		if t := k.Params[i].Type; t.Kind == word.Struct {
			data := append([]byte(nil), w.block(w.in(slot)[lane], t.Size(), lane, at, false)...)
			l.Args = append(l.Args, Arg{Buffer: &Buffer{Name: "argument " + k.Params[i].Name, Data: data}})
			continue
		}
		l.Args = append(l.Args, Arg{Bits: w.in(slot)[lane]})
	}
	if r.grid.pending.Add(1) > maxPending {
		w.fail("budget", at, lane, "more than %d kernels that kernels launched wait to run", maxPending)
	}
	r.children = append(r.children, child{k, l})
	r.labour(lanes << 8)
}

// run runs a kernel that a block of g launched.
func (c *child) run(g *grid, steps int64, poll func() error) (*Profile, error) {
	for i := memory.FirstBuffer; i < len(g.spaces); i++ {
		c.launch.Memory = append(c.launch.Memory, &g.spaces[i].Buffer)
	}
	c.launch.Steps, c.launch.Poll = max(steps, 1), poll
	return c.kernel.Launch(c.launch)
}

// join runs the kernels that the block has launched.
func (w *warp) join() {
	r := w.run
	if len(r.children) == 0 {
		return
	}
	r.alone()
	r.turn()
	list := r.children
	r.children = nil
	r.grid.pending.Add(-int64(len(list)))
	for i := range list {
		list[i].launch.cores = 1
		p, err := list[i].run(r.grid, r.steps, r.heed)
		list[i] = child{}
		if f, ok := err.(*Fault); ok {
			panic(f)
		}
		if err != nil {
			panic(stopped{err})
		}
		r.findings = append(r.findings, newTo(r.findings, p.Findings)...)
		r.spend(p.Instructions)
	}
}

// descend runs the kernels that a grid has launched; p takes in what they did.
func (g *grid) descend(p *Profile) error {
	for i := range g.children {
		c, err := g.children[i].run(g, g.launch.Steps-p.Instructions, g.launch.Poll)
		g.children[i] = child{} // what it held is not held by those that wait
		if err != nil {
			return err
		}
		p.Instructions += c.Instructions
		p.Findings = append(p.Findings, newTo(p.Findings, c.Findings)...)
	}
	return nil
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
