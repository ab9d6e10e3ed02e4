// This file launches kernels from kernels (CUDA Dynamic Parallelism). They run when the grid that
// launched them has ended, in the order of its blocks, or when its block waits for them with
// cudaDeviceSynchronize, as CUDA had it before version 12.

package simt

import (
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
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

// Launch takes in a kernel's launch on behalf of a lane.
func (w *Warp) Launch(k *Kernel, setup [4]int, args []int, lane int, at *Site) {
	r := w.Core
	if k == nil || r.Launch.depth >= maxNesting {
		w.Fail("budget", at, lane, "kernels launch each other more than %d deep", maxNesting)
	}
	l := Launch{Stdout: r.Launch.Stdout, Stderr: r.Launch.Stderr, Lenient: r.Launch.Lenient, depth: r.Launch.depth + 1, Cores: r.Launch.Cores, Plain: r.Launch.Plain}
	for i, to := range []*[3]int{&l.Grid, &l.Block} {
		b := w.Block(w.In(setup[i])[lane], 12, lane, at, false)
		for d := range to {
			to[d] = int(word.Load(b[4*d:], word.U32))
		}
	}
	l.DynamicShared = int(min(w.In(setup[2])[lane], 1<<30))
	if Configuration(k, &l, 0) != 0 {
		return // cudaGetLastError would say so
	}
	for i, slot := range args {
		if t := k.Params[i].Type; t.Kind == word.Struct {
			data := append([]byte(nil), w.Block(w.In(slot)[lane], t.Size(), lane, at, false)...)
			l.Args = append(l.Args, Arg{Buffer: &Buffer{Name: "argument " + k.Params[i].Name, Data: data}})
			continue
		}
		l.Args = append(l.Args, Arg{Bits: w.In(slot)[lane]})
	}
	if r.Grid.pending.Add(1) > maxPending {
		w.Fail("budget", at, lane, "more than %d kernels that kernels launched wait to run", maxPending)
	}
	r.children = append(r.children, child{k, l})
	r.Labour(Lanes << 8)
}

// run runs a kernel that a block of g launched.
func (c *child) run(g *Grid, steps int64, poll func() error) (*report.Profile, error) {
	for i := memory.FirstBuffer; i < len(g.Spaces); i++ {
		c.launch.Memory = append(c.launch.Memory, &g.Spaces[i].Buffer)
	}
	c.launch.Steps, c.launch.Poll = max(steps, 1), poll
	return c.kernel.Launch(c.launch)
}

// Join runs the kernels that the block has launched.
func (w *Warp) Join() {
	r := w.Core
	if len(r.children) == 0 {
		return
	}
	r.alone()
	r.turn()
	list := r.children
	r.children = nil
	r.Grid.pending.Add(-int64(len(list)))
	for i := range list {
		list[i].launch.Cores = 1
		p, err := list[i].run(r.Grid, r.Steps, r.heed)
		list[i] = child{}
		if f, ok := err.(*report.Fault); ok {
			panic(f)
		}
		if err != nil {
			panic(Stopped{err})
		}
		r.findings = append(r.findings, report.NewTo(r.findings, p.Findings)...)
		r.Spend(p.Instructions)
	}
}

// descend runs the kernels that a grid has launched; p takes in what they did.
func (g *Grid) descend(p *report.Profile) error {
	for i := range g.children {
		c, err := g.children[i].run(g, g.Launch.Steps-p.Instructions, g.Launch.Poll)
		g.children[i] = child{} // what it held is not held by those that wait
		if err != nil {
			return err
		}
		p.Instructions += c.Instructions
		p.Findings = append(p.Findings, report.NewTo(p.Findings, c.Findings)...)
	}
	return nil
}

// heed passes on whether the launch may go on to a kernel that it has launched.
func (r *Core) heed() error {
	select {
	case r.Grid.attention <- struct{}{}:
	default:
	}
	if r.Grid.halt.Load() {
		return errHalted
	}
	return nil
}
