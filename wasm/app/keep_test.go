package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/server/draft"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// This file lets two pages write at random, on a network that loses what it likes, to a server that keeps drafts for good.

// world is a server and two pages, in one browser or in two.
type world struct {
	t      *testing.T
	random *rand.Rand
	keeper *draft.Keeper
	owner  string
	now    int64
	down   bool // the store fails
	pages  [2]*page
	texts  int // written so far
	acked  map[string]bool
	log    []string
}

// page is a tab with its side of the network.
type page struct {
	*bench
	storage *map[string]string
	timers  []timer
	up      []wire.Message
	events  []StoreElsewhere // of the other tab, on their way
	online  bool
	last    map[string]string // what the learner wrote last in each cell, here
}

type timer struct {
	at   int64
	what string
}

func newWorld(t *testing.T, seed uint64, db *sqlite.Store, browsers int) *world {
	w := &world{t: t, random: rand.New(rand.NewPCG(seed, 1)), owner: fmt.Sprint("owner ", seed, browsers), now: 1_000_000, acked: map[string]bool{}}
	w.keeper = &draft.Keeper{Store: db, Now: func() time.Time { return time.UnixMilli(w.now) }}
	first, second := map[string]string{}, map[string]string{}
	w.pages[0] = w.open(&first)
	if browsers == 1 {
		w.pages[1] = w.open(&first)
	} else {
		w.pages[1] = w.open(&second)
	}
	return w
}

// open loads a page in a browser.
func (w *world) open(storage *map[string]string) *page {
	p := &page{storage: storage, last: map[string]string{}}
	p.bench = &bench{t: w.t, s: New(lessonPage(), fmt.Sprintf("%016x", w.random.Uint64())), now: w.now}
	stored := map[string]string{}
	for k, v := range *storage {
		stored[k] = v
	}
	w.apply(p, Boot{Stored: stored})
	return p
}

// apply gives a page an op and carries out what it wants.
func (w *world) apply(p *page, op Op) {
	p.now = w.now
	for _, e := range p.bench.do(op) {
		switch e := e.(type) {
		case Send:
			if p.online {
				p.up = append(p.up, e.Message)
			}
		case After:
			p.timers = append(p.timers, timer{w.now + e.MS, e.What})
		case Store:
			if e.Value == (*p.storage)[e.Key] {
				continue
			}
			(*p.storage)[e.Key] = e.Value
			w.apply(p, StoreDone{e.Key, true})
			for _, other := range w.pages {
				if other != nil && other != p && other.storage == p.storage {
					other.events = append(other.events, StoreElsewhere(e))
				}
			}
		}
	}
}

// connect brings a page's connection up.
func (w *world) connect(p *page) {
	if p.online {
		return
	}
	p.online, p.up = true, nil
	w.apply(p, Opened{})
	m := wire.New(wire.Welcome, wire.WelcomeBody{Token: "tok", Pen: wire.PenBody{Mine: true, Tabs: 1}})
	m.SID = "s"
	w.deliver(p, m)
	w.deliver(p, wire.New(wire.Resumed, wire.ResumedBody{From: p.s.Conn.Seq}))
}

// cut loses a page's connection; what it has sent may have arrived, but no answer comes back.
func (w *world) cut(p *page) {
	if !p.online {
		return
	}
	arrived := w.random.IntN(len(p.up) + 1)
	for _, m := range p.up[:arrived] {
		w.serve(m)
	}
	p.online, p.up = false, nil
	w.apply(p, Closed{Code: 1006})
}

func (w *world) deliver(p *page, m wire.Message) {
	data, _ := wire.Encode(m)
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		w.t.Fatal(err)
	}
	w.apply(p, Received{m, body})
}

// serve answers a request as the server does.
func (w *world) serve(m wire.Message) (wire.Message, bool) {
	data, _ := wire.Encode(m)
	m, body, err := wire.Decode(data, wire.FromClient)
	if err != nil {
		w.t.Fatal(err)
	}
	var answer wire.Message
	ctx := context.Background()
	switch b := body.(type) {
	case *wire.DraftBody:
		kept, err := w.keeper.Save(ctx, store.Draft{Owner: w.owner, Lesson: b.Lesson, Cell: m.Cell, Rev: b.Rev, Code: b.Code})
		var stale *draft.Stale
		switch {
		case w.down:
			answer = wire.New(wire.Refused, wire.RefusedBody{Request: m.Type, Code: "store"})
		case errors.As(err, &stale):
			answer = wire.New(wire.Stale, wire.StaleBody{Rev: stale.Kept.Rev, Code: stale.Kept.Code, At: stale.Kept.At})
		case err != nil:
			w.t.Fatal(err)
		default:
			w.acked[b.Code] = true
			answer = wire.New(wire.Drafted, wire.DraftedBody{Rev: kept.Rev, At: kept.At})
		}
	case *wire.DraftsBody:
		texts, err := w.keeper.Texts(ctx, w.owner, b.Lesson, b.After)
		if err != nil {
			w.t.Fatal(err)
		}
		answer = wire.New(wire.DraftsReply, texts)
	default:
		return answer, false
	}
	answer.RID, answer.Cell = m.RID, m.Cell
	return answer, true
}

// exchange carries the oldest request of a page to the server and its answer back.
func (w *world) exchange(p *page) bool {
	if !p.online || len(p.up) == 0 {
		return false
	}
	m := p.up[0]
	p.up = p.up[1:]
	if answer, ok := w.serve(m); ok {
		w.deliver(p, answer)
	}
	return true
}

// hear gives a page what the other tab has stored.
func (w *world) hear(p *page) bool {
	if len(p.events) == 0 {
		return false
	}
	e := p.events[0]
	p.events = p.events[1:]
	w.apply(p, e)
	return true
}

// pass lets time go by.
func (w *world) pass(ms int64) {
	w.now += ms
	for _, p := range w.pages {
		for {
			slices.SortStableFunc(p.timers, func(a, b timer) int { return int(a.at - b.at) })
			if len(p.timers) == 0 || p.timers[0].at > w.now {
				break
			}
			what := p.timers[0].what
			p.timers = p.timers[1:]
			w.apply(p, Due{what})
		}
	}
}

// write is the learner at work in a page.
func (w *world) write(p *page) {
	ids := []string{"a", "e"}
	for _, c := range p.s.Order() {
		if c.Lesson == nil {
			ids = append(ids, c.ID)
		}
	}
	id := ids[w.random.IntN(len(ids))]
	w.texts++
	text := fmt.Sprintf("text %d", w.texts)
	w.apply(p, Edited{id, text})
	p.last[id] = text
}

// step does something at random.
func (w *world) step() {
	n := w.random.IntN(2)
	p := w.pages[n]
	switch k := w.random.IntN(20); {
	case k < 5:
		w.log = append(w.log, fmt.Sprint(n, " writes"))
		w.write(p)
	case k < 9:
		w.log = append(w.log, "time")
		w.pass(int64(w.random.IntN(3000)))
	case k < 14:
		w.exchange(p)
	case k < 16:
		w.hear(p)
	case k == 16:
		w.log = append(w.log, fmt.Sprint(n, " cut"))
		w.cut(p)
	case k == 17:
		w.connect(p)
	case k == 18 && w.texts < 16:
		w.apply(p, Act{Name: "insert-below", Cell: "a"})
	case k == 19:
		w.decide(p)
	}
}

// decide lets the learner decide on a text from elsewhere, or loads the page anew.
func (w *world) decide(p *page) {
	for _, c := range p.s.Order() {
		if c.Other != nil {
			w.apply(p, Act{Name: []string{"take-other", "drop-other"}[w.random.IntN(2)], Cell: c.ID})
			return
		}
	}
	for w.hear(p) {
	}
	w.apply(p, Due{"save"}) // as the page does when it is left
	for i := range w.pages {
		if w.pages[i] == p {
			again := w.open(p.storage)
			again.last = p.last
			w.pages[i] = again
		}
	}
}

// settle brings everything up and waits until nothing moves.
func (w *world) settle() {
	for range 300 {
		moved := false
		for _, p := range w.pages {
			w.connect(p)
			for w.exchange(p) || w.hear(p) {
				moved = true
			}
		}
		w.pass(3000)
		if !moved && !w.pages[0].s.Behind() && !w.pages[1].s.Behind() {
			return
		}
	}
	for i, p := range w.pages {
		for _, id := range p.s.keepable() {
			text, _ := p.s.text(id)
			w.t.Logf("page %d: %s is %q, ahead %v, known %+v, barred %v", i, id, text, p.s.ahead(id), *p.s.kept(id), p.s.Keep.barred)
		}
		w.t.Logf("page %d: state %q, on its way %q, asked %q, waits %v", i, p.s.Keep.State, p.s.Keep.cell, p.s.Keep.asked, p.s.Keep.waits)
	}
	w.t.Fatalf("the pages do not come to rest: %v", w.log)
}

// found are all texts that are somewhere.
func (w *world) found() map[string]bool {
	all := map[string]bool{}
	rows, err := w.keeper.Store.DraftsAfter(context.Background(), w.owner, "mix", "", 1000)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, d := range rows {
		all[d.Code] = true
		old, err := w.keeper.Store.Versions(context.Background(), w.owner, "mix", d.Cell)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, v := range old {
			all[v.Code] = true
		}
	}
	return all
}

// TestNoTextIsLost: whatever the order of keys, clocks, answers that get lost, pages that are loaded anew and tabs that hear of
// each other late, what was acknowledged is on the server, and so is what a learner wrote last in a page.
func TestNoTextIsLost(t *testing.T) {
	db, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	seeds := uint64(50)
	if os.Getenv("THOROUGH") != "" {
		seeds = 2000
	}
	for seed := range seeds {
		for browsers := 1; browsers <= 2; browsers++ {
			w := newWorld(t, seed, db, browsers)
			for range 80 {
				w.step()
			}
			w.settle()
			found := w.found()
			for text := range w.acked {
				if !found[text] {
					t.Errorf("seed %d, %d browsers: %q was acknowledged and is gone: %v", seed, browsers, text, w.log)
				}
			}
			for i, p := range w.pages {
				for cell, text := range p.last {
					if !found[text] {
						t.Errorf("seed %d, %d browsers: %q, written last in %s of page %d, is gone: %v", seed, browsers, text, cell, i, w.log)
					}
				}
			}
			if t.Failed() {
				for _, cell := range []string{"a", "e"} {
					d, _ := db.Draft(context.Background(), w.owner, "mix", cell)
					old, _ := db.Versions(context.Background(), w.owner, "mix", cell)
					t.Log(d.Rev, d.Code)
					for _, v := range old {
						t.Log(cell, v.Rev, v.Code, v.At)
					}
				}
				return
			}
		}
	}
}
