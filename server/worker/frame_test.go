package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"testing"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker/jail"
)

// frames is one of each kind.
var frames = []frame{
	&Setup{Version: version, Limits: wire.Limits{CellMS: 1}, Jail: &jail.Limits{Data: 2}, Warm: true, Devices: "sim:1"},
	&openFrame{"sim:2"},
	&runFrame{session.Run{RID: "r", Code: "x", Check: &session.Check{Tests: []session.Test{{Code: "y", Hidden: true}}}}},
	&stopFrame{"r", true}, &answerFrame{"r", "你好", true}, &askFrame{ID: 1, What: wire.Complete, Code: "x", Cursor: 1},
	&creditFrame{7}, &closeFrame{}, &putFrame{session.File{Path: "/a", Data: []byte{0, 255}}},
	&readyFrame{version, jail.Report{Limits: true, Missing: []string{"x"}}},
	&openedFrame{Devices: []wire.DeviceInfo{{Device: "cpu"}}}, &eventFrame{"r", wire.Stream, json.RawMessage(`{"name":"stdout","text":"x"}`)},
	&inputFrame{"r", wire.InputRequestBody{Prompt: "?"}}, &endedFrame{RID: "r", State: wire.RunDone, Cost: wire.Cost{HostMS: 1.5}},
	&toldFrame{1, json.RawMessage(`{}`)}, &closedFrame{}, &fileFrame{"r", session.File{Path: "/a", Gone: true}},
}

func TestFramesComeBack(t *testing.T) {
	kindsSeen := map[kind]bool{}
	for i, f := range frames {
		kindsSeen[f.kind()] = true
		data, err := encode(uint32(i), f)
		if err != nil {
			t.Fatal(err)
		}
		r := reader{from: bytes.NewReader(data), fromWorker: f.kind().fromWorker()}
		id, got, size, err := r.next()
		if err != nil || id != uint32(i) || size != len(data) || !reflect.DeepEqual(got, f) {
			t.Errorf("%#v came back as %#v of session %d, %d bytes, %v", f, got, id, size, err)
		}
		if _, _, _, err := r.next(); err != io.EOF {
			t.Errorf("after it comes %v", err)
		}
		r = reader{from: bytes.NewReader(data), fromWorker: !f.kind().fromWorker()}
		var broken *ProtocolError
		if _, _, _, err := r.next(); !errors.As(err, &broken) {
			t.Errorf("%T from the wrong side: %v", f, err)
		}
		if _, _, _, err := (&reader{from: bytes.NewReader(data[:len(data)-1]), fromWorker: f.kind().fromWorker()}).next(); err == nil {
			t.Errorf("%T cut short is read", f)
		}
	}
	if len(kindsSeen) != int(kinds)-1 {
		t.Errorf("%d of %d kinds", len(kindsSeen), kinds-1)
	}
}

// TestWindow holds both sides to the window, whatever the sizes.
func TestWindow(t *testing.T) {
	w, q := newWindow(), newQueue()
	sizes := []int{1, 100, 5000, 70_000, windowBytes / 3, windowBytes, maxFrame}
	go func() {
		defer q.close()
		for i := range 500 {
			n := cost(sizes[i%len(sizes)])
			w.take(n)
			if !q.put(&closedFrame{}, n) {
				t.Error("the hub had no room where the worker had")
			}
		}
	}()
	n := 0
	for {
		_, credit, ok := q.next()
		if !ok {
			break
		}
		n++
		w.give(credit)
	}
	if n != 500 {
		t.Errorf("%d of 500 came", n)
	}
	for q.put(&closedFrame{}, cost(1000)) {
		if n++; n > windowBytes {
			t.Fatal("the queue has no end")
		}
	}
}

func fuzzFrames(f *testing.F, fromWorker bool) {
	for i, fr := range frames {
		data, _ := encode(uint32(i), fr)
		f.Add(data)
	}
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{from: bytes.NewReader(data), fromWorker: fromWorker}
		for {
			id, got, _, err := r.next()
			if err != nil {
				return
			}
			again, err := encode(id, got)
			if err != nil {
				t.Fatalf("%#v is read and cannot be written: %v", got, err)
			}
			if _, back, _, err := (&reader{from: bytes.NewReader(again), fromWorker: fromWorker}).next(); err != nil || back.kind() != got.kind() {
				t.Fatalf("%#v comes back as %#v, %v", got, back, err)
			}
		}
	})
}

func FuzzFromWorker(f *testing.F) { fuzzFrames(f, true) }
func FuzzFromHub(f *testing.F)    { fuzzFrames(f, false) }
