package lease

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// This file holds what the queue writes down, reads back, tells and shows, without anything that runs.

const at = 1_700_000_000_000 // the clock's time, as sessiontest has it

// desktop is a queue whose loop does not run, with two cards of a server, one of a machine that is none, and one that is gone.
func desktop() (*Queue, map[string]*seat) {
	q := &Queue{
		QueueOptions: QueueOptions{Kinds: []string{wire.GPUJob}, Slot: 100 * time.Second, Clock: sessiontest.NewClock(), Log: slog.New(slog.DiscardHandler)},
		in:           make(chan request, batchMost), done: make(chan struct{}), turns: map[string]*place{}, hands: map[*seat]bool{}, uses: map[string]gpuq.Use{},
		state: gpuq.New(gpuq.Config{Slot: 100 * time.Second}), now: at,
	}
	q.state.Cards = []gpuq.Card{{Host: "lab", Number: 1}, {Host: "lab", Number: 0}, {Host: "box/2"}, {Host: "old", Number: 3, Gone: true}, {Host: "old", Number: 4, Gone: true}}
	seats := map[string]*seat{
		"lab":   {q: q, hand: idle{}, host: "lab", cards: Cards{Count: 2, Name: "H100", Machine: "Zoo"}},
		"box/2": {q: q, hand: idle{}, host: "box/2", lent: "10.0.0.9", cards: Cards{Count: 1, Name: "T4", Simulated: true}},
		"desk":  {q: q, hand: idle{}, host: "desk"},
	}
	for _, s := range seats {
		q.hands[s] = true
	}
	return q, seats
}

// has gives somebody cards.
func (q *Queue) has(id string, l gpuq.Lease) *place {
	p := &place{Turn: Turn{ID: id, Member: "m-" + id, Body: wire.GPURequestBody{Kind: wire.GPUJob, Lesson: "l-" + id}}}
	l.ID, l.Member, l.Kind = id, p.Member, gpuq.Job
	q.turns[id], q.state.Leases = p, append(q.state.Leases, l)
	return p
}

// waits has somebody wait.
func (q *Queue) waits(id string, r gpuq.Request) *place {
	p := &place{Turn: Turn{ID: id, Member: "m-" + id, Body: wire.GPURequestBody{Kind: wire.GPUJob, Lesson: "l-" + id}}}
	r.ID, r.Member, r.Kind, r.Cards = id, p.Member, gpuq.Job, max(1, r.Cards)
	q.turns[id], q.state.Waiting = p, append(q.state.Waiting, r)
	return p
}

// TestView: cards are shown by machine and number, those that are gone as long as somebody has them; who waits in order; who has used most
// first, with the share of what counts.
func TestView(t *testing.T) {
	q, _ := desktop()
	q.state.Paused = true
	q.state.Cards[2].Rest = at + 5000
	q.has("a", gpuq.Lease{On: []int{1}, Taken: at - 9000, Granted: at - 8000, Until: at + 1000, Ending: true})
	q.has("b", gpuq.Lease{On: []int{3}, Taken: at - 2000})
	q.waits("c", gpuq.Request{Asked: at - 3, Away: true})
	q.waits("d", gpuq.Request{Asked: at - 2, Jump: 1})
	q.state.Use = map[string]gpuq.Use{"m-a": {At: at - 9000, Total: 1000}, "x": {MS: 1, At: at}}
	v := q.View()
	cards := []CardView{
		{Machine: "Zoo", Number: 0, Device: "H100", ID: "a", Member: "m-a", Kind: "job", Lesson: "l-a", Since: at - 8000, Until: at + 1000, Ending: true},
		{Machine: "Zoo", Number: 1, Device: "H100"},
		{Machine: "box (2)", Device: "T4", Simulated: true, Rest: at + 5000},
		{Machine: "old", Number: 3, Gone: true, ID: "b", Member: "m-b", Kind: "job", Lesson: "l-b", Since: at - 2000, Starting: true},
	}
	if !reflect.DeepEqual(v.Cards, cards) || v.Now != at || !v.Paused {
		t.Errorf("%+v", v)
	}
	waiting := []WaitingView{
		{ID: "d", Member: "m-d", Kind: "job", Lesson: "l-d", Place: 1, Cards: 1, Asked: at - 2, First: true},
		{ID: "c", Member: "m-c", Kind: "job", Lesson: "l-c", Place: 2, Cards: 1, Asked: at - 3, Away: true},
	}
	if !reflect.DeepEqual(v.Waiting, waiting) {
		t.Errorf("%+v", v.Waiting)
	}
	if offer := (wire.GPUOffer{Kinds: []string{wire.GPUJob}, Cards: 3, Device: "H100", SlotS: 100}); !reflect.DeepEqual(*v.Offer, offer) {
		t.Errorf("%+v", *v.Offer)
	}
	if len(v.Used) != 2 || v.Used[0].Member != "m-a" || v.Used[0].Total != 10*time.Second || v.Used[1].Member != "m-b" || v.Used[1].Total != 2*time.Second {
		t.Fatalf("%+v", v.Used)
	}
	if a, b := v.Used[0].Share, v.Used[1].Share; a+b < 0.999 || a+b > 1.001 || a < 4*b || a > 5*b { // 9 s and 2 s of half an hour's memory
		t.Errorf("shares %v, %v", a, b)
	}
	q.state.Paused, q.state.Cards[2].Rest = false, at
	if v = q.View(); v.Cards[2].Rest != 0 || !v.Waiting[0].Known || v.Waiting[0].Eta != 0 || v.Waiting[1].Known {
		t.Errorf("when cards are well: %+v", v)
	}
	q.state.Use, q.state.Leases = map[string]gpuq.Use{"b": {Total: 5}, "a": {Total: 5}}, nil
	if v = q.View(); len(v.Used) != 2 || v.Used[0].Member != "a" || v.Used[0].Share != 0 {
		t.Errorf("of what is forgotten: %+v", v.Used)
	}
	if q.lesson("nobody") != "" {
		t.Error("nobody has a lesson")
	}
}

// TestOffer names the cards of the machine with most of them, and says that they are simulated when all are.
func TestOffer(t *testing.T) {
	for _, c := range []struct {
		hands     []seat
		device    string
		simulated bool
	}{
		{nil, "", false},
		{[]seat{{host: "a"}}, "", false},
		{[]seat{{host: "a", cards: Cards{Count: 1, Name: "A", Simulated: true}}, {host: "b", cards: Cards{Count: 2, Name: "B", Simulated: true}}}, "B", true},
		{[]seat{{host: "b", cards: Cards{Count: 2, Name: "B", Simulated: true}}, {host: "a", cards: Cards{Count: 2, Name: "A"}}}, "A", false},
		{[]seat{{host: "a", cards: Cards{Count: 2, Name: "A", Simulated: true}}, {host: "b", cards: Cards{Count: 1, Name: "B"}}}, "A", false},
	} {
		q, _ := desktop()
		clear(q.hands)
		for i := range c.hands {
			q.hands[&c.hands[i]] = true
		}
		if o := q.offer(); o.Device != c.device || o.Simulated != c.simulated {
			t.Errorf("%+v: %+v", c.hands, o)
		}
	}
}

// TestNames: what machines are called, by the scheduler and by people.
func TestNames(t *testing.T) {
	q, seats := desktop()
	for host, want := range map[string]string{"lab": "Zoo", "box/2": "box (2)", "box/": "box", "desk": "desk", "gone": "gone"} {
		if got := q.called(host); got != want {
			t.Errorf("%s is called %s, want %s", host, got, want)
		}
	}
	taken := map[string]bool{"box/": true, "box/2": true}
	for name, want := range map[string]string{"box": "box/3", "lab": "lab/"} {
		if got := lentHost(name, func(h string) bool { return taken[h] }); got != want {
			t.Errorf("%s is known as %s, want %s", name, got, want)
		}
	}
	if q.seatOf("lab") != seats["lab"] || q.seatOf("nowhere") != nil {
		t.Error("whose seat is it?")
	}
	for on, want := range map[[2]int]string{{0, 1}: "lab:1,0", {2, 2}: "box/2:0,0"} {
		if got := q.named(on[:]); got != want {
			t.Errorf("%v are written %s, want %s", on, got, want)
		}
	}
	if spot, here := q.where([]int{0, 1}); !here || !reflect.DeepEqual(spot, Spot{Host: "lab", Cards: []int{0, 1}}) {
		t.Errorf("%+v", spot)
	}
	if spot, here := q.where([]int{2}); !here || !reflect.DeepEqual(spot, Spot{Lent: "10.0.0.9", Cards: []int{0}}) {
		t.Errorf("%+v", spot)
	}
	if _, here := q.where([]int{3}); here {
		t.Error("who has gone is here")
	}
	for text, want := range map[string]string{
		"lab:0": "lab [0] true", "box/2:1,0": "box/2 [1 0] true", "": " [] false", "lab": " [] false", "lab:": " [] false", "lab:x": " [] false", "lab:-1": " [] false",
		"lab:0,0": " [] false", ":0": " [0] false", "0,1": " [] false",
	} {
		host, on, ok := parseCards(text)
		if got := fmt.Sprint(host, " ", on, " ", ok); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}

// TestRowOf: what is kept of a turn that waits, has cards, is to end, and is over.
func TestRowOf(t *testing.T) {
	q, _ := desktop()
	whole := store.Lease{ID: "a", Member: "m-a", Kind: "job", Lesson: "l-a", RID: "r", Session: "s", Tries: 2, Cards: 1, Asked: 5, Jump: 3, Request: []byte(`{"kind":"job","lesson":"l-a"}`)}
	is := func(p *place, change func(*store.Lease)) {
		t.Helper()
		want := whole
		change(&want)
		if got := q.rowOf(p); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
	p := q.waits("a", gpuq.Request{Asked: 5, Jump: 3})
	p.RID, p.Session, p.Begun, p.row = "r", "s", 2, store.Lease{GPU: "lab:0", Granted: 9}
	q.has("b", gpuq.Lease{On: []int{2}, Taken: 1})
	is(p, func(*store.Lease) {})
	q.state.Waiting = nil
	l := gpuq.Lease{On: []int{0, 1}, Taken: 7}
	l.Asked, l.Jump, l.Cards = 6, 4, 2
	p2 := q.has("a", l)
	p.Turn = Turn{ID: "a", RID: "r", Session: "s", Member: p2.Member, Begun: 2, Body: p2.Body}
	q.turns["a"] = p
	has := func(w *store.Lease) { w.Asked, w.Jump, w.Cards, w.Granted, w.GPU = 6, 4, 2, 7, "lab:1,0" }
	is(p, has)
	lease := q.lease("a")
	lease.Granted, lease.Until, lease.Why = 8, 99, "not yet"
	is(p, func(w *store.Lease) { has(w); w.Granted, w.Until = 8, 99 })
	lease.Ending, lease.Why = true, "slot"
	is(p, func(w *store.Lease) { has(w); w.Granted, w.Until, w.Why = 8, 99, "slot" })
	p.row, p.ended = store.Lease{GPU: "lab:1,0", Granted: 8, Request: []byte(`{"kept":true}`)}, 120
	p.end = &gpuq.Done{Request: gpuq.Request{Asked: 6, Cards: 2}, Why: "done", MS: 112}
	is(p, func(w *store.Lease) {
		w.Asked, w.Cards, w.Jump, w.Granted, w.GPU, w.Ended, w.MS, w.Why, w.Request = 6, 2, 0, 8, "Zoo:1,0", 120, 112, "done", []byte(`{"kept":true}`)
	})
	p.row.GPU = ""
	if got := q.rowOf(p); got.GPU != "" {
		t.Errorf("who never had a card had %s", got.GPU)
	}
}

// TestChanges: only what is new is written, and once.
func TestChanges(t *testing.T) {
	q, _ := desktop()
	q.waits("a", gpuq.Request{Asked: 5})
	q.state.Use = map[string]gpuq.Use{"m": {MS: 7, At: 3, Total: 9}}
	q.state.Paused, q.state.Jumps, q.state.Typical = true, 2, 30
	writes, kept := q.changes()
	var said []string
	for _, w := range writes {
		switch w := w.(type) {
		case store.SaveLease:
			said = append(said, w.ID)
		case store.SaveGPUUse:
			said = append(said, fmt.Sprintf("%+v", w.GPUUse))
		case store.SaveGPUQueue:
			said = append(said, fmt.Sprintf("%+v", w.GPUQueue))
		}
	}
	if got := fmt.Sprint(said); got != "[a {Member:m MS:7 At:3 Total:9} {Paused:true Jumps:2 Typical:30}]" {
		t.Error(got)
	}
	if again, _ := q.changes(); len(again) != 3 {
		t.Errorf("what is not kept is written again: %v", again)
	}
	kept()
	if again, _ := q.changes(); len(again) != 0 {
		t.Errorf("what is kept is not: %v", again)
	}
	q.turns["a"].Begun++
	if again, _ := q.changes(); len(again) != 1 {
		t.Errorf("after a change %v", again)
	}
}

// TestNews is what a student is told of a turn, as it stands.
func TestNews(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(q *Queue) *place
		want wire.GPUBody
		none bool
	}{
		"it waits":            {func(q *Queue) *place { return q.waits("a", gpuq.Request{}) }, wire.GPUBody{State: "waiting", Place: 1, Of: 1, Device: "H100"}, false},
		"the queue is paused": {func(q *Queue) *place { q.state.Paused = true; return q.waits("a", gpuq.Request{}) }, wire.GPUBody{State: "waiting", Place: 1, Of: 1, EtaS: -1, Why: "paused", Device: "H100"}, false},
		"the server halts":    {func(q *Queue) *place { q.state.Halted = true; return q.waits("a", gpuq.Request{}) }, wire.GPUBody{State: "waiting", Place: 1, Of: 1, EtaS: -1, Device: "H100"}, false},
		"the second waits": {func(q *Queue) *place {
			for i := range 3 {
				q.has(fmt.Sprint("x", i), gpuq.Lease{On: []int{i}, Taken: at - 60_000, Granted: at - 60_000})
			}
			q.waits("b", gpuq.Request{Asked: 1})
			return q.waits("a", gpuq.Request{Asked: 2})
		}, wire.GPUBody{State: "waiting", Place: 2, Of: 2, EtaS: 40, Device: "H100"}, false},
		"its process starts": {func(q *Queue) *place { return q.has("a", gpuq.Lease{On: []int{2}, Taken: at}) }, wire.GPUBody{}, true},
		"it has cards":       {func(q *Queue) *place { return q.has("a", gpuq.Lease{On: []int{2}, Taken: at, Granted: at}) }, wire.GPUBody{State: "granted", Cards: 1, Device: "T4", Simulated: true}, false},
		"somebody waits":     {func(q *Queue) *place { return q.has("a", gpuq.Lease{On: []int{0, 1}, Granted: at, Until: at + 50_000}) }, wire.GPUBody{State: "granted", Cards: 2, Until: at + 50_000, LeftMS: 50_000, Device: "H100"}, false},
		"its end is near":    {func(q *Queue) *place { return q.has("a", gpuq.Lease{On: []int{0}, Granted: at, Until: at + 20_000}) }, wire.GPUBody{State: "ending", Cards: 1, Until: at + 20_000, LeftMS: 20_000, Device: "H100"}, false},
		"it is late":         {func(q *Queue) *place { return q.has("a", gpuq.Lease{On: []int{0}, Granted: at, Until: at - 1}) }, wire.GPUBody{State: "ending", Cards: 1, Until: at - 1, Device: "H100"}, false},
		"it was taken": {func(q *Queue) *place {
			return q.has("a", gpuq.Lease{On: []int{0}, Granted: at, Ending: true, Why: "taken"})
		}, wire.GPUBody{State: "ending", Why: "taken", Cards: 1, Device: "H100"}, false},
		"its machine is gone": {func(q *Queue) *place { return q.has("a", gpuq.Lease{On: []int{3}, Granted: at}) }, wire.GPUBody{State: "granted", Cards: 1, Device: "H100"}, false},
		"its machine is gone, which it knew": {func(q *Queue) *place {
			p := q.has("a", gpuq.Lease{On: []int{3}, Granted: at})
			p.told = wire.GPUBody{Cards: 1, Device: "V100", Simulated: true}
			return p
		}, wire.GPUBody{State: "granted", Cards: 1, Device: "V100", Simulated: true}, false},
		"nothing is known": {func(q *Queue) *place { return &place{Turn: Turn{ID: "z"}} }, wire.GPUBody{}, true},
	} {
		q, _ := desktop()
		p := c.set(q)
		order := map[string]int{}
		for i, r := range q.state.Order(at) {
			order[r.ID] = i + 1
		}
		body, some := q.news(p, order)
		if c.want.Kind = wire.GPUJob; some == c.none || some && body != c.want {
			t.Errorf("%s: %v %+v, want %+v", name, some, body, c.want)
		}
	}
}

// TestDiffers: an estimate is told anew when it is off by more than five seconds and a fifth of it.
func TestDiffers(t *testing.T) {
	for _, c := range []struct {
		told, ago, now int64 // seconds
		want           bool
	}{
		{100, 0, 100, false}, {100, 60, 40, false}, {100, 60, 45, false}, {100, 60, 51, true}, {100, 60, 50, false}, {100, 60, 32, false}, {100, 60, 31, true},
		{10, 0, 15, false}, {10, 0, 16, true}, {24, 0, 30, false}, {23, 0, 29, true}, {10, 30, 5, false}, {10, 30, 6, true}, {-1, 0, -1, false}, {-1, 0, 0, true}, {0, 0, -1, true},
	} {
		q, _ := desktop()
		p := &place{told: wire.GPUBody{State: "waiting", EtaS: c.told, LeftMS: 7}, toldAt: at - c.ago*1000}
		if got := q.differs(wire.GPUBody{State: "waiting", EtaS: c.now, LeftMS: 8}, p); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
		if !q.differs(wire.GPUBody{State: "waiting", Place: 1, EtaS: c.told}, p) {
			t.Errorf("%+v: another place is no news", c)
		}
	}
}

// unread is a store of which one thing cannot be read.
type unread struct {
	store.Store
	what string
	rows []store.Lease
}

func (u unread) err(what string) error {
	if u.what == what {
		return errors.New("no route")
	}
	return nil
}
func (u unread) OpenLeases(context.Context) ([]store.Lease, error) { return u.rows, u.err("turns") }
func (u unread) GPUUses(context.Context) ([]store.GPUUse, error) {
	return []store.GPUUse{{Member: "m", MS: 5, At: 6, Total: 7}}, u.err("use")
}
func (u unread) GPUQueue(context.Context) (store.GPUQueue, error) {
	return store.GPUQueue{Paused: true, Jumps: 4, Typical: 9}, u.err("queue")
}

// TestLoad: a queue begins with what the store has, or not at all.
func TestLoad(t *testing.T) {
	for what, want := range map[string]string{"turns": "read the turns on GPUs: no route", "use": "read the use of GPUs: no route", "queue": "read the queue of GPUs: no route"} {
		if _, err := OpenQueue(QueueOptions{Store: unread{what: what}, Clock: sessiontest.NewClock(), Log: slog.New(slog.DiscardHandler)}); err == nil || err.Error() != want {
			t.Errorf("%s: %v", what, err)
		}
	}
	request, _ := json.Marshal(wire.GPURequestBody{Kind: "job", Lesson: "l"})
	row := func(id string, change func(*store.Lease)) store.Lease {
		r := store.Lease{ID: id, Member: "m-" + id, Kind: "job", Cards: 1, Asked: 10, Tries: 1, Request: request}
		change(&r)
		return r
	}
	rows := []store.Lease{
		row("waits", func(r *store.Lease) { r.Jump = 2 }),
		row("had", func(r *store.Lease) { r.GPU, r.Granted, r.Until, r.Why = "lab:1", 20, 30, "slot" }),
		row("same", func(r *store.Lease) { r.GPU, r.Granted = "lab:1", 21 }),
		row("fewer", func(r *store.Lease) { r.GPU, r.Granted, r.Cards = "lab:0", at+22, 2 }),
		row("often", func(r *store.Lease) { r.Tries = 3 }),
		row("torn", func(r *store.Lease) { r.Request = []byte("{") }),
	}
	for _, settle := range []time.Duration{0, time.Second} {
		q, _ := desktop()
		q.state, q.now = gpuq.New(gpuq.Config{Slot: q.Slot}), 0
		q.Store, q.Settle = unread{rows: rows}, settle
		if err := q.load(); err != nil {
			t.Fatal(err)
		}
		q.ends.Wait()
		var waiting []string
		for _, r := range q.state.Waiting {
			waiting = append(waiting, fmt.Sprint(r.ID, " ", r.Jump, " ", r.Away, " ", r.Cards, " ", r.Asked))
		}
		want := []string{"waits 2 true 1 10", "had 5 true 1 10", "same 6 true 1 10", "fewer 7 true 2 10", "often 0 true 1 10", "torn 0 true 1 10"}
		if settle > 0 {
			want = []string{"waits 2 true 1 10", "same 5 true 1 10", "fewer 6 true 2 10", "often 0 true 1 10", "torn 0 true 1 10"}
			l := gpuq.Lease{Request: gpuq.Request{ID: "had", Member: "m-had", Kind: "job", Cards: 1, Asked: 10}, On: []int{0}, Taken: 20, Granted: 20, Until: 30, Why: "slot", Ending: true}
			if !reflect.DeepEqual(q.state.Leases, []gpuq.Lease{l}) || !reflect.DeepEqual(q.state.Cards, []gpuq.Card{{Host: "lab", Number: 1, Gone: true}}) || !q.turns["had"].inherited || q.turns["same"].inherited {
				t.Errorf("%+v of %+v", q.state.Leases, q.state.Cards)
			}
		} else if len(q.state.Leases) > 0 {
			t.Errorf("nobody else has cards, and %+v", q.state.Leases)
		}
		if !slices.Equal(waiting, want) {
			t.Errorf("settling %v:\n got %q\nwant %q", settle, waiting, want)
		}
		if q.now != at+22 || !q.state.Paused || q.state.Typical != 9 || q.state.Use["m"] != (gpuq.Use{MS: 5, At: 6, Total: 7}) || q.turns["waits"].Body.Lesson != "l" || q.turns["waits"].Begun != 1 {
			t.Errorf("settling %v: at %d, %+v", settle, q.now, q.state)
		}
		var given []string
		for len(q.in) > 0 {
			c := (<-q.in).op.(gpuq.Cancel)
			given = append(given, c.ID+" "+c.Why)
		}
		if slices.Sort(given); fmt.Sprint(given) != "[often server torn server]" {
			t.Errorf("given up are %v", given)
		}
	}
}

// TestBegun: which process of a turn its lease is for.
func TestBegun(t *testing.T) {
	for _, c := range []struct {
		granted   int64
		inherited bool
		begun     string // that may speak, of those from 1 to 4, where two are known
	}{{0, false, "[3]"}, {9, false, "[2]"}, {9, true, "[2 3]"}} {
		q, _ := desktop()
		p := q.has("a", gpuq.Lease{On: []int{0}, Granted: c.granted})
		p.Begun, p.inherited = 2, c.inherited
		var may []int
		for n := 1; n <= 4; n++ {
			if q.begun(p, n) {
				may = append(may, n)
			}
		}
		if fmt.Sprint(may) != c.begun || q.begun(&place{Turn: Turn{ID: "x"}}, 1) {
			t.Errorf("%+v: %v", c, may)
		}
	}
}

// TestFind: a turn is found by its name, its session, or its member and lesson where nobody is there for it.
func TestFind(t *testing.T) {
	q, _ := desktop()
	a, b := q.waits("a", gpuq.Request{}), q.waits("b", gpuq.Request{Away: true})
	a.Session, b.Session = "s-a", "s-b"
	for _, c := range []struct {
		t    Turn
		want *place
	}{
		{Turn{ID: "a", Session: "s-b"}, a}, {Turn{Session: "s-b"}, b}, {Turn{Session: "new", Member: "m-b", Body: wire.GPURequestBody{Lesson: "l-b"}}, b},
		{Turn{Session: "new", Member: "m-b", Body: wire.GPURequestBody{Lesson: "l-a"}}, nil}, {Turn{Session: "new", Member: "m-a", Body: wire.GPURequestBody{Lesson: "l-b"}}, nil},
		{Turn{Session: "new", Member: "m-a", Body: wire.GPURequestBody{Lesson: "l-a"}}, nil}, // somebody is there
	} {
		if got := q.find(c.t); got != c.want {
			t.Errorf("%+v: %+v", c.t, got)
		}
	}
}

// TestLost: who is first again after its server was lost begins at most three times.
func TestLost(t *testing.T) {
	for begun, want := range map[int]gpuq.Exited{1: {ID: "a", Again: true}, 2: {ID: "a", Again: true}, 3: {ID: "a", Why: "server"}} {
		q, _ := desktop()
		p := q.has("a", gpuq.Lease{On: []int{0}})
		p.Begun = begun
		ops := q.lose(p)
		if len(ops) != 2 || ops[0].op != (gpuq.Here{ID: "a"}) || ops[1].op != want {
			t.Errorf("begun %d times: %+v", begun, ops)
		}
	}
}

// TestPerform: what the scheduler decides is carried out where the turn's session is; where it is not, or the machine with the cards has
// gone, the turn is first to have cards again.
func TestPerform(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(q *Queue, p *place)
		on   []int
		want string // what the server hears
		next string // what the queue does next
	}{
		"its server is here":  {func(*Queue, *place) {}, []int{0, 1}, "start a 3 on lab[0 1]", ""},
		"on a machine's card": {func(*Queue, *place) {}, []int{2}, "start a 3 on [0]", ""},
		"its server has gone": {func(_ *Queue, p *place) { p.at = nil }, []int{0}, "", "{ID:a Here:false} {ID:a Why: Failed:false Again:true}"},
		"the cards have gone": {func(*Queue, *place) {}, []int{3}, "", "{Host:old} {ID:a Why: Failed:false Again:true}"},
		"the queue has ended": {func(q *Queue, _ *place) { q.closed = true }, []int{0}, "", ""},
		"it is over":          {func(q *Queue, _ *place) { delete(q.turns, "a") }, []int{0}, "", ""},
	} {
		q, seats := desktop()
		w := &witness{}
		seats["lab"].hand = w
		p := q.has("a", gpuq.Lease{On: c.on})
		p.at, p.Begun = seats["lab"], 2
		c.set(q, p)
		q.perform(gpuq.Start{ID: "a", On: c.on})
		next := ""
		for _, r := range q.next {
			next += fmt.Sprintf(" %+v", r.op)
		}
		if got := strings.Join(w.said, ", "); got != c.want || strings.TrimSpace(next) != c.next || p.Begun != 2 {
			t.Errorf("%s: hears %q, then %q", name, got, next)
		}
	}
	for _, kept := range []bool{false, true} {
		q, seats := desktop()
		w := &witness{}
		seats["lab"].hand = w
		p := q.has("a", gpuq.Lease{On: []int{0}})
		p.at, p.saved = seats["lab"], "file"
		if kept {
			p.row.Ended = 5
		}
		q.perform(gpuq.End{ID: "a", Why: "slot"})
		q.perform(gpuq.End{ID: "nobody", Why: "slot"})
		q.perform(gpuq.Done{Request: gpuq.Request{ID: "a"}, Why: "done"})
		if got := strings.Join(w.said, ", "); got != "end a: slot, a ended, a why done saved file" || len(q.turns) != 0 || (len(q.unkept) == 0) != kept {
			t.Errorf("kept %v: hears %q, %d are not kept", kept, got, len(q.unkept))
		}
		q.has("b", gpuq.Lease{On: []int{0}})
		q.perform(gpuq.End{ID: "b", Why: "slot"})
		q.perform(gpuq.Done{Request: gpuq.Request{ID: "b"}})
		if len(w.said) != 3 || q.turns["b"] != nil {
			t.Errorf("of a turn that is nowhere it hears %q", w.said)
		}
	}
}

// TestWake: the queue does something by itself when something is due, and nothing after its end.
func TestWake(t *testing.T) {
	q, _ := desktop()
	clock := q.Clock.(*sessiontest.Clock)
	if q.wake(); clock.Waiting() != 0 {
		t.Error("a timer for nothing")
	}
	q.state.Cards[0].Rest = at + 5000
	q.wake()
	q.wake()
	clock.Advance(4999 * time.Millisecond)
	if len(q.in) != 0 {
		t.Error("too early")
	}
	if clock.Advance(time.Millisecond); len(q.in) != 1 || (<-q.in).op != (gpuq.Tick{}) {
		t.Error("not once")
	}
	q.closed = true
	if q.wake(); clock.Waiting() != 0 {
		t.Error("a timer of a queue that has ended")
	}
}

// TestBatches: what waits shares a commit, up to 256 ops; what is refused is nobody's turn.
func TestBatches(t *testing.T) {
	q, _ := desktop()
	q.in = make(chan request, 400)
	for range 300 {
		q.send(gpuq.Tick{})
	}
	if n := len(q.gather(request{})); n != 256 || len(q.in) != 45 {
		t.Errorf("%d ops share a commit", n)
	}
	if n := len(q.gather(request{})); n != 46 {
		t.Errorf("then %d", n)
	}
	q.turns["a"] = &place{}
	if _, err := q.apply(request{op: gpuq.Ask{ID: "a", Member: "m", Cards: 9}}); err == nil || q.turns["a"] != nil {
		t.Errorf("%v, and %v", err, q.turns)
	}
	q.turns["b"] = &place{}
	if _, err := q.apply(request{op: gpuq.Take{ID: "b"}}); err == nil || q.turns["b"] == nil {
		t.Errorf("%v, and %v", err, q.turns)
	}
	if _, err := q.apply(request{op: gpuq.Pause{On: true}, first: func() error { return errAsked }}); err != errAsked || q.state.Paused {
		t.Errorf("%v", err)
	}
	q.next = []request{{op: gpuq.Tick{}}}
	if len(q.due()) != 1 || len(q.due()) != 0 {
		t.Error("what is due is due once")
	}
}

// TestTimes: a commit that is not answered is given up before its server is, and a server's cards are others' before its processes end.
func TestTimes(t *testing.T) {
	if commitWait >= returnMost || returnMost >= standMost || standMost >= awayMost || startWait >= awayMost {
		t.Error(commitWait, returnMost, standMost, awayMost, startWait)
	}
}
