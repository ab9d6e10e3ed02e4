package sim

import (
	"testing"

	"gputour/engine/device"
)

// add is a launch of out = a + b over n float32 elements.
func add(out, a, b *device.Buffer, n int) *device.Launch {
	var l device.Launch
	l.Reset(device.OpAdd)
	l.Compute, l.F = device.Float32, append(l.F, 1)
	for _, buf := range []*device.Buffer{out, a, b} {
		*l.Add() = device.Operand{DType: device.Float32, Shape: []int{n}, Strides: []int{1}, Buffer: buf}
	}
	return &l
}

func launch(t testing.TB, d *Device, l *device.Launch) {
	t.Helper()
	if err := d.Launch(l); err != nil {
		t.Fatal(err)
	}
}

// timed is the simulated time of f in milliseconds, between two events.
func timed(t testing.TB, d *Device, f func()) float64 {
	t.Helper()
	start, _ := d.NewEvent(true)
	end, _ := d.NewEvent(true)
	start.Record(d.Stream())
	f()
	end.Record(d.Stream())
	if _, err := start.Elapsed(end); err == nil {
		t.Error("an event that has not happened was timed")
	}
	end.Synchronize()
	ms, err := start.Elapsed(end)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// Products of 8 bits run at the rates of their data sheets, elementwise work on them at that of any other.
func TestRatesOf8Bits(t *testing.T) {
	nanos := func(model string, op device.Op, out, in device.DType) int64 {
		m, err := FindModel(model)
		if err != nil {
			t.Fatal(err)
		}
		const n = 4096
		var l device.Launch
		l.Reset(op)
		for i := range 3 {
			d := in
			if i == 0 {
				d = out
			}
			*l.Add() = device.Operand{DType: d, Shape: []int{1, n, n}, Strides: []int{n * n, n, 1}, Buffer: new(device.Buffer)}
		}
		return m.kernelTime(&l) - kernelNanos
	}
	for _, c := range []struct {
		model string
		in    device.DType
		times float64 // faster than halves
	}{{"H100", device.Float8E4M3, 2}, {"H100", device.Int8, 2}, {"A100", device.Int8, 2}, {"T4", device.Int8, 2}, {"RTX4090", device.Float8E5M2, 2}} {
		half, eight := nanos(c.model, device.OpMatmul, device.Float16, device.Float16), nanos(c.model, device.OpMatmul, device.Float32, c.in)
		if ratio := float64(half) / float64(eight); ratio < 0.95*c.times || ratio > 1.05*c.times {
			t.Errorf("%s: a product of %v is %.2f times as fast as of halves", c.model, c.in, ratio)
		}
	}
	if a, b := nanos("H100", device.OpErf, device.Int8, device.Int8), nanos("H100", device.OpErf, device.Uint8, device.Uint8); a != b {
		t.Errorf("elementwise work on int8 takes %d ns, on uint8 %d", a, b)
	}
}

// One large operation is bound by memory, many small ones by the launches.
func TestLaunchesCost(t *testing.T) {
	d := machine(t, "sim:1,model=V100", nil).devices[0]
	const n = 4 << 20
	a, b, c := alloc(t, d, 4*n), alloc(t, d, 4*n), alloc(t, d, 4*n)
	large := timed(t, d, func() { launch(t, d, add(c, a, b, n)) })
	small := timed(t, d, func() {
		for range 1024 {
			launch(t, d, add(c, a, b, n/1024))
		}
	})
	ideal := 12.0 * n / (900e9 * memoryShare) * 1e3
	if large < ideal || large > ideal+0.02 {
		t.Errorf("one addition of %d elements takes %v ms, want about %v", n, large, ideal)
	}
	if small < 1024*launchNanos/1e6*0.95 || small < 10*large {
		t.Errorf("1024 small additions take %v ms against %v for one", small, large)
	}
}

func TestLaunchesAreAsynchronous(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	const n = 8 << 20
	a := alloc(t, d, 4*n)
	before := d.clock.now
	launch(t, d, add(a, a, a, n))
	if spent := d.clock.now - before; spent != launchNanos {
		t.Errorf("a launch holds the host for %d ns", spent)
	}
	if d.Stream().Query() {
		t.Error("the stream is done at once")
	}
	d.Synchronize()
	if !d.Stream().Query() {
		t.Error("the stream is not done after Synchronize")
	}
}

// Two streams overlap; an event makes one wait for the other.
func TestStreamsAndEvents(t *testing.T) {
	m := machine(t, "sim:1", nil)
	d := m.devices[0]
	host := make([]byte, 32*mib)
	defer m.devices[0].PinHost(host)()
	const n = 8 << 20
	a, b := alloc(t, d, 4*n), alloc(t, d, 4*n)
	side, _ := d.NewStream(0)
	work := func(wait bool) float64 {
		return timed(t, d, func() {
			main := d.Stream()
			d.SetStream(side)
			d.CopyIn(b, 0, host, true)
			copied, _ := d.NewEvent(false)
			copied.Record(side)
			d.SetStream(main)
			if wait {
				main.Wait(copied)
			}
			launch(t, d, add(a, a, a, n))
		})
	}
	overlapped, chained := work(false), work(true)
	copyMillis := float64(len(host)) / 12.6e9 * 1e3
	if overlapped > copyMillis/2 || chained < copyMillis {
		t.Errorf("kernel beside a copy of %v ms ends after %v ms, behind it after %v", copyMillis, overlapped, chained)
	}
}

func TestPinnedMemoryAndNonBlocking(t *testing.T) {
	m := machine(t, "sim:1,model=A100", nil)
	d := m.devices[0]
	pageable, pinned := make([]byte, 16*mib), make([]byte, 16*mib)
	unpin := d.PinHost(pinned)
	b := alloc(t, d, 16*mib)
	host := func(src []byte, async bool) int64 {
		d.Synchronize()
		before := d.clock.now
		if err := d.CopyIn(b, 0, src, async); err != nil {
			t.Fatal(err)
		}
		return d.clock.now - before
	}
	slow, fast, free := host(pageable, false), host(pinned, false), host(pinned[1*mib:], true)
	if slow < fast*3/2 || free > fast/10 {
		t.Errorf("the host waits %d ns for pageable memory, %d for pinned, %d without blocking", slow, fast, free)
	}
	unpin()
	if again := host(pinned, false); again < fast*3/2 {
		t.Errorf("unpinned memory still copies in %d ns", again)
	}
}

func TestPeerCopies(t *testing.T) {
	const n = 64 * mib
	times := map[string]int64{}
	for _, model := range []string{"V100", "RTX4090"} {
		m := machine(t, "sim:2,model="+model, nil)
		a, b := alloc(t, m.devices[0], n), alloc(t, m.devices[1], n)
		m.devices[0].Observe(func(r device.Record) { t.Errorf("the source reported %+v", r) })
		m.devices[1].Observe(func(r device.Record) {
			if r.From != "cuda:0" || r.To != "cuda:1" || r.Bytes != n {
				t.Errorf("%+v", r)
			}
			times[model] = r.Nanos
		})
		if err := m.devices[0].CopyPeer(b, 0, a, 0, n); err != nil {
			t.Fatal(err)
		}
	}
	if times["V100"]*5 > times["RTX4090"] {
		t.Errorf("over NVLink %d ns, through the host %d ns", times["V100"], times["RTX4090"])
	}
}

func TestElapsedErrors(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	untimed, _ := d.NewEvent(false)
	never, _ := d.NewEvent(true)
	untimed.Record(d.Stream())
	d.Synchronize()
	if _, err := never.Elapsed(never); err == nil {
		t.Error("an event never recorded was timed")
	}
	if _, err := untimed.Elapsed(untimed); err == nil {
		t.Error("an event without timing was timed")
	}
	if !never.Query() {
		t.Error("an event never recorded has not happened")
	}
}

func TestElapse(t *testing.T) {
	m := machine(t, "sim:1", nil)
	if ms := timed(t, m.devices[0], func() { m.Elapse(3e6) }); ms < 3 || ms > 3.1 {
		t.Errorf("3 ms of other work take %v", ms)
	}
}

// Peaks that data sheets give in another form: memory, tensor cores and NVLink against what stands here.
func TestModels(t *testing.T) {
	for _, m := range models {
		if m.Memory < 14*gib || m.Bandwidth < 1e11 || m.Flops[device.Float32] < 1e12 || m.SMs == 0 || m.HostLink.Bandwidth == 0 {
			t.Errorf("%s is incomplete: %+v", m.Name, m)
		}
		if m.Flops[device.Float16] < m.Flops[device.Float32] || m.Flops[device.Float64] > m.Flops[device.Float32] {
			t.Errorf("%s: rates %v", m.Name, m.Flops)
		}
		// Single precision: two operations a core and clock, of 64 cores a multiprocessor or 128.
		perClock := m.Flops[device.Float32] / (float64(m.SMs) * float64(m.ClockMHz) * 1e6)
		if near := func(want float64) bool { return perClock > want*0.98 && perClock < want*1.02 }; !near(128) && !near(256) {
			t.Errorf("%s: %.1f operations a multiprocessor and clock", m.Name, perClock)
		}
		link := []float64{0, 0, 0, 15.75e9, 31.5e9, 63e9}[m.PCIe]
		if share := m.HostLink.Bandwidth / link; share < 0.75 || share > 0.85 {
			t.Errorf("%s reaches %.2f of its link", m.Name, share)
		}
	}
}

// What halves are good for: products of matrices on matrix units, and half the bytes elsewhere.
func TestHalfPrecision(t *testing.T) {
	d := machine(t, "sim:1,model=A100", nil).devices[0]
	const n = 2048
	time := func(op device.Op, dtype device.DType, shape []int) float64 {
		var l device.Launch
		l.Reset(op)
		l.Compute, l.F = device.Float32, append(l.F, 0, 1)
		numel := 1
		for _, s := range shape {
			numel *= s
		}
		strides := []int{numel, shape[len(shape)-1], 1}[3-len(shape):]
		for range 3 {
			*l.Add() = device.Operand{DType: dtype, Shape: shape, Strides: strides, Buffer: alloc(t, d, numel*dtype.Size())}
		}
		return float64(d.model.kernelTime(&l))
	}
	single, half := time(device.OpMatmul, device.Float32, []int{1, n, n}), time(device.OpMatmul, device.Float16, []int{1, n, n})
	if single < 8*half {
		t.Errorf("a product of matrices takes %v ns in single, %v in half precision", single, half)
	}
	single, half = time(device.OpAdd, device.Float32, []int{n * n}), time(device.OpAdd, device.Float16, []int{n * n})
	if ratio := single / half; ratio < 1.5 || ratio > 2.1 {
		t.Errorf("an addition is %.2f times as fast in half precision", ratio)
	}
}

// TestGraphTime: a graph's kernels cost the host one launch, and the GPU no pauses between them.
func TestGraphTime(t *testing.T) {
	d := machine(t, "sim:1", nil).devices[0]
	out, in := alloc(t, d, 4), alloc(t, d, 4)
	side, _ := d.NewStream(0)
	d.SetStream(side)
	work := func() {
		for range 50 {
			launch(t, d, add(out, in, in, 1))
		}
	}
	eager := timed(t, d, work)
	if err := d.BeginCapture(0); err != nil {
		t.Fatal(err)
	}
	host := d.HostTime()
	work()
	if d.HostTime() != host {
		t.Error("a capture took simulated time")
	}
	g, err := d.EndCapture()
	if err != nil || g.Len() != 50 {
		t.Fatal(g, err)
	}
	if whole := timed(t, d, func() { g.Replay(0, nil) }); whole > eager/2 {
		t.Errorf("replayed in %.3f ms, launched one by one in %.3f", whole, eager)
	}
	if err := d.BeginCapture(0); err != nil {
		t.Fatal(err)
	}
	if d.Settle() == nil || d.Capturing() || d.Settle() != nil {
		t.Error("a capture that was left behind goes on")
	}
}
