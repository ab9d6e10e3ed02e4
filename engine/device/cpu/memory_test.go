package cpu

import (
	"errors"
	"runtime"
	"testing"
	"weak"

	"gputour/engine/device"
)

// TestLimit fills a device, which then refuses, and has room again when its buffers are dead.
func TestLimit(t *testing.T) {
	d := New()
	d.SetLimit(10 << 20)
	var kept []*device.Buffer
	alloc := func() error {
		b := new(device.Buffer)
		err := d.Alloc(b, 4<<20)
		if err == nil {
			kept = append(kept, b)
		}
		return err
	}
	for range 2 {
		if err := alloc(); err != nil {
			t.Fatal(err)
		}
	}
	var de *device.Error
	if err := alloc(); !errors.As(err, &de) || de.Code != device.OutOfMemory {
		t.Errorf("12 MiB of 10: %v", err)
	}
	runtime.KeepAlive(kept)
	kept = nil
	if err := alloc(); err != nil {
		t.Errorf("after the buffers died: %v", err)
	}
}

// TestStaged reduces an operand that is far larger than its memory, which must not be copied.
func TestStaged(t *testing.T) {
	d := New()
	in, out := new(device.Buffer), new(device.Buffer)
	for _, b := range []*device.Buffer{in, out} {
		if err := d.Alloc(b, 64); err != nil {
			t.Fatal(err)
		}
	}
	l := &device.Launch{Op: device.OpSum, Outs: 1, I: []int{2}, Args: []device.Operand{
		{Buffer: out, DType: device.Float32},
		{Buffer: in, DType: device.Float32, Shape: []int{1 << 20, 1 << 20}, Strides: []int{0, 0}},
	}}
	var de *device.Error
	if err := d.Launch(l); !errors.As(err, &de) || de.Code != device.OutOfMemory {
		t.Errorf("4 TiB by strides: %v", err)
	}
}

// TestStalest gives memory of one size back until the pool is full, then works with another
// size: that one's memory is the same each time.
func TestStalest(t *testing.T) {
	d := New()
	use := func(bytes int) *byte {
		b := new(device.Buffer)
		if err := d.Alloc(b, bytes); err != nil {
			t.Fatal(err)
		}
		at := &b.Host[0]
		d.Free(b)
		return at
	}
	var full []*device.Buffer
	for range poolMax >> 25 {
		b := new(device.Buffer)
		if err := d.Alloc(b, 32<<20); err != nil {
			t.Fatal(err)
		}
		full = append(full, b)
	}
	for _, b := range full {
		d.Free(b)
	}
	first := use(4 << 20)
	for range 3 {
		if at := use(4 << 20); at != first {
			t.Error("a full pool does not take memory back")
		}
	}
	if d.pool.held > poolMax {
		t.Errorf("%d bytes wait", d.pool.held)
	}
}

// TestTrim has memory that waits, that of a dead buffer and that of one in use, which keeps it.
func TestTrim(t *testing.T) {
	d := New()
	alloc := func() *device.Buffer {
		b := new(device.Buffer)
		if err := d.Alloc(b, 3<<20); err != nil {
			t.Fatal(err)
		}
		return b
	}
	used, dead, done := alloc(), alloc(), alloc()
	used.Host[5] = 7
	d.Free(done)
	kept := weak.Make(&dead.Host[0])
	runtime.KeepAlive(dead)
	d.Trim()
	runtime.GC()
	if kept.Value() != nil {
		t.Error("a dead buffer's memory is still there")
	}
	d.SetLimit(8 << 20) // room for two
	other := alloc()
	if used.Host[5] != 7 || len(used.Host) != 3<<20 || &other.Host[0] == &used.Host[0] {
		t.Error("memory in use was given away")
	}
	at := &used.Host[0]
	d.Free(used)
	if again := alloc(); &again.Host[0] != at {
		t.Error("memory that was in use at Trim does not come back")
	}
	runtime.KeepAlive(other)
	if d.pool.held != 0 || d.pool.leased != 2*class(3<<20) {
		t.Errorf("%d bytes wait, %d are in use", d.pool.held, d.pool.leased)
	}
}
