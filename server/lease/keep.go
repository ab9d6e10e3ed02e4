package lease

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// This file is what the store has of the turns.

// load takes over what an earlier server has left. Nobody is here yet.
func (q *Queue) load() error {
	ctx, cancel := context.WithTimeout(context.Background(), commitWait)
	defer cancel()
	rows, err := q.Store.OpenLeases(ctx)
	if err != nil {
		return fmt.Errorf("read the turns on GPUs: %w", err)
	}
	uses, err := q.Store.GPUUses(ctx)
	if err != nil {
		return fmt.Errorf("read the use of GPUs: %w", err)
	}
	if q.queue, err = q.Store.GPUQueue(ctx); err != nil {
		return fmt.Errorf("read the queue of GPUs: %w", err)
	}
	q.state.Paused, q.state.Jumps, q.state.Typical = q.queue.Paused, q.queue.Jumps, q.queue.Typical
	for _, u := range uses {
		use := gpuq.Use{MS: float64(u.MS), At: u.At, Total: u.Total}
		q.state.Use[u.Member], q.uses[u.Member] = use, use
	}
	q.now = q.Clock.Now().UnixMilli()
	for _, row := range rows {
		q.restore(row)
	}
	return nil
}

// inherit takes a turn over that has cards, as its row has it: what runs goes on, and its server is waited for. It reports whether
// the row says which cards they are.
func (q *Queue) inherit(t *place, row store.Lease) bool {
	host, numbers, ok := parseCards(row.GPU)
	if row.Granted == 0 || !ok || len(numbers) != row.Cards {
		return false
	}
	on := q.cardsOf(host, numbers)
	for _, l := range q.state.Leases {
		for _, c := range on {
			if slices.Contains(l.On, c) {
				return false
			}
		}
	}
	t.inherited = true
	q.turns[t.ID] = t
	q.state.Leases = append(q.state.Leases, gpuq.Lease{
		Request: gpuq.Request{ID: row.ID, Member: row.Member, Kind: gpuq.Kind(row.Kind), Cards: row.Cards, Asked: row.Asked, Jump: row.Jump},
		On:      on, Taken: row.Granted, Granted: row.Granted, Until: row.Until, Ending: row.Why != "", Why: row.Why,
	})
	q.absent(t)
	return true
}

// cardsOf are the cards of a machine that has not said yet what it has.
func (q *Queue) cardsOf(host string, numbers []int) (on []int) {
	for _, n := range numbers {
		i := slices.IndexFunc(q.state.Cards, func(c gpuq.Card) bool { return c.Host == host && c.Number == n })
		if i < 0 {
			i = len(q.state.Cards)
			q.state.Cards = append(q.state.Cards, gpuq.Card{Host: host, Number: n, Gone: true})
		}
		on = append(on, i)
	}
	return on
}

// restore puts a row back into the queue.
func (q *Queue) restore(row store.Lease) {
	t := &place{Turn: Turn{ID: row.ID, RID: row.RID, Member: row.Member, Session: row.Session, Begun: row.Tries}, row: row}
	if err := json.Unmarshal(row.Request, &t.Body); err != nil {
		q.Log.Error("a turn cannot be read", "id", row.ID, "error", err)
		t.Begun = begunMost
	}
	q.now = max(q.now, row.Asked, row.Granted)
	if q.Settle > 0 && q.inherit(t, row) {
		return
	}
	if row.Granted > 0 && row.Jump == 0 {
		q.state.Jumps++
		row.Jump = q.state.Jumps
	}
	q.turns[t.ID] = t
	q.state.Waiting = append(q.state.Waiting, gpuq.Request{
		ID: row.ID, Member: row.Member, Kind: gpuq.Kind(row.Kind), Cards: row.Cards, Asked: row.Asked, Jump: row.Jump, Away: true,
	})
	q.away(t)
	if t.Begun >= begunMost {
		q.ends.Go(func() { q.send(gpuq.Cancel{ID: t.ID, Why: "server"}) })
	}
}

// changes are the rows that are not kept as they are now; kept notes that they are. q.mu is held for both.
func (q *Queue) changes() (writes []store.Write, kept func()) {
	rows := map[*place]store.Lease{}
	save := func(t *place) {
		if row := q.rowOf(t); !reflect.DeepEqual(row, t.row) {
			rows[t] = row
			writes = append(writes, store.SaveLease{Lease: row})
		}
	}
	for _, t := range q.turns {
		save(t)
	}
	for _, t := range q.unkept {
		save(t)
	}
	uses := q.state.Use
	for member, u := range uses {
		if u != q.uses[member] {
			writes = append(writes, store.SaveGPUUse{GPUUse: store.GPUUse{Member: member, MS: int64(u.MS), At: u.At, Total: u.Total}})
		}
	}
	queue := store.GPUQueue{Paused: q.state.Paused, Jumps: q.state.Jumps, Typical: q.state.Typical}
	if queue != q.queue {
		writes = append(writes, store.SaveGPUQueue{GPUQueue: queue})
	}
	return writes, func() {
		for t, row := range rows {
			t.row = row
		}
		q.uses, q.queue, q.unkept = uses, queue, nil
	}
}

// rowOf is a turn as it is kept.
func (q *Queue) rowOf(t *place) store.Lease {
	row := store.Lease{
		ID: t.ID, Member: t.Member, Session: t.Session, RID: t.RID, Kind: t.Body.Kind, Lesson: t.Body.Lesson,
		Tries: t.Begun, Asked: t.row.Asked, GPU: t.row.GPU, Granted: t.row.Granted, Cards: t.row.Cards, Request: t.row.Request,
	}
	if row.Request == nil {
		row.Request = encode(t.Body)
	}
	if t.end != nil {
		if host, numbers, some := strings.Cut(row.GPU, ":"); some {
			row.GPU = q.called(host) + ":" + numbers
		}
		row.Ended, row.MS, row.Why, row.Asked, row.Cards = t.ended, t.end.MS, t.end.Why, t.end.Asked, t.end.Cards
		return row
	}
	for _, r := range q.state.Waiting {
		if r.ID == t.ID {
			row.Asked, row.Cards, row.Jump, row.GPU, row.Granted = r.Asked, r.Cards, r.Jump, "", 0
		}
	}
	for _, l := range q.state.Leases {
		if l.ID == t.ID {
			row.Asked, row.Cards, row.Jump, row.Granted, row.Until = l.Asked, l.Cards, l.Jump, max(l.Granted, l.Taken), l.Until
			row.GPU = q.named(l.On)
			if l.Ending {
				row.Why = l.Why
			}
		}
	}
	return row
}

// named writes cards with their machine as the scheduler knows it, as "lab:0,1". q.mu is held.
func (q *Queue) named(on []int) string {
	var numbers []string
	for _, c := range on {
		numbers = append(numbers, strconv.Itoa(q.state.Cards[c].Number))
	}
	return q.state.Cards[on[0]].Host + ":" + strings.Join(numbers, ",")
}

// parseCards reads what named has written; false is that it has not.
func parseCards(text string) (host string, on []int, ok bool) {
	host, list, ok := strings.Cut(text, ":")
	for word := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || slices.Contains(on, n) {
			return "", nil, false
		}
		on = append(on, n)
	}
	return host, on, ok && host != ""
}

// tell says to everybody what is new for them after some requests. q.mu is held.
func (q *Queue) tell(after []request) {
	for _, r := range after {
		switch r.op.(type) {
		case gpuq.Join, gpuq.Part:
			for s := range q.hands {
				s.hand.Offered(q.offer())
			}
		}
	}
	order := map[string]int{}
	for i, r := range q.state.Order(q.now) {
		order[r.ID] = i + 1
	}
	for _, t := range q.turns {
		if body, some := q.news(t, order); some && t.at != nil {
			t.at.hand.Tell(t.Turn, body)
			t.told, t.toldAt = body, q.now
		}
	}
}

// news is how it stands with a turn, and whether that is worth telling.
func (q *Queue) news(t *place, order map[string]int) (wire.GPUBody, bool) {
	offer := q.offer()
	body := wire.GPUBody{Kind: t.Body.Kind, Device: offer.Device, Simulated: offer.Simulated}
	if n := order[t.ID]; n > 0 {
		body.State, body.Place, body.Of, body.EtaS = wire.GPUWaiting, n, len(order), -1
		if eta, known := q.state.Estimate(t.ID, q.now); known {
			body.EtaS = int64(eta.Seconds())
		} else if q.state.Paused {
			body.Why = "paused"
		}
	}
	for _, l := range q.state.Leases {
		if l.ID != t.ID {
			continue
		}
		if l.Granted == 0 {
			return body, false // its process is not there yet
		}
		body.State, body.Cards, body.Until = wire.GPUGranted, len(l.On), l.Until
		if s := q.seatOf(q.state.Cards[l.On[0]].Host); s != nil {
			body.Device, body.Simulated = s.cards.Name, s.cards.Simulated
		} else if t.told.Cards > 0 {
			body.Device, body.Simulated = t.told.Device, t.told.Simulated
		}
		if l.Until > 0 {
			body.LeftMS = max(0, l.Until-q.now)
		}
		if q.state.Warned(l, q.now) {
			body.State, body.Why = wire.GPUEnding, l.Why
		}
	}
	return body, body.State != "" && q.differs(body, t)
}

// differs reports whether a student would see the difference to what was told before. The page counts down by itself.
func (q *Queue) differs(body wire.GPUBody, t *place) bool {
	told := t.told
	expected := max(0, told.EtaS-(q.now-t.toldAt)/1000)
	off := max(expected-body.EtaS, body.EtaS-expected)
	if (told.EtaS < 0) != (body.EtaS < 0) || off > 5 && off*5 > max(expected, body.EtaS) {
		return true
	}
	told.EtaS, told.LeftMS, body.EtaS, body.LeftMS = 0, 0, 0, 0
	return told != body
}
