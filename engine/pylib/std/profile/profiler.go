// Package profile is Python's module _lsprof: it counts and times the calls of a thread.
package profile

import (
	"fmt"
	"time"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Init makes the module.
func Init(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_lsprof", "Fast profiler")
	m.AddClasses(profilerClass)
	m.Dict.Set("profiler_entry", entryClass.Value())
	m.Dict.Set("profiler_subentry", subentryClass.Value())
	return m, nil
}

// profiler is an object of class Profiler.
type profiler struct {
	object.Head
	table    map[object.Object]*entry
	order    []*entry
	running  []*call // innermost last
	subcalls bool    // keep counts by caller
	builtins bool    // functions written in Go, too
	timer    object.Value
	unit     float64 // seconds of an int that the timer gives
	began    time.Time
}

// count is how often something was called, and how long that took.
type count struct {
	calls, recursive int64
	total, inline    float64
	depth            int // activations now
}

// entry is what is known of a function.
type entry struct {
	count
	function object.Value // a code object, or a str for what is written in Go
	callees  []*subentry
}

// subentry is what is known of a function's calls by another.
type subentry struct {
	count
	callee *entry
}

// call is an activation.
type call struct {
	entry      *entry
	sub        *subentry // nil where callers are not counted
	start      float64
	subsidiary float64 // time in what it has called
}

// now is the time in seconds.
func (p *profiler) now(t *object.Thread) (float64, error) {
	if p.timer.IsNil() {
		return time.Since(p.began).Seconds(), nil
	}
	v, err := object.Call(t, p.timer)
	if err != nil {
		return 0, err
	}
	if p.unit == 0 {
		return binding.Real(t, v)
	}
	n, ok := object.AsInt(v)
	if !ok {
		return 0, object.Raise(object.TypeError, "'%s' object cannot be interpreted as an integer", object.TypeName(v))
	}
	return float64(n) * p.unit, nil
}

// event is the interp.Profiler.
func (p *profiler) event(t *object.Thread, e interp.Event, callee, v object.Value) error {
	switch e {
	case interp.Called:
		return p.enter(t, callee)
	case interp.Returned:
		return p.leave(t)
	}
	if !p.builtins {
		return nil
	}
	if e == interp.CalledGo {
		return p.enter(t, callee)
	}
	return p.leave(t)
}

// entryOf is the entry of a function; methods that are bound to different objects share one.
func (p *profiler) entryOf(t *object.Thread, callee object.Value) (*entry, error) {
	b, isGo := callee.Object().(*object.Builtin)
	if isGo && b.Owner != nil {
		if d, ok := b.Owner.Lookup(b.Name); ok {
			callee = d
		}
	}
	if e := p.table[callee.Object()]; e != nil {
		return e, nil
	}
	e := &entry{function: callee}
	if isGo {
		name, err := goName(t, b, callee)
		if err != nil {
			return nil, err
		}
		e.function = object.NewStr(name)
	}
	p.table[callee.Object()] = e
	p.order = append(p.order, e)
	return e, nil
}

// goName is what a function written in Go is called in a profile; method is as its class has it.
func goName(t *object.Thread, b *object.Builtin, method object.Value) (string, error) {
	switch {
	case method.Class() == object.MethodDescrClass:
		return object.Repr(t, method)
	case b.Module != "":
		return fmt.Sprintf("<built-in method %s.%s>", b.Module, b.Name), nil
	}
	return fmt.Sprintf("<built-in method %s>", b.Name), nil
}

// subentryOf is the entry of callee among what e calls.
func (e *entry) subentryOf(callee *entry) *subentry {
	for _, s := range e.callees {
		if s.callee == callee {
			return s
		}
	}
	s := &subentry{callee: callee}
	e.callees = append(e.callees, s)
	return s
}

func (p *profiler) enter(t *object.Thread, callee object.Value) error {
	e, err := p.entryOf(t, callee)
	if err != nil {
		return err
	}
	c := &call{entry: e}
	e.depth++
	if n := len(p.running); n > 0 && p.subcalls {
		c.sub = p.running[n-1].entry.subentryOf(e)
		c.sub.depth++
	}
	p.running = append(p.running, c)
	c.start, err = p.now(t)
	return err
}

func (p *profiler) leave(t *object.Thread) error {
	n := len(p.running) - 1
	if n < 0 {
		return nil // of a call that had begun before
	}
	now, err := p.now(t)
	c := p.running[n]
	p.running = p.running[:n]
	total := now - c.start
	if n > 0 {
		p.running[n-1].subsidiary += total
	}
	c.entry.add(total, total-c.subsidiary)
	if c.sub != nil {
		c.sub.add(total, total-c.subsidiary)
	}
	return err
}

// add counts a call that is over. The total of a recursive one is part of that of the first.
func (c *count) add(total, inline float64) {
	c.calls++
	c.inline += inline
	if c.depth--; c.depth > 0 {
		c.recursive++
	} else {
		c.total += total
	}
}

// flush ends the calls that are still going on.
func (p *profiler) flush(t *object.Thread) error {
	for len(p.running) > 0 {
		if err := p.leave(t); err != nil {
			return err
		}
	}
	return nil
}
