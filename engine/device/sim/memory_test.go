package sim

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

func machine(t testing.TB, spec string, budget *Budget) *Machine {
	t.Helper()
	s, err := ParseSpec(spec)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMachine(s, budget)
	t.Cleanup(m.Close)
	return m
}

func alloc(t testing.TB, d *Device, bytes int) *device.Buffer {
	t.Helper()
	b := new(device.Buffer)
	if err := d.Alloc(b, bytes); err != nil {
		t.Fatal(err)
	}
	return b
}

func counters(d *Device) map[string]int64 {
	got := map[string]int64{}
	d.Stats().Each(func(key string, value int64) { got[key] = value })
	return got
}

// The sizes PyTorch's allocator gives: blocks of 512 bytes, segments of 2 MiB for
// requests up to 1 MiB, of 20 MiB up to 10 MiB, and of whole 2 MiB beyond.
func TestAllocatorSizes(t *testing.T) {
	for _, c := range []struct{ bytes, allocated, reserved int64 }{
		{1, 512, 2 * mib},
		{512, 512, 2 * mib},
		{513, 1024, 2 * mib},
		{1 * mib, 1 * mib, 2 * mib},
		{1*mib + 1, 1*mib + 512, 20 * mib},
		{4 * mib, 4 * mib, 20 * mib},
		{10*mib - 1, 10 * mib, 10 * mib}, // rounded before a segment is chosen
		{10 * mib, 10 * mib, 10 * mib},
		{11 * mib, 12 * mib, 12 * mib}, // 1 MiB left over is not split off
		{100*mib + 1, 100*mib + 512, 102 * mib},
	} {
		d := machine(t, "sim:1,memory=4GiB", nil).devices[0]
		b := alloc(t, d, int(c.bytes))
		got := d.Memory()
		if got.Allocated != c.allocated || got.Reserved != c.reserved {
			t.Errorf("%d bytes: allocated %d reserved %d, want %d %d", c.bytes, got.Allocated, got.Reserved, c.allocated, c.reserved)
		}
		runtime.KeepAlive(b)
	}
}

func TestBlocksAreReusedAndMerged(t *testing.T) {
	d := machine(t, "sim:1,memory=1GiB", nil).devices[0]
	a, b, c := alloc(t, d, 4*mib), alloc(t, d, 4*mib), alloc(t, d, 4*mib)
	first := caching.Address(a)
	if caching.Address(b) != first+4*mib || caching.Address(c) != first+8*mib {
		t.Errorf("blocks at %x %x %x do not follow each other", first, caching.Address(b), caching.Address(c))
	}
	d.Free(b)
	if e := alloc(t, d, 3*mib); caching.Address(e) != first+4*mib {
		t.Errorf("a freed block was not used again")
	} else {
		d.Free(e)
	}
	d.Free(a)
	d.Free(c)
	got := counters(d)
	if got["inactive_split.all.current"] != 0 || got["segment.large_pool.current"] != 1 || got["allocated_bytes.all.peak"] != 12*mib {
		t.Errorf("after all is free: %+v", got)
	}
	d.EmptyCache()
	if m := d.Memory(); m.Reserved != 0 || m.Allocated != 0 || m.MaxReserved != 20*mib {
		t.Errorf("after emptying the cache: %+v", m)
	}
}

// A buffer that the program has dropped is gone from the figures, and its peak stays.
func TestDroppedBuffersAreReaped(t *testing.T) {
	d := machine(t, "sim:1,memory=1GiB", nil).devices[0]
	keep := alloc(t, d, 8*mib)
	func() { alloc(t, d, 32*mib) }()
	if m := d.Memory(); m.Allocated != 8*mib || m.MaxAllocated != 40*mib {
		t.Errorf("%+v", m)
	}
	d.ResetPeak()
	if m := d.Memory(); m.MaxAllocated != 8*mib {
		t.Errorf("after ResetPeak: %+v", m)
	}
	for range 200 { // garbage never fills the device
		alloc(t, d, 64*mib)
	}
	if m := d.Memory(); m.Allocated != 8*mib {
		t.Errorf("after a loop: %+v", m)
	}
	runtime.KeepAlive(keep)
}

// program is a witness of one that can reach nothing, with an operation at work.
type program struct{ at device.Moment }

func (p *program) Now() device.Moment                         { return p.at }
func (p *program) Reach(func(*device.Buffer) bool) (all bool) { return true }

// TestVisitorInAnOperation: who asks for the figures while an operation has a buffer in its hands does not take it from it.
func TestVisitorInAnOperation(t *testing.T) {
	d := machine(t, "sim:1,memory=1GiB", nil).devices[0]
	p := &program{device.Moment{Step: 1}}
	defer d.AddWitness(p)()
	x := alloc(t, d, 8*mib)
	if m := d.Memory(); m.Allocated != 8*mib {
		t.Errorf("in the operation %d bytes are in use", m.Allocated)
	}
	d.EmptyCache()
	if x.Bytes != 8*mib {
		t.Errorf("the operation's buffer has %d bytes left", x.Bytes)
	}
	p.at.Step++
	if m := d.Memory(); m.Allocated != 0 {
		t.Errorf("after the operation %d bytes are in use", m.Allocated)
	}
}

func TestOutOfMemory(t *testing.T) {
	d := machine(t, "sim:1,memory=1GiB", nil).devices[0]
	x := alloc(t, d, 512*mib)
	err := d.Alloc(new(device.Buffer), 1<<30)
	var e *device.Error
	if !errors.As(err, &e) || e.Code != device.OutOfMemory || e.Bytes != 1<<30 {
		t.Fatalf("%v", err)
	}
	want := "CUDA out of memory. Tried to allocate 1024.00 MiB (GPU 0; 1024.00 MiB total capacity; 512.00 MiB already allocated; " +
		"384.00 MiB free; 512.00 MiB reserved in total by PyTorch) If reserved memory is >> allocated memory try setting " +
		"max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF"
	if e.Text != want {
		t.Errorf("got  %s\nwant %s", e.Text, want)
	}
	runtime.KeepAlive(x)
	x = nil
	alloc(t, d, 800*mib) // fits once x is dropped and its segment given back
	if n := d.Stats().OOMs; n != 1 {
		t.Errorf("%d failures counted", n)
	}
}

// Device memory is virtual: only what is used takes host memory, within the budget.
func TestBudget(t *testing.T) {
	budget := NewBudget(64 * mib)
	m := machine(t, "sim:2,memory=16GiB", budget)
	d := m.devices[0]
	huge := alloc(t, d, 12*gib)
	if budget.Used() != 0 {
		t.Errorf("untouched memory takes %d host bytes", budget.Used())
	}
	err := d.CopyIn(huge, 0, []byte{1}, false)
	var e *device.Error
	if !errors.As(err, &e) || e.Code != device.NoHostMemory || e.Bytes != 12*gib || !strings.Contains(e.Text, "sets 64.00 MiB aside") {
		t.Errorf("touching more than the budget: %v", err)
	}
	for range 20 { // segments that nothing uses make room for others
		b := alloc(t, m.devices[1], 32*mib)
		if err := m.devices[1].CopyIn(b, 0, []byte{1}, false); err != nil {
			t.Fatal(err)
		}
		m.devices[1].Free(b)
	}
	m.Close()
	if budget.Used() != 0 {
		t.Errorf("%d host bytes left after Close", budget.Used())
	}
}

// Another session's bytes never show, whatever the other left behind.
func TestFreshMemoryIsClean(t *testing.T) {
	secret := []byte(strings.Repeat("secret", 100_000))
	for range 4 {
		d := machine(t, "sim:1,memory=64MiB", nil).devices[0]
		b := alloc(t, d, 8*mib)
		got := make([]byte, 8*mib)
		if err := d.CopyOut(got, b, 0); err != nil {
			t.Fatal(err)
		}
		for i, v := range got {
			if v != 0 {
				t.Fatalf("byte %d of fresh memory is %d", i, v)
			}
		}
		if err := d.CopyIn(b, 0, secret, false); err != nil {
			t.Fatal(err)
		}
		d.machine.Close()
		runtime.GC()
	}
}

func TestStatsKeys(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	b := alloc(t, d, 3*mib)
	got := counters(d)
	for key, want := range map[string]int64{
		"allocation.all.current": 1, "allocated_bytes.all.current": 3 * mib, "allocated_bytes.large_pool.peak": 3 * mib,
		"reserved_bytes.large_pool.current": 20 * mib, "inactive_split_bytes.all.current": 17 * mib,
		"segment.small_pool.current": 0, "num_ooms": 0, "active.all.allocated": 1,
	} {
		if v, ok := got[key]; !ok || v != want {
			t.Errorf("%s = %d, want %d", key, v, want)
		}
	}
	runtime.KeepAlive(b)
}

func TestEachLive(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	a, b := alloc(t, d, 100), alloc(t, d, 3*mib)
	func() { alloc(t, d, 5*mib) }()
	got := map[*device.Buffer]int64{}
	d.EachLive(func(buf *device.Buffer, address, bytes int64) {
		if address != caching.Address(buf) {
			t.Errorf("a buffer at %x is said to be at %x", caching.Address(buf), address)
		}
		got[buf] = bytes
	})
	if len(got) != 2 || got[a] != 100 || got[b] != 3*mib {
		t.Errorf("%v", got)
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
}
