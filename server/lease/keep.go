package lease

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"gputour/engine/wire"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// This file is what the store has of the turns.

// load takes over what an earlier server has left. Nobody is here yet; who had a card is put first.
func (m *Manager) load() error {
	ctx, cancel := context.WithTimeout(context.Background(), commitWait)
	defer cancel()
	rows, err := m.Store.OpenLeases(ctx)
	if err != nil {
		return fmt.Errorf("read the turns on GPUs: %w", err)
	}
	uses, err := m.Store.GPUUses(ctx)
	if err != nil {
		return fmt.Errorf("read the use of GPUs: %w", err)
	}
	if m.queue, err = m.Store.GPUQueue(ctx); err != nil {
		return fmt.Errorf("read the queue of GPUs: %w", err)
	}
	m.state.Paused, m.state.Jumps, m.state.Typical = m.queue.Paused, m.queue.Jumps, m.queue.Typical
	for _, u := range uses {
		use := gpuq.Use{MS: float64(u.MS), At: u.At, Total: u.Total}
		m.state.Use[u.Member], m.uses[u.Member] = use, use
	}
	m.now = m.Clock.Now().UnixMilli()
	for _, row := range rows {
		m.restore(row)
	}
	return nil
}

// restore puts a row back into the queue.
func (m *Manager) restore(row store.Lease) {
	t := &turn{m: m, id: row.ID, rid: row.RID, member: row.Member, sid: row.Session, begun: row.Tries, row: row, over: make(chan struct{})}
	if err := json.Unmarshal(row.Request, &t.body); err != nil {
		m.Log.Error("a turn cannot be read", "id", row.ID, "error", err)
		t.begun = begunMost
	}
	m.now = max(m.now, row.Asked)
	if row.Granted > 0 && row.Jump == 0 {
		m.state.Jumps++
		row.Jump = m.state.Jumps
	}
	m.turns[t.id] = t
	m.state.Waiting = append(m.state.Waiting, gpuq.Request{
		ID: row.ID, Member: row.Member, Kind: gpuq.Kind(row.Kind), Cards: min(row.Cards, m.Cards.Count), Asked: row.Asked, Jump: row.Jump, Away: true,
	})
	m.away(t)
	if t.begun >= begunMost {
		m.ends.Go(func() { m.send(gpuq.Cancel{ID: t.id, Why: "server"}) })
	}
}

// changes are the rows that are not kept as they are now; kept notes that they are. m.mu is held for both.
func (m *Manager) changes() (writes []store.Write, kept func()) {
	rows := map[*turn]store.Lease{}
	for _, t := range m.turns {
		if row := m.rowOf(t); !reflect.DeepEqual(row, t.row) {
			rows[t] = row
			writes = append(writes, store.SaveLease{Lease: row})
		}
	}
	uses := m.state.Use
	for member, u := range uses {
		if u != m.uses[member] {
			writes = append(writes, store.SaveGPUUse{GPUUse: store.GPUUse{Member: member, MS: int64(u.MS), At: u.At, Total: u.Total}})
		}
	}
	queue := store.GPUQueue{Paused: m.state.Paused, Jumps: m.state.Jumps, Typical: m.state.Typical}
	if queue != m.queue {
		writes = append(writes, store.SaveGPUQueue{GPUQueue: queue})
	}
	return writes, func() {
		for t, row := range rows {
			t.row = row
		}
		m.uses, m.queue = uses, queue
	}
}

// rowOf is a turn as it is kept.
func (m *Manager) rowOf(t *turn) store.Lease {
	row := store.Lease{
		ID: t.id, Member: t.member, Session: t.sid, RID: t.rid, Kind: t.body.Kind, Lesson: t.body.Lesson,
		Tries: t.begun, Asked: t.row.Asked, GPU: t.row.GPU, Granted: t.row.Granted, Cards: t.row.Cards, Request: t.row.Request,
	}
	if row.Request == nil {
		row.Request = encode(t.body)
	}
	if t.end != nil {
		row.Ended, row.MS, row.Why, row.Asked, row.Cards = m.now, t.end.MS, t.end.Why, t.end.Asked, t.end.Cards
		return row
	}
	for _, r := range m.state.Waiting {
		if r.ID == t.id {
			row.Asked, row.Cards, row.Jump, row.GPU, row.Granted = r.Asked, r.Cards, r.Jump, "", 0
		}
	}
	for _, l := range m.state.Leases {
		if l.ID == t.id {
			row.Asked, row.Cards, row.Jump, row.Granted, row.Until = l.Asked, l.Cards, l.Jump, max(l.Granted, l.Taken), l.Until
			row.GPU = numbers(l.On)
		}
	}
	return row
}

// numbers writes cards, as "0,1".
func numbers(on []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(on), " ", ","), "[]")
}

// tell says to everybody what is new for them. m.mu is held.
func (m *Manager) tell() {
	place := map[string]int{}
	for i, r := range m.state.Order(m.now) {
		place[r.ID] = i + 1
	}
	for _, t := range m.turns {
		if body, some := m.news(t, place); some && t.session != nil {
			t.say(body)
			t.told, t.toldAt = body, m.now
		}
	}
}

// news is how it stands with a turn, and whether that is worth telling.
func (m *Manager) news(t *turn, place map[string]int) (wire.GPUBody, bool) {
	body := wire.GPUBody{Kind: t.body.Kind, Device: m.Cards.Name, Simulated: m.Cards.Simulated}
	if n := place[t.id]; n > 0 {
		body.State, body.Place, body.Of, body.EtaS = wire.GPUWaiting, n, len(place), -1
		if eta, known := m.state.Estimate(t.id, m.now); known {
			body.EtaS = int64(eta.Seconds())
		} else if m.state.Paused {
			body.Why = "paused"
		}
	}
	for _, l := range m.state.Leases {
		if l.ID != t.id {
			continue
		}
		if l.Granted == 0 {
			return body, false // its process is not there yet
		}
		body.State, body.Cards, body.Until = wire.GPUGranted, len(l.On), l.Until
		if l.Until > 0 {
			body.LeftMS = max(0, l.Until-m.now)
		}
		if m.state.Warned(l, m.now) {
			body.State, body.Why = wire.GPUEnding, l.Why
		}
	}
	return body, body.State != "" && m.differs(body, t)
}

// differs reports whether a student would see the difference to what was told before. The page counts down by itself.
func (m *Manager) differs(body wire.GPUBody, t *turn) bool {
	told := t.told
	expected := max(0, told.EtaS-(m.now-t.toldAt)/1000)
	off := max(expected-body.EtaS, body.EtaS-expected)
	if (told.EtaS < 0) != (body.EtaS < 0) || off > 5 && off*5 > max(expected, body.EtaS) {
		return true
	}
	told.EtaS, told.LeftMS, body.EtaS, body.LeftMS = 0, 0, 0, 0
	return told != body
}
