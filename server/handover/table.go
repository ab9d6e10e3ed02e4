// Package handover puts another program into this process without its listener, its workers and what runs in them taking
// notice: exec keeps the process, its children and the descriptors that it is told to keep, and a table says what they are.
//
// The table is read by another version of this program. It begins with a version; one that the reader does not know is
// refused, and that is found out before exec, by running the new program on the table (Check).
package handover

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gputour/engine/session"
	"gputour/server/worker"
)

// Version is of the table; it grows when a reader of the one before would go wrong.
const Version = 1

// tableMost bounds a table, in bytes.
const tableMost = 1 << 30

// Table is what the next program has to know.
type Table struct {
	Version  int               `json:"version"`
	Frames   int               `json:"frames"` // worker.FrameVersion
	From     string            `json:"from"`   // version of the program before
	Began    int64             `json:"began"`  // when it stopped to listen, ms since 1970
	Listener int               `json:"listener"`
	Lock     int               `json:"lock,omitempty"` // of the data folder; 0 none
	Sealed   worker.Carried    `json:"sealed"`
	Cards    worker.Carried    `json:"cards"`
	Sessions []session.Carried `json:"sessions"`
}

// ErrVersion is the error of a table that another version of this program wrote and this one cannot read.
var ErrVersion = errors.New("this version cannot take over from that one")

// Encode returns a table as it is passed on.
func Encode(t Table) ([]byte, error) {
	t.Version, t.Frames = Version, worker.FrameVersion
	return json.Marshal(t)
}

// Decode reads a table and checks that it makes sense.
func Decode(data []byte) (*Table, error) {
	var head struct{ Version, Frames int }
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("the table is not well formed: %w", err)
	}
	if head.Version != Version || head.Frames != worker.FrameVersion {
		return nil, fmt.Errorf("%w: its table has the version %d.%d, this one reads %d.%d", ErrVersion, head.Version, head.Frames, Version, worker.FrameVersion)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var t Table
	if err := d.Decode(&t); err != nil {
		return nil, fmt.Errorf("the table is not well formed: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the table is not well formed: something follows it")
	}
	return &t, t.check()
}

func (t *Table) check() error {
	if t.Listener < 3 || t.Lock != 0 && t.Lock < 3 {
		return fmt.Errorf("the table has the descriptors %d and %d", t.Listener, t.Lock)
	}
	if err := errors.Join(t.Sealed.Check(), t.Cards.Check()); err != nil {
		return err
	}
	seen := map[int]bool{}
	for _, fd := range t.descriptors() {
		if seen[fd] {
			return fmt.Errorf("the table has the descriptor %d twice", fd)
		}
		seen[fd] = true
	}
	ids := map[string]bool{}
	for _, s := range t.Sessions {
		switch {
		case s.ID == "" || s.Token == "" || ids[s.ID]:
			return fmt.Errorf("the table has a session %.40q", s.ID)
		case s.Stage < 0 || s.Stage > session.LastStage || s.Number < 0 || s.Opening < 0 || s.Number > s.Opened || s.Opening > s.Opened:
			return fmt.Errorf("session %.40q has numbers out of range", s.ID)
		}
		ids[s.ID] = true
	}
	return nil
}

// descriptors are those that the next program finds open.
func (t *Table) descriptors() []int {
	all := []int{t.Listener}
	if t.Lock > 0 {
		all = append(all, t.Lock)
	}
	for _, c := range []worker.Carried{t.Sealed, t.Cards} {
		for _, w := range c.Workers {
			all = append(all, w.Socket, w.Stderr)
		}
	}
	return all
}

// Running is how many runs go on.
func (t *Table) Running() (n int) {
	for _, s := range t.Sessions {
		if s.Current != nil {
			n++
		}
	}
	return n
}
