package sim

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// captured is the graph of some work.
func captured(t *testing.T, d *Device, work func()) device.Graph {
	t.Helper()
	if err := d.BeginCapture(0); err != nil {
		t.Fatal(err)
	}
	if !d.Capturing() {
		t.Error("no capture goes on")
	}
	work()
	g, err := d.EndCapture()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func replay(t *testing.T, g device.Graph, drawn int) {
	t.Helper()
	if err := g.Replay(drawn, new(atomic.Bool)); err != nil {
		t.Fatal(err)
	}
}

func out(t *testing.T, d *Device, b *device.Buffer, n int) []byte {
	t.Helper()
	got := make([]byte, n)
	if err := d.CopyOut(got, b, 0); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestReplay: a graph does kernels, numbers among their operands, and copies again, with the bytes of that time.
func TestReplay(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	x, y, z := alloc(t, d, 8), alloc(t, d, 8), alloc(t, d, 8)
	host := []byte{0, 0, 128, 63, 0, 0, 0, 64} // 1, 2
	defer d.PinHost(host)()
	work := add(x, x, nil, 2)
	two := &work.Args[2]
	two.Buffer = nil
	copy(two.Imm[:], []byte{0, 0, 0, 64})
	two.Strides = []int{0}
	g := captured(t, d, func() {
		if err := d.CopyIn(x, 0, host, true); err != nil {
			t.Fatal(err)
		}
		launch(t, d, work)
		if err := d.CopyPeer(y, 0, x, 4, 4); err != nil {
			t.Fatal(err)
		}
		if err := d.CopyPeer(y, 4, x, 0, 4); err != nil {
			t.Fatal(err)
		}
	})
	if g.Len() != 4 {
		t.Errorf("%d steps", g.Len())
	}
	if err := d.CopyIn(z, 0, host, false); err != nil {
		t.Fatal(err)
	}
	var told []device.Record
	d.Observe(func(r device.Record) { told = append(told, r) })
	d.machine.Elapse(1_000_000)
	began := d.HostTime()
	replay(t, g, 0)
	if want := []byte{0, 0, 128, 64, 0, 0, 64, 64}; !bytes.Equal(out(t, d, y, 8), want) { // 4, 3
		t.Errorf("%v", out(t, d, y, 8))
	}
	link, within := d.model.HostLink.transferTime(8, 1), d.withinNanos(4)
	kernel := d.model.kernelTime(work)
	at := began + 2_000
	for i, w := range []device.Record{
		{Action: device.DidCopy, From: "cpu", To: "cuda:0", Bytes: 8, Nanos: link, Start: at, Called: began, Held: 5_000, Buffers: [4]uint64{x.ID}},
		{Action: device.DidLaunch, Op: device.OpAdd, Nanos: kernel, Start: max(at+link, began+7_000), Called: began, Buffers: [4]uint64{x.ID, x.ID}},
		{Action: device.DidCopy, From: "cuda:0", To: "cuda:0", Bytes: 4, Nanos: within, Start: max(at+link, began+7_000) + kernel, Called: began, Buffers: [4]uint64{y.ID, x.ID}},
	} {
		w.Device, told[i].Shape = "cuda:0", nil
		if plain(told[i]) != plain(w) {
			t.Errorf("step %d: %+v\nwant %+v", i, told[i], w)
		}
	}
	host[3] = 64 // 1 becomes 4
	replay(t, g, 0)
	if got := out(t, d, x, 4); !bytes.Equal(got, []byte{0, 0, 192, 64}) { // 6
		t.Errorf("the bytes of the replay: %v", got)
	}
}

// TestReplayOfRandoms: each replay draws what comes after the numbers that the generator has given since.
func TestReplayOfRandoms(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	x := alloc(t, d, 64)
	draw := func(offset int) {
		var l device.Launch
		l.Reset(device.OpRandom)
		l.I, l.F = append(l.I, 0, 7, offset, 16), append(l.F, 0, 1)
		*l.Add() = device.Operand{DType: device.Float32, Shape: []int{16}, Strides: []int{1}, Buffer: x}
		launch(t, d, &l)
	}
	var want [3][]byte
	for i := range want {
		draw(4 + 4*i)
		want[i] = out(t, d, x, 64)
	}
	if bytes.Equal(want[0], want[1]) || bytes.Equal(want[1], want[2]) {
		t.Fatal("the generator repeats itself")
	}
	g := captured(t, d, func() { draw(4) })
	for _, i := range []int{0, 2, 1, 0} {
		if replay(t, g, 4*i); !bytes.Equal(out(t, d, x, 64), want[i]) {
			t.Errorf("a replay %d numbers later draws others", 4*i)
		}
	}
}

// TestSpoiled: what has the host wait is refused while a capture goes on, and spoils it, with the words of the CUDA Runtime API for
// cudaErrorStreamCaptureUnsupported and cudaErrorStreamCaptureInvalidated.
func TestSpoiled(t *testing.T) {
	m := machine(t, "sim:2", nil)
	d, other := m.devices[0], m.devices[1]
	b, far := alloc(t, d, 8), alloc(t, other, 8)
	done := captured(t, d, func() { launch(t, d, add(b, b, b, 2)) })
	one := make([]byte, 8)
	for name, f := range map[string]func() error{
		"a copy from the host":   func() error { return d.CopyIn(b, 0, one, false) },
		"one from any memory":    func() error { return d.CopyIn(b, 0, one, true) },
		"a copy to the host":     func() error { return d.CopyOut(one, b, 0) },
		"a copy between GPUs":    func() error { return d.CopyPeer(far, 0, b, 0, 8) },
		"and back":               func() error { return d.CopyPeer(b, 0, far, 0, 8) },
		"a wait":                 d.Synchronize,
		"a wait for a stream":    func() error { return d.Stream().Synchronize() },
		"a kernel of one's own":  func() error { _, err := d.Bytes(b); return err },
		"a graph in a graph":     func() error { return done.Replay(0, nil) },
		"a capture in a capture": func() error { return d.BeginCapture(0) },
	} {
		if err := d.BeginCapture(0); err != nil {
			t.Fatal(name, err)
		}
		err := f()
		var e *device.Error
		if !errors.As(err, &e) || e.Code != device.Failed || e.Device != "cuda:0" || !strings.HasPrefix(e.Text, "CUDA error: operation not permitted when stream is capturing\nCUDA kernel errors") {
			t.Errorf("%s while a capture goes on: %v", name, err)
		}
		g, err := d.EndCapture()
		if g != nil || !errors.As(err, &e) || !strings.HasPrefix(e.Text, "CUDA error: operation failed due to a previous error during capture") {
			t.Errorf("%s: the capture ends with %v", name, err)
		}
		if d.Capturing() {
			t.Fatal("it goes on")
		}
	}
	var e *device.Error
	if _, err := d.EndCapture(); !errors.As(err, &e) || e.Code != device.Invalid {
		t.Errorf("a capture that none began ends with %v", err)
	}
	if err := d.Settle(); err != nil {
		t.Error(err)
	}
	d.BeginCapture(0)
	if err := d.Settle(); !errors.As(err, &e) || e.Code != device.Failed || !strings.Contains(e.Text, "was begun and not ended") || d.Capturing() {
		t.Errorf("a capture that is left behind: %v", err)
	}
	if err := d.Launch(add(b, b, far, 2)); err == nil {
		t.Error("another GPU's memory is read")
	}
	d.BeginCapture(0)
	if err := d.Launch(add(b, b, far, 2)); !errors.As(err, &e) || e.Code != device.Invalid || !errors.Is(err, caching.ErrForeign) {
		t.Errorf("another GPU's memory is captured: %v", err)
	}
	d.EndCapture()
}

// TestGone: a graph uses the memory that it was captured with, and says so where that is no longer there; what was made in its capture
// stays.
func TestGone(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	for name, f := range map[string]func(a, b *device.Buffer){
		"a kernel reads":  func(a, b *device.Buffer) { launch(t, d, add(b, a, b, 1)) },
		"a kernel writes": func(a, b *device.Buffer) { launch(t, d, add(a, b, b, 1)) },
		"a copy reads":    func(a, b *device.Buffer) { d.CopyPeer(b, 0, a, 0, 4) },
		"a copy writes":   func(a, b *device.Buffer) { d.CopyPeer(a, 0, b, 0, 4) },
	} {
		a, b := alloc(t, d, 4), alloc(t, d, 4)
		g := captured(t, d, func() { f(a, b) })
		replay(t, g, 0)
		d.Free(a)
		var e *device.Error
		if err := g.Replay(0, nil); !errors.As(err, &e) || e.Code != device.Failed || !strings.HasPrefix(e.Text, "CUDA error: an illegal memory access was encountered (a graph uses the memory of a tensor that has been freed") {
			t.Errorf("%s freed memory: %v", name, err)
		}
		again := alloc(t, d, 4) // in the same place
		if err := g.Replay(0, nil); err == nil {
			t.Errorf("%s what now is another's", name)
		}
		d.Free(again)
	}
	var inside *device.Buffer
	b := alloc(t, d, 4)
	g := captured(t, d, func() {
		inside = alloc(t, d, 4)
		launch(t, d, add(inside, b, b, 1))
		launch(t, d, add(b, inside, inside, 1))
	})
	d.Free(inside)
	if err := d.CopyIn(b, 0, []byte{0, 0, 128, 63}, false); err != nil {
		t.Fatal(err)
	}
	if replay(t, g, 0); !slices.Equal(out(t, d, b, 4), []byte{0, 0, 128, 64}) { // 4
		t.Errorf("%v", out(t, d, b, 4))
	}
	if g.Pool() == 0 || g.Len() != 2 {
		t.Errorf("pool %d, %d steps", g.Pool(), g.Len())
	}
	if g.Close(); g.Pool() != 0 || g.Len() != 0 {
		t.Error("a closed graph has work")
	}
	g.Close()
	empty := alloc(t, d, 0)
	g = captured(t, d, func() { launch(t, d, add(empty, empty, empty, 0)) })
	replay(t, g, 0)
}
