package autograd

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"
)

// faults makes one of the things fail that a device is asked for: a kernel, or memory.
type faults struct {
	asked, at int
}

var errBroken = errors.New("the device is broken")

func (f *faults) ask() error {
	if f.asked++; f.asked == f.at {
		return errBroken
	}
	return nil
}

// TestFaults breaks the device under every operation of the gradients' cases and of the walks back, first and second order, at one
// place after the other: each time that error comes out, nothing panics, and the tape works afterwards as before.
func TestFaults(t *testing.T) {
	tp := newTape()
	cases := gradCases(t, tp)
	device := &faults{}
	tp.Attend(device.ask, new(atomic.Bool))
	tp.Count(func(int) error { return device.ask() })
	for _, c := range cases {
		for _, x := range c.inputs {
			if err := tp.SetRequiresGrad(x, true); err != nil {
				t.Fatal(err)
			}
		}
		*device = faults{}
		if err := twice(tp, &c); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for all, at := device.asked, 1; at <= all; at++ {
			*device = faults{at: at}
			if err := unharmed(tp, &c); !errors.Is(err, errBroken) {
				t.Errorf("%s: broken at %d of %d: %v", c.name, at, all, err)
				break
			}
			if !tp.GradEnabled() || tp.depth != 0 {
				t.Fatalf("%s: broken at %d of %d: the tape is left in another state", c.name, at, all)
			}
		}
	}
}

// unharmed is twice, with a panic for an error.
func unharmed(tp *Tape, c *gradCase) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panics: %v\n%s", p, debug.Stack())
		}
	}()
	return twice(tp, c)
}

// twice differentiates a case, and again where that is offered.
func twice(tp *Tape, c *gradCase) error {
	y, err := weighted(tp, c.bent(tp), c.inputs)
	if err != nil {
		return err
	}
	if _, err := tp.Gradients([]*Tensor{y}, c.inputs, nil, Walk{AllowUnused: true, Retain: true}); err != nil || c.once {
		return err
	}
	grads, err := tp.Gradients([]*Tensor{y}, c.inputs, nil, Walk{Create: true, AllowUnused: true})
	if err != nil {
		return err
	}
	for _, g := range grads {
		if g == nil || !RequiresGrad(g) {
			continue
		}
		square, err := weighted(tp, func([]*Tensor) (*Tensor, error) { return tp.Mul(g, g) }, nil)
		if err != nil {
			return err
		}
		if _, err = tp.Gradients([]*Tensor{square}, c.inputs, nil, Walk{AllowUnused: true, Retain: true}); err != nil {
			return err
		}
	}
	return nil
}

// TestEveryRuleIsTried demands a case for every formula that nodes go by, of the table of names and of that of functions.
func TestEveryRuleIsTried(t *testing.T) {
	tp := newTape()
	tried := map[string]bool{}
	note := func(r *rule) {
		r.inputs = slices.Clone(r.inputs) // which other rows may share
		for i, f := range r.inputs {
			name := fmt.Sprintf("%s, input %d", r.name, i)
			if !tried[name] {
				tried[name] = false // it is asked for
			}
			r.inputs[i] = func(c *calc) *Tensor { tried[name] = true; return f(c) }
		}
		if f, name := r.all, r.name; f != nil {
			tried[name] = false
			r.all = func(c *calc) []*Tensor { tried[name] = true; return f(c) }
		}
	}
	for _, r := range rules() {
		note(r)
	}
	cases := gradCases(t, tp)
	for _, c := range cases {
		for _, x := range c.inputs {
			if err := tp.SetRequiresGrad(x, true); err != nil {
				t.Fatal(err)
			}
		}
		if err := twice(tp, &c); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for name, is := range tried {
		if !is && name != "NotImplemented" { // which TestErrors has
			t.Errorf("no case differentiates by %s", name)
		}
	}
}
