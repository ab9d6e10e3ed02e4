package classws

import (
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/class"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// This file looks at what a whole class costs those who watch it.

const students = 300

// busy is a class of 300, without sockets, and somebody who watches the board.
func busy(t *testing.T) (*Room, *sessiontest.Clock, *conn) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "class.db"))
	if err != nil {
		t.Fatal(err)
	}
	clock := sessiontest.NewClock()
	r, err := Open(t.Context(), Options{
		Store: db, Clock: clock, Outline: func(string) []wire.OutlineLesson { return lessons }, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); db.Close() })
	for i := range students {
		r.do(class.Enrolled{Person: wire.Person{ID: student(i), Name: fmt.Sprintf("王小明 Student %03d", i), Role: "student"}, Rev: 1, Status: store.Active})
		r.do(class.Came{Member: student(i)})
	}
	c := watcher(r, "teacher")
	return r, clock, c
}

// student is an id as the classroom makes them.
func student(i int) string { return fmt.Sprintf("%032x", i) }

func watcher(r *Room, id string) *conn {
	r.do(class.Enrolled{Person: wire.Person{ID: id, Name: id, Role: "assistant"}, Rev: 1, Status: store.Active})
	c := newConn(r, nil, auth.Person{ID: id, Role: auth.Assistant})
	r.mu.Lock()
	r.sockets[c] = true
	r.mu.Unlock()
	c.observe(wire.Message{RID: "o"}, &wire.ObserveBody{Board: true})
	return c
}

var lessons = func() (all []wire.OutlineLesson) {
	for l := range 3 {
		lesson := wire.OutlineLesson{ID: fmt.Sprintf("training-loop-%d", l)}
		for c := range 15 {
			lesson.Cells = append(lesson.Cells, wire.OutlineCell{ID: fmt.Sprintf("train-model-%02d", c), Exercise: c%5 == 4})
		}
		all = append(all, lesson)
	}
	return all
}()

// work is a quarter of a second of a class in which everybody runs a cell about every three seconds, a run takes some
// time, now and then one fails, somebody moves, and somebody raises a hand.
func work(r *Room, rng *rand.Rand, running map[int]wire.OutlineLesson, where []int) {
	for i := range students {
		lesson := lessons[i%len(lessons)]
		cell := lesson.Cells[where[i]%len(lesson.Cells)].ID
		switch n := rng.IntN(1000); {
		case running[i].ID != "" && n < 500:
			delete(running, i)
			end := class.Ended{Member: student(i), Session: "s", Lesson: lesson.ID, Cell: cell, State: wire.RunDone, Check: "pass"}
			if n < 100 {
				end.State, end.Error = wire.RunFailed, []string{"RuntimeError", "KeyError", "NameError"}[n%3]
			} else if n%2 == 0 {
				where[i]++
			}
			r.do(end)
		case running[i].ID == "" && n < 90:
			running[i] = lesson
			r.do(class.Ran{Member: student(i), Session: "s", Lesson: lesson.ID, Cell: cell, State: wire.RowRunning})
		case n > 990:
			r.do(class.At{Member: student(i), WhereBody: wire.WhereBody{Lesson: lesson.ID, Cell: cell}})
		case n == 600:
			r.do(class.Request{By: student(i), RID: fmt.Sprint(rng.Int()), Body: &wire.RaiseBody{Up: rng.IntN(2) == 0, Note: "why does this not run?"}})
		}
	}
}

// TestBoardIsSmall counts what a teacher's page is sent in a minute of a busy class of 300.
func TestBoardIsSmall(t *testing.T) {
	r, clock, c := busy(t)
	first := size(c.take())
	rng := rand.New(rand.NewPCG(1, 2))
	running, where := map[int]wire.OutlineLesson{}, make([]int, students)
	rows := map[string]wire.BoardRow{}
	total, most := 0, 0
	waits := map[int]int{} // how many changes were told after how many quarters of a second
	var versions []uint64  // at the end of each
	const seconds = 60
	for quarter := range seconds * 4 {
		work(r, rng, running, where)
		versions = append(versions, r.state.Version())
		before := c.fed
		clock.Advance(boardEvery)
		batch := c.take()
		for v := before + 1; v <= c.fed; v++ {
			at, _ := slices.BinarySearch(versions, v)
			waits[max(0, quarter-at)]++
		}
		n := size(batch)
		total, most = total+n, max(most, n)
		for _, m := range batch {
			if _, body, _ := decode(m); body != nil {
				if b, ok := body.(*wire.BoardBody); ok {
					for _, row := range b.Rows {
						rows[row.ID] = row
					}
				}
			}
		}
	}
	t.Logf("at first %d KiB, then %.1f KiB a second, at most %.1f KiB at once; changes told after so many quarters of a second more: %v",
		first>>10, float64(total)/seconds/1024, float64(most)/1024, waits)
	if total > seconds*50<<10 || most > boardBytes+4<<10 {
		t.Errorf("%d bytes in %d s, at most %d at once", total, seconds, most)
	}
	for range 40 { // the class is quiet: all is told
		clock.Advance(boardEvery)
		for _, m := range c.take() {
			if _, body, _ := decode(m); body != nil {
				if b, ok := body.(*wire.BoardBody); ok {
					for _, row := range b.Rows {
						rows[row.ID] = row
					}
				}
			}
		}
	}
	other := watcher(r, "helper")
	for _, m := range other.take() {
		if _, body, _ := decode(m); body != nil {
			if b, ok := body.(*wire.BoardBody); ok {
				for _, row := range b.Rows {
					if old, told := rows[row.ID]; told && !reflect.DeepEqual(old, row) {
						t.Errorf("after all changes the page has\n%+v, not\n%+v", old, row)
					}
				}
			}
		}
	}
}

func decode(m wire.Message) (wire.Message, any, error) {
	data, err := wire.Encode(m)
	if err != nil {
		return m, nil, err
	}
	return wire.Class.Decode(data, wire.FromServer)
}

func size(batch []wire.Message) (n int) {
	for _, m := range batch {
		data, _ := wire.Encode(m)
		n += len(data)
	}
	return n
}

// TestSlowReader reads nothing while the class is busy: what waits for it is bounded, and then it is told all.
func TestSlowReader(t *testing.T) {
	r, clock, c := busy(t)
	c.take()
	rng := rand.New(rand.NewPCG(3, 4))
	running, where := map[int]wire.OutlineLesson{}, make([]int, students)
	for i := range 200 {
		work(r, rng, running, where)
		clock.Advance(boardEvery)
		r.do(class.Request{By: "teacher", RID: fmt.Sprint(i), Body: &wire.LockBody{Mode: []string{wire.LockOff, wire.LockExec}[i%2]}})
	}
	r.mu.Lock()
	waiting := append(slices.Clone(c.feed), c.latest...)
	r.mu.Unlock()
	if n := size(waiting); n > boardBytes+4<<10 || len(waiting) > 8 {
		t.Errorf("%d messages of %d bytes wait", len(waiting), n)
	}
	for range repliesCap + 1 {
		c.refuse(wire.Message{Type: wire.Push, RID: "r"}, wire.RefusedRole)
	}
	select {
	case <-c.ended:
	case <-time.After(patience):
		t.Error("a socket that lets answers pile up stays open")
	}
}

// TestWindow: who does not say that events arrived is told no more of them after a while.
func TestWindow(t *testing.T) {
	r, _, c := busy(t)
	c.take()
	post := func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.post(class.Tell{Type: wire.Push, Body: wire.PushedBody{ID: "p", Body: string(make([]byte, 10<<10))}})
	}
	for range 1000 {
		if post(); len(c.take()) == 0 {
			break
		}
	}
	if c.bytes-c.acked > window+128<<10 {
		t.Errorf("%d bytes are on their way", c.bytes-c.acked)
	}
	if !c.ack(c.cursor) || c.ack(c.cursor+1) {
		t.Error("acks are not what was sent")
	}
	if post(); len(c.take()) == 0 {
		t.Error("nothing comes after an ack")
	}
}
