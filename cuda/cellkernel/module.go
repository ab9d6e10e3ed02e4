// This file is the module gputour.cuda.

package cellkernel

import (
	"fmt"

	"gputour/cuda/cudac"
	"gputour/engine/object"
)

// install puts gputour and gputour.cuda among a session's modules.
func install(s *object.Session) {
	if _, have := s.Modules.GetStr("gputour.cuda"); have {
		return
	}
	m := object.NewModule("gputour.cuda", "Kernels of %%cuda cells: what they do wrong, and what they cost.")
	m.AddFuncs(
		object.Def("profile(kernel, /)", profile, "The counts of a kernel's last launch, as a dict."),
		object.Def("report(kernel, /)", report, "The counts of a kernel's last launch, as text."),
	)
	classes := []*object.Class{KernelClass, LaunchError, CompileError, ProgramError, kernelError}
	for _, c := range faults {
		classes = append(classes, c)
	}
	for _, c := range classes {
		m.Dict.Set(c.Name, object.Of(c))
	}
	parent := object.NewModule("gputour", "What this notebook adds to Python.")
	parent.Dict.Set("cuda", object.Of(m))
	parent.Dict.Set("__path__", object.NewList(nil))
	s.Modules.SetStr("gputour", object.Of(parent))
	s.Modules.SetStr("gputour.cuda", object.Of(m))
}

func launched(v object.Value) (*Kernel, error) {
	k, ok := v.Object().(*Kernel)
	if b, isBound := v.Object().(*bound); isBound {
		k, ok = b.Kernel, true
	}
	if !ok {
		return nil, object.Raise(object.TypeError, "profile() needs a kernel")
	}
	if k.last == nil {
		return nil, object.Raise(object.ValueError, "kernel %s has not been launched yet", k.kernel.Name)
	}
	return k, nil
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func (k *Kernel) occupancy() float64 {
	return k.last.Occupancy(cudac.LimitsOf(k.gpu.Major, k.gpu.Minor)).Share
}

// profile is gputour.cuda.profile.
func profile(_ *object.Thread, a []object.Value) (object.Value, error) {
	k, err := launched(a[0])
	if err != nil {
		return object.Value{}, err
	}
	p := k.last
	d := object.NewDict()
	d.SetStr("kernel", object.NewStr(p.Kernel))
	for _, row := range counts(p) {
		d.SetStr(row.name, object.Int(row.n))
	}
	d.SetStr("occupancy", object.Float(k.occupancy()))
	d.SetStr("sectors_per_load", object.Float(ratio(p.LoadSectors, p.GlobalLoads)))
	d.SetStr("sectors_per_store", object.Float(ratio(p.StoreSectors, p.GlobalStores)))
	d.SetStr("arithmetic_intensity", object.Float(ratio(p.Flops, 32*(p.LoadSectors+p.StoreSectors))))
	d.SetStr("estimated_us", object.Float(float64(k.nanos)/1e3))
	return object.Of(d), nil
}

type count struct {
	name string
	n    int64
}

func counts(p *cudac.Profile) []count {
	return []count{
		{"threads", p.Threads}, {"warps", p.Warps}, {"blocks", p.Blocks}, {"shared_bytes", int64(p.SharedBytes)},
		{"global_loads", p.GlobalLoads}, {"global_stores", p.GlobalStores}, {"load_sectors", p.LoadSectors}, {"store_sectors", p.StoreSectors},
		{"bytes_loaded", p.BytesLoaded}, {"bytes_stored", p.BytesStored}, {"shared_requests", p.SharedRequests}, {"bank_conflicts", p.BankConflicts},
		{"branches", p.Branches}, {"divergent_branches", p.Divergent}, {"barriers", p.Barriers}, {"atomics", p.Atomics}, {"flops", p.Flops},
	}
}

// report is gputour.cuda.report.
func report(_ *object.Thread, a []object.Value) (object.Value, error) {
	k, err := launched(a[0])
	if err != nil {
		return object.Value{}, err
	}
	p := k.last
	return object.NewStr(fmt.Sprintf("%s: %d threads in %d blocks (%d warps), occupancy %.0f%%, %d loads (%.1f sectors each), %d stores (%.1f), "+
		"%d bank conflicts, %d of %d branches diverge, about %.1f µs", p.Kernel, p.Threads, p.Blocks, p.Warps, 100*k.occupancy(),
		p.GlobalLoads, ratio(p.LoadSectors, p.GlobalLoads), p.GlobalStores, ratio(p.StoreSectors, p.GlobalStores),
		p.BankConflicts, p.Divergent, p.Branches, float64(k.nanos)/1e3)), nil
}
