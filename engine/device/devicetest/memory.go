package devicetest

import (
	"bytes"
	"runtime"
	"testing"

	"gputour/engine/device"
)

func pattern(n int, seed byte) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(i)*31 + seed
	}
	return data
}

// What goes in comes out, at any offset and size, and buffers do not overlap.
func testMemory(t *testing.T, open Open) {
	d := first(t, open)
	var buffers []*device.Buffer
	for i, n := range []int{0, 1, 63, 64, 65, 511, 512, 513, 1 << 20, 3<<20 + 1} {
		b := alloc(t, d, n)
		if b.Device != d || b.Bytes != n {
			t.Fatalf("a buffer of %d bytes says %d", n, b.Bytes)
		}
		if err := d.CopyIn(b, 0, pattern(n, byte(i)), i%2 == 0); err != nil {
			t.Fatal(err)
		}
		buffers = append(buffers, b)
	}
	for i, b := range buffers {
		if !bytes.Equal(download(t, b), pattern(b.Bytes, byte(i))) {
			t.Errorf("a buffer of %d bytes does not hold what it was given", b.Bytes)
		}
	}
	big := buffers[len(buffers)-1]
	if err := d.CopyIn(big, 1000, []byte("inside"), false); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 8)
	if err := d.CopyOut(got, big, 999); err != nil || string(got[1:7]) != "inside" {
		t.Errorf("%q, %v", got, err)
	}
	b, c := buffers[4], alloc(t, d, 65)
	if err := d.CopyPeer(c, 5, b, 0, 60); err != nil || !bytes.Equal(download(t, c)[5:], pattern(65, 4)[:60]) {
		t.Errorf("a copy within the device fails: %v", err)
	}
	d.Free(c)
}

// A transfer that leaves a buffer is refused, whole.
func testBounds(t *testing.T, open Open) {
	d := first(t, open)
	b := upload(t, d, pattern(100, 1))
	for _, c := range []struct{ offset, n int }{{-1, 1}, {0, 101}, {100, 1}, {99, 2}, {1 << 40, 1}} {
		if err := d.CopyIn(b, c.offset, make([]byte, c.n), false); err == nil {
			t.Errorf("writing %d bytes at %d of 100 succeeds", c.n, c.offset)
		}
		if err := d.CopyOut(make([]byte, c.n), b, c.offset); err == nil {
			t.Errorf("reading %d bytes at %d of 100 succeeds", c.n, c.offset)
		}
	}
	if !bytes.Equal(download(t, b), pattern(100, 1)) {
		t.Error("a refused transfer wrote something")
	}
}

// A device's bytes are reached by its own kernels and by copies only: not through the
// host's memory, not by another device's calls, not by a kernel on another device.
func testIsolation(t *testing.T, open Open) {
	devices := open(t)
	if len(devices) < 2 || devices[0].Info().Kind == device.CPU {
		t.Skip("needs two devices with memories of their own")
	}
	one, two := devices[0], devices[1]
	secret := pattern(4096, 9)
	a, b := upload(t, one, secret), upload(t, two, make([]byte, 4096))
	if a.Host != nil {
		t.Error("the host can reach the device's bytes")
	}
	refused := func(what string, err error) {
		t.Helper()
		if err == nil {
			t.Errorf("%s succeeds", what)
		}
	}
	refused("reading another device's buffer", two.CopyOut(make([]byte, 4096), a, 0))
	refused("writing another device's buffer", two.CopyIn(a, 0, make([]byte, 4096), false))
	for _, args := range [][2]*device.Buffer{{a, b}, {b, a}} {
		var l device.Launch
		l.Reset(device.OpNeg)
		l.Compute = device.Float32
		for _, buf := range args {
			*l.Add() = device.Operand{DType: device.Float32, Shape: []int{1024}, Strides: []int{1}, Buffer: buf}
		}
		refused("a kernel over two devices' buffers", one.Launch(&l))
		refused("a kernel over two devices' buffers", two.Launch(&l))
	}
	if !bytes.Equal(download(t, a), secret) || !bytes.Equal(download(t, b), make([]byte, 4096)) {
		t.Fatal("a refused operation changed memory")
	}
	if err := one.CopyPeer(b, 0, a, 0, 4096); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(download(t, b), secret) {
		t.Error("a copy between devices does not arrive")
	}
	if err := one.CopyIn(a, 0, make([]byte, 4096), false); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(download(t, b), secret) {
		t.Error("the copy changes with its source")
	}
	freed := alloc(t, one, 64)
	one.Free(freed)
	refused("reading a freed buffer", one.CopyOut(make([]byte, 64), freed, 0))
}

// Memory that is handed out holds nothing that another session left there: not fresh memory, small or
// large, not memory of another stream, not memory after the cache was emptied, not memory that the
// device took for itself. A session's own bytes may come back to it, as in PyTorch.
func testClean(t *testing.T, open Open) {
	for session := range byte(3) {
		secret := append(bytes.Repeat([]byte{'0' + session}, 24), " is this session's secret"...)
		devices := open(t)
		for _, d := range devices {
			side, err := d.NewStream(0)
			if err != nil {
				t.Fatal(err)
			}
			standard := d.Stream()
			for _, s := range []device.Stream{standard, side} {
				d.SetStream(s)
				for _, n := range []int{1, 100, 512, 4 << 10, 1 << 20, 3 << 20, 12 << 20} {
					b := alloc(t, d, n)
					got := download(t, b)
					for before := range session {
						if other := bytes.Repeat([]byte{'0' + before}, min(n, 24)); n > 8 && bytes.Contains(got, other) {
							t.Fatalf("%d bytes on %v hold the secret of session %d", n, d.Info(), before)
						}
					}
					data := bytes.Repeat(secret, n/len(secret)+1)[:n]
					if err := d.CopyIn(b, 0, data, true); err != nil {
						t.Fatal(err)
					}
				}
			}
			d.SetStream(standard)
			if m, ok := d.(device.MemoryReporter); ok {
				m.EmptyCache()
			}
		}
		for _, d := range devices { // the session ends, and its memory goes to the next
			if c, ok := d.(interface{ Close() }); ok {
				c.Close()
			}
		}
	}
}

// Bytes of one device are reached from another, or from the host, by no call but a copy: every operation
// that takes operands refuses a foreign one, whichever it is, and changes nothing.
func testForeign(t *testing.T, open Open) {
	devices := open(t)
	if len(devices) < 2 || devices[0].Info().Kind == device.CPU {
		t.Skip("needs two devices with memories of their own")
	}
	one, two := devices[0], devices[1]
	for op := device.Op(1); op < device.NumOps; op++ {
		operands := 4
		for foreign := range operands {
			var l device.Launch
			l.Reset(op)
			l.Compute, l.F, l.I = device.Float32, append(l.F, 1, 1), append(l.I, 1, 1, 1, 1)
			var buffers []*device.Buffer
			for i := range operands {
				d := one
				if i == foreign {
					d = two
				}
				b := upload(t, d, pattern(64, byte(i)))
				buffers = append(buffers, b)
				*l.Add() = device.Operand{DType: device.Float32, Shape: []int{1, 1, 4}, Strides: []int{4, 4, 1}, Buffer: b}
			}
			if err := one.Launch(&l); err == nil {
				t.Fatalf("%v runs with operand %d on another device", op, foreign)
			}
			for i, b := range buffers {
				if !bytes.Equal(download(t, b), pattern(64, byte(i))) {
					t.Fatalf("%v with operand %d on another device changed operand %d", op, foreign, i)
				}
			}
		}
	}
}

// A device with a memory of its own says what lives there now: every buffer in use, where it begins
// and what was asked for, and none that is gone.
func testLiving(t *testing.T, open Open) {
	for _, d := range open(t) {
		lists, ok := d.(interface {
			EachLive(func(b *device.Buffer, address, bytes int64))
		})
		if !ok {
			if d.Info().Kind == device.CUDA {
				t.Errorf("%v does not say what lives there", d.Info())
			}
			continue
		}
		a, b, freed := alloc(t, d, 100), alloc(t, d, 3<<20), alloc(t, d, 5000)
		d.Free(freed)
		func() { alloc(t, d, 5<<20) }()
		got, places := map[*device.Buffer]int64{}, map[int64]bool{}
		lists.EachLive(func(b *device.Buffer, address, bytes int64) {
			got[b], places[address] = bytes, true
		})
		if len(got) != 2 || len(places) != 2 || got[a] != 100 || got[b] != 3<<20 {
			t.Errorf("%v: %v at %v", d.Info(), got, places)
		}
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
	}
}
