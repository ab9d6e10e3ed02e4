package handover

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker"
)

func table() Table {
	run := session.Run{RID: "r", Cell: "c", Code: "x", Check: &session.Check{Points: 2}}
	return Table{
		From: "v1", Began: 5, Listener: 7, Lock: 8,
		Sealed: worker.Carried{Workers: []worker.CarriedWorker{{
			PID: 99, Socket: 9, Stderr: 10, Place: "seats", Taken: 2, Last: 3, Unread: []byte("\x00\x00"),
			Sessions: []worker.CarriedSession{{ID: 1, Spec: "sim:2", Current: "r"}, {ID: 3, Used: 5, Owed: 2, Check: &worker.Seat{PID: 98, ID: 1}}},
		}, {PID: 98, Socket: 11, Stderr: 12, Place: "alone", Last: 1, Sessions: []worker.CarriedSession{{ID: 1}}}}},
		Sessions: []session.Carried{
			{ID: "s", Token: "t", Spec: "sim:2", Current: &run, Queue: []session.Run{run}, Stage: 1, Number: 1, Opened: 1, Seat: json.RawMessage(`{"pid":99,"id":1}`)},
			{ID: "u", Token: "t", Spec: "cpu", Opening: 2, Opened: 2, Devices: []wire.DeviceInfo{{Device: "cpu"}}},
		},
	}
}

func TestRoundTrip(t *testing.T) {
	want := table()
	data, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	want.Version, want.Frames = Version, worker.FrameVersion
	if err != nil || !reflect.DeepEqual(*got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got.Running() != 1 {
		t.Errorf("%d run", got.Running())
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Table){
		"no listener":            func(t *Table) { t.Listener = 0 },
		"standard error":         func(t *Table) { t.Lock = 2 },
		"a descriptor twice":     func(t *Table) { t.Lock = t.Listener },
		"a worker's twice":       func(t *Table) { t.Cards = t.Sealed },
		"init":                   func(t *Table) { t.Sealed.Workers[0].PID = 1 },
		"a place":                func(t *Table) { t.Sealed.Workers[0].Place = "bed" },
		"a session twice":        func(t *Table) { t.Sessions[1].ID = "s" },
		"no token":               func(t *Table) { t.Sessions[1].Token = "" },
		"a stage":                func(t *Table) { t.Sessions[0].Stage = 99 },
		"an evaluator to come":   func(t *Table) { t.Sessions[0].Number = 9 },
		"a session never opened": func(t *Table) { t.Sealed.Workers[0].Sessions[0].ID = 9 },
		"more room than is":      func(t *Table) { t.Sealed.Workers[0].Sessions[1].Used = 1 << 40 },
		"a check nowhere":        func(t *Table) { t.Sealed.Workers[0].Sessions[1].Check.ID = 5 },
	} {
		bad := table()
		spoil(&bad)
		data, err := Encode(bad)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(data); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	for text, want := range map[string]string{
		``: "not well formed", `[]`: "not well formed", `{}`: "cannot take over", `{"version":2,"frames":1}`: "cannot take over",
		`{"version":1,"frames":1,"more":1}`: "unknown field", `{"version":1,"frames":1} x`: "not well formed", `{"version":1,"frames":1}`: "descriptors",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Decode([]byte(`{"version":9,"frames":1}`)); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: %v", err)
	}
}

// FuzzDecode: whatever a table says, either it is refused or it can be written and read again.
func FuzzDecode(f *testing.F) {
	data, _ := Encode(table())
	f.Add(data)
	f.Add([]byte(`{"version":1,"frames":1,"listener":3,"sessions":[{"id":"a","token":"b","spec":""}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Decode(data)
		if err != nil {
			return
		}
		again, err := Encode(*got)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(again); err != nil {
			t.Errorf("%s: %v", again, err)
		}
	})
}
