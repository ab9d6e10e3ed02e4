package sim

import (
	"math"
	"testing"

	"gputour/engine/device"
)

// TestDataSheets computes what data sheets give from what chips are made of: memory from the width of the bus and the rate of a
// pin, single precision from cores and clock, tensor cores from what one multiprocessor does in a cycle (the whitepapers that
// model.go names, and the "CUDA C++ Programming Guide", Technical Specifications per Compute Capability).
func TestDataSheets(t *testing.T) {
	for _, c := range []struct {
		name           string
		memory         int64 // what torch.cuda.get_device_properties(0).total_memory is on such a card
		nominal        float64
		bits           int
		pin            float64 // Gbit/s
		cores, tensor  int     // of a multiprocessor: FP32 cores, half products and sums a cycle
		tensorMHz      int     // where tensor rates are given for another clock
		doubles        float64 // a core's share in double precision
		eight, float8  float64 // times the halves; 0 is none
		brain, ecc     bool
		threads        int
		cc             [2]int
		l2             int64 // MiB
		sms, mhz, watt int
		pcie           int
		nvlink         float64 // GB/s each way
	}{
		{"T4", 15843721216, 16, 256, 10, 64, 512, 0, 1. / 32, 2, 0, false, true, 1024, [2]int{7, 5}, 4, 40, 1590, 70, 3, 0},
		{"V100", 16945512448, 16, 4096, 1.755, 64, 512, 0, 1. / 2, 0, 0, false, true, 2048, [2]int{7, 0}, 6, 80, 1530, 300, 3, 150},
		{"A100", 42505273344, 40, 5120, 2.43, 64, 1024, 0, 1. / 2, 2, 0, true, true, 2048, [2]int{8, 0}, 40, 108, 1410, 400, 4, 300},
		{"H100", 85029158912, 80, 5120, 5.234, 128, 2048, 1830, 1. / 2, 2, 2, true, true, 2048, [2]int{9, 0}, 50, 132, 1980, 700, 5, 450},
		{"H200", 150109880320, 141, 6144, 6.25, 128, 2048, 1830, 1. / 2, 2, 2, true, true, 2048, [2]int{9, 0}, 50, 132, 1980, 700, 5, 450},
		{"RTX4090", 25393692672, 24, 384, 21, 128, 256, 0, 1. / 64, 4, 2, true, false, 1536, [2]int{8, 9}, 72, 128, 2520, 450, 4, 0},
	} {
		m, err := FindModel(c.name)
		if err != nil {
			t.Error(err)
			continue
		}
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 0.02*math.Abs(want) {
				t.Errorf("%s: %s is %.4g, and should be about %.4g", c.name, what, got, want)
			}
		}
		clock := float64(c.mhz) * 1e6
		single := 2 * float64(c.sms*c.cores) * clock
		tensorClock := clock
		if c.tensorMHz > 0 {
			tensorClock = float64(c.tensorMHz) * 1e6
		}
		half := 2 * float64(c.sms*c.tensor) * tensorClock
		brain := single
		if c.brain {
			brain = half
		}
		near("bandwidth", m.Bandwidth, float64(c.bits)/8*c.pin*1e9)
		for dtype, want := range map[device.DType]float64{
			device.Float32: single, device.Float64: single * c.doubles, device.Float16: half, device.BFloat16: brain,
			device.Complex64: single, device.Complex128: single * c.doubles, device.Int32: single / 2, device.Int64: single / 4,
			device.Int8: half * c.eight, device.Float8E4M3: half * c.float8, device.Float8E5M2: half * c.float8,
		} {
			near(dtype.String(), m.Flops[dtype], want)
		}
		if m.Memory != c.memory || float64(m.Memory) > c.nominal*gib || float64(m.Memory) < 0.92*c.nominal*gib {
			t.Errorf("%s has %d bytes of %v GiB", c.name, m.Memory, c.nominal)
		}
		if m.SMThreads != c.threads || [2]int{m.Major, m.Minor} != c.cc || m.L2 != c.l2<<20 || m.SMs != c.sms || m.ClockMHz != c.mhz || m.PowerWatts != c.watt || m.ECC != c.ecc {
			t.Errorf("%s: %+v", c.name, m)
		}
		link := map[int]link{3: {12.6e9, 8000}, 4: {25.2e9, 7000}, 5: {50.4e9, 6000}}[c.pcie]
		if m.PCIe != c.pcie || m.HostLink != link || m.PeerLink.Bandwidth != c.nvlink*1e9 || (m.PeerLink.Latency == 2000) != (c.nvlink > 0) {
			t.Errorf("%s: links %v and %v", c.name, m.HostLink, m.PeerLink)
		}
	}
	if len(models) != 6 || DefaultModel != "V100" {
		t.Errorf("%d models, %s by default", len(models), DefaultModel)
	}
}

// operand is a contiguous operand of a shape.
func operand(d device.DType, shape ...int) device.Operand {
	strides, n := make([]int, len(shape)), 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i], n = n, n*shape[i]
	}
	return device.Operand{DType: d, Shape: shape, Strides: strides, Buffer: new(device.Buffer)}
}

// TestKernelTime computes roofs by hand for a GPU of round numbers: 1 TB/s of which 85 % are reached, 1 Tflop/s, of which elementwise
// work reaches half and products of matrices three quarters.
func TestKernelTime(t *testing.T) {
	m := &Model{Bandwidth: 1e12, Flops: map[device.DType]float64{device.Float32: 1e12, device.Float64: 1e11, device.Float16: 4e12}}
	const n = 1 << 20
	f, h, d := device.Float32, device.Float16, device.Float64
	broadcast := operand(f, 1024, 1024)
	broadcast.Strides = []int{1, 0}
	mask := device.Operand{DType: f, Shape: []int{n}, Strides: []int{1}} // no buffer: it is not read
	for _, c := range []struct {
		name         string
		op           device.Op
		args         []device.Operand
		bytes, flops float64 // flops at 1 Tflop/s
	}{
		{"nothing", device.OpAdd, nil, 0, 0},
		{"a sum reads two and writes one", device.OpAdd, []device.Operand{operand(f, n), operand(f, n), operand(f, n)}, 12 * n, 2 * n / 0.5},
		{"halves are half the bytes, and no faster to add", device.OpAdd, []device.Operand{operand(h, n), operand(h, n), operand(h, n)}, 6 * n, 2 * n / 0.5},
		{"doubles are slow", device.OpAdd, []device.Operand{operand(d, n), operand(d, n), operand(d, n)}, 24 * n, 10 * 2 * n / 0.5},
		{"the first input's type decides", device.OpAdd, []device.Operand{operand(f, n), operand(d, n)}, 12 * n, 10 * 2 * n / 0.5},
		{"an output alone decides", device.OpAdd, []device.Operand{operand(d, n)}, 8 * n, 10 * 2 * n / 0.5},
		{"an unknown rate is that of floats", device.OpAdd, []device.Operand{operand(device.Int32, n), operand(device.Int32, n)}, 8 * n, 2 * n / 0.5},
		{"an exponential is ten operations", device.OpExp, []device.Operand{operand(f, n), operand(f, n)}, 8 * n, 10 * n / 0.5},
		{"what is broadcast is read once", device.OpAdd, []device.Operand{operand(f, 1024, 1024), broadcast}, 4*n + 4*1024, 2 * n / 0.5},
		{"what is not there is not read", device.OpAdd, []device.Operand{operand(f, 8), mask}, 4 * 8, 2 * n / 0.5},
		{"no elements", device.OpAdd, []device.Operand{operand(f, 0, 8), operand(f, 0, 8)}, 0, 0},
		{"a product of matrices", device.OpMatmul, []device.Operand{operand(f, 1, 512, 256), operand(f, 1, 512, 128), operand(f, 1, 128, 256)},
			4 * (512*256 + 512*128 + 128*256), 2 * 512 * 256 * 128 / 0.75},
		{"of halves", device.OpMatmul, []device.Operand{operand(h, 1, 512, 256), operand(h, 1, 512, 128), operand(h, 1, 128, 256)},
			2 * (512*256 + 512*128 + 128*256), 2 * 512 * 256 * 128 / 0.75 / 4},
		{"of nothing", device.OpMatmul, []device.Operand{operand(f, 1, 512, 256), operand(f)}, 4 * (512*256 + 1), 0},
		{"a convolution", device.OpConv, []device.Operand{operand(f, 8, 32, 30, 30), operand(f, 8, 16, 32, 32), operand(f, 32, 16, 3, 3)},
			4 * (8*32*30*30 + 8*16*32*32 + 32*16*9), 2 * 8 * 32 * 30 * 30 * 16 * 9 / 0.75},
		{"its input's gradient", device.OpConvGradInput, []device.Operand{operand(f, 8, 16, 32, 32), operand(f, 8, 32, 30, 30), operand(f, 32, 16, 3, 3)},
			4 * (8*32*30*30 + 8*16*32*32 + 32*16*9), 2 * 8 * 32 * 30 * 30 * 16 * 9 / 0.75},
		{"its filter's gradient", device.OpConvGradWeight, []device.Operand{operand(f, 32, 16, 3, 3), operand(f, 8, 32, 30, 30), operand(f, 8, 16, 32, 32)},
			4 * (8*32*30*30 + 8*16*32*32 + 32*16*9), 2 * 8 * 32 * 30 * 30 * 16 * 9 / 0.75},
		{"a convolution with one filter", device.OpConv, []device.Operand{operand(f, 8, 1, 30, 30), operand(f, 8, 16, 32, 32), operand(f, 1, 16, 3, 3)},
			4 * (8*1*30*30 + 8*16*32*32 + 1*16*9), 2 * 8 * 30 * 30 * 16 * 9 / 0.75},
		{"a convolution with none", device.OpConv, []device.Operand{operand(f, 8, 0, 30, 30), operand(f, 8, 16, 32, 32), operand(f, 0, 16, 3, 3)}, 4 * 8 * 16 * 32 * 32, 0},
		{"a convolution with filters of one number", device.OpConv, []device.Operand{operand(f, 8, 4), operand(f, 8, 4), operand(f, 4)}, 4 * (32 + 32 + 4), 2 * 32 / 0.75},
		{"a convolution with a number", device.OpConv, []device.Operand{operand(f, 8, 4), operand(f, 8, 4), operand(f)}, 4 * (32 + 32 + 1), 0},
		{"a convolution of nothing", device.OpConv, []device.Operand{operand(f, 8), operand(f, 8)}, 4 * 16, 0},
	} {
		var l device.Launch
		l.Reset(c.op)
		for _, a := range c.args {
			*l.Add() = a
		}
		share := 1.0
		if c.op.Family() != device.Matrix && c.flops > 0 && (c.op == device.OpConv || c.op == device.OpConvGradInput || c.op == device.OpConvGradWeight) {
			share = 0.75 / 0.5 // the table above says how matrix units do
		}
		want := 2000 + 1e9*max(c.bytes/(1e12*0.85), share*c.flops/1e12)
		if got := float64(m.kernelTime(&l)); math.Abs(got-want) >= 1 {
			t.Errorf("%s: %v ns, want %v", c.name, got, want)
		}
	}
}

// TestFills: a launch fills a device from a quarter of its threads on.
func TestFills(t *testing.T) {
	m := &Model{SMs: 10, SMThreads: 1024}
	for n, want := range map[int]bool{0: false, 2560: false, 2561: true} {
		var l device.Launch
		l.Reset(device.OpNeg)
		*l.Add() = operand(device.Float32, n)
		if m.fills(&l) != want {
			t.Errorf("%d elements fill the device: %v", n, !want)
		}
	}
	if m.fills(new(device.Launch)) {
		t.Error("nothing fills the device")
	}
}

// TestTransfers: latency and bytes over bandwidth, at half of it from ordinary memory; between GPUs over NVLink at nine tenths, else
// over both PCI Express links; within one at twice the bytes.
func TestTransfers(t *testing.T) {
	const n = 16 * mib
	var seen []device.Record
	copies := func(spec string, f func(m *Machine, a, b *device.Buffer) error) device.Record {
		t.Helper()
		m := machine(t, spec, nil)
		seen = nil
		for _, d := range m.devices {
			d.Observe(func(r device.Record) {
				if r.Action == device.DidCopy {
					seen = append(seen, r)
				}
			})
		}
		a, b := alloc(t, m.devices[0], n), alloc(t, m.devices[len(m.devices)-1], n)
		if err := f(m, a, b); err != nil || len(seen) != 1 {
			t.Fatal(err, seen)
		}
		r := seen[0]
		if r.Buffers[0] == a.ID && r.Buffers[1] == 0 || r.Buffers == [4]uint64{b.ID, a.ID} {
			r.Buffers = [4]uint64{}
		}
		return r
	}
	host := make([]byte, n)
	in := func(m *Machine, a, _ *device.Buffer) error { return m.devices[0].CopyIn(a, 0, host, false) }
	pinned := func(m *Machine, a, b *device.Buffer) error {
		defer m.devices[0].PinHost(host)()
		return in(m, a, b)
	}
	out := func(m *Machine, a, _ *device.Buffer) error { return m.devices[0].CopyOut(host, a, 0) }
	peer := func(m *Machine, a, b *device.Buffer) error { return m.devices[0].CopyPeer(b, 0, a, 0, n) }
	for _, c := range []struct {
		name, spec string
		copy       func(m *Machine, a, b *device.Buffer) error
		from, to   string
		nanos      float64
	}{
		{"pageable", "sim:1,model=A100", in, "cpu", "cuda:0", 7000 + n/12.6},
		{"pinned", "sim:1,model=A100", pinned, "cpu", "cuda:0", 7000 + n/25.2},
		{"back", "sim:1,model=T4", out, "cuda:0", "cpu", 8000 + n/6.3},
		{"over NVLink", "sim:2,model=V100", peer, "cuda:0", "cuda:1", 2000 + n/(150*0.9)},
		{"through the host", "sim:2,model=RTX4090", peer, "cuda:0", "cuda:1", 2*7000 + 2*n/25.2},
		{"within", "sim:1,model=H100", peer, "cuda:0", "cuda:0", 2000 + 2*n/(3350*0.85)},
	} {
		r := copies(c.spec, c.copy)
		if math.Abs(float64(r.Nanos)-c.nanos) > 2 || r.Bytes != n || r.From != c.from || r.To != c.to || r.Buffers != [4]uint64{} {
			t.Errorf("%s: %+v, want %v ns from %s to %s", c.name, r, c.nanos, c.from, c.to)
		}
	}
}

// TestRings: a ring is as slow as its slowest link, and each step costs 3 µs; two trees cost twice the bytes and steps.
func TestRings(t *testing.T) {
	m := machine(t, "sim:4,model=A100", nil)
	var ring []device.Device
	for _, d := range m.devices {
		ring = append(ring, d)
	}
	const n = 8 * mib
	link := func(bytes float64) float64 { return 2000 + bytes/(300*0.9) }
	for _, c := range []struct {
		name string
		got  int64
		want float64
	}{
		{"four in a ring", m.devices[0].RingNanos(ring, n, 6), link(n) + 6*3000},
		{"one alone", m.devices[0].RingNanos(ring[:1], n, 0), 0},
		{"others than ours", m.devices[0].RingNanos([]device.Device{ring[0], nil}, n, 2), 2 * 3000},
		{"trees of four", m.devices[0].TreeNanos(ring, n), link(2*n) + 2*2*3000},
		{"trees of three", m.devices[0].TreeNanos(ring[:3], n), link(2*n) + 2*2*3000},
		{"trees of two", m.devices[0].TreeNanos(ring[:2], n), link(2*n) + 2*1*3000},
	} {
		if math.Abs(float64(c.got)-c.want) > 2 {
			t.Errorf("%s: %d ns, want %v", c.name, c.got, c.want)
		}
	}
}

// TestCollectives: one begins when its stream and the one before it are done, and what follows waits for its end.
func TestCollectives(t *testing.T) {
	m := machine(t, "sim:2", nil)
	d := m.devices[0]
	var told []device.Record
	d.Observe(func(r device.Record) { told = append(told, r) })
	first := d.Post()
	if first != latencyNanos || d.clock.now != launchNanos {
		t.Errorf("begins at %d, and holds the host for %d ns", first, d.clock.now)
	}
	d.Meet("ring", first, first+50_000, 64)
	r := told[len(told)-1]
	if r.Name != "ring" || r.Bytes != 64 || r.Nanos != 50_000 || r.Start != first || r.Stream != device.LinkStream || r.Called != 0 || r.Held != launchNanos || r.Action != device.DidLaunch || r.Op != device.NoOp {
		t.Errorf("%+v", r)
	}
	if second := d.Post(); second != first+50_000 {
		t.Errorf("the next begins at %d, before the first has ended", second)
	}
	if d.Stream().Query() != true {
		t.Error("a collective that nobody follows holds the stream up")
	}
	if d.Follow(first + 50_000); d.Stream().Query() {
		t.Error("who follows does not wait")
	}
	d.Synchronize()
	if d.clock.now < first+50_000 {
		t.Errorf("synchronized at %d", d.clock.now)
	}
	now, end := d.clock.now, d.end
	told = nil
	b := alloc(t, d, 4*mib)
	told = nil
	if err := d.Quiet(func() error { return d.CopyIn(b, 0, make([]byte, 4*mib), false) }); err != nil {
		t.Fatal(err)
	}
	if d.clock.now != now || d.end != end || len(told) != 0 {
		t.Errorf("a quiet copy takes %d ns and tells %v", d.clock.now-now, told)
	}
}
