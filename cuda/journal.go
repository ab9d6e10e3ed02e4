package cuda

// This file defines how a GPU's asynchronous work is told to the observer: in order, with
// the time that events around it measured.

import (
	"time"

	"gputour/cuda/driver"
	"gputour/engine/device"
)

// journal holds the records whose times are not known yet, and those that follow them.
type journal struct {
	d       *Device
	observe device.Observer
	waiting []entry
	spare   []driver.Event // of epoch
	epoch   int
	timed   int // records timed since the last Settle
	// base is an event of epoch and baseAt the host's time at it, from which both clocks are
	// read until the next Settle: the driver tells times between events only.
	base   driver.Event
	baseAt time.Duration
	called time.Duration // when the work in hand was begun
}

// clock is what all devices' times are counted from.
var clock = time.Now()

type entry struct {
	record     device.Record
	start, end driver.Event
}

const (
	mostTimed   = 256 // records that get events between two settlings: an event costs about a microsecond
	mostWaiting = 1024
)

// add tells a record that needs no time.
func (j *journal) add(r device.Record) {
	if j.observe == nil {
		return
	}
	r.Device = j.d.info.String()
	if len(j.waiting) == 0 {
		j.observe(r)
		return
	}
	j.append(entry{record: r})
}

func (j *journal) append(e entry) {
	e.record.Shape = append([]int(nil), e.record.Shape...)
	j.waiting = append(j.waiting, e)
	if len(j.waiting) >= mostWaiting {
		j.wait()
	}
}

// begin marks the start of work on a stream, where there is still room for its time; 0
// where not. end tells of the work.
func (j *journal) begin(s driver.Stream) (start driver.Event, err error) {
	if j.observe == nil || j.timed >= mostTimed {
		return 0, nil
	}
	j.timed++
	j.called = time.Since(clock)
	if j.base == 0 || j.epoch != j.d.epoch {
		if j.base, err = j.mark(s); err != nil {
			return 0, err
		}
		j.baseAt = j.called
	}
	return j.mark(s)
}

// rebase forgets the event that times are read from: far from it they lose precision.
func (j *journal) rebase() {
	j.timed = 0
	if j.base != 0 && j.epoch == j.d.epoch {
		j.spare = append(j.spare, j.base)
	}
	j.base = 0
}

// end tells r of work that began at start, with its time once that is known.
func (j *journal) end(start driver.Event, r device.Record, s driver.Stream) error {
	if start == 0 {
		j.add(r)
		return nil
	}
	end, err := j.mark(s)
	if err != nil {
		return err
	}
	r.Device = j.d.info.String()
	r.Called, r.Held = int64(j.called), int64(time.Since(clock)-j.called)
	j.append(entry{r, start, end})
	return nil
}

// mark records an event.
func (j *journal) mark(s driver.Stream) (e driver.Event, err error) {
	if j.epoch != j.d.epoch {
		j.spare, j.epoch = nil, j.d.epoch
	}
	if n := len(j.spare); n > 0 {
		e, j.spare = j.spare[n-1], j.spare[:n-1]
	} else if e, err = j.d.newEvent(true); err != nil {
		return 0, err
	}
	return e, j.d.ctx.Record(e, s)
}

// settle tells the waiting records whose work is done, up to the first whose is not.
func (j *journal) settle() {
	for len(j.waiting) > 0 {
		if e := &j.waiting[0]; e.end != 0 {
			if done, err := j.d.ctx.EventDone(e.end); !done || err != nil {
				return
			}
		}
		j.tell()
	}
}

// tell passes the first waiting record on.
func (j *journal) tell() {
	e := j.waiting[0]
	j.waiting = j.waiting[1:]
	if len(j.waiting) == 0 {
		j.waiting = nil
	}
	if e.end != 0 {
		if ms, err := j.d.ctx.Elapsed(e.start, e.end); err == nil {
			e.record.Nanos = int64(ms * 1e6)
		}
		if ms, err := j.d.ctx.Elapsed(j.base, e.start); err == nil && j.base != 0 {
			e.record.Start = int64(j.baseAt) + int64(ms*1e6)
		}
		j.spare = append(j.spare, e.start, e.end)
	}
	j.observe(e.record)
}

// wait waits for the last timed record, and tells all.
func (j *journal) wait() {
	for i := len(j.waiting) - 1; i >= 0; i-- {
		if e := j.waiting[i].end; e != 0 {
			if j.d.ctx.SynchronizeEvent(e) != nil {
				return // the next call of the device meets the fault
			}
			break
		}
	}
	j.flush()
}

// flush tells all records, those of unfinished work without a time.
func (j *journal) flush() {
	for len(j.waiting) > 0 && j.d.ctx != nil {
		j.tell()
	}
}

// drop tells what waits without times: its context is gone.
func (j *journal) drop() {
	for _, e := range j.waiting {
		if j.observe != nil {
			j.observe(e.record)
		}
	}
	j.waiting, j.spare, j.base = nil, nil, 0
}
