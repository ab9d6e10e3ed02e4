package devicetest

import (
	"testing"

	"gputour/engine/device"
)

func gpu(t *testing.T, open Open) device.Device {
	d := first(t, open)
	if d.Info().Kind == device.CPU {
		t.Skip("the host has neither streams nor events")
	}
	return d
}

// increment adds 1 to every element of a.
func increment(t testing.TB, d device.Device, a *array) {
	one := &array{Operand: device.Operand{DType: a.DType, Shape: a.Shape, Strides: make([]int, len(a.Shape))}}
	put(one.Imm[:], a.DType, 0, 1)
	launch(t, d, device.OpAdd, a.DType, []float64{1}, nil, a, a, one)
}

// Work on one stream runs in order; an event orders two streams.
func testStreams(t *testing.T, open Open) {
	d := gpu(t, open)
	a := newArray(t, d, device.Float32, []int{10_000}, contiguous, func(int) float64 { return 0 })
	standard := d.Stream()
	side, err := d.NewStream(0)
	if err != nil {
		t.Fatal(err)
	}
	if side.ID() == standard.ID() {
		t.Error("two streams have the same number")
	}
	done, err := d.NewEvent(false)
	if err != nil {
		t.Fatal(err)
	}
	const rounds = 20
	for range rounds {
		for _, s := range []device.Stream{side, standard} {
			d.SetStream(s)
			if err := s.Wait(done); err != nil {
				t.Fatal(err)
			}
			increment(t, d, a)
			if err := done.Record(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	if d.Stream() != standard {
		t.Error("SetStream does not change the current stream")
	}
	if err := side.Synchronize(); err != nil {
		t.Fatal(err)
	}
	check(t, "increments on two streams", a, constants(10_000, 2*rounds), 0, 0)
	if err := d.Synchronize(); err != nil || !side.Query() || !standard.Query() || !done.Query() {
		t.Errorf("work is left after Synchronize (%v)", err)
	}
}

func constants(n int, v float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = v
	}
	return list
}

// Events time what lies between them, and only what has happened.
func testEvents(t *testing.T, open Open) {
	d := gpu(t, open)
	a := newArray(t, d, device.Float32, []int{1 << 20}, contiguous, func(int) float64 { return 1 })
	events := make([]device.Event, 3)
	for i := range events {
		e, err := d.NewEvent(true)
		if err != nil {
			t.Fatal(err)
		}
		events[i] = e
	}
	if _, err := events[0].Elapsed(events[1]); err == nil {
		t.Error("events that were never recorded are timed")
	}
	for i, e := range events {
		if i > 0 {
			for range 10 {
				increment(t, d, a)
			}
		}
		if err := e.Record(d.Stream()); err != nil {
			t.Fatal(err)
		}
	}
	if err := events[2].Synchronize(); err != nil || !events[2].Query() {
		t.Fatalf("the event has not happened after Synchronize: %v", err)
	}
	first, err1 := events[0].Elapsed(events[1])
	second, err2 := events[1].Elapsed(events[2])
	whole, err3 := events[0].Elapsed(events[2])
	if err1 != nil || err2 != nil || err3 != nil || first <= 0 || second <= 0 {
		t.Fatalf("%v %v %v, %v %v %v", first, second, whole, err1, err2, err3)
	}
	if whole < first || whole < second || whole > first+second+0.01 {
		t.Errorf("%v and %v ms make %v ms", first, second, whole)
	}
}

// A device tells its observer of allocations, frees, copies, launches and waits.
func testRecords(t *testing.T, open Open) {
	d := gpu(t, open)
	var got []device.Record
	d.Observe(func(r device.Record) {
		r.Shape = append([]int(nil), r.Shape...)
		got = append(got, r)
	})
	a := newArray(t, d, device.Float32, []int{4, 25}, contiguous, func(int) float64 { return 1 })
	increment(t, d, a)
	a.read(t)
	d.Synchronize()
	d.Free(a.Buffer)
	d.Observe(nil)
	alloc(t, d, 100)
	want := []device.Record{
		{Action: device.DidAlloc, Bytes: 400},
		{Action: device.DidCopy, From: "cpu", To: d.Info().String(), Bytes: 400},
		{Action: device.DidLaunch, Op: device.OpAdd},
		{Action: device.DidCopy, From: d.Info().String(), To: "cpu", Bytes: 400},
		{Action: device.DidSync},
		{Action: device.DidFree, Bytes: 400},
	}
	if len(got) != len(want) {
		t.Fatalf("%d records, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		if g.Action != w.Action || g.Device != d.Info().String() || g.From != w.From || g.To != w.To || g.Op != w.Op || g.Bytes != w.Bytes && w.Bytes != 0 {
			t.Errorf("record %d is %+v, want %+v", i, g, w)
		}
	}
	if s := got[2].Shape; len(s) != 2 || s[0] != 4 || s[1] != 25 {
		t.Errorf("the launch's shape is %v", s)
	}
	if got[0].Address == 0 || got[0].Address != got[5].Address {
		t.Errorf("allocation at %x, free at %x", got[0].Address, got[5].Address)
	}
}
