package tensor

import (
	"fmt"
	"time"

	"gputour/engine/device"
)

// This file is for operations that the host computes without a launch: they too end when
// the run is to end, and count what they need before they take it.

// burst is how many steps of a loop of the host run between two looks at the run's stop.
const burst = 1 << 16

// bursts runs body over [0, n) a part at a time, unless the run is to end.
func (e *Env) bursts(n int, body func(lo, hi int)) error {
	for lo := 0; lo < n; lo += burst {
		if err := e.poll(); err != nil {
			return err
		}
		body(lo, min(lo+burst, n))
	}
	return nil
}

// Poll reports whether the run is to end.
func (e *Env) Poll() error { return e.poll() }

// Room is room for packages above.
func (e *Env) Room(count, size int) error { return e.room(count, size) }

// viewBytes is about what a view takes together with the Python object for it.
const viewBytes = 400

// Views makes n views of one tensor, the i-th by view.
func (e *Env) Views(n int, view func(i int) (*Tensor, error)) ([]*Tensor, error) {
	if err := e.room(n, viewBytes); err != nil {
		return nil, err
	}
	list := make([]*Tensor, n)
	for i := range list {
		if i%1024 == 1023 {
			if err := e.poll(); err != nil {
				return nil, err
			}
		}
		var err error
		if list[i], err = view(i); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// maxRoom is beyond what the memory of any machine holds, and what Go can make a list of.
const maxRoom = 1 << 46

// room asks whether the host's memory has so many bytes left for lists that are no
// tensors; an operation that needs several times its operands asks before it makes them.
func (e *Env) room(count, size int) error {
	if count <= maxRoom/size && e.fits(count*size) {
		return nil
	}
	return &device.Error{Op: "alloc", Code: device.OutOfMemory, Device: "cpu", Bytes: count * size, Text: fmt.Sprintf(
		"[enforce fail at alloc_cpu.cpp:66] . DefaultCPUAllocator: can't allocate memory: you tried to allocate %d bytes. Error code 12 (Cannot allocate memory)", uint64(count)*uint64(size))}
}

func (e *Env) fits(bytes int) bool {
	h, bounded := e.CPU.(interface{ Fits(bytes int) bool })
	if !bounded || h.Fits(bytes) {
		return true
	}
	e.forget()
	return h.Fits(bytes)
}

// Steps of work from which a computation is made aside, and how often its end is looked for.
const (
	asideFrom = 1 << 25
	lookEvery = 5 * time.Millisecond
)

// aside calls f, whose work is about so many steps and touches nothing that others see. A
// long one runs on a goroutine of its own: when the run is to end before it has, it is
// left behind, and what it makes is lost. A session leaves one behind at most; the next
// waits for its end.
func (e *Env) aside(steps float64, f func()) error {
	if err := e.poll(); err != nil || steps < asideFrom {
		if err == nil {
			f()
		}
		return err
	}
	if err := e.await(e.behind); err != nil {
		return err
	}
	done := make(chan struct{})
	e.behind = done
	var broken any
	go func() {
		defer close(done)
		defer func() { broken = recover() }()
		f()
	}()
	if err := e.await(done); err != nil {
		return err
	}
	e.behind = nil
	if broken != nil {
		panic(broken)
	}
	return nil
}

// await waits for done to be closed, nil being so, or for the run to end.
func (e *Env) await(done chan struct{}) error {
	if done == nil {
		return nil
	}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-look.C:
			if err := e.poll(); err != nil {
				return err
			}
		}
	}
}

// cube is about the steps of a factorisation of an n×n matrix.
func cube(n int) float64 { return float64(n) * float64(n) * float64(n) }
