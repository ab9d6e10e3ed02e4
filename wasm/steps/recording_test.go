package steps

import (
	"testing"

	"gputour/engine/wire"
)

const launched = `{"kernel":"k","grid":[2,1,1],"block":[64,1,1],"first":3,"source":["a","b"],"names":["i"],"blocks":[` +
	`{"at":[0,0,0],"warps":[[{"l":3,"o":0,"a":3},{"l":4,"o":2,"a":3,"b":true},{"l":5,"o":4,"a":3}],[{"l":3,"o":1,"a":1}]]},` +
	`{"at":[1,0,0],"warps":[[{"l":3,"o":5,"a":1},{"l":4,"o":6,"a":1}]]}]}`

// TestMove: each way to move, and none leads out of the recording.
func TestMove(t *testing.T) {
	r := Read(wire.Bundle{StepsType: launched})
	if r == nil {
		t.Fatal("it is not read")
	}
	for _, c := range []struct {
		how                   string
		block, warp, lane, at int
	}{
		{"next", 0, 0, 0, 1}, {"back", 0, 0, 0, 0}, {"back", 0, 0, 0, 0}, {"barrier", 0, 0, 0, 2}, {"barrier", 0, 0, 0, 2}, {"first", 0, 0, 0, 0}, {"last", 0, 0, 0, 2},
		{"next", 0, 0, 0, 2}, {"lane 5", 0, 0, 5, 2}, {"lane 99", 0, 0, 31, 2}, {"warp 1", 0, 1, 31, 0}, {"block 1", 1, 0, 31, 0}, {"at 1", 1, 0, 31, 1},
		{"at -4", 1, 0, 31, 0}, {"warp 7", 1, 0, 31, 0}, {"block x", 0, 0, 31, 0}, {"dance", 0, 0, 31, 0},
	} {
		if r.Move(c.how); r.Block != c.block || r.Warp != c.warp || r.Lane != c.lane || r.At != c.at {
			t.Errorf("%s leads to block %d, warp %d, lane %d, step %d; want %+v", c.how, r.Block, r.Warp, r.Lane, r.At, c)
		}
	}
}

// TestRead: what is no recording, or has no step, is none.
func TestRead(t *testing.T) {
	for _, b := range []wire.Bundle{
		nil, {"text/plain": "x"}, {StepsType: "{"}, {StepsType: `{"blocks":[]}`}, {StepsType: `{"blocks":[{"warps":[]}]}`}, {TraceType: `{"steps":[]}`}, {TraceType: "[]"},
	} {
		if r := Read(b); r != nil {
			t.Errorf("%v is read as %+v", b, r)
		}
	}
	if r := Read(wire.Bundle{TraceType: `{"first":1,"source":["x = 1"],"steps":[{"l":1,"in":"cell"},{"l":0,"in":"cell","n":["x","1"]}]}`}); r == nil || r.Len() != 2 {
		t.Errorf("a trace is %+v", r)
	}
}
