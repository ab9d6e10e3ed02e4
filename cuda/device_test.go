//go:build linux && cgo && cuda

package cuda

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"gputour/cuda/driver"
	"gputour/cuda/driver/fake"
	"gputour/engine/device"
)

// onFake skips a test that needs the fake driver's faults and figures.
func onFake(t *testing.T) {
	if os.Getenv("GPUTOUR_TEST_GPU") != "" {
		t.Skip("a real GPU cannot be asked to fail")
	}
}

func alloc(t testing.TB, d *Device, n int) *device.Buffer {
	t.Helper()
	b := new(device.Buffer)
	if err := d.Alloc(b, n); err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t testing.TB, b *device.Buffer) []byte {
	t.Helper()
	got := make([]byte, b.Bytes)
	if err := b.Device.CopyOut(got, b, 0); err != nil {
		t.Fatal(err)
	}
	return got
}

func write(t testing.TB, b *device.Buffer, value byte, async bool) {
	t.Helper()
	if err := b.Device.CopyIn(b, 0, bytes.Repeat([]byte{value}, b.Bytes), async); err != nil {
		t.Fatal(err)
	}
}

// floats is a launch over vectors of float32.
func floats(op device.Op, n int, buffers ...*device.Buffer) *device.Launch {
	l := new(device.Launch)
	l.Reset(op)
	l.Compute = device.Float32
	for _, b := range buffers {
		*l.Add() = device.Operand{DType: device.Float32, Shape: []int{n}, Strides: []int{1}, Buffer: b}
	}
	return l
}

func codeOf(err error) device.Code {
	var e *device.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 255
}

// No session reads what another has left.
func TestMemoryIsCleared(t *testing.T) {
	for range 2 {
		m := machine(t)
		for _, n := range []int{100, 3 << 20, 30 << 20} {
			b := alloc(t, m.devices[0], n)
			if got := read(t, b); !bytes.Equal(got, make([]byte, n)) {
				t.Errorf("%d bytes hold something", n)
			}
			write(t, b, 7, true)
		}
		m.Close()
	}
}

// Copies of several pieces arrive whole, and their source may be reused at once.
func TestStaging(t *testing.T) {
	d := machine(t).devices[0]
	const n = 13<<20 + 5
	a, b := alloc(t, d, n), alloc(t, d, n)
	src := make([]byte, n)
	for i := range src {
		src[i] = byte(i * 7 >> 3)
	}
	want := bytes.Clone(src)
	if err := d.CopyIn(a, 0, src, true); err != nil {
		t.Fatal(err)
	}
	clear(src)
	write(t, b, 9, true)
	if !bytes.Equal(read(t, a), want) {
		t.Error("the copy holds something else")
	}
	if !bytes.Equal(read(t, b), bytes.Repeat([]byte{9}, n)) {
		t.Error("the second copy holds something else")
	}
}

// Page-locked memory is read and written where it is: an asynchronous copy sees what is written
// after it began, which from other memory it never does. It outlives contexts, and goes when
// no copy needs it.
func TestPinned(t *testing.T) {
	onFake(t)
	m := machine(t)
	d, other := m.devices[0], m.devices[1]
	const n = 256 << 10
	a, b := alloc(t, d, n), alloc(t, other, n)
	host := device.Aligned(n)
	after := func(b *device.Buffer) byte { // the byte that arrives when 1 becomes 2 after the copy began
		d := b.Device.(*Device)
		host[n-1] = 1
		if err := d.CopyIn(b, 0, host, true); err != nil {
			t.Fatal(err)
		}
		host[n-1] = 2
		return read(t, b)[n-1]
	}
	if got := after(a); got != 1 {
		t.Errorf("pageable memory was read late: %d", got)
	}
	unpin := d.PinHost(host)
	if one, two := after(a), after(b); one != 2 || two != 2 {
		t.Errorf("page-locked memory was read at once: %d, %d", one, two)
	}
	if err := d.CopyIn(a, 0, host[100:200], false); err != nil {
		t.Fatal(err)
	}
	write(t, a, 9, true)
	if err := d.CopyOut(host, a, 0); err != nil || host[0] != 9 || host[n-1] != 9 {
		t.Errorf("reading into page-locked memory: %v", err)
	}

	t.Setenv("GPUTOUR_FAKE_FAULT", "exp") // registered in a context that goes
	if err := errors.Join(d.Launch(floats(device.OpExp, 100, a, a)), d.Settle()); err == nil {
		t.Error("no fault")
	}
	os.Unsetenv("GPUTOUR_FAKE_FAULT")
	if one, two := after(alloc(t, d, n)), after(b); one != 2 || two != 2 {
		t.Errorf("after a fault it is page-locked no more: %d, %d", one, two)
	}

	if err := d.CopyIn(alloc(t, d, n), 0, host, true); err != nil { // under way when it is given up
		t.Fatal(err)
	}
	unpin()
	c := alloc(t, d, n)
	if got := after(c); got != 1 {
		t.Errorf("memory that is page-locked no more was read late: %d", got)
	}
	if len(d.pins.list) != 0 {
		t.Errorf("%d pieces are still page-locked", len(d.pins.list))
	}
	d.PinHost(make([]byte, 100))()
}

func TestOutOfMemory(t *testing.T) {
	onFake(t)
	d := machine(t).devices[0]
	keep := alloc(t, d, 600<<20)
	err := d.Alloc(new(device.Buffer), 700<<20)
	want := "CUDA out of memory. Tried to allocate 700.00 MiB (GPU 0; 1024.00 MiB total capacity; 600.00 MiB already allocated; " +
		"392.00 MiB free; 600.00 MiB reserved in total by PyTorch)"
	if codeOf(err) != device.OutOfMemory || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
	func() { alloc(t, d, 300<<20) }() // garbage gives way to a request
	alloc(t, d, 350<<20)
	runtime.KeepAlive(keep)

	// Another session meets a full GPU, and the first goes on.
	t.Setenv("GPUTOUR_FAKE_MEMORY", "1") // no context fits any more
	other := machine(t).devices[0]
	if err := other.Alloc(new(device.Buffer), 1); codeOf(err) != device.OutOfMemory {
		t.Errorf("%v", err)
	}
	os.Unsetenv("GPUTOUR_FAKE_MEMORY")
	if err := other.Alloc(new(device.Buffer), 1); err != nil {
		t.Errorf("a GPU that was full stays full: %v", err)
	}
}

// A fault ends a context: the GPU is restarted, what was on it is told to be lost, and
// neither the session's other GPU nor another session notices.
func TestFault(t *testing.T) {
	onFake(t)
	m, neighbour := machine(t), machine(t).devices[0]
	d, other := m.devices[0], m.devices[1]
	a, b, c := alloc(t, d, 400), alloc(t, other, 400), alloc(t, neighbour, 400)
	side, err := d.NewStream(0)
	if err != nil {
		t.Fatal(err)
	}
	mark, _ := d.NewEvent(true)
	d.SetStream(side)
	if err := errors.Join(mark.Record(side), d.Launch(floats(device.OpNeg, 100, a, a))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GPUTOUR_FAKE_FAULT", "exp")
	if err := d.Launch(floats(device.OpExp, 100, a, a)); err != nil {
		t.Errorf("the launch already fails: %v", err)
	}
	err = d.Settle()
	if err == nil || !strings.Contains(err.Error(), "CUDA error: an illegal memory access was encountered\n") || !strings.Contains(err.Error(), "cuda:0 has been restarted") {
		t.Errorf("%v", err)
	}
	if err := d.CopyOut(make([]byte, 4), a, 0); err == nil || !strings.Contains(err.Error(), "was lost when the GPU was restarted") {
		t.Errorf("a lost buffer: %v", err)
	}
	if got := d.Memory(); got.Allocated != 0 || got.Reserved != 0 {
		t.Errorf("%+v", got)
	}
	if _, err := mark.Elapsed(mark); err == nil {
		t.Error("an event of the lost context is timed")
	}
	for _, b := range []*device.Buffer{alloc(t, d, 400), b, c} {
		dev := b.Device.(*Device)
		if err := errors.Join(dev.Launch(floats(device.OpNeg, 100, b, b)), dev.Settle()); err != nil {
			t.Errorf("after the fault: %v", err)
		}
	}
	if err := errors.Join(mark.Record(side), side.Wait(mark), side.Synchronize(), mark.Synchronize()); err != nil {
		t.Errorf("streams and events after the fault: %v", err)
	}
}

// Whatever function of the driver fails, with a fault or with any other error, the session hears of it as an
// error, its GPU works again as soon as the driver does, and neither the other GPU nor
// another session loses anything.
func TestEveryFunctionMayFail(t *testing.T) {
	onFake(t)
	functions := []string{"cuMemAlloc_v2", "cuMemFree_v2", "cuMemHostAlloc", "cuMemFreeHost", "cuMemHostRegister_v2", "cuMemHostUnregister", "cuMemGetInfo_v2",
		"cuMemsetD8Async", "cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuMemcpyDtoDAsync_v2", "cuMemcpyPeerAsync", "cuModuleLoadDataEx",
		"cuLinkCreate_v2", "cuLinkAddData_v2", "cuLinkComplete", "cuModuleGetFunction", "cuLaunchKernel", "cuStreamCreateWithPriority",
		"cuStreamSynchronize", "cuStreamQuery", "cuStreamWaitEvent", "cuEventCreate", "cuEventRecord", "cuEventSynchronize", "cuEventQuery",
		"cuEventElapsedTime", "cuCtxSynchronize"}
	m, neighbour := machine(t), machine(t).devices[0]
	other, kept := alloc(t, m.devices[1], 400), alloc(t, neighbour, 400)
	write(t, other, 5, false)
	write(t, kept, 6, false)
	for _, function := range functions {
		for _, code := range []string{"700", "719", "999", "2"} {
			session := machine(t)
			d := session.devices[0]
			d.Observe(func(device.Record) {})
			t.Setenv("GPUTOUR_FAKE_REFUSE", function+"="+code)
			useAll(d, m.devices[1])
			os.Unsetenv("GPUTOUR_FAKE_REFUSE")
			d.Settle() // what is still to be told
			if d.lost != nil {
				t.Fatalf("%s answers %s: lost, %v", function, code, d.lost)
			}
			d.SetStream(d.DefaultStream())
			b := alloc(t, d, 400)
			write(t, b, 3, false)
			l := floats(device.OpNeg, 100, b, b)
			if err := errors.Join(d.Launch(l), d.Launch(l), d.Settle()); err != nil || !bytes.Equal(read(t, b), bytes.Repeat([]byte{3}, 400)) {
				t.Fatalf("%s answers %s: afterwards %v", function, code, err)
			}
			if code == "999" || code == "2" { // no fault: the neighbours' contexts are as they were
				if !bytes.Equal(read(t, other), bytes.Repeat([]byte{5}, 400)) || !bytes.Equal(read(t, kept), bytes.Repeat([]byte{6}, 400)) {
					t.Fatalf("%s answers %s: a neighbour has lost something", function, code)
				}
			}
			session.Close()
		}
	}
}

// useAll calls whatever a device offers, errors or not.
func useAll(d, other *Device) {
	host, pinned := make([]byte, 100<<10), make([]byte, 100<<10)
	unpin := d.PinHost(pinned)
	var a, b device.Buffer
	d.Alloc(&a, 100<<10)
	d.Alloc(&b, 9<<20)
	side, err := d.NewStream(0)
	if err == nil {
		d.SetStream(side)
	}
	start, _ := d.NewEvent(true)
	end, _ := d.NewEvent(true)
	if d.ctx != nil && side != nil {
		start.Record(side)
		d.CopyIn(&a, 0, host, true)
		d.CopyIn(&a, 0, pinned, true)
		d.CopyPeer(&b, 0, &a, 0, 1000)
		var elsewhere device.Buffer
		if other.Alloc(&elsewhere, 1000) == nil {
			d.CopyPeer(&a, 0, &elsewhere, 0, 1000)
		}
		d.Launch(floats(device.OpSin, 100, &a, &a))
		l := floats(device.OpLgamma, 100, &a, &a)
		l.Compute = device.Complex64
		d.Launch(l)
		end.Record(side)
		side.Wait(start)
		side.Query()
		end.Query()
		end.Synchronize()
		start.Elapsed(end)
	}
	d.Memory()
	d.CopyOut(host, &a, 0)
	d.CopyOut(pinned, &a, 0)
	unpin()
	d.CopyIn(&a, 0, pinned, false)
	d.Free(&a)
	d.EmptyCache()
	d.Synchronize()
	d.Settle()
}

// A GPU that gives no context after a fault is unusable, and says why from then on.
func TestLost(t *testing.T) {
	onFake(t)
	d := machine(t).devices[0]
	a := alloc(t, d, 400)
	t.Setenv("GPUTOUR_FAKE_FAULT", "exp")
	if err := errors.Join(d.Launch(floats(device.OpExp, 100, a, a)), d.Settle()); err == nil {
		t.Fatal("no fault")
	}
	t.Setenv("GPUTOUR_FAKE_MODE", "2")
	for range 2 {
		err := d.Alloc(new(device.Buffer), 4)
		if codeOf(err) != device.Lost || !strings.Contains(err.Error(), "could not be restarted after a fault: cuCtxCreate: unknown error") {
			t.Errorf("%v", err)
		}
		os.Unsetenv("GPUTOUR_FAKE_MODE") // too late
	}
	if err := d.Settle(); err != nil {
		t.Errorf("a lost GPU has nothing to settle: %v", err)
	}
}

// The log has the time that the GPU measured, and names an op without a kernel once.
func TestLog(t *testing.T) {
	d := machine(t).devices[0]
	a, b := alloc(t, d, 4<<10), alloc(t, d, 4<<10)
	var got []device.Record
	d.Observe(func(r device.Record) { got = append(got, r) })
	const launches = mostTimed + mostWaiting
	for range launches {
		if err := d.Launch(floats(device.OpAdd, 1024, b, a, a)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Settle(); err != nil {
		t.Fatal(err)
	}
	timed := 0
	for _, r := range got {
		if r.Action != device.DidLaunch || r.Op != device.OpAdd || len(r.Shape) != 1 || r.Shape[0] != 1024 {
			t.Fatalf("%+v", r)
		}
		if r.Nanos > 0 {
			timed++
		}
	}
	if len(got) != launches || timed != mostTimed {
		t.Errorf("%d records, %d with a time", len(got), timed)
	}

	got = nil
	for range 2 {
		l := floats(device.OpLgamma, 1024, b, a)
		l.Compute = device.Complex64 // which no kernel computes
		d.Launch(l)
	}
	fell := 0
	for _, r := range got {
		if r.Action == device.DidFallback {
			fell++
		}
	}
	if fell != 1 {
		t.Errorf("told %d times: %+v", fell, got)
	}
}

// Streams are handed out in turn, high priority apart from normal.
func TestStreamPool(t *testing.T) {
	d := machine(t).devices[0]
	ids := map[int64]int{}
	for range 2 * poolStreams {
		for _, priority := range []int{0, -1} {
			s, err := d.NewStream(priority)
			if err != nil {
				t.Fatal(err)
			}
			ids[s.ID()]++
		}
	}
	if len(ids) != 2*poolStreams || ids[0] != 0 {
		t.Errorf("%v", ids)
	}
}

// An index that names no place is the launch's error, and the device goes on.
func TestIndexOutOfRange(t *testing.T) {
	d := machine(t).devices[0]
	x, out, index := alloc(t, d, 40), alloc(t, d, 12), alloc(t, d, 24)
	if err := d.CopyIn(index, 0, []byte{1, 0, 0, 0, 0, 0, 0, 0, 77}, false); err != nil {
		t.Fatal(err)
	}
	l := floats(device.OpGather, 3, out)
	*l.Add() = device.Operand{DType: device.Float32, Shape: []int{10}, Strides: []int{1}, Buffer: x}
	*l.Add() = device.Operand{DType: device.Int64, Shape: []int{3}, Strides: []int{1}, Buffer: index}
	l.I = append(l.I, 0)
	var bad *device.OutOfRange
	if err := d.Launch(l); !errors.As(err, &bad) || bad.Index != 77 || bad.Size != 10 || !strings.HasPrefix(err.Error(), "gather on cuda:0") {
		t.Errorf("%v", err)
	}
	if err := d.Settle(); err != nil {
		t.Error(err)
	}
}

// A closed session's devices answer, and do not touch the driver.
func TestClosed(t *testing.T) {
	m := machine(t)
	b := alloc(t, m.devices[0], 100)
	m.Close()
	if err := m.devices[0].CopyOut(make([]byte, 4), b, 0); err == nil {
		t.Error("a closed device copies")
	}
	if err := m.devices[0].Alloc(b, 4); codeOf(err) != device.Lost {
		t.Errorf("%v", err)
	}
	m.Close()
}

// A kernel that runs on the host reads what the GPU has and leaves there what it wrote;
// one that failed leaves nothing.
func TestBorrow(t *testing.T) {
	d := machine(t).devices[0]
	a := alloc(t, d, 400)
	write(t, a, 5, true)
	for _, fails := range []bool{true, false} {
		mem, err := d.Bytes(a)
		if err != nil || mem[399] != 5 {
			t.Fatalf("%v", err)
		}
		if again, err := d.Bytes(a); err != nil || &again[0] != &mem[0] {
			t.Errorf("two arguments on one buffer have two copies: %v", err)
		}
		mem[399] = 6
		want := byte(6)
		if fails {
			d.Forget()
			want = 5
		} else {
			d.Ran(nil, 0, 0, 1)
		}
		if got := read(t, a); got[399] != want {
			t.Errorf("fails %v: %d, want %d", fails, got[399], want)
		}
	}
}

// A kernel that NVRTC compiles is launched with its arguments packed, in every context.
func TestNative(t *testing.T) {
	onFake(t)
	library, err := fake.BuildCompiler(t.TempDir())
	if err == nil {
		_, err = driver.OpenCompiler(library)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := machine(t).devices[0]
	const source = "__global__ void scale(float *x, char flip, double by, short n) { }"
	if _, _, err := d.Compile("cell", source, []string{"absent"}); err == nil || !strings.Contains(err.Error(), "not found") {
		t.Errorf("%v", err)
	}
	list, log, err := d.Compile("cell", source, []string{"scale"})
	if err != nil || log != "" || len(list) != 1 {
		t.Fatalf("%v %q", err, log)
	}
	one := [3]uint32{1, 1, 1}
	for range 2 {
		x := alloc(t, d, 400)
		args := []Argument{{Buffer: x, Offset: 8}, {Number: []byte{1}}, {Number: make([]byte, 8)}, {Number: make([]byte, 2)}}
		if err := errors.Join(list[0].Launch(one, one, 0, nil, args, goOn), d.Settle()); err != nil {
			t.Errorf("%v", err)
		}
		if err := list[0].Launch(one, one, 0, nil, args[:3], goOn); err == nil {
			t.Error("a launch without the last argument succeeds")
		}
		other := machine(t).devices[0]
		args[0].Buffer = alloc(t, other, 400)
		if err := list[0].Launch(one, one, 0, nil, args, goOn); err == nil || !strings.Contains(err.Error(), "another device") {
			t.Errorf("another session's memory: %v", err)
		}
		t.Setenv("GPUTOUR_FAKE_FAULT", "scale")
		args[0].Buffer = x
		if err := errors.Join(list[0].Launch(one, one, 0, nil, args, goOn), d.Settle()); err == nil {
			t.Error("no fault")
		}
		os.Unsetenv("GPUTOUR_FAKE_FAULT")
	}

	// A kernel that never ends is left when the run is stopped.
	t.Setenv("GPUTOUR_FAKE_HANG", "scale")
	polls, stopped := 0, errors.New("stopped")
	poll := func() error {
		if polls++; polls == 100 {
			return stopped
		}
		return nil
	}
	args := []Argument{{Buffer: alloc(t, d, 400)}, {Number: []byte{1}}, {Number: make([]byte, 8)}, {Number: make([]byte, 2)}}
	if err := list[0].Launch(one, one, 0, nil, args, poll); err != stopped {
		t.Errorf("%v", err)
	}
	if b := alloc(t, d, 4); !bytes.Equal(read(t, b), make([]byte, 4)) {
		t.Error("the GPU does not go on")
	}
}

func goOn() error { return nil }

// Sessions use the GPUs side by side, each with numbers of its own.
func TestSessionsSideBySide(t *testing.T) {
	const sessions, rounds = 4, 50
	failed := make(chan error, sessions)
	for k := range sessions {
		devices := machine(t).devices
		go func() {
			d := devices[k%len(devices)]
			a := new(device.Buffer)
			err := d.Alloc(a, 400)
			want := bytes.Repeat([]byte{byte(k + 1)}, 400)
			for round := 0; round < rounds && err == nil; round++ {
				got := make([]byte, 400)
				err = errors.Join(d.CopyIn(a, 0, want, true), d.Launch(floats(device.OpNeg, 100, a, a)),
					d.Launch(floats(device.OpNeg, 100, a, a)), d.CopyOut(got, a, 0))
				if !bytes.Equal(got, want) {
					err = errors.Join(err, errors.New("another session's bytes"))
				}
			}
			failed <- err
		}()
	}
	for range sessions {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}

func TestDriverVersion(t *testing.T) {
	for text, want := range map[string]string{
		"NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\nGCC version:  12.2.0\n":             "535.183.01",
		"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  560.35.03  Release Build  (dvs-builder@U16)\nGCC version: 11.4.0 \n": "560.35.03",
	} {
		if got := driverVersion.FindStringSubmatch(text); len(got) != 2 || got[1] != want {
			t.Errorf("%q, want %s", got, want)
		}
	}
}

// What one session has compiled, the next one loads.
func TestImages(t *testing.T) {
	for range 2 {
		d := machine(t).devices[0]
		a := alloc(t, d, 400)
		if err := errors.Join(d.Launch(floats(device.OpCos, 100, a, a)), d.Settle()); err != nil {
			t.Fatal(err)
		}
		for name := range d.functions {
			if _, ok := host.images.Load(code{name, d.info.Major, d.info.Minor}); !ok {
				t.Errorf("%s is compiled for one session only", name)
			}
		}
	}
}
