package meeting

import (
	"encoding/json"
	"fmt"

	"gputour/server/class"
)

// This file is how servers tell each other what happened in a session.

// report is an op on its way to the lead.
type report struct {
	N    uint64          `json:"n"` // 0 is what the lead is told anew, and need not acknowledge
	Kind string          `json:"kind"`
	Op   json.RawMessage `json:"op"`

	op class.Op
}

// kinds are the ops that come from sessions, by their names.
var kinds = map[string]func() class.Op{
	"ran":    func() class.Op { return &class.Ran{} },
	"ended":  func() class.Op { return &class.Ended{} },
	"gone":   func() class.Op { return &class.Gone{} },
	"hinted": func() class.Op { return &class.Hinted{} },
	"turn":   func() class.Op { return &class.Turn{} },
	"used":   func() class.Op { return &class.Used{} },
	"look":   func() class.Op { return &class.Look{} },
	"looked": func() class.Op { return &class.Looked{} },
}

// kindOf is the name of an op.
func kindOf(op class.Op) string {
	switch op.(type) {
	case class.Ran:
		return "ran"
	case class.Ended:
		return "ended"
	case class.Gone:
		return "gone"
	case class.Hinted:
		return "hinted"
	case class.Turn:
		return "turn"
	case class.Used:
		return "used"
	case class.Look:
		return "look"
	case class.Looked:
		return "looked"
	}
	panic(fmt.Sprintf("%T is no report", op)) // this package makes all of them
}

func (r report) encode() []byte {
	r.Kind = kindOf(r.op)
	r.Op, _ = json.Marshal(r.op) // texts and numbers
	data, _ := json.Marshal(r)
	return data
}

// decode reads a report. An op of a kind that a later program knows is nil.
func decode(data []byte) (r report, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, err
	}
	fresh := kinds[r.Kind]
	if fresh == nil {
		return r, nil
	}
	op := fresh()
	if err := json.Unmarshal(r.Op, op); err != nil {
		return r, fmt.Errorf("report %s: %w", r.Kind, err)
	}
	switch op := op.(type) {
	case *class.Ran:
		r.op = *op
	case *class.Ended:
		r.op = *op
	case *class.Gone:
		r.op = *op
	case *class.Hinted:
		r.op = *op
	case *class.Turn:
		r.op = *op
	case *class.Used:
		r.op = *op
	case *class.Look:
		r.op = *op
	case *class.Looked:
		r.op = *op
	}
	return r, nil
}

// facts are the ops that say what is true now, of each thing the last: a lead that did not hear them is told anew, and one that
// hears nothing more of who told them undoes them.
type facts map[string]class.Op

// add takes note of an op.
func (f facts) add(op class.Op) {
	switch op := op.(type) {
	case class.Ran:
		f["run "+op.Session] = op
	case class.Ended:
		delete(f, "run "+op.Session)
	case class.Gone:
		delete(f, "run "+op.Session)
	case class.Turn:
		f.set("turn "+op.Member, op, op.GPU != 0)
	case class.Used:
		f.set("used "+op.Member, op, op.Bytes != 0)
	case class.Look:
		f[fmt.Sprint("look ", op.Socket)] = op
	case class.Looked:
		delete(f, fmt.Sprint("look ", op.Socket))
	}
}

func (f facts) set(key string, op class.Op, holds bool) {
	if holds {
		f[key] = op
	} else {
		delete(f, key)
	}
}

// undone are the ops after which nothing of it holds.
func (f facts) undone() (all []class.Op) {
	for _, op := range f {
		switch op := op.(type) {
		case class.Ran:
			all = append(all, class.Gone{Member: op.Member, Session: op.Session})
		case class.Turn:
			all = append(all, class.Turn{Member: op.Member})
		case class.Used:
			all = append(all, class.Used{Member: op.Member})
		case class.Look:
			all = append(all, class.Looked{Member: op.Member, Socket: op.Socket})
		}
	}
	return all
}
