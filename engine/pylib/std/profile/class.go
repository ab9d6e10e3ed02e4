package profile

import (
	"time"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// This file is the class Profiler as Python sees it.

var (
	entryClass    = binding.SequenceClass("_lsprof.profiler_entry", []string{"code", "callcount", "reccallcount", "totaltime", "inlinetime", "calls"})
	subentryClass = binding.SequenceClass("_lsprof.profiler_subentry", []string{"code", "callcount", "reccallcount", "totaltime", "inlinetime"})
)

var profilerClass = binding.Class("_lsprof.Profiler").Define(object.Spec{
	Doc: `Profiler(timer=None, timeunit=None, subcalls=True, builtins=True)

    Builds a profiler object using the specified timer function.
    The default timer is a fast built-in one based on real time.
    For custom timer functions returning integers, timeunit can
    be a float specifying a scale (i.e. how long each integer unit
    is, in seconds).
`,
	Signature: "Profiler(timer=None, timeunit=0.0, subcalls=True, builtins=True)",
	Alloc: func(c *object.Class) object.Value {
		return object.Adopt(&profiler{table: map[object.Object]*entry{}, subcalls: true, builtins: true, began: time.Now()}, c)
	},
	Init:    initialize,
	HasDict: true,
	Methods: []object.Method{
		{Sig: "enable(self, subcalls=True, builtins=True)", Fn: enable, Doc: "Start collecting profiling information.\n" +
			"If 'subcalls' is True, also records for each function statistics separated by its current caller.\n" +
			"If 'builtins' is True, records the time spent in built-in functions separately from their caller."},
		{Sig: "disable(self)", Fn: disable, Doc: "Stop collecting profiling information."},
		{Sig: "clear(self)", Fn: clearAll, Doc: "Clear all profiling information collected so far."},
		{Sig: "getstats(self, /)", Fn: getStats, Doc: "All that was collected: a list of profiler_entry objects with the attributes code, callcount, reccallcount,\n" +
			"totaltime, inlinetime (not in subcalls) and calls, which is None or a list of profiler_subentry objects."},
	},
})

func initialize(t *object.Thread, self object.Value, a []object.Value) (err error) {
	p := self.Object().(*profiler)
	p.timer = object.Value{}
	if !a[0].IsNone() {
		p.timer = a[0]
	}
	if p.unit, err = binding.Real(t, a[1]); err != nil {
		return err
	}
	return p.choose(t, a[2:])
}

// choose sets subcalls and builtins.
func (p *profiler) choose(t *object.Thread, a []object.Value) (err error) {
	if p.subcalls, err = object.ToBool(t, a[0]); err == nil {
		p.builtins, err = object.ToBool(t, a[1])
	}
	return err
}

func enable(t *object.Thread, a []object.Value) (object.Value, error) {
	p := a[0].Object().(*profiler)
	if err := p.choose(t, a[1:]); err != nil {
		return object.Value{}, err
	}
	interp.SetProfiler(t, p.event, a[0])
	return object.None, nil
}

func disable(t *object.Thread, a []object.Value) (object.Value, error) {
	p := a[0].Object().(*profiler)
	if interp.ProfilerOf(t) == a[0] {
		interp.SetProfiler(t, nil, object.None)
	}
	return object.None, p.flush(t)
}

func clearAll(_ *object.Thread, a []object.Value) (object.Value, error) {
	p := a[0].Object().(*profiler)
	clear(p.table)
	p.order, p.running = nil, nil
	return object.None, nil
}

func getStats(t *object.Thread, a []object.Value) (object.Value, error) {
	p := a[0].Object().(*profiler)
	if interp.ProfilerOf(t) == a[0] {
		if _, err := disable(t, a); err != nil {
			return object.Value{}, err
		}
	}
	var list []object.Value
	for _, e := range p.order {
		if e.calls > 0 {
			list = append(list, binding.NewSequence(entryClass, append(e.values(e.function), e.calleeList()), nil))
		}
	}
	return object.NewList(list), nil
}

// values are the fields of an entry.
func (c *count) values(function object.Value) []object.Value {
	return []object.Value{function, object.Int(c.calls), object.Int(c.recursive), object.Float(c.total), object.Float(c.inline)}
}

func (e *entry) calleeList() object.Value {
	var list []object.Value
	for _, s := range e.callees {
		if s.calls > 0 {
			list = append(list, binding.NewSequence(subentryClass, s.values(s.callee.function), nil))
		}
	}
	if list == nil {
		return object.None
	}
	return object.NewList(list)
}
