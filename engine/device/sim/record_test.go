package sim

import (
	"errors"
	"slices"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// TestInfo: what the program is told of a GPU is the model's, but for the memory that a spec may set; it says that it is simulated.
func TestInfo(t *testing.T) {
	m := machine(t, "sim:2,model=A100,memory=3GiB", nil)
	for i, d := range m.Devices() {
		want := device.Info{Kind: device.CUDA, Index: i, Name: "NVIDIA A100-SXM4-40GB (simulated)", Model: "A100", Simulated: true, Memory: 3 * gib, Major: 8, Minor: 0, SMs: 108, SMThreads: 2048}
		if *d.Info() != want {
			t.Errorf("%+v, want %+v", *d.Info(), want)
		}
	}
	whole := machine(t, "sim", nil).devices[0]
	if whole.Info().Memory != whole.Model().Memory || whole.Model().Name != DefaultModel {
		t.Errorf("%+v", whole.Info())
	}
}

// TestRecords holds what observers and taps are told: of a launch, of the program's own kernel, of a wait, with times made by hand:
// 5 µs for a call, 2 µs until the device starts, 1 µs for a short call, 4 µs for a wait.
func TestRecords(t *testing.T) {
	d := machine(t, "sim:1,model=V100", nil).devices[0]
	out, a, b := alloc(t, d, 64), alloc(t, d, 64), alloc(t, d, 64)
	work := add(out, a, b, 16)
	nanos := d.model.kernelTime(work)
	side, _ := d.NewStream(0) // 1 µs
	d.Elapse(t, 999_000)
	var seen, tapped []device.Record
	d.Observe(func(r device.Record) { r.Shape = slices.Clone(r.Shape); seen = append(seen, r) })
	stop := d.Tap(func(r device.Record) { tapped = append(tapped, r) })
	other := d.Tap(func(device.Record) {})
	launch(t, d, work)
	d.SetStream(side)
	if took := d.RanFor(nil, "mine", 7_000, 1); took != 7_000 {
		t.Errorf("a kernel of 7 µs takes %d ns", took)
	}
	d.SetStream(d.DefaultStream())
	if d.RanFor(side, "again", 3_000, 1); d.Stream().ID() != 0 {
		t.Error("a kernel on another stream changes the current one")
	}
	d.Synchronize()
	const start = 1_000_000
	end := int64(start + 2_000 + nanos) // of the first; the others run beside it
	last := int64(start + 5_000 + 2_000 + 7_000 + 3_000)
	waited := max(end, last) - (start + 15_000)
	want := []device.Record{
		{Action: device.DidLaunch, Op: device.OpAdd, Shape: []int{16}, Nanos: nanos, Start: start + 2_000, Called: start, Held: 5_000, Buffers: [4]uint64{out.ID, a.ID, b.ID}},
		{Action: device.DidLaunch, Name: "mine", Nanos: 7_000, Start: start + 7_000, Stream: 1, Called: start + 5_000, Held: 5_000},
		{Action: device.DidLaunch, Name: "again", Nanos: 3_000, Start: start + 14_000, Stream: 1, Called: start + 10_000, Held: 5_000},
		{Action: device.DidSync, Start: start + 15_000, Called: start + 15_000, Held: max(waited, 0) + 4_000},
	}
	if len(seen) != len(want) || len(tapped) != len(want) {
		t.Fatalf("%d and %d records: %+v", len(seen), len(tapped), seen)
	}
	for i, w := range want {
		w.Device = "cuda:0"
		got := seen[i]
		if !slices.Equal(got.Shape, w.Shape) {
			t.Errorf("shape %v, want %v", got.Shape, w.Shape)
		}
		got.Shape, w.Shape = nil, nil
		if plain(got) != plain(w) || plain(tapped[i]) != plain(w) {
			t.Errorf("record %d: %+v\nand for the tap %+v\nwant %+v", i, got, tapped[i], w)
		}
	}
	stop()
	d.Observe(nil)
	if d.Synchronize(); len(seen) != len(want) || len(tapped) != len(want) {
		t.Error("who has stopped is told")
	}
	other()
}

// plain is what of a record compares.
func plain(r device.Record) any {
	return [...]any{r.Action, r.Device, r.From, r.To, r.Bytes, r.Op, r.Name, r.Nanos, r.Start, r.Stream, r.Called, r.Held, r.Buffers}
}

// Elapse lets time pass for the host.
func (d *Device) Elapse(t *testing.T, nanos int64) {
	t.Helper()
	d.machine.Elapse(nanos)
	d.machine.Elapse(-5) // time does not go back
}

// TestHostCalls: what each call costs the host that does not wait.
func TestHostCalls(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	s, _ := d.NewStream(0)
	e, _ := d.NewEvent(true)
	for _, c := range []struct {
		name  string
		f     func()
		nanos int64
	}{
		{"a stream is made", func() { d.NewStream(0) }, 1_000},
		{"an event is made", func() { d.NewEvent(true) }, 0},
		{"an event is recorded", func() { e.Record(s) }, 1_000},
		{"an event is asked", func() { e.Query() }, 1_000},
		{"a stream is asked", func() { s.Query() }, 1_000},
		{"a stream waits for an event", func() { s.Wait(e) }, 1_000},
		{"the host waits for nothing", func() { d.Synchronize() }, 4_000},
		{"the host waits for a stream", func() { s.Synchronize() }, 4_000},
		{"the host waits for an event", func() { e.Synchronize() }, 4_000},
		{"a kernel is launched", func() { d.RanFor(s, "k", 1, 1) }, 5_000},
		{"memory is taken", func() { alloc(t, d, 4*mib) }, 0},
		{"the current stream is named", func() { d.Stream(); d.SetStream(s) }, 0},
	} {
		d.machine.Elapse(1_000_000) // all is done
		before := d.HostTime()
		if c.f(); d.HostTime()-before != c.nanos {
			t.Errorf("%s: %d ns, want %d", c.name, d.HostTime()-before, c.nanos)
		}
	}
}

// TestRan: a program's own kernel takes what its bytes or its operations take at the shares of the peaks that good kernels reach, and
// two of them run beside each other unless they fill a quarter of the device.
func TestRan(t *testing.T) {
	d := machine(t, "sim:1,model=V100", nil).devices[0] // 900 GB/s, 15.7 Tflop/s, 80 × 2048 threads
	for _, c := range []struct{ bytes, flops, want float64 }{
		{0, 0, 2000}, {765e6, 0, 2000 + 1e6}, {0, 7.85e9, 2000 + 1e6}, {765e6, 15.7e9, 2000 + 2e6},
	} {
		if got := d.Ran(nil, c.bytes, c.flops, 1); float64(got)-c.want > 0.5 || c.want-float64(got) > 1.5 {
			t.Errorf("%v bytes and %v operations: %d ns, want %v", c.bytes, c.flops, got, c.want)
		}
	}
	for threads, together := range map[int]bool{1: true, 80 * 2048 / 4: true, 80*2048/4 + 1: false} {
		a, _ := d.NewStream(0)
		b, _ := d.NewStream(0)
		d.Synchronize()
		before := d.end
		d.RanFor(a, "", 1_000_000, threads)
		d.RanFor(b, "", 1_000_000, threads)
		if took := d.end - before; (took < 1_500_000) != together {
			t.Errorf("two kernels of %d threads take %d ns", threads, took)
		}
	}
	two := machine(t, "sim:2", nil)
	foreign, _ := two.devices[1].NewStream(0)
	if two.devices[0].RanFor(foreign, "", 1_000_000, 1); !foreign.Query() || two.devices[0].Stream().Query() {
		t.Error("a kernel runs on another GPU's stream")
	}
	if two.devices[0].SetStream(foreign); two.devices[0].Stream() == foreign {
		t.Error("a GPU's current stream is another's")
	}
}

// TestAddresses: segments begin at multiples of 2 MiB, and no address belongs to two GPUs, however large they are.
func TestAddresses(t *testing.T) {
	m := machine(t, "sim:16,memory=1TiB", nil)
	var ends [16]int64
	for i, d := range m.devices {
		for _, n := range []int{1, 3 * mib, 11 * mib, 1<<40 - 400*mib} {
			alloc(t, d, n)
		}
		for _, s := range d.Layout() {
			if s.Address%(2*mib) != 0 {
				t.Errorf("a segment of GPU %d begins at %x", i, s.Address)
			}
			if i > 0 && s.Address < ends[i-1] {
				t.Fatalf("GPU %d has address %x, and the one before it goes to %x", i, s.Address, ends[i-1])
			}
			ends[i] = max(ends[i], s.Address+s.Bytes)
		}
	}
}

// TestBackedBytes: what a session's simulated GPUs take of the host is what lies behind their segments, as small ones grow and when
// they are given back.
func TestBackedBytes(t *testing.T) {
	budget := NewBudget(gib)
	m := machine(t, "sim:2", budget)
	d := m.devices[0]
	behind := func() (n int64) {
		for _, d := range m.devices {
			for _, s := range d.Layout() {
				n += int64(len(s.Mem))
			}
		}
		return n
	}
	var all []*device.Buffer
	for i, c := range []struct {
		bytes int
		want  int64 // of all
	}{{100, 8 << 10}, {100, 8 << 10}, {8 << 10, 16 << 10}, {100 << 10, 128 << 10}, {1 << 20, 2 << 20}, {3 << 20, 2<<20 + 20<<20}} {
		b := alloc(t, d, c.bytes)
		all = append(all, b)
		if err := d.CopyIn(b, c.bytes-1, []byte{1}, false); err != nil {
			t.Fatal(err)
		}
		if budget.Used() != c.want || behind() != c.want {
			t.Errorf("%d: %d bytes counted, %d there, want %d", i, budget.Used(), behind(), c.want)
		}
	}
	for _, b := range all {
		d.Free(b)
	}
	tight := NewBudget(64 * mib)
	pair := machine(t, "sim:2", tight)
	first := alloc(t, pair.devices[0], 48*mib)
	if err := pair.devices[0].CopyIn(first, 0, []byte{1}, false); err != nil {
		t.Fatal(err)
	}
	pair.devices[0].Free(first)
	second := alloc(t, pair.devices[1], 48*mib)
	if err := pair.devices[1].CopyIn(second, 0, []byte{1}, false); err != nil || tight.Used() != 48*mib {
		t.Errorf("what one GPU has given back is not the other's: %v, %d bytes", err, tight.Used())
	}
	if d.EmptyCache(); budget.Used() != 0 {
		t.Errorf("%d bytes are left", budget.Used())
	}
}

// TestReach: GPUs reach each other where both have links.
func TestReach(t *testing.T) {
	a, _ := FindModel("A100")
	b, _ := FindModel("T4")
	for _, c := range []struct {
		x, y *Model
		want bool
	}{{a, a, true}, {a, b, false}, {b, a, false}, {b, b, false}} {
		if CanAccessPeer(c.x, c.y) != c.want {
			t.Errorf("%s and %s reach each other: %v", c.x.Name, c.y.Name, !c.want)
		}
	}
	m := machine(t, "sim:2,model=A100", nil)
	if !m.devices[0].Reaches(m.devices[1]) || m.devices[0].Reaches(nil) {
		t.Error("who reaches whom")
	}
	// Of two kinds of links the slower one tells, whichever way.
	h, _ := FindModel("H100")
	if x, y := peerNanos(a, h, gib), peerNanos(h, a, gib); x != y || x != a.PeerLink.transferTime(gib, 0.9) {
		t.Errorf("%d and %d", x, y)
	}
}

// TestRefusals: what makes no sense is the caller's fault and names the operation, the device and why.
func TestRefusals(t *testing.T) {
	m, elsewhere := machine(t, "sim:2", nil), machine(t, "sim:1", nil).devices[0]
	d, other := m.devices[0], m.devices[1]
	b, far, foreign := alloc(t, d, 8), alloc(t, other, 8), alloc(t, elsewhere, 8)
	host := make([]byte, 4)
	e, _ := d.NewEvent(true)
	theirs, _ := elsewhere.NewEvent(true)
	freed := alloc(t, d, 8)
	d.Free(freed)
	const outside = "the range lies outside the buffer"
	for name, c := range map[string]struct {
		f        func() error
		op, text string
		code     device.Code
	}{
		"a negative size":         {func() error { return d.Alloc(new(device.Buffer), -1) }, "alloc", "-1 bytes", device.Invalid},
		"a copy past the end":     {func() error { return d.CopyIn(b, 5, host, false) }, "copy", outside, device.Invalid},
		"before the beginning":    {func() error { return d.CopyIn(b, -1, host, false) }, "copy", outside, device.Invalid},
		"a copy out of past it":   {func() error { return d.CopyOut(host, b, 5) }, "copy", outside, device.Invalid},
		"between GPUs past it":    {func() error { return d.CopyPeer(far, 5, b, 0, 4) }, "copy", outside, device.Invalid},
		"from past it":            {func() error { return d.CopyPeer(far, 0, b, 5, 4) }, "copy", outside, device.Invalid},
		"a negative length":       {func() error { return d.CopyPeer(far, 0, b, 0, -1) }, "copy", outside, device.Invalid},
		"another's buffer":        {func() error { return d.CopyIn(far, 0, host, false) }, "copy", caching.ErrForeign.Error(), device.Invalid},
		"past another's end":      {func() error { return d.CopyIn(far, 9, host, false) }, "copy", caching.ErrForeign.Error(), device.Invalid},
		"another machine's":       {func() error { return d.CopyPeer(b, 0, foreign, 0, 8) }, "copy", caching.ErrForeign.Error(), device.Invalid},
		"into another machine's":  {func() error { return d.CopyPeer(foreign, 0, b, 0, 8) }, "copy", caching.ErrForeign.Error(), device.Invalid},
		"of the machines beside":  {func() error { return elsewhere.CopyPeer(far, 0, b, 0, 8) }, "copy", caching.ErrForeign.Error(), device.Invalid},
		"another's own kernel":    {func() error { _, err := d.Bytes(far); return err }, "launch kernel", caching.ErrForeign.Error(), device.Invalid},
		"another's kernel":        {func() error { return d.Launch(add(far, b, b, 2)) }, "launch add", caching.ErrForeign.Error(), device.Invalid},
		"a kernel past the end":   {func() error { return d.Launch(add(b, b, b, 3)) }, "launch add", "", device.Invalid},
		"an event elsewhere":      {func() error { return e.Record(elsewhere.Stream()) }, "record", "the stream belongs to another kind of device", device.Invalid},
		"a stream of no kind":     {func() error { return e.Record(nil) }, "record", "the stream belongs to another kind of device", device.Invalid},
		"a wait for no event":     {func() error { return d.Stream().Wait(nil) }, "wait", "the event belongs to another kind of device", device.Invalid},
		"a time to no event":      {func() error { _, err := e.Elapsed(nil); return err }, "elapsed", "the event belongs to another kind of device", device.Invalid},
		"a time to none recorded": {func() error { _, err := e.Elapsed(theirs); return err }, "elapsed", "invalid resource handle", device.Failed},
	} {
		var e *device.Error
		err := c.f()
		if !errors.As(err, &e) || e.Op != c.op || e.Code != c.code || c.text != "" && (e.Err == nil || e.Err.Error() != c.text) {
			t.Errorf("%s: %#v", name, err)
		} else if e.Device != d.Info().String() && e.Device != elsewhere.Info().String() {
			t.Errorf("%s: it is said of %s", name, e.Device)
		}
	}
	var lacking device.Launch // no loops of the CPU compute so
	lacking.Reset(device.OpMatmul)
	lacking.Compute = device.Bool
	for range 3 {
		*lacking.Add() = device.Operand{DType: device.Bool, Shape: []int{1, 2, 2}, Strides: []int{4, 2, 1}, Buffer: b}
	}
	var unable *device.Error
	if err := other.Launch(func() *device.Launch {
		for i := range lacking.Args {
			lacking.Args[i].Buffer = far
		}
		return &lacking
	}()); !errors.As(err, &unable) || unable.Device != "cuda:1" || unable.Code != device.Unsupported {
		t.Errorf("a kernel that is not there: %#v", err)
	}
	if err := d.CopyIn(b, 4, host, false); err != nil {
		t.Errorf("the last four bytes: %v", err)
	}
	if err := other.CopyPeer(far, 4, b, 4, 4); err != nil {
		t.Errorf("between GPUs of a machine: %v", err)
	}
}
